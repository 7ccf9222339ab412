"""Families of IDs that a document defines: units, steps, phases, requirements, decisions, in any language.

An ID is a word and a number (Unit 7, Étape 4, 阶段 2, Task 1.2) or a code and a number (R9, REQ-5, FR-001). A document
defines one where it labels something with it: in a heading, at the start of a list item, as a bold label, in the
first cell of a table row. What stands there in the author's own text is a `Definition`; other places that may define
an ID (code, quotations, numbered lists, ranges) only make it `known`, which is enough not to call it missing.
"""

# ruff: noqa: SIM905  # word lists read best as lines of words

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import islice
from typing import NamedTuple

from anchorline.text.outline import Block, BlockKind, Outline
from anchorline.text.plan_words import DECISIONS, EXTERNAL, KNOWN_TOKENS, REQUIREMENTS, WORK
from anchorline.text.span import Span

MAX_RANGE = 200
"""A range of more members than this is no list of IDs."""

MAX_LABELS = 1200
MAX_MENTIONS = 4000
"""A document with more labels or mentions than this is no plan, and is not read as one."""

_MARKS = "\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0903\u093a-\u094f\u0e31-\u0e4e"
_LETTER = f"(?:[^\\W\\d_]|[{_MARKS}])"
_UPPER = "A-ZÀ-ÖØ-ÞΑ-ΩА-Я"
_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_NUMBER = r"\d{1,4}(?:\.\d{1,3}){0,3}[a-z]?(?![\w%]|[.,]\d)"
_ORDINAL_WORDS = "阶段|階段|步骤|步驟|步|单元|單元|期|단계"
_ID = re.compile(
    rf"第[ ]?(?P<ordinal>\d{{1,4}})[ ]?(?P<ordinal_word>{_ORDINAL_WORDS})"
    rf"|(?P<hangul>\d{{1,3}})[ ]?(?P<hangul_word>단계)"
    rf"|(?P<cjk>[{_CJK}]{{1,8}})[ \u3000]?(?P<cjk_number>{_NUMBER})"
    rf"|(?P<code>[{_UPPER}]{{1,8}}(?:[-_][{_UPPER}]{{1,8}}){{0,2}})[-_]?(?P<code_number>{_NUMBER})"
    rf"|(?P<qualifier>(?:{_LETTER}{{2,24}}[ \u00a0]){{0,2}})(?P<word>{_LETTER}{{2,24}})"
    rf"(?:[ \u00a0]{{1,2}}(?:#|[Nn][ro°º]\.?[ ]?)?|-)(?P<word_number>{_NUMBER})"
)
# What may stand before a label: emphasis, brackets, check marks, emoji; and the heading's own number.
_LEAD = re.compile(
    r"[^\w\s\"'“”„«»<>#|]{0,6}[ \t]{0,2}"
    r"[^\w\s\"'“”„«»<>#|]{0,6}[ \t]{0,2}(?:\d{1,3}(?:\.\d{1,3}){0,4}[.)]?[ \t]+)?[*_`~(\[]{0,4}"
)
_AFTER = re.compile(
    r"(?P<close>[*_`~)\]]{0,4})[ \t]*(?P<mark>[:：.。)）、—–|(（\[]|-(?=\s)|(?<=[*_`\]])(?=[ \t])|(?<=[*_`\]][ \t])|$)"
)
_NEXT = re.compile(
    r"[*_`~)\]]{0,4}[ \t]{0,2}(?P<separator>[,;/&+、，]|[-–—~〜]|\.\.\.?|…)?[ \t]{0,2}"
    r"(?P<word>(?:and|or|und|oder|sowie|et|ou|y|e|o|en|i|и|và|to|through|thru|until|bis|à|a|au|до|至|到|和|与|及"
    r"|から)(?![^\W\d_]))?"
    r"[ \t]{0,2}[*_`~(\[]{0,4}"
)
_NOT_INSIDE = r"(?<![\w./-])"
_RANGE_WORDS = frozenset("to through thru until bis à a au до 至 到 から".split())
_RANGE_MARKS = frozenset(("-", "–", "—", "~", "〜", "..", "...", "…"))
_FUNCTION_WORDS = frozenset(
    "of for in the to a an and or from with per see by on at is as before after during between until since "
    "der die das des den dem und oder für von vor nach zu im in mit siehe "
    "de la le les du des et ou pour dans en à voir el los las y del para".split()
)
BARE_NUMBER = re.compile(_NUMBER)
_DIGIT = re.compile(r"\d")


class Number(NamedTuple):
    """The number of an ID: `1.2` is (1, 2), `3b` is (3,) and "b". Leading zeros do not count."""

    parts: tuple[int, ...]
    suffix: str = ""

    def __str__(self) -> str:
        return ".".join(map(str, self.parts)) + self.suffix

    @property
    def whole(self) -> bool:
        return len(self.parts) == 1 and not self.suffix


class Form(StrEnum):
    HEADING = "heading"
    ITEM = "item"
    BOLD = "bold"
    LINE = "line"
    CELL = "cell"


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


@dataclass(frozen=True, slots=True)
class Family:
    """IDs with one prefix. `prefix` is as first written; `definitions` are in document order."""

    key: str
    prefix: str
    is_code: bool
    definitions: tuple[Definition, ...]
    role: Role

    @property
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
        return len(self.numbers) >= 2 and self.key not in EXTERNAL and self.is_sequence

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


def expanded(first: Number, last: Number) -> Iterator[Number]:
    """The members between two numbers of the same depth; only the ends when the range is absurd."""
    head = first.parts[:-1]
    if head != last.parts[:-1] or not 0 <= last.parts[-1] - first.parts[-1] <= MAX_RANGE:
        yield from (first, last)
        return
    yield from (Number((*head, at)) for at in range(first.parts[-1], last.parts[-1] + 1))


@lru_cache(maxsize=4096)
def read_number(text: str) -> Number:
    if text.isdecimal():
        return Number((int(text),))
    suffix = text[-1] if text[-1:].isalpha() else ""
    return Number(tuple(int(part) for part in text.removesuffix(suffix).split(".")), suffix)


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
        spelled = [re.escape(word) for word in sorted(words, key=len, reverse=True) if not _is_cjk(word)]
        cjk = [re.escape(word) for word in sorted(words, key=len, reverse=True) if _is_cjk(word)]
        patterns: list[str] = []
        if codes:
            alternatives = "|".join(re.escape(code) for code in sorted(codes, key=len, reverse=True))
            patterns.append(rf"{_NOT_INSIDE}(?P<prefix>{alternatives})(?P<plural>s?)[-_]?(?P<number>{_NUMBER})")
        if spelled:
            patterns.append(
                rf"{_NOT_INSIDE}(?i:(?P<prefix>{'|'.join(spelled)}))(?P<plural>{_LETTER}{{0,2}})"
                rf"(?:[ \u00a0]{{1,2}}|[ ]?\r?\n[ \t>]{{0,8}}|-)(?:#|[Nn][ro°º]\.?[ ]?)?(?P<number>{_NUMBER})"
            )
        if cjk:
            patterns.append(rf"(?P<prefix>{'|'.join(cjk)})(?P<plural>)[ \u3000]?(?P<number>{_NUMBER})")
            ordinal = [word for word in cjk if word in _ORDINAL_WORDS.split("|")]
            if ordinal:
                patterns.append(rf"第?[ ]?(?P<number>(?<!\d)\d{{1,4}})[ ]?(?P<plural>)(?P<prefix>{'|'.join(ordinal)})")
        return tuple(re.compile(pattern) for pattern in patterns)

    @cached_property
    def _continuations(self) -> tuple[re.Pattern[str], ...]:
        """The same without a look at what stands before: "R4" in "R1-R4" follows a hyphen."""
        return tuple(re.compile(pattern.pattern.removeprefix(_NOT_INSIDE)) for pattern in self._patterns)

    def mentions(self, text: str, start: int = 0, end: int | None = None) -> Iterator[Mention]:
        """IDs of these families in a text (the document's, or a masked copy), by pattern and then by place."""
        end = len(text) if end is None else end
        for pattern in self._patterns:
            match = pattern.search(text, start, end)
            while match:
                mention = self._mention(text, match, end)
                yield mention
                match = pattern.search(text, max(mention.span.end, match.end()), end)

    def _mention(self, text: str, match: re.Match[str], end: int) -> Mention:
        written = match["prefix"]
        key = written if written in self.by_key else written.casefold()
        family = self.by_key[key]
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
        while len(ids) + len(listed) < MAX_RANGE and (step := _NEXT.match(text, at, end)):
            if step.end() == at or not (step["separator"] or step["word"]):
                break
            is_range = step["separator"] in _RANGE_MARKS or step["word"] in _RANGE_WORDS
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
        known = {family.key: set(family.numbers) for family in self}
        outline = self.outline
        for span in (*outline.unclaimed, *outline.code):
            self._know(known, self.mentions(outline.text, *span))
        for index, block in enumerate(outline.blocks):
            if block.kind is BlockKind.HEADING:
                self._know(known, self.mentions(outline.text, *block.content))
            elif block.kind in (BlockKind.ITEM, BlockKind.PARAGRAPH, BlockKind.CELL):
                if block.kind is BlockKind.CELL and outline.children(block.parent)[0] != index:
                    continue
                for start, end, anywhere in _label_places(outline.text, block):
                    mentions = self.mentions(outline.text, start, end)
                    self._know(known, (m for m in mentions if anywhere or m.span.start == start))
        self._know_numbered(known)
        for numbers in known.values():
            # "Task 1" is known where "Task 1.2" is: a number of a tree stands for its branch.
            numbers.update(Number(n.parts[:depth]) for n in tuple(numbers) for depth in range(1, len(n.parts)))
            numbers.update(Number(n.parts) for n in tuple(numbers) if n.suffix)
        return known

    def _know(self, known: dict[str, set[Number]], mentions: Iterable[Mention]) -> None:
        for mention in mentions:
            known[mention.key].update(mention.numbers())

    def _know_numbered(self, known: dict[str, set[Number]]) -> None:
        """Numbered lists, headings and table rows under a word of the family define its numbers too."""
        outline = self.outline
        words = [family for family in self if not family.is_code]
        if not words:
            return
        longest = 0
        for index, block in enumerate(outline.blocks):
            if block.kind is BlockKind.ORDERED_LIST:
                longest = max(longest, _last_number(outline, index))
        for family in words:
            # "Step 5" means the nearest ordered list as often as a heading.
            if family.key in _LIST_WORDS and longest:
                known[family.key].update(Number((n,)) for n in range(min(longest, 1000) + 1))
        for section in outline.sections[1:]:
            numbered = re.match(
                r"(\d{1,3}(?:\.\d{1,3}){0,3})[.)]?[ \t]", outline.text[section.heading.start : section.heading.end]
            )
            if numbered is None:
                continue
            number = read_number(numbered[1])
            for family in words:
                known[family.key].add(number)
        for index, _ in outline.of_kind(BlockKind.TABLE):
            rows = [row for row in outline.children(index) if outline.blocks[row].kind is BlockKind.ROW]
            if not rows:
                continue
            header = " ".join(
                outline.blocks[cell].content.of(outline.text) for cell in outline.children(rows[0])
            ).casefold()
            near = [family for family in words if family.key in header or "#" in header]
            if not near:
                continue
            for row in rows[1:]:
                for cell in outline.children(row):
                    numbers = re.findall(
                        r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){0,2}(?![\w.])",
                        outline.blocks[cell].content.of(outline.text)[:40],
                    )
                    for family in near:
                        known[family.key].update(read_number(number) for number in numbers)


_LIST_WORDS = frozenset(
    "step schritt étape etape paso passo passaggio stap krok steg trin vaihe adım шаг крок 步骤 步驟 步 ステップ 手順 "
    "단계 task aufgabe tâche tarea tarefa задача 任务 point punkt".split()
)


def _last_number(outline: Outline, index: int) -> int:
    items = [child for child in outline.children(index) if outline.blocks[child].kind is BlockKind.ITEM]
    if not items:
        return 0
    first = re.match(r"\d+", outline.blocks[items[0]].info)
    return (int(first.group()) if first else 1) + len(items) - 1


def _label_places(text: str, block: Block) -> Iterator[tuple[int, int, bool]]:
    """Where a block may carry a label, and whether anywhere there or only at its start."""
    start, end = block.content
    if block.kind is BlockKind.CELL:
        yield start, min(end, start + 60), True
        return
    line_end = text.find("\n", start, end)
    first_end = end if line_end < 0 else line_end
    if _DIGIT.search(text, start, end) is None:
        return
    lead = _LEAD.match(text, start, first_end)
    label_start = lead.end() if lead else start
    found = _ID.match(text, label_start, first_end)
    is_item = block.kind is BlockKind.ITEM
    if found and not found["qualifier"] and (is_item or _AFTER.match(text, found.end(), first_end)):
        yield label_start, min(first_end, label_start + 80), False
    if block.kind is BlockKind.PARAGRAPH:
        at = text.find("**", start, end)
        while at >= 0:
            close = text.find("**", at + 2, end)
            if close < 0:
                break
            if close - at < 80 and (
                text[at - 1 : at] in ("\n", "")
                or at == start
                or text[close - 1] in ":."
                or text[close + 2 : close + 3] in ":.—–"
            ):
                yield at + 2, close, True
            at = text.find("**", close + 2, end)
        at = line_end
        while at >= 0:  # lines of a paragraph that open with an ID: "R1: …"
            if label := _LINE_ID.match(text, at + 1, end):
                yield label.start(), label.end(), True
            at = text.find("\n", at + 1, end)


_LINE_ID = re.compile(rf"[ \t>]{{0,8}}(?:{_ID.pattern})[*_`~)\]]{{0,4}}[ \t]?[:：—–]")


def _is_cjk(word: str) -> bool:
    return any("\u3040" <= c <= "\u30ff" or "\u3400" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7af" for c in word)


class _Found(NamedTuple):
    key: str
    prefix: str
    is_code: bool
    number: Number
    label: Span
    form: Form
    block: int
    section: int
    container: int
    marked: bool


def learn_families(outline: Outline) -> Families:
    """Every family that the document defines at least two members of."""
    found = list(islice((label for label in _labels(outline) if outline.is_claim(label.label)), MAX_LABELS + 1))
    if len(found) > MAX_LABELS:
        return Families(outline, {})
    groups: dict[str, list[_Found]] = {}
    for label in found:
        groups.setdefault(label.key, []).append(label)
    families: dict[str, Family] = {}
    for key, labels in groups.items():
        if len({label.number for label in labels}) < 2:
            continue
        families[key] = Family(
            key, labels[0].prefix, labels[0].is_code, _with_extents(outline, labels), _role(outline, key, labels)
        )
    return Families(outline, families)


def _labels(outline: Outline) -> Iterator[_Found]:
    text = outline.text
    section_of_heading = {section.heading.start: index for index, section in enumerate(outline.sections) if index}
    for index, block in enumerate(outline.blocks):
        kind = block.kind
        if kind is BlockKind.HEADING:
            own = section_of_heading.get(block.content.start)
            section = outline.sections[own].parent if own is not None else outline.section_index_at(block.span.start)
            yield from _label(text, block.content, Form.HEADING, index, section, -1, task=False)
        elif kind is BlockKind.ITEM:
            line_end = _line_end(text, block.content)
            section = outline.section_index_at(block.span.start)
            yield from _label(
                text,
                Span(block.content.start, line_end),
                Form.ITEM,
                index,
                section,
                block.parent,
                task=block.task is not None,
            )
        elif kind is BlockKind.PARAGRAPH:
            outer = outline.blocks[block.parent] if block.parent >= 0 else None
            if outer is not None and outer.kind is BlockKind.ITEM and outer.span.start == block.span.start:
                continue  # the item's own label
            yield from _paragraph_labels(text, block, index, outline.section_index_at(block.span.start))
        elif kind is BlockKind.CELL and block.info != "header":
            row = outline.blocks[block.parent]
            if outline.children(block.parent)[0] == index:
                section = outline.section_index_at(block.span.start)
                yield from _label(text, block.content, Form.CELL, index, section, row.parent, task=False)


def _paragraph_labels(text: str, block: Block, index: int, section: int) -> Iterator[_Found]:
    start, end = block.content
    line = start
    while line < end:
        stop = text.find("\n", line, end)
        stop = end if stop < 0 else stop
        at = line
        while at < stop and text[at] in " \t":
            at += 1
        if text.startswith(("**", "__"), at):
            yield from _label(text, Span(at, stop), Form.BOLD, index, section, block.parent, task=False)
        elif line == start:
            yield from _label(text, Span(at, stop), Form.LINE, index, section, block.parent, task=False)
        line = stop + 1


def _line_end(text: str, span: Span) -> int:
    stop = text.find("\n", span.start, span.end)
    stop = span.end if stop < 0 else stop
    return stop - (text[stop - 1 : stop] == "\r")


def _label(
    text: str, span: Span, form: Form, block: int, section: int, container: int, *, task: bool
) -> Iterator[_Found]:
    if _DIGIT.search(text, span.start, min(span.end, span.start + 100)) is None:
        return
    lead = _LEAD.match(text, *span)
    start = lead.end() if lead else span.start
    match = _ID.match(text, start, span.end)
    if match is None and start > span.start:
        # The lead may have taken the number of "2단계".
        match = _ID.match(text, span.start, span.end)
    if match is None:
        return
    read = _read(match)
    if read is None:
        return
    key, prefix, is_code, written, label = read
    after = _AFTER.match(text, label.end, span.end)
    if "[" in text[span.start : label.start] and _is_link(text, label.end, span.end):
        return
    marked = after is not None
    strict = marked or form is Form.HEADING or (form is Form.ITEM and task)
    more = list(_further(text, label.end, span.end, key, read_number(written)))
    if more:
        after = _AFTER.match(text, more[-1][1].end, span.end)
        marked = strict = after is not None
    if form is Form.LINE and (after is None or after["mark"] not in (":", "：", ".", "—", "–")):
        return
    if form is Form.CELL and not (marked and len(label.of(text)) < 40):
        return
    if not strict:
        return
    yield _Found(key, prefix, is_code, read_number(written), label, form, block, section, container, marked)
    for number, place in more:
        yield _Found(key, prefix, is_code, number, place, form, block, section, container, marked)


def _further(text: str, at: int, end: int, key: str, last: Number) -> Iterator[tuple[Number, Span]]:
    """What else a label names: "R1–R3", "Units 2 and 3"."""
    while step := _NEXT.match(text, at, end):
        if not (step["separator"] or step["word"]):
            return
        is_range = step["separator"] in _RANGE_MARKS or step["word"] in _RANGE_WORDS
        match = _ID.match(text, step.end(), end)
        read = _read(match) if match else None
        if read is not None and read[0] == key:
            number, place = read_number(read[3]), read[4]
        else:
            # A bare number goes on a label only after a tight mark: "R1-3", "Units 1/2"; not "Step 1 - 3 files".
            bare = BARE_NUMBER.match(text, step.end(), end) if step.group() == step["separator"] else None
            if bare is None:
                return
            number, place = read_number(bare.group()), Span(*bare.span())
        if is_range:
            yield from ((n, place) for n in expanded(last, number) if n != last)
        else:
            yield number, place
        at, last = place.end, number


def _is_link(text: str, at: int, end: int) -> bool:
    close = text.find("]", at, end)
    return close >= 0 and text[close + 1 : close + 2] in ("(", "[")


def _read(match: re.Match[str]) -> tuple[str, str, bool, str, Span] | None:
    """(key, prefix as written, whether a code, number as written, place) of a matched ID."""
    if match["code"]:
        return (
            match["code"],
            match.string[match.start("code") : match.start("code_number")],
            True,
            match["code_number"],
            Span(*match.span()),
        )
    if match["word"]:
        if any(word in _FUNCTION_WORDS for word in match["qualifier"].casefold().split()):
            return None
        word = _singular(match["word"].casefold())
        if word in _FUNCTION_WORDS:
            return None
        return word, match["word"], False, match["word_number"], Span(match.start("word"), match.end())
    if match["cjk"]:
        return match["cjk"], match["cjk"], False, match["cjk_number"], Span(*match.span())
    if match["ordinal"]:
        return match["ordinal_word"], match["ordinal_word"], False, match["ordinal"], Span(*match.span())
    return match["hangul_word"], match["hangul_word"], False, match["hangul"], Span(*match.span())


def _singular(word: str) -> str:
    """`units` is a label for several: the family is `unit`. Only where the singular is a word that plans use."""
    for ending in ("s", "en", "n", "e"):
        stem = word.removesuffix(ending)
        if stem != word and stem in WORK | REQUIREMENTS | DECISIONS and len(stem) > 2:
            return stem
    return word


def _with_extents(outline: Outline, labels: list[_Found]) -> tuple[Definition, ...]:
    starts = [outline.blocks[label.block].span.start for label in labels]
    in_container: dict[int, int] = {}
    for label in labels:
        if label.form is Form.ITEM:
            in_container[label.container] = in_container.get(label.container, 0) + 1
    section_of_heading = {section.heading.start: section for section in outline.sections[1:]}
    definitions: list[Definition] = []
    following = len(outline.text)
    for index in range(len(labels) - 1, -1, -1):
        label, block = labels[index], outline.blocks[labels[index].block]
        if index + 1 < len(labels) and starts[index + 1] > starts[index]:
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


def _role(outline: Outline, key: str, labels: list[_Found]) -> Role:
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


def is_known_token(written: str) -> bool:
    """Whether the ID as written is the name of something else wherever it stands (S3, H2, Q4)."""
    return written in KNOWN_TOKENS
