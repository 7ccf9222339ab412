"""Which parameters a doc comment or docstring documents: Google, NumPy and Sphinx docstrings, JSDoc, Javadoc.

Only entries that are plainly that; a line that might be prose is no entry.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from anchorline.text.span import Span

MAX_DOC = 30_000
"""Characters; nobody documents parameters in a longer comment."""
_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\n|\r|\Z)")
_NAME = r"[A-Za-z_][A-Za-z0-9_]{0,79}"
_SPHINX = re.compile(r"[ \t]*:(?:param|parameter|arg|argument)[ \t]+([^ \t:\r\n][^:\r\n]{0,199}):")
_GOOGLE_HEAD = re.compile(r"([ \t]*)(?:Args|Arguments|Parameters)[ \t]*:[ \t]*$")
_GOOGLE_TYPE = r"\([^()\r\n]{0,200}(?:\([^()\r\n]{0,200}\)[^()\r\n]{0,200})?\)"
_GOOGLE_ENTRY = re.compile(rf"({_NAME})[ \t]*(?:{_GOOGLE_TYPE})?[ \t]*:(?:[ \t]|$)")
_NUMPY_HEAD = re.compile(r"[ \t]*Parameters[ \t]*$")
_NUMPY_RULE = re.compile(r"[ \t]*-{3,}[ \t]*$")
_NUMPY_ENTRY = re.compile(rf"({_NAME}(?:[ \t]*,[ \t]*{_NAME}){{0,10}})[ \t]+:[ \t]+\S")
_ANY_NAME = re.compile(_NAME)
_WORD = re.compile(r"[^ \t]+")
_TAG = re.compile(r"@(param|arg|argument)\b[ \t]*")
_TAG_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]{0,79}")
# Words that stand before a colon in prose.
_PROSE = frozenset({
    "note", "notes", "example", "examples", "returns", "return", "raises", "yields", "warning", "warnings", "todo",
    "default", "defaults", "see", "usage", "attributes", "type", "types", "optional", "required", "http", "https",
    "important", "tip", "caution", "deprecated", "where", "either", "or", "and", "if", "e", "i", "n", "none",
})  # fmt: skip


class Documented(NamedTuple):
    """A documented name and its place; `or_else`: other words of the entry that may be the name instead."""

    name: str
    span: Span
    or_else: tuple[str, ...] = ()


class _Line(NamedTuple):
    start: int
    text: str
    indent: int

    @property
    def body(self) -> tuple[str, int]:
        """The text without its indentation, and the offset where it starts."""
        return self.text.strip(), self.start + len(self.text) - len(self.text.lstrip())


def documented_parameters(text: str, doc: Span, language: str) -> tuple[Documented, ...]:
    """The documented names in `doc`, a span of `text`, each with its place. Longer comments have none."""
    if doc.end - doc.start > MAX_DOC:
        return ()
    if language != "python":
        return tuple(_tags(text, doc, language))
    lines = [_line(match.start(), match[1]) for match in _LINE.finditer(text, doc.start, doc.end)]
    return tuple(sorted({*_sphinx(lines), *_google(lines), *_numpy(lines)}, key=lambda found: found.span))


def _line(start: int, text: str) -> _Line:
    return _Line(start, text, len((text[: len(text) - len(text.lstrip(" \t"))]).expandtabs()))


def _sphinx(lines: list[_Line]) -> Iterator[Documented]:
    for line in lines:
        match = _SPHINX.match(line.text)
        if match is None:
            continue
        # `:param str name:` is the form; some write `name str`, so every word may be the name.
        words = list(_WORD.finditer(match[1]))
        if "," in match[1] or not _ANY_NAME.fullmatch(words[-1].group()):
            continue
        start = line.start + match.start(1)
        span = Span(start + words[-1].start(), start + words[-1].end())
        yield Documented(words[-1].group(), span, tuple(word.group() for word in words[:-1]))


def _google(lines: list[_Line]) -> Iterator[Documented]:
    section: int | None = None  # the indentation of the head we are under
    entries: int | None = None  # the indentation of its entries
    for line in lines:
        if not line.text.strip():
            continue
        if section is not None and line.indent <= section:
            section = entries = None
        if section is None:
            if _GOOGLE_HEAD.match(line.text):
                section, entries = line.indent, None
            continue
        entries = line.indent if entries is None else entries
        text, start = line.body
        match = _GOOGLE_ENTRY.match(text)
        if line.indent == entries and match is not None and match[1].lower() not in _PROSE:
            yield Documented(match[1], Span(start, start + len(match[1])))


def _numpy(lines: list[_Line]) -> Iterator[Documented]:
    section: int | None = None
    for at, line in enumerate(lines):
        if section is None:
            if at and _NUMPY_RULE.match(line.text) and _NUMPY_HEAD.match(lines[at - 1].text):
                section = line.indent
            continue
        if not line.text.strip():
            continue
        next_is_rule = at + 1 < len(lines) and _NUMPY_RULE.match(lines[at + 1].text) is not None
        if line.indent < section or next_is_rule:
            section = None
            continue
        text, start = line.body
        match = _NUMPY_ENTRY.match(text) if line.indent == section else None
        if match is not None:
            for name in _ANY_NAME.finditer(match[1]):
                yield Documented(name.group(), Span(start + name.start(), start + name.end()))


def _tags(text: str, doc: Span, language: str) -> Iterator[Documented]:
    """`@param` tags; nested ones (`@param options.deep`) and type parameters (`@param <T>`) are no parameters."""
    for tag in _TAG.finditer(text, doc.start, doc.end):
        if not _opens_line(text, tag.start(), doc.start):
            continue
        at = tag.end()
        if text.startswith("{", at) and language != "java":
            closed = _closed(text, at, doc.end)
            if closed is None or "..." in text[at:closed]:
                continue
            at = closed
        while at < doc.end and text[at] in " \t":
            at += 1
        if text.startswith("[", at):
            at += 1
            while at < doc.end and text[at] in " \t":
                at += 1
        name = _TAG_NAME.match(text, at, doc.end)
        if name is not None and text[name.end() : name.end() + 1] not in (".", "["):
            yield Documented(name.group(), Span(name.start(), name.end()))


def _opens_line(text: str, at: int, floor: int) -> bool:
    """Whether only white space and comment marks stand before, on the line."""
    start = max(text.rfind("\n", floor, at) + 1, floor)
    return not text[start:at].strip(" \t\r/*")


def _closed(text: str, at: int, end: int) -> int | None:
    """Past the brace that closes the one at `at`; None when it is not closed."""
    depth = 0
    for place in range(at, min(end, at + 2_000)):
        depth += (text[place] == "{") - (text[place] == "}")
        if depth == 0:
            return place + 1
    return None
