"""Inline Markdown with places: code spans, links, footnote references, raw HTML.

markdown-it knows the structure of inline text but not where it stands in the source, and a finding needs the place.
Every scan here is linear in the text it is given. Pass it the text of one block (a paragraph, a heading, a cell):
inline structure never reaches past its block.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from anchorline.text.span import Span

_RUN = re.compile(r"`+")
_BRACKET = re.compile(r"\\.|[\[\]]", re.DOTALL)
_HTML_TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9-]{0,40}(?:[ \t\r\n/][^<>]{0,2000})?>|<![A-Z][^<>]{0,200}>")
_AUTOLINK = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]{0,2000}|[^\s<>@]{1,100}@[^\s<>]{1,200})>")
_IN_DESTINATION = re.compile(r"\\.|[() \t\r\n]", re.DOTALL)
_MARKUP = re.compile(r"[`*_~\\<\[]")
_SPACE = " \t\r\n"
_MAX_TARGET = 2000
_MAX_NESTED = 8  # parentheses in a destination; CommonMark allows 32, nobody writes them


class LinkKind(StrEnum):
    INLINE = "inline"  # [text](target)
    REFERENCE = "reference"  # [text][label]
    FOOTNOTE = "footnote"  # [^label]


class Link(NamedTuple):
    """One link. `target` is the span of the bare destination, reference label or footnote label (without `^`)."""

    kind: LinkKind
    span: Span
    text: Span
    target: Span
    image: bool


def code_spans(text: str, start: int = 0, end: int | None = None) -> Iterator[Span]:
    """Code spans with their backticks. A run of backticks is closed by the next run of the same length."""
    end = len(text) if end is None else end
    if text.find("`", start, end) < 0:
        return
    runs = [match.span() for match in _RUN.finditer(text, start, end)]
    following: dict[int, list[int]] = {}
    for index in range(len(runs) - 1, -1, -1):
        following.setdefault(runs[index][1] - runs[index][0], []).append(index)
    index = 0
    while index < len(runs):
        begin, stop = runs[index]
        if begin > start and text[begin - 1] == "\\" and not _escaped_backslash(text, begin - 1, start):
            begin += 1  # the first backtick is a literal one
        same = following.get(stop - begin, [])
        while same and same[-1] <= index:
            same.pop()
        if stop > begin and same:
            index = same.pop()
            yield Span(begin, runs[index][1])
        index += 1


def _escaped_backslash(text: str, at: int, start: int) -> bool:
    count = 0
    while at - 1 - count >= start and text[at - 1 - count] == "\\":
        count += 1
    return count % 2 == 1


def html_tags(text: str, start: int = 0, end: int | None = None) -> Iterator[Span]:
    """Raw inline HTML tags and autolinks."""
    end = len(text) if end is None else end
    if text.find("<", start, end) < 0:
        return
    for pattern in (_HTML_TAG, _AUTOLINK):
        for match in pattern.finditer(text, start, end):
            yield Span(*match.span())


def links(text: str, start: int = 0, end: int | None = None) -> Iterator[Link]:
    """Links of a text whose code spans and comments are already blanked. Shortcut references `[a]` are not links here:
    without their definition nobody can tell them from brackets."""
    end = len(text) if end is None else end
    if text.find("]", start, end) < 0:
        return
    opened: list[int] = []
    skip_to = start
    for match in _BRACKET.finditer(text, start, end):
        at = match.start()
        if at < skip_to or len(match.group()) > 1:
            continue
        if text[at] == "[":
            opened.append(at)
            continue
        if not opened:
            continue
        begin = opened.pop()
        link = _link(text, begin, at, end)
        if link is None:
            continue
        skip_to = link.span.end
        yield link
        if not link.image and link.kind is not LinkKind.FOOTNOTE:
            opened.clear()  # links hold no links


def _link(text: str, begin: int, close: int, end: int) -> Link | None:
    inner = Span(begin + 1, close)
    image = begin > 0 and text[begin - 1] == "!"
    if (
        text.startswith("^", inner.start)
        and inner.end > inner.start + 1
        and not any(c in _SPACE for c in inner.of(text))
    ):
        if text.startswith(":", close + 1) and text[text.rfind("\n", 0, begin) + 1 : begin].strip(" \t>") == "":
            return None  # a definition
        return Link(LinkKind.FOOTNOTE, Span(begin, close + 1), inner, Span(inner.start + 1, inner.end), image=False)
    following = text[close + 1 : close + 2] if close + 1 < end else ""
    outer = begin - 1 if image else begin
    if following == "(":
        found = _destination(text, close + 2, min(end, close + 2 + _MAX_TARGET))
        if found is not None:
            return Link(LinkKind.INLINE, Span(outer, found[1]), inner, found[0], image)
    if following == "[":
        stop = text.find("]", close + 2, min(end, close + 1002))
        label = Span(close + 2, stop)
        if stop > close + 2 and "[" not in label.of(text) and label.of(text).strip():
            return Link(LinkKind.REFERENCE, Span(outer, stop + 1), inner, label, image)
    return None


def _destination(text: str, at: int, end: int) -> tuple[Span, int] | None:
    """The destination that starts at `at`, just after the parenthesis, and where the link ends."""
    while at < end and text[at] in _SPACE:
        at += 1
    if text.startswith("<", at):
        stop = text.find(">", at, end)
        if stop < 0 or "\n" in text[at:stop]:
            return None
        target, at = Span(at + 1, stop), stop + 1
    else:
        begin, depth = at, 0
        at = end
        for match in _IN_DESTINATION.finditer(text, begin, end):
            if match.group() == "(":
                depth += 1
                if depth > _MAX_NESTED:
                    return None
            elif match.group() == ")" and depth:
                depth -= 1
            elif len(match.group()) == 1:
                at = match.start()
                break
        target = Span(begin, min(at, end))
    while at < end and text[at] in _SPACE:
        at += 1
    if at < end and text[at] in "\"'(":
        closing = ")" if text[at] == "(" else text[at]
        at = text.find(closing, at + 1, end) + 1
        if at == 0:
            return None
        while at < end and text[at] in _SPACE:
            at += 1
    if at < end and text[at] == ")":
        return target, at + 1
    return None


def plain(text: str) -> str:
    """What a reader sees of a short inline text: no emphasis, code marks, links or tags. For headings and labels."""
    if not _MARKUP.search(text):
        return " ".join(text.split())
    text = _HTML_TAG.sub("", text)
    parts: list[str] = []
    at = 0
    for link in links(text):
        if link.kind is LinkKind.FOOTNOTE:
            parts.append(text[at : link.span.start])
        else:
            parts += (text[at : link.span.start], link.text.of(text))
        at = link.span.end
    text = "".join((*parts, text[at:]))
    text = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", re.sub(r"(?<!\\)[`*]+|(?<![\w\\])_+|(?<!\\)_+(?!\w)|~~", "", text))
    return " ".join(text.split())
