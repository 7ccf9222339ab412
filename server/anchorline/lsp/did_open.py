"""`textDocument/didOpen`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from anchorline.lsp.board import Board
from anchorline.lsp.places import Places

if TYPE_CHECKING:
    from anchorline.lsp.session import Session


def handle(ls: Session, params: types.DidOpenTextDocumentParams) -> None:
    """Hold the document and review it. A document of another scheme than ours is never looked at again."""
    item = params.text_document
    document = ls.documents.open(item.uri, str(item.language_id), item.version, item.text)
    if document is None or ls.is_own_report(document):
        ls.documents.close(item.uri)
        return
    ls.boards[document.key] = Board(undone=ls.undone.setdefault(document.key, Places()))
    ls.schedule.opened(document)
