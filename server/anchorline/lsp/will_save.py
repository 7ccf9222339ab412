"""`textDocument/willSave`: remembers whose save it is. Saving is never held up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from anchorline.lsp.session import Session


def handle(ls: Session, params: types.WillSaveTextDocumentParams) -> None:
    if board := ls.board(params.text_document.uri):
        board.automatic_save = params.reason != types.TextDocumentSaveReason.Manual
