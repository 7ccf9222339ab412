"""What is known about a document before it is reviewed."""

from __future__ import annotations

from dataclasses import dataclass

from anchorline.findings.decisions import Claim, Decision
from anchorline.findings.rounds import Round


@dataclass(frozen=True, slots=True)
class Remembered:
    """`decisions` were taken about it, or for its workspace; `moved` about documents that are gone, of which it may be
    one. `baseline` are findings that a file says are known. `rounds` were its latest, oldest first."""

    decisions: tuple[Decision, ...] = ()
    moved: tuple[Decision, ...] = ()
    baseline: tuple[Claim, ...] = ()
    rounds: tuple[Round, ...] = ()


NOTHING = Remembered()
