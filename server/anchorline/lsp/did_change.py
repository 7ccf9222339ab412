"""`textDocument/didChange`: the hot path. Its cost grows with the findings, not with the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from anchorline.lsp import convert, editing, fixes, publish
from anchorline.lsp.board import Board
from anchorline.lsp.documents import Change, Document, Step

if TYPE_CHECKING:
    from anchorline.lsp.session import Session


def handle(ls: Session, params: types.DidChangeTextDocumentParams) -> None:
    document = ls.documents.get(params.text_document.uri)
    if document is None:
        return
    changes = [
        Change(change.text, convert.text_range(change.range) if hasattr(change, "range") else None)
        for change in params.content_changes
    ]
    steps = ls.documents.change(document, params.text_document.version, changes)
    moved(ls, document, ls.boards[document.key], steps)


def moved(ls: Session, document: Document, board: Board, steps: list[Step]) -> None:
    """The text changed: findings follow, the client is told, the checks will run."""
    board.follow(steps)
    editing.under_way(document, board)
    board.touched.set()
    fixes.record_turns(ls, document, board)
    publish.after_change(ls, document, board)
    ls.schedule.changed(document)
