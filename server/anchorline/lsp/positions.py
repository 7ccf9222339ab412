"""`LineIndex.position` and `LineIndex.offset`, without the index of all wide characters: every keystroke would void it,
and a look at one line is cheaper. Lines that are very long are left to the index."""

from __future__ import annotations

from bisect import bisect_right

from anchorline.text.lines import Encoding, LineIndex, Position, Range
from anchorline.text.span import Span

_SHORT = 2000


def position_at(lines: LineIndex, offset: int, encoding: Encoding) -> tuple[int, int]:
    """Line and character of an offset inside the text."""
    line = bisect_right(lines.starts, offset) - 1
    start = lines.starts[line]
    if offset - start > _SHORT:
        return lines.position(offset, encoding)
    before = lines.text[start:offset]
    if encoding == "utf-32" or before.isascii():
        return line, offset - start
    if encoding == "utf-16":
        return line, len(before.encode("utf-16-le", "surrogatepass")) // 2
    return line, len(before.encode("utf-8", "surrogatepass"))


def offset_at(lines: LineIndex, position: Position, encoding: Encoding) -> int:
    line, character = position
    if encoding == "utf-32" or line < 0 or character <= 0:
        return lines.offset(position, "utf-32")
    start, end = lines.line_span(line)
    text = lines.text[start:end] if end - start <= _SHORT else None
    if text is None:
        return lines.offset(position, encoding)
    if text.isascii():
        return min(start + character, end)
    try:
        # What remains of a character that is cut in the middle is dropped: inside a character means its start.
        if encoding == "utf-16":
            return start + len(text.encode("utf-16-le")[: 2 * character].decode("utf-16-le", "ignore"))
        return start + len(text.encode()[:character].decode("utf-8", "ignore"))
    except UnicodeEncodeError:  # half of a surrogate pair, which some clients can send
        return lines.offset(position, encoding)


def span_at(lines: LineIndex, range_: Range, encoding: Encoding) -> Span:
    start = offset_at(lines, range_.start, encoding)
    return Span(start, max(start, offset_at(lines, range_.end, encoding)))
