"""`anchorline/status`: what the server is doing with a document, for clients that asked to be told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from anchorline.findings.words import LspSeverity
from anchorline.lsp import publish
from anchorline.lsp.board import Board
from anchorline.lsp.documents import Document

if TYPE_CHECKING:
    from anchorline.lsp.session import Session

METHOD = "anchorline/status"
_NAMES = {
    LspSeverity.ERROR: "error",
    LspSeverity.WARNING: "warning",
    LspSeverity.INFORMATION: "information",
    LspSeverity.HINT: "hint",
}


def send(server: Session, document: Document, board: Board, state: str, message: str = "") -> None:
    board.state = state
    if not server.client.status:
        return
    server.protocol.notify(METHOD, _params(server, document, board, message))


def _params(server: Session, document: Document, board: Board, message: str) -> dict[str, Any]:
    now = publish.shown(server, document, board)
    counts = dict.fromkeys(("error", "warning", "information", "hint"), 0)
    for held in now.findings:
        counts[_NAMES[held.finding.lsp_severity]] += 1
    review = board.consulted or board.review
    reviewers = board.readers or tuple((r.name, r.outcome.value) for r in (review.reviewers if review else ()))
    return {
        "uri": document.uri,
        "state": board.state,
        "message": message,
        "counts": {**counts, "more": now.more},
        "reviewers": [{"name": name, "state": state} for name, state in reviewers],
        "usd": {
            "document": board.money.document,
            "today": board.money.today,
            "limit": board.policy.usd_per_day,
        },
    }
