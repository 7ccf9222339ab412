"""Repositories for tests, built with the real git and isolated from the person's own configuration."""

from __future__ import annotations

from pathlib import Path

import pytest

from workspace_kit import Git, git_with, write


@pytest.fixture
def git(tmp_path: Path) -> Git:
    """Runs git in a folder and gives its output."""
    home = tmp_path / "home"
    home.mkdir()
    return git_with(home)


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
