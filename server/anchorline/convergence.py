"""Rounds of review and safe fixes, until one of a few reasons ends them. Pure; the surfaces review, apply and tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from anchorline.evidence.fix import FixKey, fix_key
from anchorline.findings.decisions import claim_of
from anchorline.findings.finding import Finding
from anchorline.findings.review import Review
from anchorline.findings.rounds import STAGNATION, Round, RoundClaim, among, is_stagnant, round_of
from anchorline.findings.words import Outcome, Severity, Status

ROUNDS, STRICT_ROUNDS = 3, 2


class Ending(StrEnum):
    """Why no further round is made."""

    SETTLED = "settled"
    ROUNDS = "rounds"
    STAGNATION = "stagnation"
    REGRESSION = "regression"
    BUDGET = "budget"
    INCOMPLETE = "incomplete"
    CRITICAL = "critical"


@dataclass(frozen=True, slots=True)
class Step:
    """What to do after a review: apply these fixes and review again, or stop. `reason` says why, as half a sentence."""

    apply: tuple[Finding, ...] = ()
    ending: Ending | None = None
    reason: str = ""


class Course:
    """What the rounds on one document came to so far. `strict` stops at a critical finding: somebody has to look at the
    text before a program goes on."""

    def __init__(self, rounds: int = ROUNDS, *, strict: bool = False) -> None:
        self._most = rounds
        self._strict = strict
        self._rounds: list[Round] = []
        self._made: list[RoundClaim] = []
        self._put_back: set[FixKey] = set()
        self.applied = 0
        """Fixes that were made, over all rounds."""
        self.fixing_rounds = 0

    def after(self, review: Review, text: str, safe: Sequence[Finding], undone: Sequence[Finding] = ()) -> Step:
        """The step after a review of `text`. `safe` are its findings whose fix may be made now; `undone` those whose
        fix was made before and no longer stands."""
        self._rounds.append(round_of(review, text))
        standing = [finding for finding in review.findings if finding.actionable]
        critical = next((finding for finding in standing if finding.severity is Severity.P0), None)
        if self._strict and critical is not None:
            return Step(ending=Ending.CRITICAL, reason=f"a critical finding stands: {critical.title}")
        standing_again = [finding for finding in undone if finding not in safe]
        back = [finding for finding in (*safe, *standing_again) if self._came_back(finding)]
        fresh = tuple(finding for finding in safe if finding not in back)
        if not fresh:
            return _without_fixes(review, back)
        if is_stagnant(self._rounds):
            return Step(ending=Ending.STAGNATION, reason=f"{STAGNATION} rounds found the same")
        if self.fixing_rounds >= self._most:
            left = f"{len(fresh)} safe fix{'es are' if len(fresh) > 1 else ' is'} left"
            return Step(ending=Ending.ROUNDS, reason=f"{_rounds(self._most)} used up, and {left}")
        return Step(fresh)

    def made(self, fixed: Sequence[Finding], left: Sequence[Finding] = ()) -> None:
        """These fixes were made; those were to be, and have to wait for another round."""
        self.fixing_rounds += 1
        self.applied += len(fixed)
        self._made += [RoundClaim(claim_of(finding)) for finding in fixed]
        self._put_back.update(fix_key(finding) for finding in left)

    def _came_back(self, finding: Finding) -> bool:
        if fix_key(finding) in self._put_back:
            return False
        return among(claim_of(finding), self._made) is not None


def _without_fixes(review: Review, back: Sequence[Finding]) -> Step:
    if back:
        titles = "; ".join(finding.title for finding in back)
        return Step(ending=Ending.REGRESSION, reason=f"back after it was fixed, and not fixed again: {titles}")
    if any(result.outcome is Outcome.OVER_BUDGET for result in review.reviewers):
        return Step(ending=Ending.BUDGET, reason="the budget is used up")
    if review.status not in (Status.COMPLETE, Status.SKIPPED):
        because = f": {review.reason}" if review.reason else ""
        return Step(ending=Ending.INCOMPLETE, reason=f"the review is {review.status.value}{because}")
    return Step(ending=Ending.SETTLED, reason="nothing is left that may be fixed safely")


def _rounds(count: int) -> str:
    return "1 round is" if count == 1 else f"{count} rounds are"
