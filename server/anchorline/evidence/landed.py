"""Whether a fix stands in the text: seen from its evidence, by the text that it makes and what is round it.

Nothing else says so: an editor may apply an edit in part, answer late or never, and a person may type the fix by hand
or take it back.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from anchorline.evidence.fix import with_line_ends_of
from anchorline.evidence.track import Mark
from anchorline.findings.finding import Finding
from anchorline.text.edits import TextEdit

_ROUND = 10  # characters on either side by which the place is known again
_EDGE = "\0"  # the beginning or the end of the text, as part of what is round a place
_SLACK = 40  # how far from where it was expected, besides what the fix itself moves


class Reading(Enum):
    """How the text reads where a fix belongs."""

    OLD = "as before the fix"
    NEW = "as after it"


class Trace(NamedTuple):
    """One edit of a fix: its place as seen from a piece of evidence, and the text before and after it."""

    evidence: int
    offset: int
    before: str
    old: str
    new: str
    after: str


def traces(finding: Finding, text: str) -> tuple[Trace, ...]:
    """What to look for. `text` is the one that the finding was located in; empty where nothing could be told apart."""
    found = []
    for edit in finding.edits:
        distances = [abs(evidence.span.start - edit.span.start) for evidence in finding.evidence]
        nearest = distances.index(min(distances))
        start, end = edit.span
        trace = Trace(
            nearest,
            start - finding.evidence[nearest].span.start,
            (_EDGE if start < _ROUND else "") + text[max(start - _ROUND, 0) : start],
            edit.old,
            with_line_ends_of(edit.old, edit.new, text),
            text[end : end + _ROUND] + (_EDGE if end + _ROUND > len(text) else ""),
        )
        if _stands(_news(trace), start, text, _SLACK):
            return ()  # it reads as after the fix already
        found.append(trace)
    return tuple(found)


def concerns(traced: Sequence[Trace], marks: Sequence[Mark], edits: Sequence[TextEdit]) -> bool:
    """Whether edits of the text reach anything that `reading` looks at. `marks` are from before or after them."""
    slack = _slack(traced)
    for trace in traced:
        at = marks[trace.evidence].span.start + trace.offset
        low, high = at - slack, at + max(len(trace.old), len(trace.new)) + slack
        if any(edit.span.start <= high and edit.span.end >= low for edit in edits):
            return True
    return False


def reading(traced: Sequence[Trace], marks: Sequence[Mark], text: str) -> Reading | None:
    """How all edits of a fix read; None when neither, or when there is nothing to look for."""
    if not traced:
        return None
    slack = _slack(traced)
    places = [marks[trace.evidence].span.start + trace.offset for trace in traced]
    if all(_stands(_news(trace), at, text, slack) for trace, at in zip(traced, places, strict=True)):
        return Reading.NEW
    if all(_stands(_olds(trace), at, text, slack) for trace, at in zip(traced, places, strict=True)):
        return Reading.OLD
    return None


def _slack(traced: Sequence[Trace]) -> int:
    return _SLACK + sum(abs(len(trace.new) - len(trace.old)) for trace in traced)


def _news(trace: Trace) -> list[tuple[str, int]]:
    return _forms(trace, trace.new, trace.old)


def _olds(trace: Trace) -> list[tuple[str, int]]:
    return _forms(trace, trace.old, trace.new)


def _forms(trace: Trace, text: str, other: str) -> list[tuple[str, int]]:
    """What may stand there, and how much of it stands before the place. One side is enough where the text says which
    of both it is: a neighbouring fix changes the other side."""
    before, after = trace.before, trace.after
    forms = [(before + text + after, len(before))]
    if text.strip() and text not in other and other not in text:
        forms += [(before + text, len(before)), (text + after, 0)]
    return forms


def _stands(forms: Sequence[tuple[str, int]], at: int, text: str, slack: int) -> bool:
    for form, lead in forms:
        low, high = max(at - lead - slack, 0), max(at - lead + slack, 0) + len(form)
        window = text[low:high]
        if form in (f"{_EDGE}{window}" if low == 0 else window) + (_EDGE if high >= len(text) else ""):
            return True
    return False
