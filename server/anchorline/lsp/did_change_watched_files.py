"""`workspace/didChangeWatchedFiles`: configuration, ignore files and the repository take effect without a restart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from anchorline.lsp.session import Session


def handle(ls: Session, _: types.DidChangeWatchedFilesParams) -> None:
    ls.schedule.settings_changed()
