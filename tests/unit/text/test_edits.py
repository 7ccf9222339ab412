"""Edits by offset: one by one or at once, they give the same text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anchorline.text.edits import TextEdit, apply_edits, overlapping, shifted
from anchorline.text.span import Span

TEXT = st.text(alphabet="ab\r\n語😀", max_size=30)


def _edit(start: int, end: int, new_text: str = "") -> TextEdit:
    return TextEdit(Span(start, end), new_text)


@st.composite
def text_and_edits(draw: st.DrawFn) -> tuple[str, list[TextEdit]]:
    """A text, and edits of it that do not overlap, in any order."""
    text = draw(TEXT)
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8, unique=True)))
    pairs = list(zip(cuts[::2], cuts[1::2], strict=False))
    edits = [TextEdit(Span(start, end), draw(TEXT)) for start, end in pairs]
    return text, draw(st.permutations(edits))


APPLIED: list[tuple[str, list[TextEdit], str]] = [
    ("abc", [], "abc"),
    ("abc", [_edit(1, 2, "X")], "aXc"),
    ("abc", [_edit(2, 3), _edit(0, 1, "XX")], "XXb"),
    ("abc", [_edit(0, 1, "x"), _edit(1, 2, "y")], "xyc"),
    ("abc", [_edit(3, 3, "!"), _edit(0, 0, "¡")], "¡abc!"),
    ("abc", [_edit(0, 3)], ""),
    ("abc", [_edit(1, 1, "-"), _edit(1, 2, "X")], "a-Xc"),
]


@pytest.mark.parametrize(("text", "edits", "result"), APPLIED)
def test_edits_refer_to_the_text_before_any_of_them(text: str, edits: list[TextEdit], result: str) -> None:
    assert apply_edits(text, edits) == result


OVERLAPS: list[tuple[list[TextEdit], bool]] = [
    ([], False),
    ([_edit(0, 2), _edit(2, 4)], False),
    ([_edit(0, 3), _edit(2, 4)], True),
    ([_edit(2, 4), _edit(0, 3)], True),
    ([_edit(0, 9), _edit(2, 4)], True),
    ([_edit(1, 2), _edit(1, 2)], True),
    ([_edit(1, 1, "a"), _edit(1, 1, "b")], True),
    ([_edit(1, 1, "a"), _edit(1, 2, "b")], False),
    ([_edit(1, 1, "a"), _edit(0, 1, "b")], False),
    ([_edit(1, 1, "a"), _edit(0, 2, "b")], True),
]


@pytest.mark.parametrize(("edits", "overlap"), OVERLAPS)
def test_edits_overlap_when_they_touch_the_same_text_or_the_same_gap(edits: list[TextEdit], overlap: bool) -> None:
    assert overlapping(edits) is overlap
    assert overlapping(edits[::-1]) is overlap


def test_edits_that_overlap_are_never_applied() -> None:
    with pytest.raises(ValueError, match="overlap"):
        apply_edits("abc", [_edit(0, 2), _edit(1, 3)])


@given(text_and_edits())
def test_all_at_once_equals_one_by_one_from_the_end(case: tuple[str, list[TextEdit]]) -> None:
    text, edits = case
    one_by_one = text
    for edit in sorted(edits, key=lambda edit: edit.span, reverse=True):
        one_by_one = one_by_one[: edit.span.start] + edit.new_text + one_by_one[edit.span.end :]
    assert apply_edits(text, edits) == one_by_one
    assert len(one_by_one) == len(text) + sum(edit.delta for edit in edits)


@given(text_and_edits())
def test_the_order_of_edits_does_not_matter(case: tuple[str, list[TextEdit]]) -> None:
    text, edits = case
    assert apply_edits(text, edits) == apply_edits(text, edits[::-1])


SHIFTED: list[tuple[str, TextEdit, Span | None]] = [
    ("an edit before moves it", _edit(0, 1, "xyz"), Span(6, 9)),
    ("an edit after leaves it", _edit(8, 9, "xyz"), Span(4, 7)),
    ("an insertion at its start stays outside", _edit(4, 4, "x"), Span(5, 8)),
    ("an insertion at its end stays outside", _edit(7, 7, "x"), Span(4, 7)),
    ("a replacement that ends at its start moves it", _edit(2, 4, ""), Span(2, 5)),
    ("an insertion inside reaches into it", _edit(5, 5, "x"), None),
    ("a replacement over its start", _edit(3, 5, "x"), None),
    ("a replacement over its end", _edit(6, 9, "x"), None),
    ("a replacement of the whole", _edit(4, 7, "x"), None),
    ("a replacement round it", _edit(0, 9, "x"), None),
]


@pytest.mark.parametrize(("what", "edit", "place"), SHIFTED, ids=[row[0] for row in SHIFTED])
def test_where_a_stretch_stands_after(what: str, edit: TextEdit, place: Span | None) -> None:
    assert shifted(Span(4, 7), edit) == place


@given(TEXT, st.integers(0, 30), st.integers(0, 30), st.integers(0, 30), st.integers(0, 30), TEXT)
def test_a_stretch_that_is_shifted_still_holds_its_text(text: str, a: int, b: int, c: int, d: int, new: str) -> None:
    span = Span(*sorted((min(a, len(text)), min(b, len(text)))))
    edit = TextEdit(Span(*sorted((min(c, len(text)), min(d, len(text))))), new)
    place = shifted(span, edit)
    if place is None:
        assert edit.span.start < span.end
        assert edit.span.end > span.start
    else:
        assert place.of(apply_edits(text, [edit])) == span.of(text)
