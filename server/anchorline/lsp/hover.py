"""`textDocument/hover` on a finding: why, on what evidence, raised by whom, and the fix."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from anchorline.lsp import convert, publish
from anchorline.lsp.describe import finding_markdown, finding_plain
from anchorline.text.lines import Position

if TYPE_CHECKING:
    from anchorline.lsp.session import Session

_MOST = 3


def handle(ls: Session, params: types.HoverParams) -> dict[str, Any] | None:
    document, board = ls.documents.get(params.text_document.uri), ls.board(params.text_document.uri)
    if document is None or board is None:
        return None
    at = document.lines.offset(Position(params.position.line, params.position.character), ls.client.encoding)
    under = [held for held in publish.shown(ls, document, board).findings if held.span.start <= at <= held.span.end]
    if not under:
        return None
    under.sort(key=lambda held: held.span.end - held.span.start)
    described = finding_markdown if ls.client.markdown_hover else finding_plain
    return {
        "contents": {
            "kind": "markdown" if ls.client.markdown_hover else "plaintext",
            "value": "\n\n---\n\n".join(described(held.finding) for held in under[:_MOST]),
        },
        "range": convert.wire_range(document.lines, under[0].span, ls.client.encoding),
    }
