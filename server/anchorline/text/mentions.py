"""Where a text mentions IDs of given families: "R4", "Units 1, 3 and 5–7"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from anchorline.text.family import Family
from anchorline.text.ids import (
    BARE_NUMBER,
    LETTER,
    MAX_RANGE,
    NEXT,
    NOT_INSIDE,
    NUMBER,
    ORDINAL_WORDS,
    RANGE_MARKS,
    RANGE_WORDS,
    Number,
    expanded,
    is_cjk,
    read_number,
)
from anchorline.text.span import Span


class Mention(NamedTuple):
    """IDs of one family that stand together: "Units 1, 3 and 5–7".

    `ids` are the numbers written with their own prefix or directly after it, with their places; `listed` are further
    bare numbers; `ranges` are (first, last), both inclusive.
    """

    key: str
    span: Span
    ids: tuple[tuple[Number, Span], ...]
    listed: tuple[tuple[Number, Span], ...]
    ranges: tuple[tuple[Number, Number], ...]

    def numbers(self) -> Iterator[Number]:
        """Every number that the mention names, ranges expanded."""
        yield from (number for number, _ in self.ids)
        yield from (number for number, _ in self.listed)
        for first, last in self.ranges:
            yield from expanded(first, last)


@dataclass(frozen=True)
class Notation:
    """How the IDs of some families are written."""

    by_key: Mapping[str, Family]

    @cached_property
    def _patterns(self) -> tuple[re.Pattern[str], ...]:
        codes = [family.key for family in self.by_key.values() if family.is_code]
        words = [family.key for family in self.by_key.values() if not family.is_code]
        spelled = [re.escape(word) for word in sorted(words, key=len, reverse=True) if not is_cjk(word)]
        cjk = [re.escape(word) for word in sorted(words, key=len, reverse=True) if is_cjk(word)]
        patterns: list[str] = []
        if codes:
            alternatives = "|".join(re.escape(code) for code in sorted(codes, key=len, reverse=True))
            patterns.append(rf"{NOT_INSIDE}(?P<prefix>{alternatives})(?P<plural>s?)[-_]?(?P<number>{NUMBER})")
        if spelled:
            patterns.append(
                rf"{NOT_INSIDE}(?i:(?P<prefix>{'|'.join(spelled)}))(?P<plural>{LETTER}{{0,2}})"
                rf"(?:[ \u00a0]{{1,2}}|[ ]?\r?\n[ \t>]{{0,8}}|-)(?:#|[Nn][ro°º]\.?[ ]?)?(?P<number>{NUMBER})"
            )
        if cjk:
            patterns.append(rf"(?P<prefix>{'|'.join(cjk)})(?P<plural>)[ \u3000]?(?P<number>{NUMBER})")
            ordinal = [word for word in cjk if word in ORDINAL_WORDS.split("|")]
            if ordinal:
                patterns.append(rf"第?[ ]?(?P<number>(?<!\d)\d{{1,4}})[ ]?(?P<plural>)(?P<prefix>{'|'.join(ordinal)})")
        return tuple(re.compile(pattern) for pattern in patterns)

    @cached_property
    def _continuations(self) -> tuple[re.Pattern[str], ...]:
        """The same without a look at what stands before: "R4" in "R1-R4" follows a hyphen."""
        return tuple(re.compile(pattern.pattern.removeprefix(NOT_INSIDE)) for pattern in self._patterns)

    def mentions(self, text: str, start: int = 0, end: int | None = None) -> Iterator[Mention]:
        """IDs of these families in a text (the document's, or a masked copy), by pattern and then by place."""
        end = len(text) if end is None else end
        for pattern in self._patterns:
            match = pattern.search(text, start, end)
            while match:
                mention = self._mention(text, match, end)
                if mention is not None:
                    yield mention
                match = pattern.search(text, match.end() if mention is None else mention.span.end, end)

    def _mention(self, text: str, match: re.Match[str], end: int) -> Mention | None:
        written = match["prefix"]
        key = written if written in self.by_key else written.casefold()
        family = self.by_key.get(key)
        if family is None:
            return None  # letters that are equal without case, but not when folded: ı and I
        first = read_number(match["number"])
        start, at = match.span()
        ids = [(first, Span(start, at))]
        if not _goes_on(text, at, end):
            return Mention(key, ids[0][1], tuple(ids), (), ())
        # A word for several ("Units 1, 2") or a code may be followed by bare numbers; "Unit 1, 2 files" may not.
        bare = family.is_code or match["plural"] != ""
        listed: list[tuple[Number, Span]] = []
        ranges: list[tuple[Number, Number]] = []
        last = first
        while len(ids) + len(listed) < MAX_RANGE and (step := NEXT.match(text, at, end)):
            if step.end() == at or not (step["separator"] or step["word"]):
                break
            is_range = step["separator"] in RANGE_MARKS or step["word"] in RANGE_WORDS
            own = self._own(text, step.end(), end, family)
            found = own or (BARE_NUMBER.match(text, step.end(), end) if bare or is_range else None)
            if found is None:
                break
            spaced_dash = step["separator"] in ("-", "–", "—") and step.group() != step["separator"]
            if own is None and is_range and spaced_dash and not bare:
                break  # "Step 3 - 5 minutes"
            number = read_number(found["number"] if own else found.group())
            if is_range:
                ranges.append((last, number))
            elif own:
                ids.append((number, Span(step.end(), found.end())))
            elif "." in found.group() or number.parts[0] > 999:
                break
            else:
                listed.append((number, Span(*found.span())))
            at, last = found.end(), number
        return Mention(key, Span(start, at), tuple(ids), tuple(listed), tuple(ranges))

    def _own(self, text: str, at: int, end: int, family: Family) -> re.Match[str] | None:
        for pattern in self._continuations:
            match = pattern.match(text, at, end)
            if match and (family.key in (match["prefix"], match["prefix"].casefold())):
                return match
        return None


def _goes_on(text: str, at: int, end: int) -> bool:
    """Whether something that may join another number follows: a cheap look before the pattern."""
    if at >= end:
        return False
    following = text[at]
    if following != " ":
        return following in _JOINERS
    return text[at + 1 : at + 2] in _WORDS_START or text[at + 1 : at + 2] in _JOINERS


_JOINERS = frozenset(",;/&+、，-–—~〜.…*_`)\\]\t至到和与及から")
_WORDS_START = frozenset("aotusbeyinàvидп至到和与及か")
