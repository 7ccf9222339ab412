"""Which method is handled where. One line for each; what it does stands in the module named here."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from lsprotocol import types

if TYPE_CHECKING:
    from anchorline.lsp.server import Server

# By name: no handler is needed, and none is imported, before `initialize` is answered.
_HANDLERS = {
    types.INITIALIZED: "initialized",
    types.TEXT_DOCUMENT_DID_OPEN: "did_open",
    types.TEXT_DOCUMENT_DID_CHANGE: "did_change",
    types.TEXT_DOCUMENT_WILL_SAVE: "will_save",
    types.TEXT_DOCUMENT_DID_SAVE: "did_save",
    types.TEXT_DOCUMENT_DID_CLOSE: "did_close",
    types.TEXT_DOCUMENT_HOVER: "hover",
    types.TEXT_DOCUMENT_CODE_ACTION: "code_action",
    types.WORKSPACE_EXECUTE_COMMAND: "execute_command",
    "anchorline/findings": "findings_request",
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: "did_change_configuration",
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: "did_change_watched_files",
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: "did_change_workspace_folders",
}


def register(server: Server) -> None:
    for method, module in _HANDLERS.items():
        server.feature(method)(_handler(module))

    @server.feature(types.INITIALIZE)
    def on_initialize(ls: Server, params: Any) -> Any:
        return ls.initialize(params)

    @server.feature(types.SHUTDOWN)
    def on_shutdown(ls: Server, _: Any) -> Any:
        return ls.shut_down()

    @server.feature(types.EXIT)
    def on_exit(ls: Server, _: Any) -> None:
        ls.exit()

    @server.feature(types.WINDOW_WORK_DONE_PROGRESS_CANCEL)
    def on_progress_cancel(ls: Server, params: types.WorkDoneProgressCancelParams) -> None:
        ls.session.progresses.cancelled(params.token)

    @server.feature(types.SET_TRACE)
    def on_set_trace(ls: Server, _: Any) -> None:
        """Accepted; what is traced goes to the log."""


def load() -> None:
    """Import every handler, so that the first hover does not wait for it."""
    for module in _HANDLERS.values():
        import_module(f"anchorline.lsp.{module}")


def _handler(module: str) -> Callable[[Server, Any], Any]:
    def handle(ls: Server, params: Any) -> Any:
        return import_module(f"anchorline.lsp.{module}").handle(ls.session, params)

    return handle
