"""The structure of a Markdown document, with the place of every part.

markdown-it finds the blocks; inline structure is found on demand (`inline`). Two masked copies of the text, of the
same length, let checks search the author's own claims with plain patterns and keep true offsets:

`prose`  without front matter, code blocks, comments, raw HTML blocks, block quotes and review output
`plain`  the same without code spans, inline HTML and link targets either
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from anchorline.text.front_matter import FrontMatter, read_front_matter
from anchorline.text.inline import Link, LinkKind, code_spans, html_tags, links, plain
from anchorline.text.lines import LineIndex
from anchorline.text.span import Span

if TYPE_CHECKING:
    from markdown_it.token import Token

_LONE_CR = re.compile(r"\r(?!\n)")
_NOT_EOL = re.compile(r"[^\r\n]")
_ITEM_MARKER = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)")
_TASK = re.compile(r"\[([ xX])\](?:[ \t]+|$)")
_HEADING_MARKS = re.compile(r"[ \t]{0,3}#{1,6}[ \t]*")
_CLOSING_MARKS = re.compile(r"[ \t]+#+[ \t]*$|[ \t]+$")
_REVIEW_OUTPUT = re.compile(r"deferred\s*(?:/|and|&|or)\s*open\s+questions", re.IGNORECASE)


class BlockKind(StrEnum):
    FRONT_MATTER = "front_matter"
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    BULLET_LIST = "bullet_list"
    ORDERED_LIST = "ordered_list"
    ITEM = "item"
    TABLE = "table"
    ROW = "row"
    CELL = "cell"
    FENCE = "fence"
    CODE = "code"
    HTML = "html"
    QUOTE = "quote"
    FOOTNOTE = "footnote"
    RULE = "rule"


class Block(NamedTuple):
    """One block. `span` covers its lines without the last line end; `content` its own text without markers.

    `level` is the heading level, else the depth of nesting. `parent` is the index of the enclosing block, -1 at the
    top. `info` is the list marker as written, the fence's info string, or a footnote's label; for rows, "header" in
    the head. `task` is the state of a check box, None without one.
    """

    kind: BlockKind
    span: Span
    content: Span
    level: int
    parent: int
    info: str = ""
    task: bool | None = None


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


_CONTAINERS = {
    "blockquote_open": BlockKind.QUOTE,
    "bullet_list_open": BlockKind.BULLET_LIST,
    "ordered_list_open": BlockKind.ORDERED_LIST,
    "list_item_open": BlockKind.ITEM,
    "table_open": BlockKind.TABLE,
    "tr_open": BlockKind.ROW,
    "footnote_reference_open": BlockKind.FOOTNOTE,
    "heading_open": BlockKind.HEADING,
    "paragraph_open": BlockKind.PARAGRAPH,
}
_LEAVES = {
    "front_matter": BlockKind.FRONT_MATTER,
    "fence": BlockKind.FENCE,
    "code_block": BlockKind.CODE,
    "html_block": BlockKind.HTML,
    "hr": BlockKind.RULE,
}
_UNCLAIMED = frozenset({BlockKind.FRONT_MATTER, BlockKind.FENCE, BlockKind.CODE, BlockKind.HTML, BlockKind.QUOTE})
_INLINE_HOLDERS = frozenset({BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.CELL})


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark").enable("table").use(front_matter_plugin).use(footnote_plugin)


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


def normalized_title(title: str) -> str:
    """Titles are compared without case, markup, numbering marks at the end and runs of white space."""
    return plain(title).casefold().strip(" .:#")


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The same places as sorted, disjoint spans."""
    result: list[Span] = []
    for span in sorted(spans):
        if result and span.start <= result[-1].end:
            result[-1] = Span(result[-1].start, max(result[-1].end, span.end))
        else:
            result.append(span)
    return tuple(result)


def blanked(text: str, spans: Iterable[Span]) -> str:
    """The text with every character in `spans` a space, but for line ends. Same length, same lines."""
    parts: list[str] = []
    at = 0
    for span in merged(spans):
        piece = span.of(text)
        parts += (
            text[at : span.start],
            _NOT_EOL.sub(" ", piece) if "\n" in piece or "\r" in piece else " " * len(piece),
        )
        at = span.end
    return "".join((*parts, text[at:])) if parts else text


def _comments(text: str) -> Iterator[Span]:
    for opening, closing in (("<!--", "-->"), ("{/*", "*/}")):
        at = text.find(opening)
        while at >= 0:
            stop = text.find(closing, at + len(opening))
            if stop < 0:
                break
            yield Span(at, stop + len(closing))
            at = text.find(opening, stop)


def cells_of(text: str, row: Span) -> list[Span]:
    """The cells of a table row, trimmed, by the rule of GFM: a pipe ends a cell unless a backslash stands before it."""
    start, end = row
    while start < end and text[start] in " \t>":
        start += 1
    while end > start and text[end - 1] in " \t":
        end -= 1
    if start < end and text[start] == "|":
        start += 1
    if end > start and text[end - 1] == "|" and text[end - 2] != "\\":
        end -= 1
    bounds = [start]
    at = text.find("|", start, end)
    while at >= 0:
        if text[at - 1] != "\\":
            bounds += (at, at + 1)
        at = text.find("|", at + 1, end)
    bounds.append(end)
    return [_trimmed(text, Span(a, b)) for a, b in zip(bounds[::2], bounds[1::2], strict=True)]


def _trimmed(text: str, span: Span) -> Span:
    start, end = span
    while start < end and text[start] in " \t\r\n":
        start += 1
    while end > start and text[end - 1] in " \t\r\n":
        end -= 1
    return Span(start, end)


def read_outline(text: str, lines: LineIndex | None = None) -> Outline:
    """Parse. Never raises for bad input; broken front matter is a problem, and the rest stands.

    A lone carriage return ends a line: the outline's copies of the text show it as a line feed, so that patterns need
    to know one line end only. Lengths and places stay what they are.
    """
    lines = LineIndex(text) if lines is None else lines
    text = _LONE_CR.sub("\n", text) if "\r" in text else text
    state = StateCore(text.removeprefix("\ufeff"), _parser(), {})
    ruler = _parser().core.ruler
    for name, rule in zip(ruler.get_active_rules(), ruler.getRules(""), strict=True):
        if name in ("normalize", "block"):
            rule(state)
    blocks = _blocks(text, lines, state.tokens)
    front_matter: FrontMatter | None = None
    problems: tuple[str, ...] = ()
    if blocks and blocks[0].kind is BlockKind.FRONT_MATTER:
        front_matter, problems = read_front_matter(text, blocks[0].span, blocks[0].content)
    sections = _sections(text, blocks)
    references = {
        label: Span(lines.starts[entry["map"][0]], lines.line_span(max(entry["map"][1] - 1, entry["map"][0])).end)
        for label, entry in state.env.get("references", {}).items()
    }
    starts = tuple(section.own.start for section in sections)
    return Outline(text, lines, blocks, sections, front_matter, references, problems, starts)


def _blocks(text: str, lines: LineIndex, tokens: list[Token]) -> tuple[Block, ...]:
    blocks: list[Block] = []
    stack: list[int] = []
    in_head = False
    for token in tokens:
        kind = _CONTAINERS.get(token.type) or _LEAVES.get(token.type)
        if token.type in ("thead_open", "thead_close"):
            in_head = token.type == "thead_open"
        elif kind is None:
            if token.nesting < 0 and stack and token.type.removesuffix("_close") + "_open" in _CONTAINERS:
                stack.pop()
        elif token.map is not None:
            parent = stack[-1] if stack else -1
            block = _block(text, lines, token, kind, parent, blocks, depth=len(stack), in_head=in_head)
            if token.nesting > 0:
                stack.append(len(blocks))
            blocks.append(block)
            if kind is BlockKind.ROW:
                index = len(blocks) - 1
                blocks += (
                    Block(BlockKind.CELL, cell, cell, len(stack), index, block.info)
                    for cell in cells_of(text, block.span)
                )
    return tuple(blocks)


def _block(
    text: str,
    lines: LineIndex,
    token: Token,
    kind: BlockKind,
    parent: int,
    blocks: list[Block],
    *,
    depth: int,
    in_head: bool,
) -> Block:
    assert token.map is not None
    first, last = token.map[0], max(token.map[1] - 1, token.map[0])
    end = lines.line_span(last).end
    while last > first and not text[lines.starts[last] : end].strip():
        last -= 1
        end = lines.line_span(last).end
    span = Span(lines.starts[min(first, len(lines) - 1)], end)
    # Where this block's own text may begin: after the markers of the blocks that open on the same line.
    begin = span.start
    if parent >= 0:
        outer = blocks[parent]
        if outer.kind in (BlockKind.BULLET_LIST, BlockKind.ORDERED_LIST) and outer.parent >= 0:
            outer = blocks[outer.parent]
        if outer.kind in (BlockKind.ITEM, BlockKind.FOOTNOTE) and outer.span.start == span.start:
            begin = outer.content.start
    if kind is BlockKind.HEADING:
        return Block(kind, span, _heading_text(text, lines, token, span), int(token.tag[1]), parent)
    if kind is BlockKind.ITEM:
        opened = _ITEM_MARKER.match(text, begin, span.end)
        content_start = opened.end() if opened else begin
        task = _TASK.match(text, content_start, span.end)
        content = Span(task.end() if task else content_start, span.end)
        marker = f"{token.info}{token.markup}"
        return Block(kind, span, content, depth, parent, marker, None if task is None else task.group(1) != " ")
    if kind in (BlockKind.FENCE, BlockKind.FRONT_MATTER):
        closed = last > first and _is_closing(lines.line_text(last), token.markup)
        inner_end = lines.line_span(last).start if closed else span.end
        inner_start = lines.starts[first + 1] if first + 1 < len(lines) else span.end
        content = Span(min(inner_start, span.end), max(min(inner_start, span.end), inner_end))
        return Block(kind, span, content, depth, parent, token.info.strip())
    if kind is BlockKind.FOOTNOTE:
        label = str(token.meta.get("label", ""))
        closing = text.find("]:", begin, span.end)
        return Block(kind, span, Span(closing + 2 if closing >= 0 else begin, span.end), depth, parent, label)
    if kind is BlockKind.ROW:
        return Block(kind, span, span, depth, parent, "header" if in_head else "")
    return Block(kind, span, Span(begin, span.end), depth, parent, token.info)


def _is_closing(line: str, opening: str) -> bool:
    """Whether a line closes a fence; one that is never closed runs to the end of its container."""
    marks = line.strip(" \t>")
    return len(marks) >= len(opening) and marks == opening[:1] * len(marks)


def _heading_text(text: str, lines: LineIndex, token: Token, span: Span) -> Span:
    if token.markup in ("=", "-"):  # setext: the last line is the rule
        assert token.map is not None
        return _trimmed(text, Span(span.start, lines.line_span(token.map[1] - 2).end))
    start = span.start + text.startswith("\ufeff", span.start)
    marks = _HEADING_MARKS.match(text, start, span.end)
    start = marks.end() if marks else start
    closing = _CLOSING_MARKS.search(text[start : span.end])
    return _trimmed(text, Span(start, start + closing.start() if closing else span.end))


def _sections(text: str, blocks: tuple[Block, ...]) -> tuple[Section, ...]:
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
