"""Where every command line begins and ends: its exit status, whatever happens in between."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from anchorline.cli.exits import Exit, UsageError
from anchorline.cli.output.escape import disarmed, one_line
from anchorline.cli.usual import usual_request


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit status. Never raises, and never shows a traceback unless asked to."""
    try:
        status = _run(sys.argv[1:] if argv is None else list(argv))
        sys.stdout.flush()
    except BrokenPipeError:
        _discard_output()
        return Exit.PIPE_CLOSED
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    return status


def _run(arguments: list[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError):  # a stream that a test put there
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        request = usual_request(arguments)
        if request is not None:
            from anchorline.cli.run import run  # noqa: PLC0415 - help and mistakes need no engine

            return run(request)
        from anchorline.cli.commands import run_command  # noqa: PLC0415 - see `usual`

        return run_command(arguments)
    except UsageError as problem:
        _complain(f"{one_line(str(problem)).rstrip('.')}.")
        return Exit.USAGE
    except BrokenPipeError:
        raise
    except Exception as error:
        if os.environ.get("ANCHORLINE_DEBUG"):
            raise
        _complain(
            f"internal error ({type(error).__name__}: {one_line(str(error), 200)}); "
            "please report it, with the output of the same command under ANCHORLINE_DEBUG=1."
        )
        return Exit.INCOMPLETE


def _complain(sentence: str) -> None:
    print(disarmed(f"anchorline: {sentence}"), file=sys.stderr)


def _discard_output() -> None:
    """What is still in the buffers goes nowhere, or the interpreter would complain about the pipe when it ends."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
