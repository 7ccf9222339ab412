"""What a change did to a file, as line ranges on both sides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anchorline.text.changes import changed_lines, differences, split_lines
from anchorline.text.changeset import change_of
from anchorline.text.lines import LineIndex

BASE = "a\nb\nc\nd\ne\n"


def touched(base: str | None, text: str) -> list[str] | None:
    spans = change_of(base, text).spans(LineIndex(text))
    return None if spans is None else [span.of(text) for span in spans]


@pytest.mark.parametrize(
    ("text", "hunks", "places"),
    [
        pytest.param(BASE, [], [], id="nothing changed"),
        pytest.param("a\r\nb\r\nc\r\nd\r\ne\r\n", [], [], id="only line ends changed"),
        pytest.param("a\nB\nc\nd\ne\n", [(1, 2, 1, 2)], ["B"], id="a line changed"),
        pytest.param("a\nb\nx\ny\nc\nd\ne\n", [(2, 2, 2, 4)], ["x\ny"], id="two lines came"),
        pytest.param("a\nb\nd\ne\n", [(2, 3, 2, 2)], ["b\nd"], id="a line went: its neighbours meet"),
        pytest.param("b\nc\nd\ne\n", [(0, 1, 0, 0)], ["b"], id="the first line went"),
        pytest.param("a\nb\nc\nd", [(4, 6, 4, 4)], ["d"], id="the last lines went"),
        pytest.param("A\nb\nc\nd\nE\n", [(0, 1, 0, 1), (4, 5, 4, 5)], ["A", "E"], id="two places"),
        pytest.param("", [(0, 5, 0, 0)], [""], id="all went"),
    ],
)
def test_hunks_and_the_places_they_touch(text, hunks, places):
    assert [tuple(hunk) for hunk in change_of(BASE, text).hunks] == hunks
    assert touched(BASE, text) == places


def test_a_file_without_a_base_is_new_as_a_whole():
    change = change_of(None, BASE)
    assert (change.is_new, change.is_empty, change.lines, change.spans(LineIndex(BASE))) == (True, False, None, None)


def test_what_was_taken_away_is_known():
    change = change_of(BASE, "a\nX\nd\ne\n")
    assert change.removed(change.hunks[0]) == ("b", "c")


@given(st.lists(st.sampled_from("abcd"), max_size=30), st.lists(st.sampled_from("abcd"), max_size=30))
def test_the_base_and_the_hunks_make_the_text(old, new):
    base, text = "\n".join(old), "\n".join(new)
    lines, was = split_lines(text), split_lines(base)
    rebuilt, at = [], 0
    for block in differences(base, text):
        assert rebuilt + was[at : block.base_start] == lines[: block.start]
        rebuilt = lines[: block.end]
        at = block.base_end
    assert rebuilt + was[at:] == lines
    changed = {line for block in differences(base, text) for line in range(block.start, block.end)}
    assert changed == changed_lines(base, text)
