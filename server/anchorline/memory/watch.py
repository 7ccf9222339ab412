"""Tells whether the file behind an open connection is still what it was. SQLite believes what it has in memory: what is
written over the file, or into one that was removed, is lost when the process ends, and nobody was told.

Some system calls each time. The file is kept open for that: whoever closes it once voids all locks that SQLite holds on
it in this process, and another process then believes that nobody uses it. So it is closed when its last watch is.
"""

from __future__ import annotations

import os
import threading
from collections import Counter
from contextlib import suppress
from enum import Enum
from pathlib import Path

_MAGIC = b"SQLite format 3\0"
_WAL_MAGIC = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
_WAL_HEADER = 32  # bytes
_CAN = hasattr(os, "pread")  # elsewhere nobody removes or overwrites a file that is in use


_guard = threading.Lock()
_watches: Counter[tuple[int, int]] = Counter()  # of a file, by device and inode
_unclosed: dict[tuple[int, int], list[int]] = {}


class News(Enum):
    """REPLACED: removed, or another file is in its place. DAMAGED: it begins like no store. WRITTEN: somebody wrote it
    since, be it SQLite."""

    NONE = "none"
    WRITTEN = "written"
    DAMAGED = "damaged"
    REPLACED = "replaced"


class Watch:
    """To be closed after the connection."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._log = path.with_name(f"{path.name}-wal")
        self._descriptor = _opened(path)
        if self._descriptor is not None:
            with _guard:
                _watches[_identity(self._descriptor)] += 1
        self._log_descriptor: int | None = None
        self._written = self._mtime()
        self._sound = self._begins_well()

    def news(self) -> News:
        if self._descriptor is None:
            return News.NONE
        if self._log_descriptor is None:
            self._log_descriptor = _opened(self._log)  # there from the first use on
        logged = self._log_descriptor
        if not _is_at(self._descriptor, self._path) or (logged is not None and not _is_at(logged, self._log)):
            return News.REPLACED
        if self._sound and not (self._begins_well() and _logs_well(logged)):
            return News.DAMAGED
        written, self._written = self._written, self._mtime()
        return News.NONE if written == self._written else News.WRITTEN

    def close(self) -> None:
        if self._descriptor is not None:
            _done_with(self._descriptor)
        if self._log_descriptor is not None:
            _closed(self._log_descriptor)
        self._descriptor = self._log_descriptor = None

    def _mtime(self) -> int:
        return os.fstat(self._descriptor).st_mtime_ns if self._descriptor is not None else 0

    def _begins_well(self) -> bool:
        return self._descriptor is not None and _read(self._descriptor, len(_MAGIC)) == _MAGIC


def _opened(path: Path) -> int | None:
    if not _CAN:
        return None
    try:
        return os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return None


def _identity(descriptor: int) -> tuple[int, int]:
    status = os.fstat(descriptor)
    return status.st_dev, status.st_ino


def _done_with(descriptor: int) -> None:
    """Close it, once nobody in this process watches the file any more."""
    with _guard:
        file = _identity(descriptor)
        _unclosed.setdefault(file, []).append(descriptor)
        _watches[file] -= 1
        if _watches[file] <= 0:
            del _watches[file]
            for each in _unclosed.pop(file):
                _closed(each)


def _closed(descriptor: int) -> None:
    with suppress(OSError):
        os.close(descriptor)


def _is_at(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.lstat())
    except OSError:
        return False


def _logs_well(descriptor: int | None) -> bool:
    if descriptor is None:
        return True
    header = _read(descriptor, _WAL_HEADER)
    return len(header) < _WAL_HEADER or header.startswith(_WAL_MAGIC)


def _read(descriptor: int, most: int) -> bytes:
    try:
        return os.pread(descriptor, most, 0)
    except OSError:
        return b""
