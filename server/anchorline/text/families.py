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
from functools import cached_property
from itertools import islice

from anchorline.text.family import Definition, Family, Role
from anchorline.text.ids import Number
from anchorline.text.known_ids import known_numbers
from anchorline.text.labels import Form, Label, labels
from anchorline.text.mentions import Mention, Notation
from anchorline.text.outline import Outline
from anchorline.text.plan_words import DECISIONS, REQUIREMENTS, WORK
from anchorline.text.span import Span

MAX_LABELS = 1200
MAX_MENTIONS = 4000
"""A document with more labels or mentions than this is no plan, and is not read as one."""


@dataclass(frozen=True)
class Families:
    """The families of one document, by key, in the order of their first definition."""

    outline: Outline
    by_key: dict[str, Family]

    def __iter__(self) -> Iterator[Family]:
        return iter(self.by_key.values())

    def get(self, key: str) -> Family | None:
        return self.by_key.get(key)

    @cached_property
    def plan(self) -> tuple[Family, ...]:
        """Those that the document owns."""
        return tuple(family for family in self if family.is_plan)

    @cached_property
    def _notation(self) -> Notation:
        return Notation(self.by_key)

    def mentions(self, text: str, start: int = 0, end: int | None = None) -> Iterator[Mention]:
        """IDs of these families in a text (the document's, or a masked copy), by pattern and then by place."""
        return self._notation.mentions(text, start, end)

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
