"""What is known about a document before it is reviewed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from anchorline.findings.decisions import Decision
from anchorline.findings.rounds import Round
from anchorline.findings.trace import grams_of
from anchorline.text.span import Span


@dataclass(frozen=True, slots=True)
class Remembered:
    """`decisions` were taken about it, or for its workspace; `moved` about documents that are gone, of which it may be
    one. `baseline` is what a file says is known about it, `baseline_moved` about documents that are gone. `rounds` were
    its latest, oldest first."""

    decisions: tuple[Decision, ...] = ()
    moved: tuple[Decision, ...] = ()
    baseline: tuple[Decision, ...] = ()
    baseline_moved: tuple[Decision, ...] = ()
    rounds: tuple[Round, ...] = ()


NOTHING = Remembered()

MOST_MOVED = 1_000
"""Decisions about documents that are gone which are compared with one; of more, the latest."""


def moved_here(moved: Sequence[Decision], text: str, sections: Sequence[tuple[str, Span]]) -> tuple[Decision, ...]:
    """Those of `moved` that are about this text: all that they rest on stands in it, under the headings of then.
    `sections` are headings with what stands under each up to the next one."""
    known: dict[int, frozenset[int]] = {}
    for width in {trace.width for each in moved for trace in each.claim.traces}:
        grams = (gram for title, span in sections for gram in grams_of(span.of(text), title, width))
        known[width] = frozenset(grams)
    return tuple(
        each
        for each in moved
        if each.claim.traces and all(trace.grams <= known[trace.width] for trace in each.claim.traces)
    )
