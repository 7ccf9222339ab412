"""The command line as a whole: its commands, and what happens to everything that ends one early."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated

import typer

from anchorline import __version__
from anchorline.cli.checks import checks
from anchorline.cli.doctor import doctor
from anchorline.cli.exits import Exit, UsageError
from anchorline.cli.output.escape import one_line
from anchorline.cli.review import review
from anchorline.cli.schema import schema
from anchorline.cli.server import server

app = typer.Typer(
    name="anchorline",
    help="Reviews plans, specifications and source files. Every finding hangs on a verbatim quote with one place.",
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(review)
app.command()(server)
app.command()(checks)
app.command()(schema)
app.command()(doctor)


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        print(f"anchorline {__version__}")
        raise typer.Exit(Exit.OK)
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(Exit.USAGE)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit status. Never raises, and never shows a traceback unless asked to."""
    try:
        status = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except BrokenPipeError:
        _discard_output()
        return Exit.PIPE_CLOSED
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    return status


def _run(argv: Sequence[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError):  # a stream that a test put there
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        status = typer.main.get_command(app).main(list(argv), prog_name="anchorline", standalone_mode=False)
    except (typer.TyperException, UsageError) as problem:
        said = problem.format_message() if isinstance(problem, typer.TyperException) else str(problem)
        _complain(f"{one_line(said).rstrip('.')}. Try `anchorline --help`.")
        return Exit.USAGE
    except typer.Abort:
        return Exit.INTERRUPTED
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
    return int(status or 0)


def _complain(sentence: str) -> None:
    print(f"anchorline: {sentence}", file=sys.stderr)


def _discard_output() -> None:
    """What is still in the buffers goes nowhere, or the interpreter would complain about the pipe when it ends."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
