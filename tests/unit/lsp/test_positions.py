from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from anchorline.lsp.positions import offset_at, position_at, span_at
from anchorline.text.lines import LineIndex, Position, Range

TEXTS = st.text(alphabet=st.sampled_from("ab é€🎉\n\r\t\ud800"), max_size=40)
ENCODINGS = st.sampled_from(["utf-8", "utf-16", "utf-32"])


@given(TEXTS, st.integers(0, 40), ENCODINGS)
def test_positions_are_those_of_the_line_index(text, offset, encoding):
    lines = LineIndex(text)
    offset = min(offset, len(text))
    assert position_at(lines, offset, encoding) == tuple(lines.position(offset, encoding))


@given(TEXTS, st.integers(-1, 9), st.integers(-1, 40), ENCODINGS)
def test_offsets_are_those_of_the_line_index(text, line, character, encoding):
    lines = LineIndex(text)
    position = Position(line, character)
    assert offset_at(lines, position, encoding) == lines.offset(position, encoding)


@given(TEXTS, st.integers(0, 5), st.integers(0, 9), st.integers(0, 5), st.integers(0, 9), ENCODINGS)
def test_spans_are_those_of_the_line_index(text, line, character, end_line, end, encoding):
    lines = LineIndex(text)
    range_ = Range(Position(line, character), Position(end_line, end))
    assert span_at(lines, range_, encoding) == lines.span(range_, encoding)
