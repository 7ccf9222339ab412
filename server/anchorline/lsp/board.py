"""What is known about one open document: its findings, held on to the text, and what became of their fixes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from anchorline.evidence.between import edits_between
from anchorline.evidence.track import Tracked, reanchor, track, track_all, tracked
from anchorline.findings.finding import CHECKS, Finding
from anchorline.findings.review import Review
from anchorline.findings.words import Status
from anchorline.lsp.convert import DiagnosticText
from anchorline.lsp.documents import Step
from anchorline.lsp.engine import Money, Policy
from anchorline.text.span import Span

if TYPE_CHECKING:
    from anchorline.lsp.fixes import Fixer

FixKey = tuple[str, tuple[str, ...], tuple[tuple[str, str], ...]]


def fix_key(finding: Finding) -> FixKey:
    """The same for the same fix of the same evidence, in whatever review it was raised."""
    return (
        finding.rule,
        tuple(evidence.quote for evidence in finding.evidence),
        tuple((edit.old, edit.new) for edit in finding.edits),
    )


class Held(NamedTuple):
    """A finding of a review, and where its evidence stands in the present text."""

    finding: Finding
    state: Tracked
    fixed: bool = False
    """Whether the text reads as the finding's own fix would have it."""

    @property
    def stands(self) -> bool:
        return not self.state.withdrawn

    @property
    def span(self) -> Span:
        """Where it is shown: its first evidence."""
        return self.state.marks[0].span


@dataclass(slots=True, eq=False)
class Board:
    policy: Policy = field(default_factory=Policy)
    review: Review | None = None
    """The latest, of checks alone or of all reviewers."""
    consulted: Review | None = None
    """The latest that model reviewers took part in, while their findings are shown."""
    readers: tuple[tuple[str, str], ...] = ()
    """Model reviewers of the review under way, and how far each is."""
    money: Money = field(default_factory=Money)
    held: list[Held] = field(default_factory=list)
    texts: dict[int, DiagnosticText] = field(default_factory=dict)
    """What of each held finding's diagnostic stays the same, by the identity of the finding."""
    shown: bool = False
    """Whether what the client shows of this document is not empty."""
    run: object = None
    """Stands for the review that was started last."""
    paused: bool = False
    state: str = "idle"
    automatic_save: bool = False
    """Whether the save that was announced last was nobody's keystroke."""
    undone: set[FixKey] = field(default_factory=set)
    """Fixes that stood in the text and were taken back by the person."""
    fixer: Fixer | None = None
    """For the text that it was made for; `fixes.fixer` renews it."""
    _applied: set[FixKey] = field(default_factory=set)

    def follow(self, steps: Sequence[Step]) -> None:
        """Move every finding over what was done to the text. O(findings)."""
        for edits, text in steps:
            moved = []
            for finding, state, fixed in self.held:
                after = track(state, edits[0], text) if len(edits) == 1 else track_all(state, edits, text)
                now_fixed = bool(finding.edits) and _is_fixed(finding, after, text)
                if now_fixed is not fixed:
                    self._note_fix(finding, fixed=now_fixed)
                moved.append(Held(finding, after, now_fixed))
            self.held = moved

    def take(self, review: Review, reviewed: str, now: str) -> None:
        """Take over a review by the checks of the text `reviewed`, for the text as it is now. What a reviewer said
        earlier stays when it failed this time, and what models said stays until they are asked again."""
        kept = [] if review.status in (Status.COMPLETE, Status.SKIPPED) else self._of_failed(review)
        if review.status is Status.SKIPPED:
            self.consulted = None  # what models said was about a change that is no more
        else:
            kept += [held for held in self.held if not held.finding.from_checks and held not in kept]
        self._hold(review, kept, reviewed, now)

    def take_whole(self, review: Review, reviewed: str, now: str) -> None:
        """Take over a review by all reviewers."""
        kept = [] if review.status is Status.COMPLETE else self._of_failed(review)
        self._hold(review, kept, reviewed, now)
        self.consulted = review

    def _hold(self, review: Review, kept: list[Held], reviewed: str, now: str) -> None:
        edits = edits_between(reviewed, now)
        raised = {finding.id for finding in review.findings}
        self.held = [old for old in kept if old.finding.id not in raised]
        # What a check and a model both raised is one finding, and stays one until the models are asked again.
        shared = [old for old in self.held if CHECKS in old.finding.reviewers and not old.finding.from_checks]
        for finding in review.findings:
            if any(finding.rule == old.finding.rule and finding.span.overlaps(old.span) for old in shared):
                continue
            state = reanchor(finding.evidence, edits, reviewed, now) if edits else tracked(finding.evidence, now)
            self.held.append(Held(finding, state, bool(finding.edits) and _is_fixed(finding, state, now)))
            if (key := fix_key(finding)) in self._applied:
                self.undone.add(key)
        self.review = review
        self.texts = {}

    def _note_fix(self, finding: Finding, *, fixed: bool) -> None:
        key = fix_key(finding)
        if fixed:
            self._applied.add(key)
        elif key in self._applied:
            self.undone.add(key)

    def _of_failed(self, review: Review) -> list[Held]:
        failed = {result.name for result in review.reviewers if not result.outcome.complete}
        whole = review.status is Status.FAILED
        return [held for held in self.held if whole or failed.intersection(held.finding.reviewers)]


def _is_fixed(finding: Finding, state: Tracked, text: str) -> bool:
    """Whether the new text of every edit stands where the edit would put it, as seen from the nearest evidence."""
    for edit in finding.edits:
        distances = [abs(evidence.span.start - edit.span.start) for evidence in finding.evidence]
        nearest = distances.index(min(distances))
        at = state.marks[nearest].span.start + edit.span.start - finding.evidence[nearest].span.start
        if at < 0 or not text.startswith(edit.new or "\0", at):
            return False
    return True
