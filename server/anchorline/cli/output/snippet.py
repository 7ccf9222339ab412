"""A line of the document with a mark under the part that is meant, aligned as a terminal shows it."""

from __future__ import annotations

from typing import NamedTuple

from anchorline.cli.output.escape import visible
from anchorline.text.lines import LineIndex
from anchorline.text.span import Span

TAB = 4
WINDOW = 240
"""Characters of a line that are looked at: minified files have lines of megabytes."""


class Marked(NamedTuple):
    """`line` is zero-based; `text` is safe to print; `indent` and `width` are terminal cells."""

    line: int
    text: str
    indent: int
    width: int


def marked(lines: LineIndex, span: Span, width: int = 100) -> Marked:
    """The first line of `span`, cut to about `width` cells so that its start is in sight."""
    number = lines.line_of(span.start)
    start, end = lines.line_span(number)
    at = min(max(span.start, start), end)
    to = min(max(span.end, at), end)
    more_below = span.end > end and number + 1 < len(lines)
    left = _left_edge(lines.text, start, at, end, width)
    right = min(end, left + WINDOW)
    before, inside, after = (lines.text[a:b] for a, b in ((left, at), (at, min(to, right)), (min(to, right), right)))

    shown_before = ("…" if left > start else "") + expanded(before)
    shown_inside = expanded(inside, cells(shown_before))
    indent, inner = cells(shown_before), cells(shown_inside)
    if indent + inner > width:
        shown_inside = clipped(shown_inside, width - indent)
        return Marked(number, shown_before + shown_inside, indent, cells(shown_inside))
    shown = clipped(shown_before + shown_inside + expanded(after, indent + inner), width, cut=right < end)
    return Marked(number, shown, indent, max(inner, 1) + (1 if more_below else 0))


def expanded(text: str, column: int = 0) -> str:
    """Tabs as blanks up to the next stop, and hidden characters as escapes. `column`: cells in front of `text`."""
    parts = visible(text).split("\t")
    shown = parts[0]
    for part in parts[1:]:
        shown += " " * (TAB - (column + cells(shown)) % TAB) + part
    return shown


def clipped(text: str, width: int, *, cut: bool = False) -> str:
    """At most `width` cells, with an ellipsis where something is missing."""
    if cells(text) + cut <= width:
        return text + "…" * cut
    if text.isascii():
        return text[: max(width - 1, 0)] + "…"
    low, high = 0, min(len(text), max(width, 1))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if cells(text[:middle]) <= width - 1 else (low, middle - 1)
    return text[:low] + "…"


def cells(text: str) -> int:
    """The width of text on a terminal: two cells for wide characters and emoji, none for combining marks."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # noqa: PLC0415 - only text outside ASCII pays for it

    return cell_len(text)


def _left_edge(text: str, start: int, at: int, end: int, width: int) -> int:
    """The whole line when it fits, else a piece in which the marked text stands in the first half."""
    if cells(text[start : min(end, start + WINDOW)]) <= width and end - start <= WINDOW:
        return start
    lead = width // 2
    return start if at - start <= lead else at - lead // 2
