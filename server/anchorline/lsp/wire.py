"""Bytes to message bodies and back: the framing of the base protocol, and the two channels it runs over.

Reading happens in a thread of its own with plain blocking reads: one hand-over to the event loop per message (pygls
makes three), works for pipes, files and sockets alike, and never shares a pool with anything that could fill it.
"""

from __future__ import annotations

import os
import re
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

MAX_BODY = 256 * 1024 * 1024
_LONGEST_NAME = 64
_MAX_LINE = 64 * 1024
# A broken header is followed by a body without a line end, so the next good header may stand at the end of a line.
_LENGTH = re.compile(rb"content-length:[ \t]*(\d{1,12})[ \t]*\r?\n\Z", re.IGNORECASE)
_HEADER = re.compile(rb"[A-Za-z][A-Za-z0-9-]{0,63}:[^\r\n]*\r?\n\Z")
_HEADER_START = re.compile(rb"[A-Za-z][A-Za-z0-9-]{0,62}(?::|\Z)")


class NoHeaderError(Exception):
    """The first line of a connection is no header: whoever is there does not speak the protocol."""


@dataclass(frozen=True, slots=True)
class Malformed:
    """Input that is no message; reading goes on behind it."""

    reason: str


class _Lines:
    """Buffered lines and exact reads over a blocking `read(at most n)` that returns b"" at the end."""

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self._read = read
        self._buffer = bytearray()

    def line(self) -> bytes:
        """The next line with its end; at most 64 KiB of it are kept; b"" at the end of input."""
        scanned = 0
        while (at := self._buffer.find(b"\n", scanned)) < 0:
            if len(self._buffer) > _MAX_LINE:
                del self._buffer[:-1024]
            scanned = len(self._buffer)
            chunk = self._read(65536)
            if not chunk:
                self._buffer.clear()
                return b""
            self._buffer += chunk
        line = bytes(self._buffer[: at + 1])
        del self._buffer[: at + 1]
        return line

    def start(self) -> bytes:
        """The first line, or as much of it as a header's name can have; it stays to be read."""
        while b"\n" not in self._buffer and len(self._buffer) < _LONGEST_NAME:
            chunk = self._read(65536)
            if not chunk:
                break
            self._buffer += chunk
        end = self._buffer.find(b"\n")
        return bytes(self._buffer[: end + 1 if end >= 0 else _LONGEST_NAME])

    def exactly(self, count: int) -> bytes | None:
        """`count` bytes, or None when the input ends before them."""
        while len(self._buffer) < count:
            chunk = self._read(min(max(65536, count - len(self._buffer)), 1 << 18))
            if not chunk:
                return None
            self._buffer += chunk
        body = bytes(self._buffer[:count])
        del self._buffer[:count]
        return body


def bodies(read: Callable[[int], bytes], *, first_line_decides: bool = False) -> Iterator[bytes | Malformed]:
    """The bodies that arrive, until the input ends. Raises NoHeaderError when the first line decides and is none."""
    lines = _Lines(read)
    length: int | None = None
    refused = False
    first = first_line_decides
    if first and not _HEADER_START.match(lines.start()):
        raise NoHeaderError  # whatever follows: a client that never ends its line would hold the only place
    while line := lines.line():
        if first and not _HEADER.match(line):
            raise NoHeaderError
        first = False
        if line.strip():
            if found := _LENGTH.search(line):
                length = int(found.group(1))
                refused = length > MAX_BODY
            elif line.lower().startswith(b"content-length"):
                refused = True
            continue
        if refused:
            yield Malformed("a Content-Length that is no length, or too large")
        elif length is not None:
            body = lines.exactly(length)
            if body is None:
                return
            yield body
        length, refused = None, False


def framed(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


@dataclass(slots=True)
class Channel:
    """Where messages come from and go to. `write` may raise OSError once the other side is gone."""

    read: Callable[[int], bytes]
    write: Callable[[bytes], None]
    close: Callable[[], None]
    first_line_decides: bool = False


def stdio() -> Channel:
    """Standard input and output. From here on nothing else reaches standard output: prints go to standard error,
    also those of C libraries, since the descriptor itself is moved."""
    source = os.dup(0)
    sink = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415

        for descriptor in (source, sink):
            msvcrt.setmode(descriptor, os.O_BINARY)

    def write(data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(sink, view) :]

    return Channel(read=lambda count: os.read(source, count), write=write, close=lambda: None)


def tcp(host: str, port: int, on_bound: Callable[[str, int], None]) -> Channel:
    """One client on a loopback address. The listening socket is closed before the client is served."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, port), family=family, backlog=1) as listening:
        on_bound(*listening.getsockname()[:2])
        connection, _ = listening.accept()
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def close() -> None:
        with suppress(OSError):  # the client was faster
            connection.shutdown(socket.SHUT_RDWR)
        connection.close()

    return Channel(read=connection.recv, write=connection.sendall, close=close, first_line_decides=True)
