"""`textDocument/hover` on a finding: why, on what evidence, raised by whom, the fix, and why it is withheld."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from anchorline.lsp import convert, fixes, publish
from anchorline.lsp.board import Board, Held
from anchorline.lsp.describe import finding_markdown, finding_plain
from anchorline.lsp.documents import Document
from anchorline.lsp.markdown import inline, one_line
from anchorline.text.lines import Position

if TYPE_CHECKING:
    from anchorline.lsp.session import Session

_MOST = 3

Answer = dict[str, Any]


def handle(ls: Session, params: types.HoverParams) -> Answer | Coroutine[Any, Any, Answer | None] | None:
    document, board = ls.documents.get(params.text_document.uri), ls.board(params.text_document.uri)
    if document is None or board is None:
        return None
    under = _under(ls, document, board, params.position)
    if fixes.is_being_looked_at(board, under):
        return _later(ls, board, params)
    return _answer(ls, document, board, under)


async def _later(ls: Session, board: Board, params: types.HoverParams) -> Answer | None:
    await fixes.looked_at(board)
    document = ls.documents.get(params.text_document.uri)
    if document is None or ls.boards.get(document.key) is not board:
        return None
    return _answer(ls, document, board, _under(ls, document, board, params.position))


def _under(ls: Session, document: Document, board: Board, position: types.Position) -> list[Held]:
    """The findings at a position, the narrowest first."""
    at = document.lines.offset(Position(position.line, position.character), ls.client.encoding)
    under = [held for held in publish.shown(ls, document, board).findings if held.span.start <= at <= held.span.end]
    return sorted(under, key=lambda held: held.span.end - held.span.start)


def _answer(ls: Session, document: Document, board: Board, under: list[Held]) -> Answer | None:
    if not under:
        return None
    return {
        "contents": {
            "kind": "markdown" if ls.client.markdown_hover else "plaintext",
            "value": "\n\n---\n\n".join(_described(ls, document, board, held) for held in under[:_MOST]),
        },
        "range": convert.wire_range(document.lines, under[0].span, ls.client.encoding),
    }


def _described(ls: Session, document: Document, board: Board, held: Held) -> str:
    markdown = ls.client.markdown_hover
    text = (finding_markdown if markdown else finding_plain)(held.finding)
    reason = fixes.fixer(document, board).withheld(held)
    if reason is None:
        return text
    return f"{text}\n\nThe fix is withheld: {(inline if markdown else one_line)(reason, 300)}."
