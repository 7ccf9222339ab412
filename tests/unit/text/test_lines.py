"""Offsets and positions by the rule of the Language Server Protocol, against a model that only counts and encodes."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from anchorline.text.lines import Encoding, LineIndex, Position, Range
from anchorline.text.span import Span

ENCODINGS: tuple[Encoding, ...] = get_args(Encoding)
BYTES_PER_UNIT = {"utf-8": 1, "utf-16": 2, "utf-32": 4}
CODECS = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}

# Ends of lines, look-alikes that end none, and characters of one to four bytes.
TEXT = st.text(alphabet="\r\n\r\n\x0b\x0c\x1c\u0085\u2028\u2029ab\té߀語\ud800\ufeff😀𝔘", max_size=40)
ENCODING = st.sampled_from(ENCODINGS)


def units(text: str, encoding: Encoding) -> int:
    return len(text.encode(CODECS[encoding], "surrogatepass")) // BYTES_PER_UNIT[encoding]


def naive_lines(text: str) -> list[tuple[int, int]]:
    """Start and end, without its terminator, of each line; by one look at each character."""
    lines = []
    start = at = 0
    while at < len(text):
        width = 2 if text[at : at + 2] == "\r\n" else 1 if text[at] in "\r\n" else 0
        if width:
            lines.append((start, at))
            start = at + width
        at += width or 1
    return [*lines, (start, len(text))]


def naive_position(text: str, offset: int, encoding: Encoding) -> Position:
    line = max(number for number, (start, _) in enumerate(naive_lines(text)) if start <= offset)
    return Position(line, units(text[naive_lines(text)[line][0] : offset], encoding))


def naive_offset(text: str, position: Position, encoding: Encoding) -> int:
    """The last offset of the line whose distance from the line's start is not greater than the character."""
    lines = naive_lines(text)
    if position.line >= len(lines):
        return len(text)
    start, end = lines[position.line]
    return max(at for at in range(start, end + 1) if units(text[start:at], encoding) <= max(position.character, 0))


LINES: list[tuple[str, list[str]]] = [
    ("", [""]),
    ("a", ["a"]),
    ("a\n", ["a", ""]),
    ("a\nb", ["a", "b"]),
    ("a\r\nb", ["a", "b"]),
    ("a\rb", ["a", "b"]),
    ("\n\r", ["", "", ""]),
    ("\r\r\n\n", ["", "", "", ""]),
    ("a\x0bb\x0cc\x1cd\u0085e\u2028f\u2029g", ["a\x0bb\x0cc\x1cd\u0085e\u2028f\u2029g"]),
    ("a\r", ["a", ""]),
]


@pytest.mark.parametrize(("text", "lines"), LINES)
def test_only_line_feed_carriage_return_and_both_end_a_line(text: str, lines: list[str]) -> None:
    index = LineIndex(text)
    assert len(index) == len(lines)
    assert [index.line_text(number) for number in range(len(index))] == lines


POSITIONS: list[tuple[str, int, Encoding, tuple[int, int]]] = [
    ("a😀b", 2, "utf-8", (0, 5)),
    ("a😀b", 2, "utf-16", (0, 3)),
    ("a😀b", 2, "utf-32", (0, 2)),
    ("é\né語x", 4, "utf-8", (1, 5)),
    ("é\né語x", 4, "utf-16", (1, 2)),
    ("😀\n😀", 3, "utf-16", (1, 2)),
    ("ab\r\ncd", 3, "utf-16", (0, 3)),  # between the two characters of a line end
    ("ab", 99, "utf-16", (0, 2)),
    ("ab", -1, "utf-16", (0, 0)),
    ("", 0, "utf-8", (0, 0)),
]


@pytest.mark.parametrize(("text", "offset", "encoding", "position"), POSITIONS)
def test_a_character_counts_in_units_of_the_encoding(
    text: str, offset: int, encoding: Encoding, position: tuple[int, int]
) -> None:
    assert LineIndex(text).position(offset, encoding) == position


CLAMPED: list[tuple[str, str, tuple[int, int], Encoding, int]] = [
    ("past the end of a line is its end", "ab\ncd", (0, 9), "utf-16", 2),
    ("past the end of a line that ends in two characters", "ab\r\ncd", (0, 9), "utf-16", 2),
    ("past the end of a wide line", "😀\ncd", (0, 9), "utf-16", 1),
    ("past the last line is the end of the text", "ab\ncd", (7, 0), "utf-16", 5),
    ("after the last line end", "ab\n", (1, 3), "utf-16", 3),
    ("a line before the first is the start", "ab", (-1, 5), "utf-16", 0),
    ("a character before the first is the start of the line", "ab\ncd", (1, -4), "utf-16", 3),
    ("between two surrogates is the start of the character", "a😀b", (0, 2), "utf-16", 1),
    ("inside a character of three bytes", "a語b", (0, 3), "utf-8", 1),
    ("inside a character of four bytes, after another", "😀😀b", (0, 7), "utf-8", 1),
    ("a number of any size", "ab", (0, 2**31), "utf-8", 2),
]


@pytest.mark.parametrize(("what", "text", "position", "encoding", "offset"), CLAMPED, ids=[row[0] for row in CLAMPED])
def test_a_position_that_is_none_is_the_nearest_before(
    what: str, text: str, position: tuple[int, int], encoding: Encoding, offset: int
) -> None:
    assert LineIndex(text).offset(Position(*position), encoding) == offset


@given(TEXT)
def test_lines_are_those_of_the_model(text: str) -> None:
    index = LineIndex(text)
    assert [index.line_span(number) for number in range(len(index))] == naive_lines(text)
    assert index.starts == [start for start, _ in naive_lines(text)]


@given(TEXT, ENCODING)
def test_every_offset_has_the_position_of_the_model_and_comes_back(text: str, encoding: Encoding) -> None:
    index = LineIndex(text)
    inside_line_end = {at + 1 for at in range(len(text)) if text[at : at + 2] == "\r\n"}
    for offset in range(len(text) + 1):
        position = index.position(offset, encoding)
        assert position == naive_position(text, offset, encoding)
        assert index.offset(position, encoding) == (offset - 1 if offset in inside_line_end else offset)


@given(TEXT, ENCODING, st.integers(-2, 12), st.integers(-2, 60))
def test_every_position_has_the_offset_of_the_model(text: str, encoding: Encoding, line: int, character: int) -> None:
    position = Position(line, character)
    expected = 0 if line < 0 else naive_offset(text, position, encoding)
    assert LineIndex(text).offset(position, encoding) == expected


@given(TEXT, ENCODING, st.integers(0, 40), st.integers(0, 40))
def test_any_stretch_outside_line_ends_comes_back_as_itself(text: str, encoding: Encoding, a: int, b: int) -> None:
    index = LineIndex(text)
    edges = sorted({start for start, _ in naive_lines(text)} | {end for _, end in naive_lines(text)})
    span = Span(*sorted((edges[a % len(edges)], edges[b % len(edges)])))
    assert index.span(index.range(span, encoding), encoding) == span


def test_a_range_that_runs_backwards_is_empty_at_its_start() -> None:
    assert LineIndex("abcdef").span(Range(Position(0, 4), Position(0, 2))) == Span(4, 4)


@given(TEXT, st.integers(0, 40), st.integers(0, 40), TEXT)
@example("a\r\nb", 1, 2, "")
@example("a\r", 2, 2, "\nb")
@example("\nb", 0, 0, "\r")
@example("a\r\nb\r\nc", 2, 5, "")
@example("\r\r\r", 1, 1, "\n")
@example("x\r\n", 0, 2, "\r")
@example("a\rb\nc", 2, 3, "")
def test_an_index_after_a_replacement_equals_a_fresh_one(text: str, a: int, b: int, new_text: str) -> None:
    span = Span(*sorted((min(a, len(text)), min(b, len(text)))))
    replaced = LineIndex(text).replaced(span, new_text)
    fresh = LineIndex(text[: span.start] + new_text + text[span.end :])
    assert replaced.text == fresh.text
    assert replaced.starts == fresh.starts


@given(TEXT, st.lists(st.tuples(st.integers(0, 40), st.integers(0, 3), TEXT), max_size=6), ENCODING)
def test_positions_after_many_replacements_are_those_of_the_model(
    text: str, changes: list[tuple[int, int, str]], encoding: Encoding
) -> None:
    index = LineIndex(text)
    for at, length, new_text in changes:
        start = min(at, len(index.text))
        index.position(start, encoding)  # fills what the index keeps for the encoding, which must not outlive the text
        index = index.replaced(Span(start, min(start + length, len(index.text))), new_text)
    assert index.position(len(index.text), encoding) == naive_position(index.text, len(index.text), encoding)
