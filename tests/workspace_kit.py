"""Files for tests."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

Git = Callable[..., str]
"""Runs git in a folder and gives its output: `git(folder, "commit", "-m", "x")`."""


def write(root: Path, files: dict[str, str]) -> None:
    for name, content in files.items():
        place = root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content, encoding="utf-8")


def git_with(home: Path) -> Git:
    """Git as it is, isolated from the configuration of whoever runs the tests."""
    env = {
        "PATH": os.environ["PATH"], "HOME": str(home), "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_AUTHOR_DATE": "2026-01-02T03:04:05Z",
        "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org", "GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z",
    }  # fmt: skip

    def run(folder: Path, *arguments: str) -> str:
        done = subprocess.run(["git", *arguments], cwd=folder, env=env, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    return run
