"""Places where a document labels something with an ID: headings, list items, bold labels, first table cells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from itertools import islice
from typing import NamedTuple

from anchorline.text.blocks import Block, BlockKind
from anchorline.text.ids import (
    AFTER_LABEL,
    BARE_NUMBER,
    DIGIT,
    ID,
    LEAD,
    NEXT,
    RANGE_MARKS,
    RANGE_WORDS,
    Number,
    expanded,
    read_id,
    read_number,
)
from anchorline.text.outline import Outline
from anchorline.text.span import Span


class Form(StrEnum):
    HEADING = "heading"
    ITEM = "item"
    BOLD = "bold"
    LINE = "line"
    CELL = "cell"


class Label(NamedTuple):
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


_LABELLED = frozenset((BlockKind.HEADING, BlockKind.ITEM, BlockKind.PARAGRAPH, BlockKind.CELL))
_NEAR = 100  # characters in which a label has its number
MAX_IN_ONE = 1_500
"""IDs that one label may name; more than a document may have altogether."""


def labels(outline: Outline) -> Iterator[Label]:
    """What labels something, in document order; where nothing is claimed, none need be given."""
    text, prose = outline.text, outline.prose
    section_of_heading = {section.heading.start: index for index, section in enumerate(outline.sections) if index}
    for index, block in enumerate(outline.blocks):
        kind = block.kind
        if kind not in _LABELLED or (kind is BlockKind.CELL and block.parent != index - 1):
            continue  # of a row, the first cell
        if _is_numberless(prose, block):
            continue
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
            section = outline.section_index_at(block.span.start)
            yield from _label(text, block.content, Form.CELL, index, section, row.parent, task=False)


def _is_numberless(prose: str, block: Block) -> bool:
    """Whether the author puts no label there: a cheap look at most blocks. A paragraph may have one on each line."""
    start, end = block.content
    return DIGIT.search(prose, start, end if block.kind is BlockKind.PARAGRAPH else min(end, start + _NEAR)) is None


def _paragraph_labels(text: str, block: Block, index: int, section: int) -> Iterator[Label]:
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
) -> Iterator[Label]:
    if DIGIT.search(text, span.start, min(span.end, span.start + _NEAR)) is None:
        return
    lead = LEAD.match(text, *span)
    start = lead.end() if lead else span.start
    match = ID.match(text, start, span.end)
    if match is None and start > span.start:
        # The lead may have taken the number of "2단계".
        match = ID.match(text, span.start, span.end)
    if match is None:
        return
    read = read_id(match)
    if read is None:
        return
    key, prefix, is_code, written, label = read
    after = AFTER_LABEL.match(text, label.end, span.end)
    if "[" in text[span.start : label.start] and _is_link(text, label.end, span.end):
        return
    marked = after is not None
    strict = marked or form is Form.HEADING or (form is Form.ITEM and task)
    others = _further(text, label.end, span.end, key, read_number(written), is_code or match["word"] != prefix)
    more = list(islice(others, MAX_IN_ONE))
    if more:
        after = AFTER_LABEL.match(text, more[-1][1].end, span.end)
        marked = strict = after is not None
    if form is Form.LINE and (after is None or after["mark"] not in (":", "：", ".", "—", "–")):
        return
    if form is Form.LINE and after is not None and after["mark"] == "." and match["qualifier"]:
        return  # "Uses Unit 9." is a sentence
    if form is Form.CELL and not (marked and len(label.of(text)) < 40):
        return
    if not strict:
        return
    yield Label(key, prefix, is_code, read_number(written), label, form, block, section, container, marked)
    for number, place in more:
        yield Label(key, prefix, is_code, number, place, form, block, section, container, marked)


def _further(text: str, at: int, end: int, key: str, last: Number, bare_too: bool) -> Iterator[tuple[Number, Span]]:
    """What else a label names: "R1–R3", "Units 2 and 3". `bare_too`: whether "and 3" may follow."""
    while step := NEXT.match(text, at, end):
        if not (step["separator"] or step["word"]):
            return
        is_range = step["separator"] in RANGE_MARKS or step["word"] in RANGE_WORDS
        match = ID.match(text, step.end(), end)
        read = read_id(match) if match else None
        if read is not None and read[0] == key:
            number, place = read_number(read[3]), read[4]
        else:
            # A bare number goes on a label after a tight mark ("R1-3", "Unit 1/2") or a word; not "Step 1 - 3 files".
            joined = step.group() == step["separator"] or (bare_too and step["word"])
            bare = BARE_NUMBER.match(text, step.end(), end) if joined else None
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


def label_places(text: str, block: Block) -> Iterator[tuple[int, int, bool]]:
    """Where a block may carry a label, and whether anywhere there or only at its start."""
    start, end = block.content
    if block.kind is BlockKind.CELL:
        yield start, min(end, start + 60), True
        return
    line_end = text.find("\n", start, end)
    first_end = end if line_end < 0 else line_end
    if DIGIT.search(text, start, end) is None:
        return
    lead = LEAD.match(text, start, first_end)
    label_start = lead.end() if lead else start
    found = ID.match(text, label_start, first_end)
    is_item = block.kind is BlockKind.ITEM
    if found and not found["qualifier"] and (is_item or AFTER_LABEL.match(text, found.end(), first_end)):
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


_LINE_ID = re.compile(rf"[ \t>]{{0,8}}(?:{ID.pattern})[*_`~)\]]{{0,4}}[ \t]?[:：—–]")
