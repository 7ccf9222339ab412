"""The help texts of all commands, as the manual prints them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer

from anchorline.cli.commands import app

WIDTH = 100
"""Characters of a line, whatever terminal the manual is made in."""


def command_helps() -> Iterator[tuple[str, str]]:
    """(name, help) of each command, in the order of the command line."""
    group = typer.main.get_command(app)
    top = group.make_context("anchorline", [], resilient_parsing=True)
    yield from _helps(group, top, "")


def _helps(group: Any, top: Any, prefix: str) -> Iterator[tuple[str, str]]:
    for name in group.list_commands(top):
        command = group.get_command(top, name)
        context = command.make_context(
            f"anchorline {prefix}{name}", [], resilient_parsing=True, terminal_width=WIDTH, max_content_width=WIDTH
        )
        yield f"{prefix}{name}", "\n".join(line.rstrip() for line in command.get_help(context).splitlines())
        if hasattr(command, "list_commands"):
            yield from _helps(command, context, f"{prefix}{name} ")
