"""The help texts of all commands, as the manual prints them."""

from __future__ import annotations

from collections.abc import Iterator

import typer

from anchorline.cli.commands import app

WIDTH = 100
"""Characters of a line, whatever terminal the manual is made in."""


def command_helps() -> Iterator[tuple[str, str]]:
    """(name, help) of each command, in the order of the command line."""
    group = typer.main.get_command(app)
    top = group.make_context("anchorline", [], resilient_parsing=True)
    for name in group.list_commands(top):  # type: ignore[attr-defined]
        command = group.get_command(top, name)  # type: ignore[attr-defined]
        context = command.make_context(
            f"anchorline {name}", [], resilient_parsing=True, terminal_width=WIDTH, max_content_width=WIDTH
        )
        yield name, "\n".join(line.rstrip() for line in command.get_help(context).splitlines())
