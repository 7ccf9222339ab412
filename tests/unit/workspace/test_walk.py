from __future__ import annotations

import os
from pathlib import Path

import pytest

from anchorline.workspace.walk import Walk, walk_root
from workspace_kit import write


def names(root: Path, walk: Walk, folder: Path | None = None) -> list[str]:
    return [path.relative_to(root).as_posix() for path in walk.files(folder)]


def test_files_of_known_languages_come_in_the_order_of_their_paths(tmp_path: Path) -> None:
    write(tmp_path, {"b.md": "", "a/z.py": "", "a/b.txt": "", "a.md": "", "c.rs": "", "LICENSE": "", "a/a/x.tsx": ""})
    assert names(tmp_path, Walk(tmp_path)) == ["a/a/x.tsx", "a/z.py", "a.md", "b.md", "c.rs"]


def test_built_foreign_and_historic_files_are_left_out(tmp_path: Path) -> None:
    paths = (
        "node_modules/x.js",
        "vendor/x.go",
        "dist/x.js",
        "build/x.py",
        ".git/x.md",
        "CHANGELOG.md",
        "a.min.js",
        "k.md",
    )
    write(tmp_path, dict.fromkeys(paths, ""))
    assert names(tmp_path, Walk(tmp_path)) == ["k.md"]


def test_ignore_files_count_where_they_stand_and_the_nearest_wins(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            ".gitignore": "*.py\n/only-here.md\nskipped/\n",
            "a/.gitignore": "!keep.py\n",
            "a/keep.py": "", "a/drop.py": "", "only-here.md": "", "a/only-here.md": "", "skipped/x.md": "",
            "b/.gitignore": "*.md\n", "b/.anchorlineignore": "!b.md\n", "b/b.md": "", "b/c.md": "",
        },
    )  # fmt: skip
    assert names(tmp_path, Walk(tmp_path)) == ["a/keep.py", "a/only-here.md", "b/b.md"]


def test_rules_above_the_walked_folder_count(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    write(tmp_path, {".gitignore": "x.md\nsecret/\n", "docs/x.md": "", "docs/y.md": "", "secret/z.md": ""})
    assert walk_root(tmp_path / "docs") == tmp_path
    walk = Walk(tmp_path)
    assert names(tmp_path, walk, tmp_path / "docs") == ["docs/y.md"]
    assert names(tmp_path, walk, tmp_path / "secret") == []


def test_include_and_exclude_are_patterns_of_the_same_kind(tmp_path: Path) -> None:
    write(tmp_path, {"docs/a.md": "", "docs/old/b.md": "", "src/c.py": ""})
    walk = Walk(tmp_path, include=["docs/**"], exclude=["old/"])
    assert names(tmp_path, walk) == ["docs/a.md"]
    assert [walk.is_excluded(tmp_path / path) for path in ("docs/a.md", "docs/old/b.md", "src/c.py")] == [
        False,
        True,
        True,
    ]
    assert walk.is_excluded(tmp_path.parent / "elsewhere.md")
    assert walk.is_excluded(tmp_path / ".git" / "x.md")


def test_links_pipes_and_loops_are_not_walked(tmp_path: Path) -> None:
    root = tmp_path / "root"
    write(root, {"a/b.md": ""})
    write(tmp_path, {"out/c.md": ""})
    (root / "a" / "up").symlink_to(root)
    (root / "out").symlink_to(tmp_path / "out")
    (root / "d.md").symlink_to("a/b.md")
    os.mkfifo(root / "e.md")
    os.mkfifo(root / ".gitignore")
    assert names(root, Walk(root)) == ["a/b.md"]


@pytest.mark.parametrize("pattern", ["[", "a" * 5000, "\\", "!", "**/" * 50 + "x", "*a" * 40, "\x00"])
def test_a_pattern_that_is_none_or_too_costly_is_left_out(tmp_path: Path, pattern: str) -> None:
    write(tmp_path, {".gitignore": f"{pattern}\nb.md\n", "a.md": "", "b.md": "", "a" * 200 + ".md": ""})
    assert "a.md" in names(tmp_path, Walk(tmp_path))
    assert "b.md" not in names(tmp_path, Walk(tmp_path))
