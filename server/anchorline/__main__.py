"""Where the console script begins: the language server by the short way, everything else by the command line."""

from __future__ import annotations

import sys

INTERRUPTED = 130


def main() -> int:
    """The exit status. The server must not wait for the imports of the command line, so it is told apart first."""
    arguments = sys.argv[1:]
    try:
        if arguments[:1] == ["server"]:
            from anchorline.lsp.start import start  # noqa: PLC0415

            return start(arguments[1:])
        from anchorline.cli.app import main as command_line  # noqa: PLC0415

        return command_line(arguments)
    except KeyboardInterrupt:  # while modules are imported
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
