"""`anchorline/findings`: every finding of a document that stands in its text, for a panel that lists them all.

`{uri}` → `{findings: [{id, title, message, severity, confidence, route, rule, section, range, fixable, dismissed}]}`,
those behind the limit and those dismissed included, in the order of the review. Empty for a document that is not open
or not reviewed. Texts are plain, and are not to be shown as Markdown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pygls.exceptions import JsonRpcInvalidParams

from anchorline.lsp import client as clients
from anchorline.lsp import convert, fixes
from anchorline.lsp.board import Board, Held
from anchorline.lsp.documents import Document
from anchorline.lsp.markdown import one_line

if TYPE_CHECKING:
    from anchorline.lsp.session import Session

METHOD = "anchorline/findings"


def handle(ls: Session, params: Any) -> dict[str, Any]:
    uri = clients.at(params, "uri")
    if not isinstance(uri, str):
        raise JsonRpcInvalidParams(f"{METHOD}: uri must be the URI of a document")
    document, board = ls.documents.get(uri), ls.board(uri)
    if document is None or board is None:
        return {"findings": []}
    return {"findings": [_listed(ls, document, board, held) for held in board.held if held.stands]}


def _listed(ls: Session, document: Document, board: Board, held: Held) -> dict[str, Any]:
    finding = held.finding
    return {
        "id": finding.id,
        "title": one_line(finding.title, 200),
        "message": one_line(finding.message or finding.title, 500),
        "severity": finding.severity.value,
        "confidence": int(finding.confidence),
        "route": finding.route.value,
        "rule": finding.rule,
        "section": one_line(finding.section, 200),
        "range": convert.wire_range(document.lines, held.span, ls.client.encoding),
        "fixable": bool(fixes.fixer(document, board).fix_of(held)),
        "dismissed": ls.decisions.dismissed(document.key, finding),
    }
