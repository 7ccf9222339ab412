"""The old text of an edit grows until it stands once, on its own line, and not without end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anchorline.reviewers.base import replacement
from anchorline.text.edits import TextEdit, apply_edits
from anchorline.text.span import Span

GROWN = {
    "it stands once": ("keep 4 steps", 5, "4"),
    "a word behind": ("4 steps, 4 units", 0, "4 steps,"),
    "a word before": ("a 4\nb 4", 6, "b 4"),
    "not over the line": ("4\n4", 0, "4"),
    "not over a carriage return": ("4\r4", 0, "4"),
}


@pytest.mark.parametrize(("text", "at", "old"), GROWN.values(), ids=GROWN.keys())
def test_the_old_text_grows_by_words(text: str, at: int, old: str) -> None:
    assert replacement(text, Span(at, at + 1), "5").old == old


@pytest.mark.parametrize("text", ["4 " * 50_000, "4" * 100_000, "x4" * 50_000, "4" + " " * 100_000 + "4"])
@pytest.mark.parametrize("share", [0, 0.5, 1])
def test_it_stays_short_on_an_endless_line(text: str, share: float) -> None:
    at = int((len(text) - 1) * share)
    edit = replacement(text, Span(at, at + 1), "5")
    assert len(edit.old) <= 401
    assert edit.span is not None
    assert edit.span.start <= at < edit.span.end


@given(st.text("4 a\r\n", max_size=40), st.data())
def test_it_says_the_same_as_the_short_edit(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    span = Span(start, data.draw(st.integers(start, len(text))))
    edit = replacement(text, span, "new")
    assert edit.span is not None
    assert edit.span.of(text) == edit.old
    assert apply_edits(text, [TextEdit(edit.span, edit.new)]) == apply_edits(text, [TextEdit(span, "new")])
