"""Sections: headings, and what stands under them."""

from __future__ import annotations

from dataclasses import dataclass

from anchorline.text.blocks import Block, BlockKind
from anchorline.text.inline import plain
from anchorline.text.span import Span


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it. Index 0 of an outline is the text before the first heading (level 0).

    `own` ends at the next heading of any level, `span` at the next one of the same or a higher level.
    """

    title: str
    level: int
    heading: Span
    own: Span
    span: Span
    parent: int


def sections_of(text: str, blocks: tuple[Block, ...]) -> tuple[Section, ...]:
    headings = [block for block in blocks if block.kind is BlockKind.HEADING and block.parent < 0]
    bounds = [0, *(heading.span.start for heading in headings), len(text)]
    levels = [0, *(heading.level for heading in headings)]
    ends = [len(text)] * len(levels)
    parents = [-1] * len(levels)
    open_: list[int] = []
    for index, level in enumerate(levels):
        while open_ and levels[open_[-1]] >= level:
            ends[open_.pop()] = bounds[index]
        parents[index] = open_[-1] if open_ else -1
        open_.append(index)
    sections = [Section("", 0, Span(0, 0), Span(0, bounds[1]), Span(0, len(text)), -1)]
    for index, heading in enumerate(headings, start=1):
        sections.append(
            Section(
                title=plain(heading.content.of(text)),
                level=heading.level,
                heading=heading.content,
                own=Span(bounds[index], bounds[index + 1]),
                span=Span(bounds[index], ends[index]),
                parent=parents[index],
            )
        )
    return tuple(sections)


def normalized_title(title: str) -> str:
    """Titles are compared without case, markup, numbering marks at the end and runs of white space."""
    return plain(title).casefold().strip(" .:#")
