"""Rows about the command line as a whole process, against markdownlint-cli2 (npm) on the same file.

markdownlint-cli2 is installed once into `.bench/`, which git ignores; without npm, or without the network the first
time, the row is left out and the bench says so.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.documents import plan
from bench.row import Row, medians_ms

CACHE = Path(__file__).resolve().parent.parent / ".bench"
PACKAGE = "markdownlint-cli2"


def rows() -> list[Row]:
    linter = _markdownlint()
    if linter is None:
        print(f"left out: {PACKAGE} is not there and npm could not install it", file=sys.stderr)
        return []
    with tempfile.TemporaryDirectory() as folder:
        document = Path(folder, "plan.md")
        document.write_text(plan(200_000), encoding="utf-8")
        ours, theirs = medians_ms(
            lambda: _run([sys.executable, "-m", "anchorline", "review", "--offline", document.name], folder, "1 file"),
            lambda: _run([str(linter), document.name], folder, "Summary"),
            repeat=7,
            clock=time.perf_counter,
        )
    return [Row(f"`anchorline review --offline` of 200 KB, whole process, against {PACKAGE}", ours, theirs, 0.6)]


def _run(command: list[str], folder: str, expected: str) -> None:
    """Both may find something (status 1); without the expected words nothing was done, and the figure would lie."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode not in (0, 1) or expected not in done.stdout:
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}: {done.stderr[:500]}")


def _markdownlint() -> Path | None:
    program = CACHE / "node_modules" / ".bin" / PACKAGE
    npm = shutil.which("npm")
    if not program.exists() and npm is not None:
        CACHE.mkdir(exist_ok=True)
        subprocess.run([npm, "install", "--prefix", str(CACHE), "--no-audit", "--no-fund", PACKAGE], check=False)
    return program if program.exists() else None
