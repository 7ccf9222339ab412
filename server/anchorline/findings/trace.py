"""What a stretch of text leaves behind, by which it is found again: hashes of its words, a few at a time.

A trace holds no text. It knows the words of a quote by overlapping triples, and a few words around it the same way, so
that a quote that is a little longer or shorter is the same one, and an equal quote elsewhere is not. Each hash is
salted with the heading that the quote stands under: under another heading it is another place, and nobody finds out
what was quoted by hashing a dictionary.

Only what a reader would call words counts, and signs that belong to one (`-5`, `>5`, `C#`, `*.py`): white space, line
ends, emphasis, list marks and full stops do not. In source every symbol does.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b

from anchorline.text.span import Span

WIDTH = 3
"""Words that are hashed together."""
AROUND = 5
"""Words of context on either side."""
MOST_WORDS = 400
"""Of one quote; what comes after is not looked at."""
MOST_GRAMS = 96
"""Of one quote; of more, the smallest hashes are kept, which is the same choice every time."""

_MARGIN = 2 * AROUND + 2  # words that a quote may have been longer by, and what was around it
_A_WORD = 14  # characters that are read for each word that is wanted
_TICKED = re.compile(r"\[[ xX]\]")
_PROSE = re.compile(
    r"""(?x) [^\W_]+ | [^\w\s.,;:!?*`>|\#~\\()\[\]"'“”„‘’‚«»…–—‐‑-]
    | (?=[-.,:>~\#*!]) (?:
        (?<![^\W\d_]) -(?=\d)                         # "-5", "5-10"; but "Unit-7" is "Unit 7"
        | (?<=\d) [.,:*](?=\d)                        # "1.5", "1,000"
        | >(?=\d) | (?<=\w[ ]) >(?=[ ]\d)             # ">5", "if > 5"; but not a quotation's mark
        | (?<!~) ~(?=[\d/])                           # "~5"; but not what is struck out
        | (?<!\#) \#(?=\w) | (?<=\w) \#(?![\w\#])      # "#5", "C#"; but not a heading's mark
        | (?<!\*) \*(?=\.\w)                          # "*.py"; but not emphasis
        | (?<!\w) !(?=\w)                             # "!done"
    )"""
)
_DASHES = str.maketrans("–−", "--")
_CODE = re.compile(r"\w+|[^\w\s]")


def words_of(text: str, *, code: bool = False) -> list[str]:
    """The words that count."""
    if code:
        return _CODE.findall(text)
    if not text.isascii():
        text = unicodedata.normalize("NFC", text).translate(_DASHES)
    return _PROSE.findall(_TICKED.sub(" ", text) if "[" in text else text)


@dataclass(frozen=True, slots=True)
class Trace:
    """Of one quote. `size` in words, `grams` and `around` are hashes: of the quote, and of what is around it."""

    size: int
    grams: frozenset[int]
    around: frozenset[int] = frozenset()

    @property
    def width(self) -> int:
        return min(WIDTH, self.size)


@dataclass(frozen=True, slots=True)
class Agreement:
    """How a trace agrees with a place. `stands`: every word of the quote is there still. `shared`: words of the quote
    within the place. `around`: share of its surroundings that is there, 0–1; 1 when nothing is known of them."""

    stands: bool
    shared: int
    around: float


@dataclass(slots=True)
class _Row:
    """The hashes that are made already: from one position to another, the last excluded."""

    hashes: list[int]
    first: int
    last: int


class Place:
    """A stretch of a text with the words around it, to be traced, or compared with traces.

    Hashes are made when they are asked for, each once: most places are compared with few traces.
    """

    def __init__(self, text: str, span: Span, section: str, *, code: bool = False, reach: int = 0) -> None:
        """`reach`: how many words on either side may be looked at; at least as many as a like quote would need."""
        self._text = text
        self._span = span
        self._section = section
        self._code = code
        inside = words_of(span.of(text), code=code)[:MOST_WORDS]
        reach = max(reach, len(inside) + _MARGIN)
        room = reach * _A_WORD
        before = words_of(text[max(span.start - room, 0) : span.start], code=code)[-reach:]
        after = words_of(text[span.end : span.end + room], code=code)[:reach]
        self.words = [*before, *inside, *after]
        self.start, self.end = len(before), len(before) + len(inside)
        self._salt = _salt(section)
        self._rows: dict[int, _Row] = {}
        self._touching: dict[int, dict[int, int]] = {}
        self.reach = reach
        self._wider: Place | None = None

    @property
    def size(self) -> int:
        """Words of the stretch itself."""
        return self.end - self.start

    @cached_property
    def is_alone(self) -> bool:
        """Whether the same characters stand nowhere else in the text."""
        quote = self._span.of(self._text)
        return bool(quote) and self._text.find(quote) == self._text.rfind(quote)

    def grams(self, width: int, start: int, end: int) -> Iterable[tuple[int, int]]:
        """(position, hash) of each `width` words in a row that begin from `start` to `end`, the last excluded."""
        start, end = max(start, 0), min(end, len(self.words) - width + 1)
        if start >= end:
            return ()
        row = self._rows.get(width)
        if row is None:
            row = self._rows[width] = _Row([], start, start)
        if start < row.first:
            row.hashes[:0] = _hashes(self._salt, self.words[start : row.first + width - 1], width)
            row.first = start
        if row.last < end:
            row.hashes += _hashes(self._salt, self.words[row.last : end + width - 1], width)
            row.last = end
        return zip(range(start, end), row.hashes[start - row.first : end - row.first], strict=True)

    def touching(self, width: int) -> dict[int, int]:
        """Position and hash of what has a word within the stretch itself."""
        known = self._touching.get(width)
        if known is None:
            known = self._touching[width] = dict(self.grams(width, self.start - width + 1, self.end))
        return known

    def reaching(self, words: int) -> Place:
        """The same stretch with at least so many words around."""
        if words <= self.reach:
            return self
        if self._wider is None or self._wider.reach < words:
            self._wider = Place(self._text, self._span, self._section, code=self._code, reach=2 * words)
        return self._wider

    def trace(self) -> Trace:
        size = self.size
        width = min(WIDTH, size)
        own = {gram for _, gram in self.grams(width, self.start, self.end - width + 1)} if size else set()
        grams = frozenset(sorted(own)[:MOST_GRAMS])
        return Trace(size, grams, self.around(self.start, self.end) - grams)

    def around(self, start: int, end: int) -> frozenset[int]:
        """Hashes that reach into the words before or behind `start:end`. What comes before is told from what comes
        behind: in a table each row is the other's neighbour."""
        triples = self.grams(WIDTH, start - AROUND, min(end + AROUND, len(self.words)) - WIDTH + 1)
        return frozenset(gram ^ (at < start) for at, gram in triples if at < start or at + WIDTH > end)


def agreement(trace: Trace, place: Place) -> Agreement | None:
    """How far a trace and a place are the same; None when they have no words in common."""
    width = trace.width
    # A short quote may stand several times hereabouts: the one meant is the one inside the place.
    if not trace.grams or trace.grams.isdisjoint(place.touching(width).values()):
        return None
    if trace.size + AROUND > place.reach:
        place = place.reaching(trace.size + AROUND)
    touching = [at for at, gram in place.touching(width).items() if gram in trace.grams]
    near = place.grams(width, place.start - trace.size, place.end + trace.size)
    found = {at: gram for at, gram in near if gram in trace.grams}
    covered = {at + step for at in touching for step in range(width)}
    shared = sum(place.start <= at < place.end for at in covered)
    sampled = len(trace.grams) >= MOST_GRAMS
    if sampled:  # between two hashes that were kept lie words that were quoted too
        inside = len({found[at] for at in touching})
        shared = min(round(trace.size * inside / len(trace.grams)), place.size)
    stands = len(set(found.values())) == len(trace.grams)
    if sampled or not trace.around:
        return Agreement(stands, shared, 1.0)
    here = place.around(*_extent(touching, found, trace.size, width))
    return Agreement(stands, shared, len(trace.around & here) / len(trace.around))


def grams_of(text: str, section: str, width: int, *, code: bool = False) -> list[int]:
    """The hashes of a whole text that stands under one heading. Costs more than all else here."""
    return _hashes(_salt(section), words_of(text, code=code), width)


def _extent(touching: Sequence[int], known: Collection[int], size: int, width: int) -> tuple[int, int]:
    """Where the quote stands, in words: the place's part of it, and what joins it on either side."""
    first, last = touching[0], touching[-1] + width
    if size <= WIDTH:
        return first, first + size
    while first - 1 in known and last - (first - 1) <= size:
        first -= 1
    while last - width + 1 in known and last + 1 - first <= size:
        last += 1
    return first, last


def _salt(section: str) -> str:
    return " ".join(section.split()).casefold()


def _hashes(salt: str, words: Sequence[str], width: int) -> list[int]:
    """Of each `width` words in a row."""
    grams = zip(*(words[step:] for step in range(width)), strict=False)
    return [
        int.from_bytes(
            blake2b("\0".join((salt, *gram)).encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big"
        )
        for gram in grams
    ]
