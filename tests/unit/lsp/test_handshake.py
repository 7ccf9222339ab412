"""The handshake needs pygls alone: what is expensive waits until `initialize` is answered."""

from __future__ import annotations

import subprocess
import sys

LATER = (
    "markdown_it",
    "tree_sitter",
    "pygit2",
    "pydantic",
    "yaml",
    "rapidfuzz",
    "anthropic",
    "typer",
    "rich",
    "sqlite3",
)


def test_nothing_expensive_is_imported_before_initialize_is_answered():
    code = (
        "import sys\n"
        "from anchorline.lsp.server import Server\n"
        "server = Server()\n"
        "server.initialize({'processId': None, 'rootUri': None, 'capabilities': {}})\n"
        f"print(sorted(name for name in {LATER!r} if name in sys.modules))\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "[]"
