"""Edits of text by offset: what one replacement is, and how many of them are applied at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from anchorline.text.span import Span


class TextEdit(NamedTuple):
    """Replace what stands in `span` by `new_text`."""

    span: Span
    new_text: str

    @property
    def delta(self) -> int:
        return len(self.new_text) - (self.span.end - self.span.start)


def overlapping(edits: Sequence[TextEdit]) -> bool:
    """Whether two edits touch the same text. Two insertions at one place count as overlapping."""
    ordered = sorted(edits, key=lambda edit: edit.span)
    return any(
        a.span.end > b.span.start or (a.span == b.span and a.span.start == a.span.end) for a, b in pairwise(ordered)
    )


def apply_edits(text: str, edits: Sequence[TextEdit]) -> str:
    """The text after all edits, whose spans refer to the text before any of them.

    Raises ValueError when edits overlap: the caller chooses which survive, not this function.
    """
    if overlapping(edits):
        raise ValueError("edits overlap")
    parts: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda edit: edit.span):
        parts += (text[at : edit.span.start], edit.new_text)
        at = edit.span.end
    parts.append(text[at:])
    return "".join(parts)


def shifted(span: Span, edit: TextEdit) -> Span | None:
    """Where `span` stands after `edit`; None when the edit reaches into it. Text inserted at an edge stays outside."""
    if edit.span.end <= span.start:
        return span.shifted(edit.delta)
    if edit.span.start >= span.end:
        return span
    return None
