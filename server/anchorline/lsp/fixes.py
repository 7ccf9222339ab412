"""A finding's fix for the text as it is now, or none."""

from __future__ import annotations

from collections.abc import Sequence

from anchorline.evidence.fix import combine, fix_edits, parses_as
from anchorline.findings.words import Route
from anchorline.lsp.board import Board, Held, fix_key
from anchorline.lsp.documents import Document
from anchorline.text.edits import TextEdit


def fix_of(document: Document, held: Held) -> tuple[TextEdit, ...]:
    """Empty when there is no fix, its old text is gone or no longer unique, or applying it would do harm."""
    if not held.finding.edits or not held.stands:
        return ()
    edits, _ = fix_edits(document.snapshot(), held.finding)
    return edits


def combined(
    document: Document, board: Board, findings: Sequence[Held], route: Route
) -> tuple[tuple[TextEdit, ...], tuple[Held, ...]]:
    """All fixes of one route that can be applied together, and the findings they belong to.

    A fix that the person took back is never part of it.
    """
    fixes = []
    for at, held in enumerate(findings):
        if held.finding.route is not route or fix_key(held.finding) in board.undone:
            continue
        if edits := fix_of(document, held):
            fixes.append((at, edits))
    together = combine(fixes, document.text, parses=parses_as(document.language) if fixes else None)
    return together.edits, tuple(findings[at] for at, _ in fixes if at not in together.losers)
