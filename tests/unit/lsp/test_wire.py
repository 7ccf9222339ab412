from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anchorline.lsp.wire import Malformed, NoHeaderError, bodies, framed


def reader(data: bytes, step: int):
    """Reads of at most `step` bytes, as a pipe may give them."""
    position = 0

    def read(count: int) -> bytes:
        nonlocal position
        chunk = data[position : position + min(count, step)]
        position += len(chunk)
        return chunk

    return read


@given(st.lists(st.binary(max_size=300), max_size=6), st.integers(1, 400))
def test_what_is_framed_is_read_back_however_it_arrives(messages, step):
    data = b"".join(map(framed, messages))
    assert list(bodies(reader(data, step))) == messages


@given(st.binary(max_size=400))
def test_any_bytes_are_survived(data):
    list(bodies(reader(data, 7)))


@pytest.mark.parametrize("broken", [b"Content-Length: -1\r\n\r\n{}", b"Content-Length: 9999999999\r\n\r\n{}"])
def test_after_a_broken_header_the_next_message_is_found(broken):
    first, second = bodies(reader(broken + framed(b"[1]"), 5))
    assert isinstance(first, Malformed)
    assert second == b"[1]"


def test_a_body_that_is_cut_off_is_no_message():
    assert list(bodies(reader(framed(b"[1, 2]")[:-1], 100))) == []


def test_a_line_without_end_is_not_kept():
    data = b"x" * 5_000_000 + b"\r\n\r\n" + framed(b"[1]")
    assert list(bodies(reader(data, 65536))) == [b"[1]"]


@pytest.mark.parametrize("line", [b"GET / HTTP/1.1\r\n", b"\r\n", b"{}\n", b"\x16\x03\x01\n", b": x\r\n"])
def test_where_the_first_line_decides_it_must_be_a_header(line):
    with pytest.raises(NoHeaderError):
        list(bodies(reader(line + framed(b"[1]"), 100), first_line_decides=True))
