"""A family of IDs: its members, each with the place that defines it, and the part that it plays in the document."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from anchorline.text.ids import Number
from anchorline.text.labels import Form
from anchorline.text.plan_words import EXTERNAL
from anchorline.text.span import Span

Key = tuple[str, Number]
"""An ID: the key of its family, and its number."""


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
