"""Offsets to line and character and back, by the rule of the Language Server Protocol.

Only line feed, carriage return and the pair of them end a line (not form feed, U+0085 or U+2028, which
`str.splitlines` also splits on). A character is counted in the units of the encoding that the client chose.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import Literal, NamedTuple

from anchorline.text.span import Span

Encoding = Literal["utf-8", "utf-16", "utf-32"]

_EOL = re.compile(r"\r\n|\n|\r")
_WIDE: dict[str, re.Pattern[str]] = {
    "utf-8": re.compile(r"[^\x00-\x7f]"),
    "utf-16": re.compile(r"[\U00010000-\U0010ffff]"),
}


class Position(NamedTuple):
    """Zero-based line, and character in units of some encoding."""

    line: int
    character: int


class Range(NamedTuple):
    """Half-open, in the units of some encoding."""

    start: Position
    end: Position


class _Widths(NamedTuple):
    """Where characters stand that take more than one unit, and how many units they add up to there."""

    at: list[int]
    extra: list[int]  # extra[i]: units beyond one each, of the first i wide characters

    def before(self, offset: int) -> int:
        return self.extra[bisect_left(self.at, offset)]


def _starts(text: str) -> list[int]:
    if "\r" not in text:
        # Adding up lengths is several times faster than a scan for ends, and this runs for every full text.
        return [0, *accumulate(len(line) + 1 for line in text.split("\n"))][:-1]
    return [0, *(match.end() for match in _EOL.finditer(text))]


def _units(character: str, encoding: Encoding) -> int:
    if encoding == "utf-16":
        return 2
    return len(character.encode("utf-8", "surrogatepass"))


class LineIndex:
    """Line starts of one text. Look-ups are logarithmic; text of ASCII only never leaves the fast path."""

    __slots__ = ("_widths", "starts", "text")

    def __init__(self, text: str, starts: list[int] | None = None) -> None:
        self.text = text
        self.starts = _starts(text) if starts is None else starts
        self._widths: dict[str, _Widths] = {}

    def __len__(self) -> int:
        return len(self.starts)

    def line_of(self, offset: int) -> int:
        return bisect_right(self.starts, offset) - 1

    def line_span(self, line: int) -> Span:
        """The line without its end; lines past the last are empty and stand at the end of the text."""
        if line >= len(self.starts):
            return Span(len(self.text), len(self.text))
        start = self.starts[line]
        end = self.starts[line + 1] if line + 1 < len(self.starts) else len(self.text)
        if end > start and line + 1 < len(self.starts):
            end -= 2 if self.text[end - 2 : end] == "\r\n" else 1
        return Span(start, max(start, end))

    def line_text(self, line: int) -> str:
        return self.line_span(line).of(self.text)

    def position(self, offset: int, encoding: Encoding = "utf-16") -> Position:
        offset = min(max(offset, 0), len(self.text))
        line = self.line_of(offset)
        start = self.starts[line]
        if encoding == "utf-32" or self.text.isascii():
            return Position(line, offset - start)
        widths = self._wide(encoding)
        return Position(line, offset - start + widths.before(offset) - widths.before(start))

    def range(self, span: Span, encoding: Encoding = "utf-16") -> Range:
        return Range(self.position(span.start, encoding), self.position(span.end, encoding))

    def offset(self, position: Position, encoding: Encoding = "utf-16") -> int:
        """The offset of a position. Characters past the end of a line mean its end; lines past the last, the end
        of the text; a position inside a character, its start."""
        line, character = position
        if line < 0:
            return 0
        start, end = self.line_span(line)
        character = max(character, 0)
        if encoding == "utf-32" or self.text.isascii():
            return min(start + character, end)
        widths = self._wide(encoding)
        first = bisect_left(widths.at, start)
        last = bisect_left(widths.at, end)
        base = widths.extra[first]
        # The number of wide characters that begin before the wanted unit.
        passed = bisect_left(range(first, last), character, key=lambda i: widths.at[i] - start + widths.extra[i] - base)
        offset = start + character - (widths.extra[first + passed] - base)
        if passed:  # inside a wide character means its start
            offset = max(offset, widths.at[first + passed - 1])
        return min(offset, end)

    def span(self, range_: Range, encoding: Encoding = "utf-16") -> Span:
        start = self.offset(range_.start, encoding)
        return Span(start, max(start, self.offset(range_.end, encoding)))

    def replaced(self, span: Span, new_text: str) -> LineIndex:
        """The index of the text with `span` replaced, without a look at the lines that did not change."""
        text = self.text[: span.start] + new_text + self.text[span.end :]
        # A line end may be made or broken at either seam (`\r` + `\n`), so scan from the line before to the line after.
        first = max(self.line_of(span.start) - 1, 0)
        last = self.line_of(span.end) + 1
        delta = len(new_text) - (span.end - span.start)
        begin = self.starts[first]
        if last >= len(self.starts):
            return LineIndex(text, self.starts[:first] + [begin + s for s in _starts(text[begin:])])
        stop = self.starts[last] + delta
        middle = [begin + s for s in _starts(text[begin:stop])]
        if middle[-1] != stop:
            # The line before `last` no longer ends here: its end went with the replaced text.
            return LineIndex(text)
        return LineIndex(text, self.starts[:first] + middle + [s + delta for s in self.starts[last + 1 :]])

    def _wide(self, encoding: Encoding) -> _Widths:
        widths = self._widths.get(encoding)
        if widths is None:
            found = [(m.start(), _units(m.group(), encoding) - 1) for m in _WIDE[encoding].finditer(self.text)]
            widths = _Widths([at for at, _ in found], [0, *accumulate(extra for _, extra in found)])
            self._widths[encoding] = widths
        return widths
