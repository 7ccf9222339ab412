"""What a second look at one finding came to: the verifier's answer, its weight, and the bar that it was held to."""

from __future__ import annotations

from dataclasses import dataclass

NEAR = 15
"""A score that misses its bar by no more than this is worth a mention,"""
LEAST_NEAR = 65
"""unless it is below this."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verifier's answer. `reason` is one sentence. The three marks are whole numbers from 0 to 100."""

    validated: bool
    reason: str
    correctness: int
    completeness: int
    no_regressions: int

    @property
    def final(self) -> int:
        """0.4 correctness, 0.3 completeness, 0.3 no regressions, as a whole number: what is left over is cut off."""
        return (4 * self.correctness + 3 * self.completeness + 3 * self.no_regressions) // 10


@dataclass(frozen=True, slots=True)
class Unverified:
    """A finding that was to be verified and could not be. `reason` is a clause that says why."""

    reason: str


UNVERIFIED = "could not be verified"
"""What the ledger says of such a finding, before the reason."""

Examined = Verdict | Unverified | None
"""What came of one finding; None where nobody was to look."""


@dataclass(frozen=True, slots=True)
class Verification:
    """A verdict as a published finding carries it, with the `bar` that its score was held against."""

    verdict: Verdict
    bar: int

    @property
    def passed(self) -> bool:
        return self.verdict.validated and self.verdict.final >= self.bar

    @property
    def is_near_miss(self) -> bool:
        return self.verdict.validated and max(self.bar - NEAR, LEAST_NEAR) <= self.verdict.final < self.bar
