"""Standard streams that may be closed, full, or a pipe that nobody reads any more."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from typing import TextIO

_UNWRITABLE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF, errno.EINVAL}


def prepare() -> str | None:
    """Before anything is opened; the problem when results have nowhere to go.

    A stream that was closed leaves its number to the next file that is opened, and whatever is then written to the
    stream would end up in that file.
    """
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - for as long as the process lives
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError):  # a stream that a test put there
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    return "standard output is closed; send it to a file or to a program" if sys.stdout is None else None


def tell(line: str) -> None:
    """A line for standard error. Nobody can be told that it cannot be written, so the work goes on."""
    try:
        print(line, file=sys.stderr, flush=True)
    except (OSError, ValueError):
        discard(sys.stderr)


def discard(stream: TextIO) -> None:
    """What is still in the buffer goes nowhere, or the interpreter would complain when it ends."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def unwritable(error: Exception) -> str | None:
    """The sentence when it was standard output that could not be written. Errors about a file name the file."""
    if not isinstance(error, OSError) or error.filename is not None or error.errno not in _UNWRITABLE:
        return None
    return f"standard output cannot be written: {error.strerror}; nothing that is on it is complete"
