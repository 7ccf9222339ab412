"""`anchorline server`: started by `__main__` without a look at the rest of the command line; here for its help."""

from __future__ import annotations

from typing import Annotated

import typer

from anchorline.cli.exits import Exit


def server(
    stdio: Annotated[bool, typer.Option("--stdio", help="Speak over standard input and output (the default).")] = False,  # noqa: ARG001
    tcp: Annotated[str | None, typer.Option(metavar="127.0.0.1:PORT", help="Serve one client on loopback.")] = None,  # noqa: ARG001
    log_level: Annotated[str, typer.Option(metavar="LEVEL", help="error, warning, info or debug.")] = "warning",  # noqa: ARG001
    log_file: Annotated[str | None, typer.Option(metavar="FILE", help="Log here, not to standard error.")] = None,  # noqa: ARG001
) -> int:
    """The language server, for editors."""
    print("Editors start it with `anchorline server` as the first words of the command line.")
    return Exit.USAGE
