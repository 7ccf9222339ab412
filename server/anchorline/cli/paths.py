"""How files are named to people: from where they stand, with forward slashes."""

from __future__ import annotations

import os
from pathlib import Path

STDIN = "-"


def shown_path(path: str | Path) -> str:
    """Relative to the working folder for what lies below it, absolute for the rest."""
    full = absolute(path)
    try:
        shown = str(full.relative_to(Path.cwd()))
    except ValueError:
        shown = str(full)
    return shown.replace("\\", "/") if os.name == "nt" else shown


def absolute(path: str | Path) -> Path:
    """Absolute and without `..`, but with its links: the name that the person knows."""
    return Path(os.path.abspath(path))  # noqa: PTH100
