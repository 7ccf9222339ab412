"""The blocks of a Markdown text, each with its place, as markdown-it finds them."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from anchorline.text.lines import LineIndex
from anchorline.text.span import Span

if TYPE_CHECKING:
    from markdown_it.token import Token

_ITEM_MARKER = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)")
_TASK = re.compile(r"\[([ xX])\](?:[ \t]+|$)")
_HEADING_MARKS = re.compile(r"[ \t]{0,3}#{1,6}[ \t]*")
_CLOSING_MARKS = re.compile(r"[ \t]+#+[ \t]*$|[ \t]+$")


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


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark").enable("table").use(front_matter_plugin).use(footnote_plugin)


def read_blocks(text: str, lines: LineIndex) -> tuple[tuple[Block, ...], dict[str, Span]]:
    """The blocks, in document order, and the reference definitions: label as markdown-it normalizes it, and the lines
    that define it."""
    state = StateCore(text.removeprefix("\ufeff"), _parser(), {})
    ruler = _parser().core.ruler
    for name, rule in zip(ruler.get_active_rules(), ruler.getRules(""), strict=True):
        if name in ("normalize", "block"):
            rule(state)
    references = {
        label: Span(lines.starts[entry["map"][0]], lines.line_span(max(entry["map"][1] - 1, entry["map"][0])).end)
        for label, entry in state.env.get("references", {}).items()
    }
    return _blocks(text, lines, state.tokens), references


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
