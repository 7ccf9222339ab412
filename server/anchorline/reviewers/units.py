"""The fields of a plan's units that name files and work: "**Files:**", "Approach:" and the like.

A unit is what stands between two headings or two items that open a unit ("- [ ] Unit 3: …"). Only units whose fields
can be told apart without doubt are given: at most one Files field and at most one Approach each.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from anchorline.text.blocks import BlockKind
from anchorline.text.outline import Outline
from anchorline.text.sections import normalized_title
from anchorline.text.span import Span

FILES = "files"
APPROACH = "approach"
_NAMES = {
    "files": FILES,
    "affected files": FILES,
    "files to change": FILES,
    "files to modify": FILES,
    "files changed": FILES,
    "dateien": FILES,
    "betroffene dateien": FILES,
    "approach": APPROACH,
    "technical approach": APPROACH,
    "implementation approach": APPROACH,
    "vorgehen": APPROACH,
    "vorgehensweise": APPROACH,
    "ansatz": APPROACH,
    "umsetzung": APPROACH,
}
_MENTIONED = re.compile(r"[Ff]iles|FILES|[Dd]ateien|DATEIEN")
# A label opens its line, after a list marker at most: bold with its colon inside or outside, or one or two plain words.
_LABEL = re.compile(
    r"(?P<indent>[ \t]{0,24})(?P<marker>(?:[-*+]|\d{1,3}[.)])[ \t]{1,4})?(?:\[[ xX]\][ \t]{1,3})?"
    r"(?:(?P<bold>\*\*|__)(?P<label>[^*_\r\n:`]{1,60})(?:(?P<colon>:)[ \t]*(?P=bold)|(?P=bold)[ \t]*(?P<after>:)?)"
    r"|(?P<plain>[A-Za-z][A-Za-z ]{2,24}):)"
)
_UNIT_ITEM = re.compile(
    r"(?:\*\*|__)?(?:(?:implementation[ ])?(?:unit|task|step|phase|milestone|einheit|aufgabe|schritt|u)[ ]?\d)", re.I
)
_NOT_DECIDED = re.compile(r"\b(?:options?|alternatives?|optionen|alternativen|rejected|verworfen)\b", re.I)
_MAX_NESTED = 200
_MAX_FIELDS = 1000
_MAX_LABELS = 4000


@dataclass(frozen=True, slots=True)
class Field:
    """A labelled part of a unit. `label` as written; `line` starts at its first line, `value` after the label."""

    name: str
    label: str
    line: int
    value: Span
    indent: int


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit: its whole text, and its fields."""

    span: Span
    files: Field | None
    approach: Field | None


def read_units(outline: Outline) -> Iterator[Unit]:
    """The units of a plan that have a Files field or an Approach, in document order."""
    if _MENTIONED.search(outline.prose) is None:
        return
    bounds = _bounds(outline)
    grouped: dict[int, list[Field]] = {}
    for field in islice(_fields(outline, bounds), _MAX_FIELDS):
        grouped.setdefault(bisect_right(bounds, field.line) - 1, []).append(field)
    for index, fields in grouped.items():
        files = [field for field in fields if field.name == FILES]
        approaches = [field for field in fields if field.name == APPROACH]
        if len(files) > 1:
            continue
        yield Unit(
            Span(bounds[index], bounds[index + 1]),
            files[0] if files else None,
            approaches[0] if len(approaches) == 1 else None,
        )


def _bounds(outline: Outline) -> list[int]:
    """Where units may begin: headings that are no field themselves, and items that open a unit. Ends with the end."""
    starts = {0, len(outline.text)}
    for _, block in outline.of_kind(BlockKind.HEADING, BlockKind.ITEM):
        if block.kind is BlockKind.HEADING:
            if normalized_title(block.content.of(outline.text)) not in _NAMES:
                starts.add(block.span.start)
        elif _UNIT_ITEM.match(outline.text, block.content.start, block.content.end):
            starts.add(block.span.start)
    return sorted(starts)


class _Mark(NamedTuple):
    """A line that may open or end a field."""

    line: int
    value: int
    label: str
    name: str
    indent: int
    is_item: bool
    is_plain: bool

    def ends(self, field: _Mark) -> bool:
        """Whether the field's text stops here: at a label that is not nested in it."""
        if self.is_plain and not self.name and not field.is_plain:
            return False
        return self.indent < field.indent or (self.indent == field.indent and (field.is_item or not self.is_item))


def _marks(outline: Outline) -> list[_Mark]:
    text, prose = outline.text, outline.prose
    marks: list[_Mark] = []
    for _, block in outline.of_kind(BlockKind.HEADING):
        label = block.content.of(text)
        name = _NAMES.get(normalized_title(label), "") if outline.is_claim(block.content) else ""
        marks.append(_Mark(block.span.start, block.span.end, label, name, -1, is_item=False, is_plain=False))
    # Line by line: a pattern that may begin anywhere would try every character.
    labels = filter(None, (_LABEL.match(prose, start) for start in outline.lines.starts))
    for match in islice(labels, _MAX_LABELS):
        is_plain = match.group("bold") is None
        label = match.group("plain" if is_plain else "label")
        name = _NAMES.get(label.strip(" .").casefold(), "")
        is_item = match.group("marker") is not None
        if not (is_plain or match.group("colon") or match.group("after")):
            # Bold words that open a paragraph end a field; they are one only when nothing follows them.
            if is_item:
                continue
            if prose[match.end() : match.end() + 1] not in ("", "\r", "\n"):
                name = ""
        marks.append(_Mark(match.start(), match.end(), label, name, len(match.group("indent")), is_item, is_plain))
    return sorted(marks)


def _fields(outline: Outline, bounds: list[int]) -> Iterator[Field]:
    marks = _marks(outline)
    item_ends: dict[int, int] = {}
    for _, block in outline.of_kind(BlockKind.ITEM):
        item_ends.setdefault(block.span.start, block.span.end)
    undecided = _undecided(outline)
    for at, mark in enumerate(marks):
        if not mark.name or outline.section_index_at(mark.line) in undecided:
            continue
        end = bounds[bisect_right(bounds, mark.line)] if mark.line < bounds[-1] else bounds[-1]
        for following in (marks[index] for index in range(at + 1, min(at + 1 + _MAX_NESTED, len(marks)))):
            if following.line >= end:
                break
            if following.ends(mark):
                end = following.line
                break
        if mark.is_item:
            end = min(end, item_ends.get(mark.line, end))
        yield Field(mark.name, mark.label, mark.line, Span(mark.value, max(mark.value, end)), mark.indent)


def _undecided(outline: Outline) -> set[int]:
    """Sections that weigh options, with all below them: what they say is not yet the plan."""
    found: set[int] = set()
    for index, section in enumerate(outline.sections):
        if section.parent in found or _NOT_DECIDED.search(section.title):
            found.add(index)
    return found
