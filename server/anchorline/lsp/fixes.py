"""A finding's fix for the text as it is now, or none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from anchorline.evidence.fix import combine, fix_key, plan_fix, section_span
from anchorline.findings.finding import Finding
from anchorline.findings.words import Route
from anchorline.lsp.board import Board, Held
from anchorline.lsp.documents import Document
from anchorline.text.edits import TextEdit
from anchorline.text.lines import LineIndex
from anchorline.text.snapshot import Snapshot
from anchorline.text.span import Span


class Fixer:
    """Fixes for one text. What is read from its structure is read once, for editors ask at every pause."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._sections: dict[str, Span | None] = {}
        self._faults: dict[str, int | None] = {}

    @property
    def lines(self) -> LineIndex:
        return self._snapshot.lines

    def fix_of(self, held: Held) -> tuple[TextEdit, ...]:
        """Empty when there is no fix, its old text is gone or no longer unique, or applying it would do harm."""
        finding, text = held.finding, self._snapshot.text
        if not finding.edits or not held.stands:
            return ()
        unique = all(text.find(edit.old) == text.rfind(edit.old) for edit in finding.edits)
        section = None if unique or not finding.section else self._section(finding.section)
        planned = plan_fix(finding, text, section=section, faults=self.faults)
        return () if isinstance(planned, str) else planned

    @property
    def faults(self) -> Callable[[str], int | None] | None:
        return None if self._snapshot.is_markdown else self._count_faults

    def _section(self, title: str) -> Span | None:
        if title not in self._sections:
            self._sections[title] = section_span(self._snapshot, title)
        return self._sections[title]

    def _count_faults(self, text: str) -> int | None:
        from anchorline.text.source import error_count  # noqa: PLC0415 - the parsers; only fixes in source need them

        if text is not self._snapshot.text:
            return error_count(text, self._snapshot.language)
        if text not in self._faults:
            self._faults[text] = error_count(text, self._snapshot.language)
        return self._faults[text]


def fixer(document: Document, board: Board) -> Fixer:
    """The one of the present text."""
    if board.fixer is None or board.fixer.lines is not document.lines:
        board.fixer = Fixer(document.snapshot())
    return board.fixer


def combined(
    document: Document, board: Board, findings: Sequence[Held], route: Route
) -> tuple[tuple[TextEdit, ...], tuple[Held, ...]]:
    """All fixes of one route that can be applied together, and the findings they belong to.

    A fix that the person took back is never part of it.
    """
    fixes = []
    of_now = fixer(document, board)
    silenced = _silenced(document, findings)
    for at, held in enumerate(findings):
        if held.finding.route is not route or fix_key(held.finding) in board.undone or held.finding.id in silenced:
            continue
        if edits := of_now.fix_of(held):
            fixes.append((at, edits))
    together = combine(fixes, document.text, faults=of_now.faults)
    return together.edits, tuple(findings[at] for at, _ in fixes if at not in together.losers)


def _silenced(document: Document, findings: Sequence[Held]) -> set[str]:
    """Findings that a comment silences which was written since they were raised."""
    if "anchorline-disable" not in document.text:
        return set()
    from anchorline.gates.base import GateContext  # noqa: PLC0415 - few documents have such comments
    from anchorline.gates.silence import silence  # noqa: PLC0415
    from anchorline.text.outline import read_outline  # noqa: PLC0415

    snapshot = document.snapshot()
    outline = read_outline(snapshot.text, snapshot.lines) if snapshot.is_markdown else None
    standing = tuple(_as_it_stands(held) for held in findings if held.stands)
    kept = silence(standing, GateContext(snapshot, outline=outline)).findings
    return {finding.id for finding in standing} - {finding.id for finding in kept}


def _as_it_stands(held: Held) -> Finding:
    pairs = zip(held.finding.evidence, held.state.marks, strict=True)
    return replace(held.finding, evidence=tuple(replace(evidence, span=mark.span) for evidence, mark in pairs))
