"""Whether a place in a text stands between quotation marks: what is quoted is an example, not a claim."""

from __future__ import annotations

from anchorline.text.lines import LineIndex

_REACH = 400
_PAIRS = (("“", "”"), ("„", "“"), ("«", "»"), ("「", "」"), ("『", "』"))


def is_quoted(text: str, at: int, lines: LineIndex) -> bool:
    """Whether a quotation mark is open at `at`: one that opened on the same line or the line before, within reach."""
    line = lines.line_of(at)
    before = text[max(lines.starts[max(line - 1, 0)], at - _REACH) : at]
    if before.count('"') % 2 == 1:
        return True
    return any(before.rfind(opening) > before.rfind(closing) for opening, closing in _PAIRS)
