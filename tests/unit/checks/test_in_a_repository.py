"""The checks that ask for files, in a real repository on disk."""

from __future__ import annotations

from pathlib import Path

import pygit2
import pytest

from anchorline.reviewers.checks import broken_link, modified_file_missing, unlisted_file
from anchorline.workspace.workspace import FileWorkspace
from plan_checks_kit import fixed, places

FILES = {
    "docs/plan.md": "",
    "docs/guide.md": "# Guide\n\n## Set up\n",
    "docs/img/flow.png": "",
    "src/main.py": "",
    "src/store/base.py": "",
    "ops/restore.md": "# Restore\n",
    ".gitignore": "/dist/\n",
}


@pytest.fixture
def around(tmp_path: Path) -> FileWorkspace:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    repository = pygit2.init_repository(str(tmp_path))
    repository.index.add_all()
    repository.index.write()
    author = pygit2.Signature("A", "a@example.org", 1, 0)
    repository.create_commit("HEAD", author, author, "All", repository.index.write_tree(), [])
    return FileWorkspace(tmp_path / "docs" / "plan.md")


def test_links_are_judged_by_what_is_there(around: FileWorkspace) -> None:
    text = (
        "[a](guide.md#set-up) [b](guide.md#tear-down) [c](gone.md) ![d](img/flow.png) [e](../dist/report.md) "
        "[f](../../elsewhere/x.md) [g](../src/main.py#L3) [h](/docs/none.md)\n"
    )
    assert [quote for quote, _ in places(broken_link.CHECK, text, around)] == ["#tear-down", "gone.md"]


def test_the_near_match_is_a_link_from_the_document(around: FileWorkspace) -> None:
    assert fixed(broken_link.CHECK, "[a](restore.md)\n", around) == "[a](../ops/restore.md)\n"


def test_a_file_that_is_to_be_modified_must_be_there(around: FileWorkspace) -> None:
    entries = "".join(f"- Modify: `{path}`\n" for path in ("src/main.py", "src/store/base.py", "src/store/memory.py"))
    text = f"# Plan\n\n## Unit 1\n\n**Files:**\n{entries}- Modify: `dist/report.md`\n"
    assert [quote for quote, _ in places(modified_file_missing.CHECK, text, around)] == ["src/store/memory.py"]


def test_an_edited_file_of_the_repository_must_be_listed(around: FileWorkspace) -> None:
    text = "# Plan\n\n## Unit 1\n\n**Files:** `src/main.py`\n\n**Approach:** Update `ops/restore.md`.\n"
    assert [quote for quote, _ in places(unlisted_file.CHECK, text, around)] == ["ops/restore.md"]
