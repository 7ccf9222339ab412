"""Where a quotation with a few letters wrong most likely stands.

Aligning a long quote with a whole document is quadratic. So short pieces of the quote are looked up first; each one
found says where the quote would begin, and only where several agree are quote and text compared.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterator
from itertools import islice

_SHORTEST = 24  # characters; below that one wrong letter may be another word
_FEWEST_WORDS = 4
_CUT_OFF = 90.0  # per cent of similarity
_MARGIN = 5.0  # by which the best place must beat the next that does not overlap it
_PIECE = 8
_PIECES = 48
_COMMON = 24  # a piece that stands more often than this says nothing
_CANDIDATES = 6
_WORTH_AN_INDEX = 12  # searches; so many take about as long as the index

_NUMBER = re.compile(r"\d+")
_NEGATION = re.compile(
    r"\b(?:not|no|never|none|without|cannot|nor|nicht|nie|niemals|ohne|kein\w{0,2})\b|n't\b", re.IGNORECASE
)


class Sought:
    """A text, as misquotations are looked for in it. The first few times its pieces are searched from one end to the
    other; for more it is worth while to know where every piece of the text stands."""

    __slots__ = ("_again", "_first", "_mask", "searches", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.searches = 0
        self._first: array[int] | None = None
        self._again: array[int] = array("i")
        self._mask = 0

    def places(self, piece: str) -> Iterator[int]:
        """Where the piece, which has `_PIECE` characters, stands, in order."""
        text = self.text
        if self._first is None:
            at = text.find(piece)
            while at >= 0:
                yield at
                at = text.find(piece, at + 1)
            return
        at = self._first[hash(piece) & self._mask]
        while at >= 0:
            if text.startswith(piece, at):
                yield at
            at = self._again[at]

    def begin(self) -> None:
        """One more search."""
        self.searches += 1
        if self.searches == _WORTH_AN_INDEX:
            self._index()

    def _index(self) -> None:
        # Chains of places by the hash of what stands there: 8 bytes a character, and only as fast as it is simple.
        text, last = self.text, len(self.text) - _PIECE
        mask = (1 << max(last, 1).bit_length()) - 1
        first, again = array("i", [-1]) * (mask + 1), array("i", [-1]) * max(last + 1, 0)
        for at in range(last, -1, -1):
            key = hash(text[at : at + _PIECE]) & mask
            again[at] = first[key]
            first[key] = at
        self._first, self._again, self._mask = first, again, mask


def approximate(sought: Sought, wanted: str) -> list[tuple[int, int]]:
    """Places in the text, as start and end, that read like `wanted`: one, or several that are about as good.

    A place counts only if its numbers and its negations are those of the quote: a sentence that says the opposite
    is very similar.
    """
    if len(wanted) < _SHORTEST or wanted.count(" ") + 1 < _FEWEST_WORDS:
        return []
    text = sought.text
    sought.begin()
    scored = [
        (score, place) for place in _candidates(sought, wanted) for score in [_score(text, wanted, place)] if score
    ]
    if not scored:
        return []
    best = max(score for score, _ in scored)
    return _apart([place for score, place in sorted(scored, key=lambda s: (-s[0], s[1])) if score > best - _MARGIN])


def _candidates(sought: Sought, wanted: str) -> list[tuple[int, int]]:
    """Rough places: where pieces of the quote stand in about the right distance from each other."""
    text = sought.text
    last = len(wanted) - _PIECE
    offsets = sorted({round(i * last / (_PIECES - 1)) for i in range(_PIECES)})
    slack = max(8, len(wanted) // 10)
    hits: list[tuple[int, int]] = []  # where the quote would begin, and the offset of the piece in it
    for offset in offsets:
        places = list(islice(sought.places(wanted[offset : offset + _PIECE]), _COMMON + 1))
        if len(places) <= _COMMON:
            hits += [(place - offset, offset) for place in places]
    votes = Counter(begin // slack for begin, _ in hits)
    strength = {bucket: votes[bucket] + votes.get(bucket + 1, 0) for bucket in votes}
    ranked = sorted(strength, key=lambda bucket: (-strength[bucket], bucket))[:_CANDIDATES]
    rough: list[tuple[int, int]] = []
    for bucket in ranked:
        near = sorted((offset, begin) for begin, offset in hits if bucket <= begin // slack <= bucket + 1)
        rough.append((max(near[0][1], 0), min(near[-1][1] + len(wanted), len(text))))
    return list(dict.fromkeys(_snapped(text, *place) for place in rough if place[0] < place[1]))


def _snapped(text: str, start: int, end: int) -> tuple[int, int]:
    """Grown to whole words, for the ends of a rough place are off by a letter or two."""
    while start > 0 and not text[start - 1].isspace() and not text[start].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace() and not text[end - 1].isspace():
        end += 1
    return start, end


def _score(text: str, wanted: str, place: tuple[int, int]) -> float:
    """Similarity in per cent, or 0 below the cut-off."""
    from rapidfuzz.distance import Indel  # noqa: PLC0415 - not before a quote is really misquoted

    found = text[place[0] : place[1]]
    similarity = 100 * Indel.normalized_similarity(wanted, found, score_cutoff=_CUT_OFF / 100)
    if not similarity or _facts(wanted) != _facts(found):
        return 0.0
    return similarity


def _facts(text: str) -> tuple[list[str], list[str]]:
    return _NUMBER.findall(text), [word.lower() for word in _NEGATION.findall(text)]


def _apart(places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Without those that overlap a better one, which comes first."""
    kept: list[tuple[int, int]] = []
    for start, end in places:
        if all(end <= other_start or other_end <= start for other_start, other_end in kept):
            kept.append((start, end))
    return kept
