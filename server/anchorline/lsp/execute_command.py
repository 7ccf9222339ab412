"""`workspace/executeCommand`: which command is carried out where. What takes time is started, and answered later."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from anchorline.lsp import commands
from anchorline.lsp.execute import deciding, fixing, information, reviews
from anchorline.lsp.execute.arguments import Arguments

if TYPE_CHECKING:
    from anchorline.lsp.session import Session

_COMMANDS: dict[str, Callable[[Arguments], Any]] = {
    commands.REVIEW: reviews.review,
    commands.REVIEW_THOROUGHLY: reviews.review_thoroughly,
    commands.CONVERGE: reviews.converge,
    commands.CANCEL: reviews.cancel,
    commands.PAUSE: reviews.pause,
    commands.ASK_AGAIN: reviews.ask_again,
    commands.CLEAR_CACHE: reviews.clear_cache,
    commands.APPLY_SAFE_FIXES: fixing.apply_safe_fixes,
    commands.APPLY_PROPOSED: fixing.apply_proposed,
    commands.DISMISS: deciding.dismiss,
    commands.DEFER: deciding.defer,
    commands.UNDISMISS: deciding.undismiss,
    commands.UNDISMISS_ALL: deciding.undismiss_all,
    commands.SHOW_REPORT: information.show_report,
    commands.DEBUG_INFORMATION: information.debug_information,
}


def handle(ls: Session, params: types.ExecuteCommandParams) -> Any:
    run = _COMMANDS.get(params.command)
    if run is None:
        raise JsonRpcInvalidParams(f"{params.command}: there is no such command")
    return run(Arguments(ls, params))
