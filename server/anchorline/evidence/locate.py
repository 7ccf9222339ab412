"""Quote to place: where in the text a quotation stands, and how surely.

Exact first, then with white space and markup folded, then with a few letters wrong. A quote that stands in several
places is placed by the section, the line hint or the other evidence of its finding; when none of them chooses it is
refused, for a finding that points at the wrong place is worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from anchorline.evidence.approximate import Sought, approximate
from anchorline.evidence.fold import Folded, Style, fold
from anchorline.findings.finding import Evidence, Quote
from anchorline.findings.words import Match
from anchorline.text.lines import LineIndex
from anchorline.text.span import Span

LONGEST_QUOTE = 20_000
"""Characters. What is longer is a copy of the document, not a quotation."""
NOT_AS_WRITTEN = "quote not found as it is written, and too many of this reviewer's were looked for more patiently"
_MOST_PLACES = 1_000  # of one quote; what stands more often is a word, not a quote
_ROOM = 1_000_000  # about so many bytes of answers are kept for one text
_PLACE = 64  # bytes
_ELLIPSIS = re.compile(r"[\[(]?(?:…|\.{3,20})[\])]?")
_NUMBERED = re.compile(r"\d[.)][ \t]")
_MOST_FRAGMENTS = 12
_WIDEST_GAP = 3_000  # characters of the folded text that one ellipsis may stand for
_TRIMMED = " .,;:!?\"'"


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a quote proves nothing, in one sentence without a full stop."""

    reason: str
    kind: Literal["missing", "ambiguous", "empty", "moved"]


class _Needle:
    """One quote, folded once for all the steps that look for it so."""

    __slots__ = ("_folds", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._folds: dict[Style, str] = {}

    def folded(self, style: Style) -> str:
        if style not in self._folds:
            self._folds[style] = fold(self.text, style).text
        return self._folds[style]


class Haystack:
    """One text to find quotes in, with what is computed from it once and shared by all of them."""

    __slots__ = ("_folds", "_found", "_numbered", "_room", "_sought", "code", "lines", "text")

    def __init__(self, lines: LineIndex, *, code: bool = False) -> None:
        self.text = lines.text
        self.lines = lines
        self.code = code
        self._folds: dict[Style, Folded] = {}
        self._found: dict[str, tuple[Match, list[Span]] | None] = {}
        self._room = _ROOM
        self._numbered: bool | None = None
        self._sought: Sought | None = None

    def prepare(self) -> None:
        """Fold the text before the first quote that needs it, for whoever has nothing better to do meanwhile."""
        self.folded("code" if self.code else "markup")
        if not self.code and self.numbered:
            self.folded("unnumbered")

    @property
    def numbered(self) -> bool:
        """Whether there may be a numbered list."""
        if self._numbered is None:
            self._numbered = _NUMBERED.search(self.text) is not None
        return self._numbered

    @property
    def sought(self) -> Sought:
        if self._sought is None:
            self._sought = Sought(self.folded("markup").text)
        return self._sought

    def folded(self, style: Style) -> Folded:
        folded = self._folds.get(style)
        if folded is None:
            folded = self._folds[style] = fold(self.text, style)
        return folded

    def find(self, wanted: str, *, roughly: bool = True) -> tuple[Match, list[Span]] | None:
        """The places of a quote and how surely it stands there; None when it stands nowhere. Without `roughly` only as
        it is written, which takes no time. Reviewers quote the same sentences, so an answer is kept."""
        if wanted in self._found:
            return self._found[wanted]
        found: tuple[Match, list[Span]] | None = None
        needle = _Needle(wanted)
        for match, find in _steps(self):
            if match is not Match.EXACT and not roughly:
                return None
            if places := [place for place in find(needle) if not _halves_a_number(self.text, place)]:
                found = match, places
                break
        size = len(wanted) + _PLACE * (len(found[1]) + 1 if found else 1)
        if size <= self._room:
            self._room -= size
            self._found[wanted] = found
        return found


def locate(
    haystack: Haystack, quote: Quote, *, scope: Span | None = None, others: Sequence[Span] = (), roughly: bool = True
) -> Evidence | Refused:
    """The one place where the quote stands.

    `scope` is the section that the finding names, `others` are places of other evidence of the same finding; both
    choose between several places and exclude none. A quote that comes with its span is only checked against it.
    """
    if quote.span is not None:
        if quote.text and quote.span.of(haystack.text) == quote.text:
            return Evidence(quote.text, quote.span, Match.EXACT)
        return Refused("the text at the given place is not the quote", "moved")
    wanted = quote.text.strip()
    if not wanted:
        return Refused("the quote is empty", "empty")
    if len(wanted) > LONGEST_QUOTE:
        return Refused(f"the quote is longer than {LONGEST_QUOTE} characters", "missing")
    found = haystack.find(wanted, roughly=roughly)
    if found is None:
        return Refused("quote not found" if roughly else NOT_AS_WRITTEN, "missing")
    match, places = found
    chosen = _chosen(haystack, places, quote.line, scope, others)
    if isinstance(chosen, Refused):
        return chosen
    if match is not Match.EXACT:
        chosen = _with_markup(haystack.text, chosen, wanted)
    return Evidence(chosen.of(haystack.text), chosen, match)


def locate_all(
    haystack: Haystack, quotes: Sequence[Quote], *, scope: Span | None = None, roughly: bool = True
) -> tuple[Evidence | Refused, ...]:
    """All quotes of one finding, in order. Those with one place help to place the others."""
    found = [locate(haystack, quote, scope=scope, roughly=roughly) for quote in quotes]
    others = tuple(each.span for each in found if isinstance(each, Evidence))
    if not others:
        return tuple(found)
    return tuple(
        locate(haystack, quote, scope=scope, others=others, roughly=roughly)
        if isinstance(each, Refused) and each.kind == "ambiguous"
        else each
        for quote, each in zip(quotes, found, strict=True)
    )


_Find = Callable[[_Needle], list[Span]]


def _steps(haystack: Haystack) -> Iterator[tuple[Match, _Find]]:
    """Ways to find a quote, surest first. Each is tried only when those before found nothing."""
    yield Match.EXACT, lambda needle: [Span(at, at + len(needle.text)) for at in _places(haystack.text, needle.text)]
    if haystack.code:
        yield Match.NORMALIZED, lambda needle: _folded_places(haystack, needle, "code")
        yield Match.NORMALIZED, lambda needle: _stitched_places(haystack, needle, "code")
        return
    yield Match.NORMALIZED, lambda needle: _folded_places(haystack, needle, "markup")
    yield Match.NORMALIZED, lambda needle: _stitched_places(haystack, needle, "markup")
    yield Match.NORMALIZED, lambda needle: _unnumbered_places(haystack, needle)
    yield Match.FUZZY, lambda needle: _similar_places(haystack, needle)


def _places(text: str, wanted: str, start: int = 0, end: int | None = None) -> list[int]:
    places: list[int] = []
    end = len(text) if end is None else end
    at = text.find(wanted, start, end)
    while at >= 0 and len(places) < _MOST_PLACES:
        places.append(at)
        at = text.find(wanted, at + 1, end)
    return places


def _folded_places(haystack: Haystack, needle: _Needle, style: Style) -> list[Span]:
    folded = haystack.folded(style)
    wanted = needle.folded(style).strip(" ")
    for form in dict.fromkeys((wanted, wanted if style == "code" else wanted.strip(_TRIMMED))):
        if form and (places := _places(folded.text, form)):
            return [folded.source(at, at + len(form)) for at in places]
    return []


def _unnumbered_places(haystack: Haystack, needle: _Needle) -> list[Span]:
    """List items that the quote joins without their numbers. A number that the quote has must be the right one."""
    if not haystack.numbered or needle.folded("unnumbered") != needle.folded("markup"):
        return []
    return _folded_places(haystack, needle, "unnumbered")


def _stitched_places(haystack: Haystack, needle: _Needle, style: Style) -> list[Span]:
    """Places where the fragments between ellipses follow each other: from the first to the end of the last."""
    if not _ELLIPSIS.search(needle.text):
        return []
    pieces = (
        fold(piece, style).text.strip(_TRIMMED if style == "markup" else " ") for piece in _ELLIPSIS.split(needle.text)
    )
    fragments = [piece for piece in pieces if piece]
    long_enough = fragments and max(map(len, fragments)) >= 8 and all(len(each) >= 3 for each in fragments)
    if not long_enough or len(fragments) > _MOST_FRAGMENTS:
        return []
    folded = haystack.folded(style)
    first, *rest = fragments
    by_end: dict[int, int] = {}
    for start in _places(folded.text, first):
        end = start + len(first)
        for fragment in rest:
            at = folded.text.find(fragment, end, end + _WIDEST_GAP + len(fragment))
            if at < 0:
                break
            end = at + len(fragment)
        else:
            by_end[end] = start  # of several beginnings before one end, the last is nearest
    return [folded.source(start, end) for end, start in by_end.items()]


def _similar_places(haystack: Haystack, needle: _Needle) -> list[Span]:
    folded = haystack.folded("markup")
    wanted = needle.folded("markup").strip(_TRIMMED)
    return [folded.source(*place) for place in approximate(haystack.sought, wanted)]


_OPENING = re.compile(r"\A[^\w\s]{1,8}")
_CLOSING = re.compile(r"[^\w\s]{1,8}\Z|_{1,3}\Z")


def _with_markup(text: str, place: Span, wanted: str) -> Span:
    """The place with the markup at its edges that the quote has too, and the fold took away."""
    start, end = place
    opening = _OPENING.match(wanted)
    closing = _CLOSING.search(wanted, max(len(wanted) - 8, 0))
    if opening:
        start -= next((n for n in range(len(opening[0]), 0, -1) if text.endswith(opening[0][:n], 0, start)), 0)
    if closing:
        end += next((n for n in range(len(closing[0]), 0, -1) if text.startswith(closing[0][-n:], end)), 0)
    return Span(start, end)


_AMBIGUOUS = Refused("the quote stands in several places and nothing tells which is meant", "ambiguous")


def _chosen(
    haystack: Haystack, places: list[Span], line: int | None, scope: Span | None, others: Sequence[Span]
) -> Span | Refused:
    if len(places) == 1:
        return places[0]
    if len(places) >= _MOST_PLACES:
        return _AMBIGUOUS
    # "Unit" also stands in "Units"; whoever quotes it means the whole word.
    places = [place for place in places if _whole_words(haystack.text, place)] or places
    if scope is not None:
        places = [p for p in places if scope.start <= p.start and p.end <= scope.end] or places
    if len(places) == 1:
        return places[0]
    if line is not None:
        line_of = haystack.lines.line_of
        hinted = _nearest([(max(line_of(p.start) - line, line - line_of(p.end), 0), p) for p in places])
        if hinted is not None:
            return hinted
    if others:
        near = _nearest([(min(_gap(place, other) for other in others), place) for place in places])
        if near is not None:
            return near
    return _AMBIGUOUS


def _nearest(by_distance: list[tuple[int, Span]]) -> Span | None:
    """The nearest place, when it is at most half as far as the next; a hint that is about as far from two chooses
    neither."""
    (distance, place), (next_distance, _) = sorted(by_distance)[:2]
    return place if distance < next_distance and 2 * distance <= next_distance else None


def _gap(a: Span, b: Span) -> int:
    return max(b.start - a.end, a.start - b.end, 0)


def _whole_words(text: str, place: Span) -> bool:
    return not (_within(text, place.start, str.isalnum) or _within(text, place.end, str.isalnum))


def _halves_a_number(text: str, place: Span) -> bool:
    """Whether a number goes on at an edge: `R1` does not stand in `R10`."""
    return _within(text, place.start, str.isdigit) or _within(text, place.end, str.isdigit)


def _within(text: str, at: int, kind: Callable[[str], bool]) -> bool:
    return 0 < at < len(text) and kind(text[at - 1]) and kind(text[at])
