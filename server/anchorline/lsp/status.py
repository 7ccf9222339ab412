"""`anchorline/status`: what the server is doing with a document, for clients that asked to be told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from anchorline.findings.words import LspSeverity
from anchorline.lsp import publish
from anchorline.lsp.board import Board
from anchorline.lsp.documents import Document
from anchorline.lsp.verdict import verdict

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
    """While calls are in flight, that is the state, whatever goes on besides."""
    if board.readers and state != "failed":
        state, message = "reviewing", progress(document, board)
    board.state = state
    if not server.client.status:
        return
    server.protocol.notify(METHOD, _params(server, document, board, message))


def progress(document: Document, board: Board) -> str:
    """How many of the models have answered; it has to fit into a status bar."""
    ready = sum(state != "reviewing" for _, state in board.readers)
    edited = "" if document.text == board.being_read else "; edited since"
    return f"{ready} of {len(board.readers)}{edited}"


def _params(server: Session, document: Document, board: Board, message: str) -> dict[str, Any]:
    now = publish.shown(server, document, board)
    counts = dict.fromkeys(("error", "warning", "information", "hint"), 0)
    for held in now.findings:
        counts[_NAMES[held.finding.lsp_severity]] += 1
    review = verdict(board, document.snapshot().sha256, now.count).review if board.review is not None else None
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
