"""The commands, and what typer makes of a command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from anchorline import __version__
from anchorline.cli.checks import checks
from anchorline.cli.decisions import decisions
from anchorline.cli.doctor import doctor
from anchorline.cli.exits import Exit, UsageError
from anchorline.cli.output.escape import one_line
from anchorline.cli.personas import personas
from anchorline.cli.review import review
from anchorline.cli.schema import schema
from anchorline.cli.server import server
from anchorline.cli.spend import spend

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
app.command()(personas)
app.add_typer(decisions, name="decisions")
app.command()(spend)
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


def run_command(arguments: Sequence[str]) -> int:
    """The exit status of a command. Raises UsageError, in one sentence, for what typer does not accept."""
    command = typer.main.get_command(app)
    try:
        # Not through `main`, which ends the process by itself when the reader of a pipe has gone.
        with command.make_context("anchorline", list(arguments)) as context:
            status = command.invoke(context)
    except typer.Exit as ended:
        return int(ended.exit_code)
    except typer.TyperException as problem:
        context_of_it = getattr(problem, "ctx", None)
        path = getattr(context_of_it, "command_path", None) or _named(arguments)
        said = one_line(problem.format_message()).replace("Value error, ", "").rstrip(".?")
        raise UsageError(f"{said}; see `{path} --help`") from None
    except typer.Abort:
        return Exit.INTERRUPTED
    return int(status or 0)


def _named(arguments: Sequence[str]) -> str:
    """The command that a command line begins with: not every mistake knows in which one it was made."""
    known = {command.callback.__name__ for command in app.registered_commands if command.callback is not None}
    return f"anchorline {arguments[0]}" if arguments and arguments[0] in known else "anchorline"
