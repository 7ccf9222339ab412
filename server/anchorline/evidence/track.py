"""Where published evidence stands while the text is edited.

The cost of an edit is proportional to the number of findings and the size of the edit, never to the text. Evidence
that an edit destroys is withdrawn but remembered, with its place and the words around it, so that undo restores it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from anchorline.evidence.between import common_prefix
from anchorline.findings.finding import Evidence
from anchorline.text.edits import TextEdit
from anchorline.text.span import Span

CONTEXT = 24
"""Characters remembered on either side of a quote."""
_SELF_EVIDENT = 24  # a quote as long as this is recognised by itself
_SIDE = 4  # matching characters on both sides that make a short quote the same one,
_TOGETHER = 12  # or this many in all
_CANDIDATES = 64  # occurrences of a quote that are looked at after one edit
_HOMES = 4  # surroundings remembered of one quote
_FAR = 400  # characters: a short quote that comes back farther away than this is another one
_WORDLIKE = 40  # up to this length a quote is taken for a name or a number, which grows when typed at

Home = tuple[str, str]
"""The text before and after a quote, at most CONTEXT characters each."""


class Mark(NamedTuple):
    """One quote and where it stands; when it is gone, where it stood, as an empty span that follows the text.

    `homes` are the surroundings in which it stood, the latest first.
    """

    quote: str
    span: Span
    homes: tuple[Home, ...]
    gone: bool = False


class Tracked(NamedTuple):
    """The evidence of one finding, in the finding's order. `first` and `last` bound what edits can touch."""

    marks: tuple[Mark, ...]
    first: int
    last: int
    withdrawn: bool = False

    @property
    def spans(self) -> tuple[Span, ...]:
        """Where the evidence stands; to be shown only while it is not withdrawn."""
        return tuple(mark.span for mark in self.marks)


def tracked(evidence: Sequence[Evidence], text: str) -> Tracked:
    """Begin to follow evidence that stands in `text`. Evidence that does not stand there is withdrawn at once."""
    return _tracked(
        tuple(
            Mark(each.quote, each.span, (_home(text, each.span),))
            if each.quote and each.span.of(text) == each.quote
            else Mark(each.quote, Span(each.span.start, each.span.start), (("", ""),), gone=True)
            for each in evidence
        )
    )


def track(state: Tracked, edit: TextEdit, text_after: str) -> Tracked:
    """The state after one edit, whose span refers to the text before it.

    A finding is withdrawn as soon as any of its evidence is gone, and returns when all of it stands again. Give it
    trimmed (`between.trimmed`) when a client replaces more than it changes.
    """
    start, end = edit.span
    if not state.withdrawn:
        if start > state.last + CONTEXT:
            return state
        if end < state.first - CONTEXT:
            delta = edit.delta
            marks = tuple([Mark(quote, Span(a + delta, b + delta), homes) for quote, (a, b), homes, _ in state.marks])
            return Tracked(marks, state.first + delta, state.last + delta)
    return _tracked(tuple([_moved(mark, start, end, len(edit.new_text), text_after) for mark in state.marks]))


def track_all(state: Tracked, edits: Sequence[TextEdit], text_after: str) -> Tracked:
    """The state after edits that were made at once: their spans refer to the text before all of them. They must be
    in order and must not overlap."""
    if not edits:
        return state
    starts = [edit.span.start for edit in edits]
    ends = [edit.span.end for edit in edits]
    deltas = [0, *accumulate(edit.delta for edit in edits)]
    marks = []
    for mark in state.marks:
        # Edits before `first` end before the mark, those from `last` on begin behind it.
        first = bisect_left(ends, mark.span.start)
        last = max(first, bisect_left(starts, mark.span.end + 1))
        at_place = mark._replace(span=mark.span.shifted(deltas[first]))
        if mark.gone:
            # A remembered quote may come back with any of them; one edit that spans them all finds it.
            length = ends[-1] - starts[0] + deltas[-1]
            marks.append(_came_back(at_place, starts[0], starts[0] + length, text_after) or at_place)
            continue
        touching = edits[first:last]
        if any(edit.span.start < mark.span.end and edit.span.end > mark.span.start for edit in touching):
            start, end = starts[first] + deltas[first], ends[last - 1] + deltas[first]
            marks.append(_moved(at_place, start, end, end - start + deltas[last] - deltas[first], text_after))
            continue
        before = sum(edit.delta for edit in touching if edit.span.end <= mark.span.start)
        marks.append(_kept(mark, at_place.span.shifted(before), text_after))
    return _tracked(tuple(marks))


def reanchor(evidence: Sequence[Evidence], edits: Sequence[TextEdit], text_before: str, text_now: str) -> Tracked:
    """Evidence that was located in an older text, in the text of now. `edits` lead from one to the other
    (`between.edits_between`). Withdrawn means: withhold the finding."""
    return track_all(tracked(evidence, text_before), edits, text_now)


def _tracked(marks: tuple[Mark, ...]) -> Tracked:
    return Tracked(
        marks,
        min([mark.span.start for mark in marks], default=0),
        max([mark.span.end for mark in marks], default=0),
        any(mark.gone for mark in marks),
    )


def _moved(mark: Mark, start: int, end: int, length: int, text: str) -> Mark:
    """The mark after `start:end` was replaced by `length` characters, which made `text`."""
    quote, span, homes, gone = mark
    delta = length - (end - start)
    if gone:
        found = _came_back(mark, start, start + length, text)
        if found is not None:
            return found
        if end <= span.start and (start, end) != span:
            return Mark(quote, span.shifted(delta), homes, gone=True)
        return mark if start >= span.start else Mark(quote, _left_at(span.start, start + length), homes, gone=True)
    if end <= span.start:
        moved, near = span.shifted(delta), end >= span.start - CONTEXT
    elif start >= span.end:
        moved, near = span, start <= span.end + CONTEXT
    else:
        lost = Mark(quote, _left_at(span.start, start + length), homes, gone=True)
        return _came_back(lost, start, start + length, text) or lost
    return _kept(mark, moved, text) if near else Mark(quote, moved, homes)


def _kept(mark: Mark, span: Span, text: str) -> Mark:
    """The mark whose quote stands untouched at `span`, unless what was typed at its edge makes it another word."""
    home = _home(text, span)
    if _grown(mark.quote, mark.homes[0]) != _grown(mark.quote, home):
        return Mark(mark.quote, Span(span.start, span.start), mark.homes, gone=True)
    return Mark(mark.quote, span, (home, *mark.homes[1:]))


def _left_at(place: int, end: int) -> Span:
    """Where a lost quote is remembered: its old place, or the end of what was put there instead."""
    return Span(min(place, end), min(place, end))


def _home(text: str, span: Span) -> Home:
    return text[max(span.start - CONTEXT, 0) : span.start], text[span.end : span.end + CONTEXT]


def _grown(quote: str, home: Home) -> tuple[bool, bool]:
    """Whether a word or number of the quote goes on before it, and behind it: "5" in "50" is another number."""
    before, after = home
    wordlike = len(quote) <= _WORDLIKE
    return (
        before[-1:].isalnum() and (quote[0].isdigit() or (wordlike and quote[0].isalnum())),
        after[:1].isalnum() and (quote[-1].isdigit() or (wordlike and quote[-1].isalnum())),
    )


def _came_back(mark: Mark, start: int, end: int, text: str) -> Mark | None:
    """The mark where an edit, which made `text[start:end]`, brought its quote back.

    Only text that the edit made or joined counts: what stood elsewhere before is another occurrence. Undo brings back
    the surroundings too, so they are looked for first; then the quote in surroundings that are familiar enough.
    """
    quote, place = mark.quote, mark.span.start
    low, high = max(start - len(quote), 0), end  # where the quote may begin
    if not quote or text.find(quote, low, high + len(quote)) < 0:
        return None
    at = _at_home(mark, low, high, text)
    if at is None:
        if len(quote) < _SELF_EVIDENT:
            low, high = max(low, place - _FAR), min(high, place + _FAR)
        at = _in_familiar_surroundings(mark, low, high, text)
    if at is None:
        return None
    span = Span(at, at + len(quote))
    home = _home(text, span)
    return Mark(quote, span, (home, *[old for old in mark.homes if old != home])[:_HOMES])


def _at_home(mark: Mark, low: int, high: int, text: str) -> int | None:
    for before, after in mark.homes:
        if len(before) + len(after) < CONTEXT:
            continue
        size = len(mark.quote)
        starts = _occurrences(text, before + mark.quote + after, low - len(before), high - len(before))
        found = [at + len(before) for at in starts]
        # Shorter surroundings than usual mean the beginning or end of the text, and must be that again.
        found = [at for at in found if _home(text, Span(at, at + size)) == (before, after)]
        if found:
            return min(found, key=lambda at: abs(at - mark.span.start))
    return None


def _in_familiar_surroundings(mark: Mark, low: int, high: int, text: str) -> int | None:
    best: tuple[int, int, int] | None = None
    for at in _occurrences(text, mark.quote, low, high):
        home = _home(text, Span(at, at + len(mark.quote)))
        familiar = max(_familiarity(mark.quote, home, old) for old in mark.homes)
        rank = (familiar, -abs(at - mark.span.start), -at)
        if familiar >= 0 and (best is None or rank > best):
            best = rank
    return None if best is None else -best[2]


def _occurrences(text: str, wanted: str, low: int, high: int) -> list[int]:
    """The first places where it begins, from `low` to `high`, both included."""
    found: list[int] = []
    at = text.find(wanted, max(low, 0), max(high + len(wanted), 0))
    while at >= 0 and len(found) < _CANDIDATES:
        found.append(at)
        at = text.find(wanted, at + 1, high + len(wanted))
    return found


def _familiarity(quote: str, home: Home, old: Home) -> int:
    """How many characters of the surroundings agree; -1 when that is too few to call it the same quote."""
    left = common_prefix(home[0][::-1], old[0][::-1])
    right = common_prefix(home[1], old[1])
    if home == old:
        return left + right
    if _grown(quote, home) != _grown(quote, old):
        return -1
    if len(quote) >= _SELF_EVIDENT:
        return left + right
    both = left >= min(_SIDE, len(old[0])) and right >= min(_SIDE, len(old[1]))
    return left + right if both or left + right >= min(_TOGETHER, _SELF_EVIDENT - len(quote)) else -1
