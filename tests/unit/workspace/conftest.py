"""Repositories for tests, built with the real git and isolated from the person's own configuration."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from workspace_kit import Git, write


@pytest.fixture
def git(tmp_path: Path) -> Git:
    """Runs git in a folder and gives its output."""
    home = tmp_path / "home"
    home.mkdir()
    env = {
        "PATH": os.environ["PATH"], "HOME": str(home), "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_AUTHOR_DATE": "2026-01-02T03:04:05Z",
        "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org", "GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z",
    }  # fmt: skip

    def run(folder: Path, *arguments: str) -> str:
        done = subprocess.run(["git", *arguments], cwd=folder, env=env, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    return run


@pytest.fixture
def repository(tmp_path: Path, git: Git) -> Path:
    """A repository with one commit: a document, a source file, a guide."""
    root = tmp_path / "repository"
    root.mkdir()
    write(
        root,
        {
            "docs/plan.md": "# Plan\n\nOne.\nTwo.\n",
            "docs/guide/setup.md": "# Set-up\n",
            "src/render/page.py": "PAGE = 1\n",
            ".gitignore": "made/\n*.log\n",
        },
    )
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "First")
    return root
