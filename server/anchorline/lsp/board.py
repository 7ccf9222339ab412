"""What is known about one open document: its findings, held on to the text, and what became of their fixes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from anchorline.evidence.between import edits_between
from anchorline.evidence.fix import FixKey, Vetted, fix_key
from anchorline.evidence.landed import Reading, Trace, concerns, reading, traces
from anchorline.evidence.track import Tracked, reanchor, track, track_all, tracked
from anchorline.findings.finding import CHECKS, Finding
from anchorline.findings.review import Review
from anchorline.findings.words import Status
from anchorline.lsp.convert import DiagnosticText
from anchorline.lsp.documents import Step
from anchorline.lsp.engine import FixVetting, Money, Policy
from anchorline.lsp.places import Places
from anchorline.text.span import Span

if TYPE_CHECKING:
    from anchorline.lsp.editing import Asked
    from anchorline.lsp.fixes import Fixer
    from anchorline.lsp.run import Run


APPLYING = "applying"


class Held(NamedTuple):
    """A finding of a review, and where its evidence stands in the present text."""

    finding: Finding
    state: Tracked
    traced: tuple[Trace, ...] = ()
    """What tells whether its fix stands in the text."""
    fixed: bool = False
    """Whether its fix stands there."""

    @property
    def stands(self) -> bool:
        return not self.state.withdrawn and not self.fixed

    @property
    def span(self) -> Span:
        """Where it is shown: its first evidence."""
        return self.state.marks[0].span


class Turn(NamedTuple):
    """A fix that came to stand in the text, by whatever hand, or no longer does because the old text is back."""

    finding: Finding
    landed: bool


@dataclass(slots=True, eq=False)
class Board:
    policy: Policy = field(default_factory=Policy)
    review: Review | None = None
    """The latest, of checks alone or of all reviewers."""
    consulted: Review | None = None
    """The latest that model reviewers took part in, while their findings are shown."""
    readers: tuple[tuple[str, str], ...] = ()
    """Model reviewers whose calls are in flight, and how far each is; empty whenever none are."""
    being_read: str = ""
    """The text that those read."""
    unread: str = ""
    """Why no model has read the text, in a few words; see `unread`."""
    stopped: bool = False
    """Whether a person stopped models before they had read the text, and none were asked since."""
    money: Money = field(default_factory=Money)
    held: list[Held] = field(default_factory=list)
    texts: dict[int, DiagnosticText] = field(default_factory=dict)
    """What of each held finding's diagnostic stays the same, by the identity of the finding."""
    shown: tuple[tuple[Finding, int], ...] = ()
    """What the client was told last: each finding, and at how many places."""
    changed_at: float = float("-inf")
    """When the text was changed last, by the loop's time in seconds."""
    due: tuple[asyncio.TimerHandle, float] | None = None
    """When the client is told where findings have moved to, and the loop's time that it is told by at the latest."""
    run: Run | None = None
    """The review that was started last."""
    paused: bool = False
    state: str = "idle"
    automatic_save: bool = False
    """Whether the save that was announced last was nobody's keystroke."""
    undone: Places = field(default_factory=Places)
    """Fixes that stood in the text and were taken back by the person."""
    fixer: Fixer | None = None
    """For the text that it was made for; `fixes.fixer` renews it."""
    vetting: FixVetting | None = None
    """Of the text that was reviewed last."""
    vetted: Vetted = field(default_factory=Vetted)
    """What is known of the fixes of the findings that are held, of whatever text they were looked at in last."""
    vetting_job: asyncio.Task[None] | None = None
    vetting_delay: float = 0.0
    """Seconds that the next vetting waits, unless somebody wants to know: work that typing would make void."""
    vetting_wanted: asyncio.Event = field(default_factory=asyncio.Event)
    looked_at: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while nothing more is about to be known of the fixes."""
    previewed: str | None = None
    """Stands for the proposed fixes that the person was shown last, see `preview`."""
    turns: list[Turn] = field(default_factory=list)
    """Fixes that landed or were taken back, not yet recorded."""
    converging: str | None = None
    """While rounds are made on the document: the hash of the text under review, or APPLYING."""
    touched: asyncio.Event = field(default_factory=asyncio.Event)
    """Set by every change of the text, and when the editor answers about an edit."""
    asked: list[Asked] = field(default_factory=list)
    """Edits that the editor was asked to make, see `editing`."""
    deferring: asyncio.Lock = field(default_factory=asyncio.Lock)
    """One entry at a time: where the next one goes depends on it."""
    _applied: dict[FixKey, list[Trace]] = field(default_factory=dict)
    """Fixes that stood in the text, each with how it read round them."""
    _landed: Places = field(default_factory=Places)
    """The findings of those."""

    @property
    def findings(self) -> list[Finding]:
        """Of the document, whether they are shown or not."""
        return [held.finding for held in self.held]

    def is_undone(self, finding: Finding) -> bool:
        return finding.id in self.undone.ids_among(self.findings)

    def follow(self, steps: Sequence[Step]) -> None:
        """Move every finding over what was done to the text. O(findings)."""
        for edits, text in steps:
            moved = []
            for held in self.held:
                finding, state, traced, fixed = held
                after = track(state, edits[0], text) if len(edits) == 1 else track_all(state, edits, text)
                if traced and (concerns(traced, state.marks, edits) or concerns(traced, after.marks, edits)):
                    read = reading(traced, after.marks, text)
                    if read is Reading.NEW and not fixed:
                        fixed = True
                        self._applied.setdefault(fix_key(finding), []).append(traced[0])
                        self._landed.add(finding, self.findings)
                        self.turns.append(Turn(finding, landed=True))
                    elif read is Reading.OLD and fixed:
                        fixed = False
                        self.undone.add(finding, self.findings)
                        self.turns.append(Turn(finding, landed=False))
                moved.append(Held(finding, after, traced, fixed))
            self.held = moved

    def take(self, review: Review, reviewed: str, now: str) -> None:
        """Take over a review by the checks of the text `reviewed`, for the text as it is now. What a reviewer said
        earlier stays when it failed this time, and what models said stays until they are asked again."""
        kept = [] if review.status in (Status.COMPLETE, Status.SKIPPED) else self._of_failed(review)
        if review.status is Status.SKIPPED:
            self.consulted = None  # what models said was about a change that is no more
        else:
            kept += [held for held in self.held if not held.finding.from_checks and held not in kept]
        self._hold(review, kept + self._come_since(kept, reviewed, now), reviewed, now)

    def take_whole(self, review: Review, reviewed: str, now: str) -> None:
        """Take over a review by all reviewers."""
        kept = self._of_failed(review)
        self._hold(review, kept + self._come_since(kept, reviewed, now), reviewed, now)
        self.consulted = review
        self.stopped = False

    def _hold(self, review: Review, kept: list[Held], reviewed: str, now: str) -> None:
        edits = edits_between(reviewed, now)
        raised = {finding.id for finding in review.findings}
        self.held = [old for old in kept if old.finding.id not in raised]
        # What a check and a model both raised is one finding, and stays one until the models are asked again.
        shared = [old for old in self.held if CHECKS in old.finding.reviewers and not old.finding.from_checks]
        back: list[Finding] = []
        for finding in review.findings:
            if any(finding.rule == old.finding.rule and finding.span.overlaps(old.span) for old in shared):
                continue
            state = reanchor(finding.evidence, edits, reviewed, now) if edits else tracked(finding.evidence, now)
            traced = traces(finding, reviewed) if finding.edits else ()
            fixed = bool(edits and traced) and reading(traced, state.marks, now) is Reading.NEW
            self.held.append(Held(finding, state, traced, fixed))
            if finding.edits and not fixed and self._read_so(finding, traced):
                back.append(finding)
        landed = self._landed.ids_among(self.findings) if back else ()
        for finding in back:
            if finding.id in landed and self.undone.add(finding, self.findings):
                self.turns.append(Turn(finding, landed=False))
        self.review = review
        self.texts = {}

    def _come_since(self, kept: list[Held], reviewed: str, now: str) -> list[Held]:
        """What stands by text that the reviewed one did not have, as after an undo: nobody judged that."""
        if reviewed == now:
            return []
        back = edits_between(now, reviewed)

        def was_missing(held: Held) -> bool:
            then = track_all(held.state, back, reviewed)
            return then.withdrawn or reading(held.traced, then.marks, reviewed) is Reading.NEW

        return [held for held in self.held if held.stands and held not in kept and was_missing(held)]

    def _read_so(self, finding: Finding, traced: tuple[Trace, ...]) -> bool:
        """Whether its fix stood in the text before, at a place that read like this one."""
        places = self._applied.get(fix_key(finding), ())
        return any(not traced or traced[0].before == at.before or traced[0].after == at.after for at in places)

    def stop_vetting(self) -> None:
        """What was under way is taken up again behind the next publication."""
        if self.vetting_job is not None:
            self.vetting_job.cancel()
            self.vetting_job = None

    def _of_failed(self, review: Review) -> list[Held]:
        failed = {result.name for result in review.reviewers if not result.outcome.complete}
        whole = review.status is Status.FAILED
        # What was found again and could not be verified this time, or might have been: not what was judged anew.
        drops = review.ledger.unverified
        unverified = {drop.reviewer for drop in drops}
        judged = {(drop.reviewer, drop.title) for drop in set(review.ledger.drops).difference(drops)}
        return [
            held
            for held in self.held
            if whole
            or failed.intersection(held.finding.reviewers)
            or (
                unverified.intersection(held.finding.reviewers)
                and not any((part.reviewer, part.title) in judged for part in held.finding.constituents)
            )
        ]
