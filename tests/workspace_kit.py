"""Files for tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

Git = Callable[..., str]
"""Runs git in a folder and gives its output: `git(folder, "commit", "-m", "x")`."""


def write(root: Path, files: dict[str, str]) -> None:
    for name, content in files.items():
        place = root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content, encoding="utf-8")
