"""`workspace/didChangeWorkspaceFolders`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from anchorline.lsp import uris

if TYPE_CHECKING:
    from anchorline.lsp.session import Session


def handle(ls: Session, params: types.DidChangeWorkspaceFoldersParams) -> None:
    removed = {uris.key(folder.uri) for folder in params.event.removed}
    kept = [folder for folder in ls.folders if uris.key(folder) not in removed]
    ls.folders = list(dict.fromkeys([*kept, *(folder.uri for folder in params.event.added)]))
    ls.schedule.settings_changed()
    ls.ask_for_settings()
