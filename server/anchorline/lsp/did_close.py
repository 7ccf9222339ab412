"""`textDocument/didClose`: nothing is shown for a document that nobody looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from anchorline.lsp import publish

if TYPE_CHECKING:
    from anchorline.lsp.session import Session


def handle(ls: Session, params: types.DidCloseTextDocumentParams) -> None:
    document = ls.documents.close(params.text_document.uri)
    if document is None:
        return
    ls.schedule.closed(document)
    board = ls.boards.pop(document.key)
    board.stop_vetting()
    publish.clear(ls, document, board)
