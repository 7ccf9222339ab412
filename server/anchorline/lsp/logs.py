"""Where the server's log goes. Document text never gets there, whatever the level."""

from __future__ import annotations

import logging
import sys
import traceback

LEVELS = ("debug", "info", "warning", "error")


def configure(level: str, file: str | None) -> str | None:
    """Send the log to `file`, or to standard error. Returns a sentence about what went wrong, or None."""
    problem = None
    handler: logging.Handler
    try:
        handler = logging.FileHandler(file, encoding="utf-8") if file else logging.StreamHandler(sys.stderr)
    except OSError as error:
        handler = logging.StreamHandler(sys.stderr)
        problem = f"{file}: cannot be written ({error.strerror}); the log goes to standard error."
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    ours = logging.getLogger("anchorline")
    ours.handlers[:] = [handler]
    ours.setLevel(level.upper())
    ours.propagate = False
    # At INFO pygls prints whole bodies, and at ERROR the parameters of what failed.
    theirs = logging.getLogger("pygls")
    theirs.handlers[:] = [handler]
    theirs.setLevel(logging.WARNING)
    theirs.propagate = False
    return problem


def frames(error: BaseException) -> str:
    """The place of an error without its message, which may quote the document."""
    where = "".join(traceback.format_tb(error.__traceback__))
    return f"{type(error).__name__} at\n{where}"
