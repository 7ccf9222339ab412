from __future__ import annotations

from pathlib import Path

import pytest

from anchorline.reviewers.base import Existence, Workspace
from anchorline.workspace.workspace import MAX_BESIDE, MAX_QUESTIONS, FileWorkspace
from workspace_kit import Git, write

FILE, FOLDER, MISSING, UNKNOWN = Existence.FILE, Existence.FOLDER, Existence.MISSING, Existence.UNKNOWN


@pytest.mark.parametrize(
    ("target", "answer"),
    [
        ("guide/setup.md", FILE),
        ("guide", FOLDER),
        ("guide/", FOLDER),
        ("../src/render/page.py", FILE),
        ("guide/absent.md", MISSING),
        ("Guide/setup.md", MISSING),
        ("/src/render/page.py", FILE),
        ("/absent", MISSING),
        ("/", FOLDER),
        ("../../elsewhere.md", UNKNOWN),
        ("//server/x", UNKNOWN),
        ("../made/report.md", UNKNOWN),  # ignored, so a build makes it
        ("../build.log", UNKNOWN),
    ],
)
def test_a_link_target_is_seen_from_the_document(repository: Path, target: str, answer: Existence) -> None:
    workspace: Workspace = FileWorkspace(repository / "docs/plan.md")
    assert workspace.beside(target) is answer


def test_a_path_from_the_root_is_on_disk_or_at_head(repository: Path) -> None:
    (repository / "docs/guide/setup.md").unlink()
    workspace = FileWorkspace(repository / "docs/plan.md")
    assert workspace.at_root("docs/guide/setup.md") is FILE
    assert workspace.beside("guide/setup.md") is MISSING
    assert workspace.at_root("docs/none.md") is MISSING
    assert workspace.at_root("src") is FOLDER
    assert workspace.at_root("../x") is UNKNOWN


def test_without_a_root_nothing_is_known(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "", "b.md": ""})
    workspace = FileWorkspace(tmp_path / "a.md")
    assert (workspace.rooted, workspace.in_repository, workspace.changed("x")) == (False, False, None)
    assert workspace.beside("b.md") is UNKNOWN
    assert workspace.at_root("b.md") is UNKNOWN
    assert workspace.tracked_suffix("b.md") is None
    assert workspace.near_matches("c.md") == ()
    assert workspace.read_beside("b.md") is None


def test_a_workspace_folder_is_a_root_too(tmp_path: Path) -> None:
    write(tmp_path, {"docs/a.md": "", "b.md": "# B\n"})
    workspace = FileWorkspace(tmp_path / "docs/a.md", [tmp_path / "other", tmp_path])
    assert (workspace.rooted, workspace.in_repository) == (True, False)
    assert workspace.beside("../b.md") is FILE
    assert workspace.beside("../c.md") is MISSING
    assert workspace.at_root("b.md") is FILE
    assert workspace.read_beside("../b.md") == "# B\n"


def test_links_may_cross_from_a_repository_into_the_folder_around_it(repository: Path) -> None:
    write(repository.parent, {"shared/x.md": ""})
    inside = FileWorkspace(repository / "docs/plan.md")
    around = FileWorkspace(repository / "docs/plan.md", [repository.parent])
    assert inside.beside("../../shared/x.md") is UNKNOWN
    assert around.beside("../../shared/x.md") is FILE
    assert around.beside("/src/render/page.py") is FILE
    assert around.at_root("docs/plan.md") is FILE


def test_changed_lines_are_those_against_head(repository: Path, git: Git) -> None:
    workspace = FileWorkspace(repository / "docs/plan.md")
    assert workspace.path == "docs/plan.md"
    assert workspace.changed("# Plan\r\n\r\nOne.\r\nTwo!\r\n") == {3}
    assert FileWorkspace(repository / "docs/new.md").changed("a\nb") == {0, 1}
    git(repository.parent, "init", "-q", "empty")
    assert FileWorkspace(repository.parent / "empty/x.md").changed("a") is None


def test_near_matches_are_written_as_links_from_the_document(repository: Path, git: Git) -> None:
    write(repository, {"notes/set up.md": "", "docs/guide/deploy.md": ""})
    git(repository, "add", "-A")
    workspace = FileWorkspace(repository / "docs/plan.md")
    for target, found in [
        ("setup.md", ("guide/setup.md",)),
        ("./setup.md", ("./guide/setup.md",)),
        ("/docs/setup.md", ("/docs/guide/setup.md",)),
        ("guide/set-up.md", ("guide/setup.md",)),
        ("guide/Setup.md", ("guide/setup.md",)),
        ("guide/deplyo.md", ("guide/deploy.md",)),
        ("../notes/set_up.md", ("../notes/set%20up.md",)),
        ("guide/other.md", ()),
        ("../../x.md", ()),
    ]:
        assert tuple(workspace.near_matches(target)) == found, target


def test_another_document_is_read_up_to_a_bound(repository: Path) -> None:
    (repository / "docs/large.md").write_text("x" * (MAX_BESIDE + 1))
    (repository / "docs/latin.md").write_bytes(b"\xe9")
    (repository / "docs/mark.md").write_bytes(b"\xef\xbb\xbf# A")
    workspace = FileWorkspace(repository / "docs/plan.md")
    assert workspace.read_beside("guide/setup.md") == "# Set-up\n"
    assert workspace.read_beside("mark.md") == "# A"
    assert [workspace.read_beside(name) for name in ("large.md", "latin.md", "guide", "../.git/HEAD")] == [None] * 4


def test_files_of_submodules_and_sparse_checkouts_may_be_absent(repository: Path, git: Git, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", str(repository), "outer")
    outer = tmp_path / "outer"
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(repository), "inner")
    git(outer, "commit", "-q", "-m", "Add a submodule")
    git(outer, "submodule", "deinit", "-q", "-f", "inner")
    assert FileWorkspace(outer / "docs/plan.md").beside("../inner/docs/plan.md") is UNKNOWN
    git(repository, "sparse-checkout", "set", "--no-cone", "/docs/")
    sparse = FileWorkspace(repository / "docs/plan.md")
    assert sparse.beside("../src/render/page.py") is UNKNOWN
    assert sparse.beside("../src/render/none.py") is MISSING


def test_questions_are_bounded(repository: Path) -> None:
    workspace = FileWorkspace(repository / "docs/plan.md")
    answers = [workspace.beside(f"n{number}.md") for number in range(MAX_QUESTIONS + 1)]
    assert answers[-2:] == [MISSING, UNKNOWN]


def test_a_problem_names_the_document_and_the_review_goes_on(repository: Path) -> None:
    (repository / ".git/objects/info").mkdir(exist_ok=True)
    (repository / ".git/objects/info/alternates").write_text("/elsewhere\n")
    workspace = FileWorkspace(repository / "docs/plan.md", [repository], "docs/plan.md")
    (problem,) = workspace.problems
    assert problem.startswith("docs/plan.md: Git is left out: it borrows objects")
    assert workspace.beside("guide/setup.md") is FILE
    assert not workspace.in_repository
