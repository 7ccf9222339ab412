"""Where a quotation with a few letters wrong most likely stands.

Aligning a long quote with a whole document is quadratic. So short pieces of the quote are looked up first; each one
found says where the quote would begin, and only where several agree are quote and text compared.
"""

from __future__ import annotations

import re
from collections import Counter

_SHORTEST = 24  # characters; below that one wrong letter may be another word
_FEWEST_WORDS = 4
_CUT_OFF = 90.0  # per cent of similarity
_MARGIN = 5.0  # by which the best place must beat the next that does not overlap it
_PIECE = 8
_PIECES = 48
_COMMON = 24  # a piece that stands more often than this says nothing
_CANDIDATES = 6

_NUMBER = re.compile(r"\d+")
_NEGATION = re.compile(
    r"\b(?:not|no|never|none|without|cannot|nor|nicht|nie|niemals|ohne|kein\w{0,2})\b|n't\b", re.IGNORECASE
)


def approximate(text: str, wanted: str) -> list[tuple[int, int]]:
    """Places in `text`, as start and end, that read like `wanted`: one, or several that are about as good.

    A place counts only if its numbers and its negations are those of the quote: a sentence that says the opposite
    is very similar.
    """
    if len(wanted) < _SHORTEST or wanted.count(" ") + 1 < _FEWEST_WORDS:
        return []
    scored = [(score, place) for place in _candidates(text, wanted) for score in [_score(text, wanted, place)] if score]
    if not scored:
        return []
    best = max(score for score, _ in scored)
    return _apart([place for score, place in sorted(scored, key=lambda s: (-s[0], s[1])) if score > best - _MARGIN])


def _candidates(text: str, wanted: str) -> list[tuple[int, int]]:
    """Rough places: where pieces of the quote stand in about the right distance from each other."""
    last = len(wanted) - _PIECE
    offsets = sorted({round(i * last / (_PIECES - 1)) for i in range(_PIECES)})
    slack = max(8, len(wanted) // 10)
    hits: list[tuple[int, int]] = []  # where the quote would begin, and the offset of the piece in it
    for offset in offsets:
        piece = wanted[offset : offset + _PIECE]
        places: list[int] = []
        at = text.find(piece)
        while at >= 0 and len(places) <= _COMMON:
            places.append(at)
            at = text.find(piece, at + 1)
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
