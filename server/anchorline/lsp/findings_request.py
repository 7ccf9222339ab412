"""`anchorline/findings`: every finding of a document that stands in its text, for a panel that lists them all.

`{uri}` → `{findings: [{id, title, message, why, severity, confidence, route, rule, section, range, fixable, undone,
shown, dismissed, deferred, decisions}]}`, those behind the limit and those dismissed included, in the order of the
review. Of what was dismissed before the latest review its account alone is left: such an entry has no id and no range
(null), but the ids of the decisions that hide it, for `anchorline.undismiss`; none of them where a team decided it.
Empty for a document that is not open or not reviewed. Texts are plain, and are not to be shown as Markdown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pygls.exceptions import JsonRpcInvalidParams

from anchorline.findings.decisions import DecisionKind
from anchorline.findings.ledger import Drop
from anchorline.findings.words import Route
from anchorline.lsp import client as clients
from anchorline.lsp import convert, fixes, publish
from anchorline.lsp.board import Board, Held
from anchorline.lsp.documents import Document
from anchorline.lsp.markdown import one_line

if TYPE_CHECKING:
    from anchorline.lsp.session import Session

METHOD = "anchorline/findings"
DECIDED = "decided"
"""The gate of that name; it is not imported, for it lies behind the engine's door."""


def handle(ls: Session, params: Any) -> dict[str, Any]:
    uri = clients.at(params, "uri")
    if not isinstance(uri, str):
        raise JsonRpcInvalidParams(f"{METHOD}: uri must be the URI of a document")
    document, board = ls.documents.get(uri), ls.board(uri)
    if document is None or board is None:
        return {"findings": []}
    standing = [held for held in board.held if held.stands]
    shown = {held.finding.id for held in publish.shown(ls, document, board).findings}
    undone = board.undone.ids_among(board.findings)
    listed = [
        {
            **_listed(ls, document, board, held),
            "undone": held.finding.id in undone,
            "shown": held.finding.id in shown,
        }
        for held in standing
    ]
    return {"findings": listed + [_decided(drop) for drop in _drops(board, standing)]}


def _drops(board: Board, standing: list[Held]) -> list[Drop]:
    """What the latest reviews, of checks and of models, left out because the person had decided about it; but for what
    is here again, since the person took that back."""
    here = {held.finding.title for held in standing}
    reviews = [review for review in (board.review, board.consulted) if review is not None]
    drops = [drop for review in reviews for drop in review.ledger.drops if drop.gate == DECIDED]
    return list(dict.fromkeys(drop for drop in drops if drop.title not in here))


def _decided(drop: Drop) -> dict[str, Any]:
    return {
        "id": None,
        "title": one_line(drop.title, 200),
        "message": one_line(drop.reason, 500),
        "why": "",
        "severity": "",
        "confidence": 0,
        "route": Route.FYI.value,
        "rule": drop.reviewer,
        "section": "",
        "range": None,
        "fixable": False,
        "undone": False,
        "shown": False,
        "dismissed": True,
        "deferred": all(each.kind is DecisionKind.DEFERRED for each in drop.decisions),
        "decisions": [each.id for each in drop.decisions] if all(each.own for each in drop.decisions) else [],
    }


def _listed(ls: Session, document: Document, board: Board, held: Held) -> dict[str, Any]:
    finding = held.finding
    return {
        "id": finding.id,
        "title": one_line(finding.title, 200),
        "message": one_line(finding.message or finding.title, 500),
        "why": one_line(finding.why_it_matters, 1000),
        "severity": finding.severity.value,
        "confidence": int(finding.confidence),
        "route": finding.route.value,
        "rule": finding.rule,
        "section": one_line(finding.section, 200),
        "range": convert.wire_range(document.lines, held.span, ls.client.encoding),
        "fixable": _is_fixable(document, board, held),
        "dismissed": ls.decisions.dismissed(document.key, finding),
        "deferred": ls.decisions.deferred(document.key, finding),
        "decisions": [],
    }


def _is_fixable(document: Document, board: Board, held: Held) -> bool:
    """Also while nobody knows yet what its fix would break: whoever wants it waits for that."""
    fixer = fixes.fixer(document, board)
    return bool(fixer.fix_of(held)) or fixer.withheld(held) == fixes.NOT_YET
