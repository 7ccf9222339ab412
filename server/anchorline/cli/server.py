"""`anchorline server`: here for the list of commands and for `main`; the console script goes the shorter way."""

from __future__ import annotations

from typing import Annotated

import typer


def server(
    stdio: Annotated[bool, typer.Option("--stdio", help="Speak over standard input and output (the default).")] = False,
    tcp: Annotated[str | None, typer.Option(metavar="127.0.0.1:PORT", help="Serve one client on loopback.")] = None,
    log_level: Annotated[str | None, typer.Option(metavar="LEVEL", help="error, warning, info or debug.")] = None,
    log_file: Annotated[str | None, typer.Option(metavar="FILE", help="Log here, not to standard error.")] = None,
) -> int:
    """The language server, for editors."""
    from anchorline.lsp.start import start  # noqa: PLC0415 - the other commands are no server

    given = {"--tcp": tcp, "--log-level": log_level, "--log-file": log_file}
    arguments = [part for name, value in given.items() if value is not None for part in (name, value)]
    return start([*(["--stdio"] if stdio else []), *arguments])
