"""Where every command line begins and ends: its exit status, whatever happens in between."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from anchorline import __version__
from anchorline.cli.exits import Exit, UsageError
from anchorline.cli.output.escape import disarmed, one_line
from anchorline.cli.streams import discard, prepare, tell, unwritable


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit status. Never raises, and never shows a traceback unless asked to."""
    try:
        status = _run(sys.argv[1:] if argv is None else list(argv))
    except BrokenPipeError:
        discard(sys.stdout)
        return Exit.PIPE_CLOSED
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    return status


def _run(arguments: list[str]) -> int:
    problem = prepare()
    if problem is not None:
        _complain(f"{problem}.")
        return Exit.USAGE
    try:
        return _flushed(_command(arguments))
    except UsageError as problem:
        _complain(f"{one_line(str(problem)).rstrip('.')}.")
        return Exit.USAGE
    except BrokenPipeError:
        raise
    except Exception as error:
        sentence = unwritable(error)
        if sentence is not None:
            discard(sys.stdout)
            _complain(f"{sentence}.")
            return Exit.INCOMPLETE
        if os.environ.get("ANCHORLINE_DEBUG"):
            raise
        _complain(
            f"internal error ({type(error).__name__}: {one_line(str(error), 200)}); "
            "please report it, with the output of the same command under ANCHORLINE_DEBUG=1."
        )
        return Exit.INCOMPLETE


def _command(arguments: list[str]) -> int:
    if arguments == ["--version"]:  # programs ask for it before they do anything, and typer takes its time
        print(f"anchorline {__version__}")
        return Exit.OK
    if arguments[:1] == ["review"]:
        from anchorline.cli.usual import usual_request  # noqa: PLC0415 - other commands are typer's to read

        request = usual_request(arguments)
        if request is not None:
            from anchorline.cli.run import run  # noqa: PLC0415 - help and mistakes need no engine

            return run(request)
    from anchorline.cli.commands import run_command  # noqa: PLC0415 - see `usual`

    return run_command(arguments)


def _flushed(status: int) -> int:
    """What cannot be written is to be known while there is still an exit status to say it with."""
    sys.stdout.flush()
    return status


def _complain(sentence: str) -> None:
    tell(disarmed(f"anchorline: {sentence}"))
