# ruff: noqa: INP001 - a script beside the pictures it draws
"""The terminal as the README shows it: the real output of the real command, drawn as SVG."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_LINES = 19


def review_svg() -> str:
    """`make demo`, its first findings. The same bytes for the same output; nothing in it is fetched from elsewhere."""
    from rich.console import Console  # noqa: PLC0415 - only this picture needs it
    from rich.terminal_theme import MONOKAI  # noqa: PLC0415 - as above
    from rich.text import Text  # noqa: PLC0415 - as above

    command = [sys.executable, "-m", "anchorline", "review", "--offline", "--fail-on", "none", "examples/plan.md"]
    environment = {**os.environ, "FORCE_COLOR": "1"}
    shown = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True)  # noqa: S603 - ourselves
    lines = shown.stdout.decode("utf-8").splitlines()
    console = Console(record=True, width=126, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text("$ anchorline review examples/plan.md", style="bold"))
    console.print(Text.from_ansi("\n".join(lines[:_LINES]) + "\n…\n" + lines[-1]))
    svg = console.export_svg(title="anchorline", theme=MONOKAI, unique_id="review")
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL).rstrip() + "\n"
