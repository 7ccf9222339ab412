"""The account of a review: what was raised, and what became of each.

Invariant: `produced == merged + published + sum(dropped)`. A gate never hides anything silently.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from anchorline.findings.decisions import Decision
from anchorline.findings.verification import UNVERIFIED


@dataclass(frozen=True, slots=True)
class Drop:
    """One finding that a gate took out. `score` is the judge's, for code; None elsewhere. `decisions` are those that
    hide it."""

    title: str
    reviewer: str
    gate: str
    reason: str
    score: int | None = None
    decisions: tuple[Decision, ...] = ()


@dataclass(frozen=True, slots=True)
class Ledger:
    produced: int = 0
    merged: int = 0
    published: int = 0
    drops: tuple[Drop, ...] = ()
    notes: tuple[str, ...] = ()
    """What gates left undone, a sentence each: of a flood not everything is compared with everything."""

    @property
    def dropped(self) -> dict[str, int]:
        """Drops by gate, in the order of first occurrence."""
        return dict(Counter(drop.gate for drop in self.drops))

    @property
    def unverified(self) -> tuple[Drop, ...]:
        """Those that nobody found wrong: a second look was wanted, and none came."""
        return tuple(drop for drop in self.drops if drop.reason.startswith(UNVERIFIED))

    @property
    def balanced(self) -> bool:
        return self.produced == self.merged + self.published + len(self.drops)

    @property
    def suspicious(self) -> bool:
        """Whether so much survived that the gates can hardly have looked: 90 % of ten or more."""
        return self.produced >= 10 and self.published + self.merged >= 0.9 * self.produced
