"""How files are named to people: from where they stand, with forward slashes."""

from __future__ import annotations

import os
from pathlib import Path

from anchorline.cli.exits import UsageError

STDIN = "-"


def shown_path(path: str | Path) -> str:
    """Relative to the working folder for what lies below it, absolute for the rest."""
    full = absolute(path)
    here = working_folder()
    shown = str(full.relative_to(here)) if here is not None and full.is_relative_to(here) else str(full)
    return shown.replace("\\", "/") if os.name == "nt" else shown


def shown_in(root: Path, name: str) -> str:
    """A file of the folder `root`: seen from inside that folder it may stand above (`../.anchorline.toml`)."""
    full = root / name
    here = working_folder()
    if here is None or not here.is_relative_to(root):
        return shown_path(full)
    shown = os.path.relpath(full, here)
    return shown.replace("\\", "/") if os.name == "nt" else shown


def absolute(path: str | Path) -> Path:
    """Absolute and without `..`, but with its links: the name that the person knows."""
    try:
        return Path(os.path.abspath(path))  # noqa: PTH100
    except OSError:
        raise UsageError("the working folder is gone; go to another one, or name files by absolute paths") from None


def working_folder() -> Path | None:
    """None when it was deleted, or may not be looked at: then only absolute paths lead anywhere."""
    try:
        return Path.cwd()
    except OSError:
        return None


def is_folder(path: Path) -> bool:
    """Also says no, instead of failing, where the path is no valid one or may not be looked at."""
    return os.path.isdir(path)  # noqa: PTH112 - its sibling raises
