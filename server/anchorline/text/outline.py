"""The structure of a Markdown document, with the place of every part.

markdown-it finds the blocks; inline structure is found on demand (`inline`). Two masked copies of the text, of the
same length, let checks search the author's own claims with plain patterns and keep true offsets:

`prose`  without front matter, code blocks, comments, raw HTML blocks, block quotes and review output
`plain`  the same without code spans, inline HTML and link targets either
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from anchorline.text.blocks import Block, BlockKind, read_blocks
from anchorline.text.front_matter import FrontMatter, read_front_matter
from anchorline.text.inline import Link, LinkKind, code_spans, html_tags, links
from anchorline.text.lines import LineIndex
from anchorline.text.masks import blanked, merged
from anchorline.text.sections import Section, normalized_title, sections_of
from anchorline.text.span import Span

_LONE_CR = re.compile(r"\r(?!\n)")
_REVIEW_OUTPUT = re.compile(r"deferred\s*(?:/|and|&|or)\s*open\s+questions", re.IGNORECASE)
_UNCLAIMED = frozenset({BlockKind.FRONT_MATTER, BlockKind.FENCE, BlockKind.CODE, BlockKind.HTML, BlockKind.QUOTE})
_INLINE_HOLDERS = frozenset({BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.CELL})


@dataclass(frozen=True)
class Outline:
    """The blocks, sections and reference definitions of one Markdown text."""

    text: str
    lines: LineIndex
    blocks: tuple[Block, ...]
    sections: tuple[Section, ...]
    front_matter: FrontMatter | None
    references: dict[str, Span]
    """Reference definitions: label as markdown-it normalizes it, and the lines that define it."""
    problems: tuple[str, ...] = ()
    _section_starts: tuple[int, ...] = field(default=(), repr=False)

    def section_index_at(self, offset: int) -> int:
        return bisect_right(self._section_starts, offset) - 1

    def section_at(self, offset: int) -> Section:
        """The section of the nearest heading above `offset`."""
        return self.sections[self.section_index_at(offset)]

    def sections_titled(self, title: str) -> list[Section]:
        wanted = normalized_title(title)
        return [section for section in self.sections if normalized_title(section.title) == wanted]

    def of_kind(self, *kinds: BlockKind) -> Iterator[tuple[int, Block]]:
        return ((index, block) for index, block in enumerate(self.blocks) if block.kind in kinds)

    @cached_property
    def _children(self) -> dict[int, list[int]]:
        children: dict[int, list[int]] = {}
        for index, block in enumerate(self.blocks):
            children.setdefault(block.parent, []).append(index)
        return children

    def children(self, index: int) -> list[int]:
        """Indices of the blocks directly inside a block (-1: at the top)."""
        return self._children.get(index, [])

    def ancestors(self, index: int) -> Iterator[int]:
        """Indices of the enclosing blocks, nearest first."""
        index = self.blocks[index].parent
        while index >= 0:
            yield index
            index = self.blocks[index].parent

    def is_claim(self, span: Span) -> bool:
        """Whether the author claims what stands there: it is not wholly inside code, a comment, a quotation, …"""
        return self.prose[span.start : span.end].strip() != ""

    @cached_property
    def review_output(self) -> tuple[Span, ...]:
        """Places of what earlier reviews wrote into the document. Sorted, disjoint."""
        return merged([section.span for section in self.sections if _REVIEW_OUTPUT.search(section.title)])

    @cached_property
    def unclaimed(self) -> tuple[Span, ...]:
        """Places of front matter, code blocks, comments, raw HTML, quotations and review output. Sorted, disjoint."""
        spans = [block.span for block in self.blocks if block.kind in _UNCLAIMED]
        spans += self.review_output
        without_code = blanked(self.text, [*spans, *self.code])
        spans += _comments(without_code)
        return merged(spans)

    @cached_property
    def code(self) -> tuple[Span, ...]:
        """Inline code spans, with their backticks, in document order."""
        if "`" not in self.text:
            return ()
        return tuple(
            span
            for block in self.blocks
            if block.kind in _INLINE_HOLDERS
            for span in code_spans(self.text, block.content.start, block.content.end)
        )

    @cached_property
    def prose(self) -> str:
        return blanked(self.text, self.unclaimed)

    @cached_property
    def _without_code(self) -> str:
        return blanked(self.prose, self.code)

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """Links and footnote references in the author's own text, in document order."""
        if "]" not in self._without_code:
            return ()
        return tuple(
            link
            for block in self.blocks
            if block.kind in _INLINE_HOLDERS
            for link in links(self._without_code, block.content.start, block.content.end)
        )

    @cached_property
    def plain(self) -> str:
        spans = list(html_tags(self._without_code))
        spans += (
            link.span if link.kind is LinkKind.FOOTNOTE else Span(link.text.end, link.span.end) for link in self.links
        )
        return blanked(self._without_code, merged(spans))


def _comments(text: str) -> Iterator[Span]:
    for opening, closing in (("<!--", "-->"), ("{/*", "*/}")):
        at = text.find(opening)
        while at >= 0:
            stop = text.find(closing, at + len(opening))
            if stop < 0:
                break
            yield Span(at, stop + len(closing))
            at = text.find(opening, stop)


def read_outline(text: str, lines: LineIndex | None = None) -> Outline:
    """Parse. Never raises for bad input; broken front matter is a problem, and the rest stands.

    A lone carriage return ends a line: the outline's copies of the text show it as a line feed, so that patterns need
    to know one line end only. Lengths and places stay what they are.
    """
    lines = LineIndex(text) if lines is None else lines
    text = _LONE_CR.sub("\n", text) if "\r" in text else text
    blocks, references = read_blocks(text, lines)
    front_matter: FrontMatter | None = None
    problems: tuple[str, ...] = ()
    if blocks and blocks[0].kind is BlockKind.FRONT_MATTER:
        front_matter, problems = read_front_matter(text, blocks[0].span, blocks[0].content)
    sections = sections_of(text, blocks)
    starts = tuple(section.own.start for section in sections)
    return Outline(text, lines, blocks, sections, front_matter, references, problems, starts)
