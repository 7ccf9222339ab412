"""A fix as the lines that it takes out and puts in."""

from __future__ import annotations

from anchorline.findings.finding import Edit
from anchorline.text.edits import TextEdit, apply_edits, overlapping
from anchorline.text.lines import LineIndex
from anchorline.text.span import Span

MAX_LINES = 6


def small_diff(edits: tuple[Edit, ...], lines: LineIndex) -> tuple[list[str], list[str]] | None:
    """(lines before, lines after), without the lines they share at either end; None when it is no small change."""
    replacements = [TextEdit(edit.span, edit.new) for edit in edits]
    if not replacements or overlapping(replacements):
        return None
    first = lines.line_of(min(edit.span.start for edit in replacements))
    last = lines.line_of(max(edit.span.end for edit in replacements))
    if last - first > MAX_LINES:
        return None
    window = Span(lines.line_span(first).start, lines.line_span(last).end)
    old = window.of(lines.text)
    new = apply_edits(old, [TextEdit(edit.span.shifted(-window.start), edit.new_text) for edit in replacements])
    before, after = _split(old), _split(new)
    while before and after and before[0] == after[0]:
        before, after = before[1:], after[1:]
    while before and after and before[-1] == after[-1]:
        before, after = before[:-1], after[:-1]
    return None if len(before) + len(after) > MAX_LINES else (before, after)


def _split(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
