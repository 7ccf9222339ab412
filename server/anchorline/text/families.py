"""Families of IDs that a document defines: units, steps, phases, requirements, decisions, in any language.

An ID is a word and a number (Unit 7, Étape 4, 阶段 2, Task 1.2) or a code and a number (R9, REQ-5, FR-001). A document
defines one where it labels something with it: in a heading, at the start of a list item, as a bold label, in the
first cell of a table row. What stands there in the author's own text is a `Definition`; other places that may define
an ID (code, quotations, numbered lists, ranges) only make it `known`, which is enough not to call it missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import islice
from typing import NamedTuple

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
from anchorline.text.known_ids import known_numbers
from anchorline.text.labels import Form, Label, labels
from anchorline.text.outline import Outline
from anchorline.text.plan_words import DECISIONS, EXTERNAL, REQUIREMENTS, WORK
from anchorline.text.span import Span

MAX_LABELS = 1200
MAX_MENTIONS = 4000
"""A document with more labels or mentions than this is no plan, and is not read as one."""


class Role(StrEnum):
    REQUIREMENT = "requirement"
    WORK = "work"
    DECISION = "decision"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Definition:
    """One place that labels something with an ID.

    `label` is the ID as written. `extent` is the text that belongs to it. `section` is the section that the label
    stands in; for a heading, the section of the parent heading. `container` is the block index of the list or table
    that the label stands in, -1 without one. `marked` says that punctuation or emphasis closes the label.
    """

    key: str
    number: Number
    label: Span
    form: Form
    block: int
    section: int
    container: int
    extent: Span
    marked: bool


@dataclass(frozen=True)
class Family:
    """IDs with one prefix. `prefix` is as first written; `definitions` are in document order."""

    key: str
    prefix: str
    is_code: bool
    definitions: tuple[Definition, ...]
    role: Role

    @cached_property
    def numbers(self) -> frozenset[Number]:
        return frozenset(definition.number for definition in self.definitions)

    @property
    def is_sequence(self) -> bool:
        """Whether the numbers read as the document's own count: from 0 or 1 upwards, with few gaps."""
        firsts = {number.parts[0] for number in self.numbers}
        return min(firsts) <= 1 and len(firsts) * 2 > max(firsts)

    @property
    def is_plan(self) -> bool:
        """Whether this is a family that the document owns, and not a name of outside things with a number."""
        return len(self.numbers) >= 2 and self.key.casefold() not in EXTERNAL and self.is_sequence

    def has_depth_of(self, number: Number) -> bool:
        """Whether a number is of the kind the family counts in: 7 where there is 3, 3.1 where there is 2.4."""
        return not number.suffix and any(len(own.parts) == len(number.parts) for own in self.numbers)

    @property
    def has_repeats(self) -> bool:
        """Whether some ID is labelled more than once in the same form."""
        seen = [(definition.number, definition.form) for definition in self.definitions]
        return len(set(seen)) < len(seen)

    def name(self, number: Number) -> str:
        return f"{self.prefix}{'' if self.is_code else ' '}{number}"


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


@dataclass(frozen=True)
class Families:
    """The families of one document, by key, in the order of their first definition."""

    outline: Outline
    by_key: dict[str, Family]

    def __iter__(self) -> Iterator[Family]:
        return iter(self.by_key.values())

    def get(self, key: str) -> Family | None:
        return self.by_key.get(key)

    def with_role(self, role: Role) -> list[Family]:
        return [family for family in self if family.role is role]

    @cached_property
    def plan(self) -> tuple[Family, ...]:
        """Those that the document owns."""
        return tuple(family for family in self if family.is_plan)

    @cached_property
    def _patterns(self) -> tuple[re.Pattern[str], ...]:
        codes = [family.key for family in self if family.is_code]
        words = [family.key for family in self if not family.is_code]
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

    @cached_property
    def claimed(self) -> tuple[Mention, ...]:
        """Mentions in the author's own text; none where there are more than any plan has."""
        mentions = tuple(islice(self.mentions(self.outline.plain), MAX_MENTIONS + 1))
        return mentions if len(mentions) <= MAX_MENTIONS else ()

    @cached_property
    def known(self) -> dict[str, set[Number]]:
        """For each family, every number that the document may be said to define, by a generous reading."""
        return known_numbers(self)


def learn_families(outline: Outline) -> Families:
    """Every family that the document defines at least two members of."""
    found = list(islice((label for label in labels(outline) if outline.is_claim(label.label)), MAX_LABELS + 1))
    if len(found) > MAX_LABELS:
        return Families(outline, {})
    groups: dict[str, list[Label]] = {}
    for label in found:
        groups.setdefault(label.key, []).append(label)
    families: dict[str, Family] = {}
    for key, group in groups.items():
        if len({label.number for label in group}) < 2:
            continue
        families[key] = Family(
            key, group[0].prefix, group[0].is_code, _with_extents(outline, group), _role(outline, key, group)
        )
    return Families(outline, families)


def _with_extents(outline: Outline, group: list[Label]) -> tuple[Definition, ...]:
    starts = [outline.blocks[label.block].span.start for label in group]
    in_container: dict[int, int] = {}
    for label in group:
        if label.form is Form.ITEM:
            in_container[label.container] = in_container.get(label.container, 0) + 1
    section_of_heading = {section.heading.start: section for section in outline.sections[1:]}
    definitions: list[Definition] = []
    following = len(outline.text)
    for index in range(len(group) - 1, -1, -1):
        label, block = group[index], outline.blocks[group[index].block]
        if index + 1 < len(group) and starts[index + 1] > starts[index]:
            following = starts[index + 1]
        extent = block.span
        if label.form is Form.HEADING:
            section = section_of_heading.get(block.content.start)
            extent = section.span if section else block.span
        elif label.form is Form.CELL:
            extent = outline.blocks[block.parent].span
        elif label.form is not Form.ITEM or in_container[label.container] == 1:
            # One label to a list: what follows the list, up to the next label, belongs to it.
            end = min(following, outline.section_at(block.span.start).own.end)
            extent = Span(block.span.start, max(end, block.span.end))
        definitions.append(
            Definition(
                label.key,
                label.number,
                label.label,
                label.form,
                label.block,
                label.section,
                label.container,
                extent,
                label.marked,
            )
        )
    return tuple(reversed(definitions))


def _role(outline: Outline, key: str, labels: list[Label]) -> Role:
    word = key.casefold().rstrip("-_")
    titles = " ".join(outline.sections[index].title for index in sorted({label.section for label in labels})).casefold()
    named = set(re.findall(r"[^\W\d_]+", titles))
    if len(word) > 1 or word in ("r", "u"):
        for role, words in ((Role.REQUIREMENT, REQUIREMENTS), (Role.WORK, WORK), (Role.DECISION, DECISIONS)):
            if word in words:
                return role
    for role, words in ((Role.REQUIREMENT, REQUIREMENTS), (Role.DECISION, DECISIONS), (Role.WORK, WORK)):
        if named & {w for w in words if len(w) > 3}:
            return role
    return Role.OTHER
