"""What is known about a document before it is reviewed."""

from __future__ import annotations

from dataclasses import dataclass

from anchorline.findings.decisions import Decision
from anchorline.findings.rounds import Round


@dataclass(frozen=True, slots=True)
class Remembered:
    """`decisions` were taken about it, or for its workspace; `moved` about documents that are gone, of which it may be
    one. `baseline` is what a file says is known about it. `rounds` were its latest, oldest first."""

    decisions: tuple[Decision, ...] = ()
    moved: tuple[Decision, ...] = ()
    baseline: tuple[Decision, ...] = ()
    rounds: tuple[Round, ...] = ()


NOTHING = Remembered()
