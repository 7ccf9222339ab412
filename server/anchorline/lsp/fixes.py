"""A finding's fix for the text as it is now, or none."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from anchorline.evidence.fix import Vetted, combine, fix_key, plan_fix, section_span
from anchorline.findings.decisions import DecisionKind
from anchorline.findings.finding import Finding
from anchorline.findings.words import Route
from anchorline.lsp.board import Board, Held
from anchorline.lsp.documents import Document
from anchorline.lsp.engine import FixVetting
from anchorline.text.edits import TextEdit
from anchorline.text.lines import LineIndex
from anchorline.text.snapshot import Snapshot
from anchorline.text.span import Span

if TYPE_CHECKING:
    from anchorline.lsp.session import Session

PATIENCE = 2.0
"""Seconds that an editor waits at most for fixes that are being looked at."""

NOT_YET = "it is still being looked at"


class Fixer:
    """Fixes for one text. What is read from its structure is read once, for editors ask at every pause."""

    def __init__(self, snapshot: Snapshot, board: Board) -> None:
        self._snapshot = snapshot
        self._board = board
        self._sections: dict[str, Span | None] = {}
        self._faults: dict[str, int | None] = {}

    @property
    def lines(self) -> LineIndex:
        return self._snapshot.lines

    def fix_of(self, held: Held) -> tuple[TextEdit, ...]:
        """Empty when there is no fix, its old text is gone or no longer unique, or applying it would do harm."""
        planned = self._planned(held)
        return () if isinstance(planned, str) or self._objection(held.finding) else planned

    def withheld(self, held: Held) -> str | None:
        """Why a fix is not offered, as the end of a sentence; None when it is, or when there is none."""
        if not held.finding.edits or not held.stands:
            return None
        planned = self._planned(held)
        if isinstance(planned, str):
            return planned[:1].lower() + planned[1:].rstrip(".")
        return self._objection(held.finding)

    def _planned(self, held: Held) -> tuple[TextEdit, ...] | str:
        finding, text = held.finding, self._snapshot.text
        if not finding.edits or not held.stands:
            return "There is nothing to fix."
        unique = all(text.find(edit.old) == text.rfind(edit.old) for edit in finding.edits)
        section = None if unique or not finding.edit_section else self._section(finding.edit_section)
        return plan_fix(finding, text, section=section, faults=self.faults)

    def _objection(self, finding: Finding) -> str | None:
        """What was found against a fix on the text of the latest review; the text of now is close to that."""
        if self._board.vetting is None:
            return None
        return self._board.vetted.reasons.get(fix_key(finding), NOT_YET)

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
        board.fixer = Fixer(document.snapshot(), board)
    return board.fixer


class Combination(NamedTuple):
    """Fixes that are applied together."""

    edits: tuple[TextEdit, ...] = ()
    findings: tuple[Held, ...] = ()
    by_finding: tuple[tuple[Finding, tuple[TextEdit, ...]], ...] = ()
    """The same edits, each under the first of the findings that ask for it."""


def combined(document: Document, board: Board, findings: Sequence[Held], route: Route) -> Combination:
    """All fixes of one route that can be applied together: of two that touch the same text, the one whose finding comes
    first. A fix that the person took back is never part of it."""
    fixes = []
    of_now = fixer(document, board)
    silenced = _silenced(document, findings)
    for at, held in enumerate(findings):
        if held.finding.route is not route or not held.finding.edits or held.finding.id in silenced:
            continue
        if board.is_undone(held.finding) or fix_key(held.finding) in board.vetted.apart:
            continue
        if edits := of_now.fix_of(held):
            fixes.append((at, edits))
    together = combine(fixes, document.text, faults=of_now.faults)
    made: set[TextEdit] = set()
    by_finding = []
    for at, edits in fixes:
        if at in together.losers:
            continue
        own = tuple(edit for edit in edits if edit not in made)
        made.update(own)
        by_finding.append((findings[at].finding, own))
    return Combination(
        together.edits, tuple(findings[at] for at, _ in fixes if at not in together.losers), tuple(by_finding)
    )


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


def is_unknown(board: Board, findings: Sequence[Held]) -> bool:
    """Whether there are fixes of these findings of which nothing is known yet, and more is about to be known. What is
    known of another text counts until then."""
    if board.looked_at.is_set():
        return False
    known = board.vetted.reasons
    return any(held.finding.edits and held.stands and fix_key(held.finding) not in known for held in findings)


async def waited(board: Board, patience: float) -> None:
    """Until the fixes have been looked at, be it after a review that is still to come, but not for long."""
    board.vetting_wanted.set()
    with suppress(TimeoutError):
        await asyncio.wait_for(board.looked_at.wait(), patience)


def is_being_looked_at(board: Board, findings: Sequence[Held]) -> bool:
    """The same, at this moment: while somebody types nothing is looked at, and nobody is to wait for it."""
    return board.vetting_job is not None and not board.vetting_job.done() and is_unknown(board, findings)


async def looked_at(board: Board) -> None:
    """Until that is done, or held up, but not for long: an editor that waits shows nothing at all."""
    board.vetting_wanted.set()
    if board.vetting_job is not None:
        await asyncio.wait([board.vetting_job], timeout=PATIENCE)


def vet(server: Session, board: Board) -> None:
    """Have the fixes of what is shown looked at, behind whatever the worker does. What is known of this text stays
    known."""
    board.stop_vetting()
    findings = [held.finding for held in board.held if held.finding.edits]
    if board.vetting is None or not findings:
        board.looked_at.set()
        return
    board.looked_at.clear()
    board.vetting_wanted.clear()
    board.vetting_job = server.tasks.start("vetting", _vetted(server, board, board.vetting, findings))


async def _vetted(server: Session, board: Board, vetting: FixVetting, findings: Sequence[Finding]) -> None:
    if board.vetting_delay:
        with suppress(TimeoutError):
            await asyncio.wait_for(board.vetting_wanted.wait(), board.vetting_delay)
    known = board.vetted
    try:
        found = await server.worker.submit(lambda unwanted: vetting.vet(findings, unwanted, known))
    except Exception:
        board.looked_at.set()
        raise
    keys = {fix_key(held.finding) for held in board.held if held.finding.edits}
    before = {key: reason for key, reason in board.vetted.reasons.items() if key in keys}
    board.vetted = Vetted(found.sha256, {**before, **found.reasons}, found.apart)
    board.looked_at.set()
    server.schedule.known_anew(board)


def record_turns(server: Session, document: Document, board: Board) -> None:
    """Remember which fixes landed and which were taken back."""
    while board.turns:
        finding, landed = board.turns.pop(0)
        server.decisions.record(DecisionKind.APPLIED if landed else DecisionKind.UNDONE, document, finding)
