"""`workspace/didChangeConfiguration`: settings take effect without a restart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from anchorline.lsp.session import Session


def handle(ls: Session, params: types.DidChangeConfigurationParams) -> None:
    """What is pushed counts; where the client can be asked, it is asked again."""
    ls.configuration.push(params.settings)
    ls.schedule.settings_changed()
    ls.ask_for_settings()
