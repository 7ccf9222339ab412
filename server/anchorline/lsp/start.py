"""`anchorline server`: options, channel, log, and the exit status."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from anchorline.lsp import logs, wire

if TYPE_CHECKING:
    from anchorline.lsp.engine import Engine

USAGE = 2
INTERRUPTED = 130


def start(arguments: Sequence[str], engine: Engine | None = None) -> int:
    """Serve until the client is done. Ends the process itself when it served. `engine` stands in for the real one."""
    options = _parser().parse_args(arguments)
    address: tuple[str, int] | None = None
    if options.tcp is not None:
        try:
            address = loopback(options.tcp)
        except ValueError as error:
            sys.stderr.write(f"anchorline server: --tcp {options.tcp}: {error}\n")
            return USAGE
    if address is None:
        channel = wire.stdio()
    if problem := logs.configure(options.log_level, options.log_file):
        sys.stderr.write(f"anchorline server: {problem}\n")
    if address is not None:
        try:
            channel = wire.tcp(*address, on_bound=_say)
        except OSError as error:
            sys.stderr.write(f"anchorline server: --tcp {options.tcp}: {error.strerror}; choose another port\n")
            return USAGE
        except KeyboardInterrupt:
            return INTERRUPTED
    from anchorline.lsp.server import serve  # noqa: PLC0415 - a wrong option is answered without loading pygls

    # The switch interval bounds how long a review on its thread may keep an answer waiting; a hand-over costs little.
    sys.setswitchinterval(0.001)
    try:
        status = serve(channel, engine)
    except KeyboardInterrupt:
        status = INTERRUPTED
    # A review in the middle of native code must not hold up, or crash, the end of the interpreter.
    sys.stderr.flush()
    os._exit(status)


def loopback(address: str) -> tuple[str, int]:
    """Host and port. Raises ValueError, with a sentence, for anything that others on the network could reach."""
    import ipaddress  # noqa: PLC0415 - most servers have no address

    host, _, port = address.rpartition(":")
    host = host.strip("[]") or "127.0.0.1"
    if not port.isdigit() or int(port) > 65535:
        raise ValueError("the port must be a number from 0 to 65535; write 127.0.0.1:PORT")
    if host == "localhost":
        host = "127.0.0.1"
    try:
        is_loopback = ipaddress.ip_address(host).is_loopback
    except ValueError:
        is_loopback = False
    if not is_loopback:
        raise ValueError("only a loopback address is served; write 127.0.0.1:PORT")
    return host, int(port)


def _say(host: str, port: int) -> None:
    sys.stderr.write(f"anchorline server: listening on {host}:{port}\n")
    sys.stderr.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="anchorline server", description="Run the language server for an editor.", allow_abbrev=False
    )
    channel = parser.add_mutually_exclusive_group()
    channel.add_argument("--stdio", action="store_true", help="speak over standard input and output (the default)")
    channel.add_argument("--tcp", metavar="127.0.0.1:PORT", help="serve one client on a loopback address")
    parser.add_argument("--log-level", choices=logs.LEVELS, default="warning", type=str.lower)
    parser.add_argument("--log-file", metavar="FILE", help="write the log to a file instead of standard error")
    return parser
