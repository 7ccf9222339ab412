from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from anchorline.workspace.paths import Kind
from anchorline.workspace.repository import Repository, open_repository
from privilege import bound_by_permissions
from workspace_kit import Git, write


def opened(document: Path) -> Repository:
    repository, problem = open_repository(document)
    assert problem is None
    assert repository is not None
    return repository


def test_head_holds_the_text_of_a_tracked_file(repository: Path) -> None:
    found = opened(repository / "docs/plan.md")
    (repository / "docs/plan.md").write_text("changed")
    assert found.root == repository.resolve()
    assert found.relative(repository / "docs/plan.md") == "docs/plan.md"
    assert found.head_text("docs/plan.md") == "# Plan\n\nOne.\nTwo.\n"
    assert found.head_text("docs/new.md") is None
    assert found.head_text("docs") is None


def test_what_was_at_a_commit_is_told_apart(repository: Path) -> None:
    found = opened(repository / "docs/plan.md")
    commit, _ = found.commit()
    assert commit is not None
    assert found.kind_at(commit, "docs/guide") is Kind.FOLDER
    assert found.kind_at(commit, "docs/plan.md") is Kind.FILE
    assert found.kind_at(commit, "docs/none.md") is Kind.MISSING
    assert "src/render/page.py" in found.files_at(commit)


def test_tracked_are_the_files_of_index_and_head(repository: Path, git: Git) -> None:
    write(repository, {"src/new.py": "x", "src/untracked.py": "x"})
    git(repository, "add", "src/new.py")
    git(repository, "rm", "-q", "docs/guide/setup.md")
    found = opened(repository / "docs/plan.md")
    assert found.tracked == {".gitignore", "docs/guide/setup.md", "docs/plan.md", "src/new.py", "src/render/page.py"}
    for path, known in [
        ("render/page.py", True), ("page.py", True), ("src/render", True), ("render", True), ("ender/page.py", False),
        ("src/page.py", False), ("src/untracked.py", False),
    ]:  # fmt: skip
        assert found.tracks_suffix(path) is known, path


@pytest.mark.parametrize(
    "revision",
    [
        "-x",
        "--upload-pack=x",
        "HEAD@{1}",
        ":/First",
        "HEAD^{/x}",
        "main..dev",
        "a b",
        "",
        "HEAD~99999",
        "x.lock",
        "../x",
        "@{u}",
    ],
)  # fmt: skip
def test_what_is_no_plain_revision_is_refused(repository: Path, revision: str) -> None:
    commit, problem = opened(repository / "docs/plan.md").commit(revision)
    assert commit is None
    assert problem


def test_revisions_are_found_as_git_finds_them(repository: Path, git: Git) -> None:
    write(repository, {"docs/plan.md": "# Plan\n"})
    git(repository, "commit", "-q", "-a", "-m", "Second")
    git(repository, "tag", "-a", "v1", "-m", "annotated")
    git(repository, "branch", "topic", "HEAD~1")
    git(repository, "update-ref", "refs/remotes/origin/main", "HEAD")
    git(repository, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
    head = git(repository, "rev-parse", "HEAD")
    names = [
        "HEAD",
        "@",
        "main",
        "v1",
        "topic",
        "HEAD~1",
        "HEAD^",
        "v1~1",
        "refs/heads/topic",
        "origin",
        "origin/main",
        head[:8],
        head,
    ]
    for packed in (False, True):
        if packed:
            git(repository, "pack-refs", "--all")
            git(repository, "gc", "-q")
        found = opened(repository / "docs/plan.md")
        for name in names:
            commit, problem = found.commit(name)
            assert problem is None, name
            assert commit is not None
            assert commit.id == git(repository, "rev-parse", f"{name}^{{commit}}"), name
        assert found.head_text("docs/plan.md") == "# Plan\n"


def test_the_base_of_a_branch_is_the_merge_base_that_git_names(repository: Path, git: Git) -> None:
    git(repository, "checkout", "-q", "-b", "topic")
    write(repository, {"a.md": "a"})
    git(repository, "add", "a.md")
    git(repository, "commit", "-q", "-m", "Topic")
    git(repository, "checkout", "-q", "main")
    for number in range(3):
        git(repository, "commit", "-q", "--allow-empty", "-m", f"Main {number}")
    git(repository, "checkout", "-q", "topic")
    git(repository, "merge", "-q", "-m", "Merge", "main~2")
    base, problem = opened(repository / "docs/plan.md").base("main")
    assert problem is None
    assert base is not None
    assert base.id == git(repository, "merge-base", "HEAD", "main")


def test_a_repository_without_commits_has_no_head_and_no_problem(tmp_path: Path, git: Git) -> None:
    git(tmp_path, "init", "-q")
    found = opened(tmp_path / "x.md")
    assert found.commit() == (None, None)
    assert found.head_text("x.md") is None
    assert found.tracks_suffix("x.md") is None


def test_no_repository_is_no_problem(tmp_path: Path) -> None:
    assert open_repository(tmp_path / "x.md") == (None, None)
    assert open_repository(tmp_path / "absent" / "x.md") == (None, None)


def test_a_bare_repository_is_said_and_left_out(tmp_path: Path, git: Git) -> None:
    git(tmp_path, "init", "-q", "--bare", "bare")
    found, problem = open_repository(tmp_path / "bare" / "x.md")
    assert found is None
    assert problem is not None
    assert "bare" in problem


def test_a_foreign_repository_is_said_and_left_out(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 424242)
    monkeypatch.setattr("anchorline.workspace.gitdir._called_safe", lambda _: False)
    found, problem = open_repository(repository / "docs/plan.md")
    assert found is None
    assert problem is not None
    assert "belongs to another user" in problem
    assert "safe.directory" in problem


def test_a_worktree_has_its_own_head_and_the_common_objects(repository: Path, git: Git, tmp_path: Path) -> None:
    git(repository, "worktree", "add", "-q", "-b", "side", str(tmp_path / "tree"))
    write(tmp_path / "tree", {"docs/plan.md": "side\n"})
    git(tmp_path / "tree", "commit", "-q", "-a", "-m", "Side")
    found = opened(tmp_path / "tree/docs/plan.md")
    assert found.root == (tmp_path / "tree").resolve()
    assert found.head_text("docs/plan.md") == "side\n"
    assert found.commit("main")[0] == opened(repository / "docs/plan.md").commit()[0]


def test_a_submodule_is_its_own_repository(repository: Path, git: Git, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", str(repository), "outer")
    outer = tmp_path / "outer"
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(repository), "libs/inner")
    git(outer, "commit", "-q", "-m", "Add a submodule")
    inner = opened(outer / "libs/inner/docs/plan.md")
    assert inner.root == (outer / "libs/inner").resolve()
    assert inner.head_text("docs/plan.md") == "# Plan\n\nOne.\nTwo.\n"
    assert opened(outer / "docs/plan.md").in_submodule("libs/inner/docs/absent.md")


def test_a_shallow_clone_says_where_its_history_ends(repository: Path, git: Git, tmp_path: Path) -> None:
    git(repository, "commit", "-q", "--allow-empty", "-m", "Second")
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{repository}", "shallow")
    found = opened(tmp_path / "shallow/docs/plan.md")
    assert found.head_text("docs/plan.md") is not None
    assert "shallow" in str(found.commit("HEAD~1")[1])


def test_a_merge_under_way_does_not_hide_the_tracked_files(repository: Path, git: Git) -> None:
    git(repository, "checkout", "-q", "-b", "topic")
    write(repository, {"docs/plan.md": "topic\n"})
    git(repository, "commit", "-q", "-a", "-m", "Topic")
    git(repository, "checkout", "-q", "main")
    write(repository, {"docs/plan.md": "main\n"})
    git(repository, "commit", "-q", "-a", "-m", "Main")
    with pytest.raises(subprocess.CalledProcessError):
        git(repository, "merge", "-q", "topic")
    found = opened(repository / "docs/plan.md")
    assert found.head_text("docs/plan.md") == "main\n"
    assert "docs/plan.md" in found.tracked


def test_a_mark_at_head_is_no_part_of_the_text(repository: Path, git: Git) -> None:
    (repository / "m.md").write_bytes(b"\xef\xbb\xbfx\xff\n")
    git(repository, "add", "m.md")
    git(repository, "commit", "-q", "-m", "Mark")
    assert opened(repository / "m.md").head_text("m.md") == "x\ufffd\n"


def test_damaged_objects_are_absent_ones(repository: Path, git: Git) -> None:
    blob = git(repository, "rev-parse", "HEAD:docs/plan.md")
    place = repository / ".git/objects" / blob[:2] / blob[2:]
    place.chmod(0o644)
    place.write_bytes(b"no zlib")
    assert opened(repository / "docs/plan.md").head_text("docs/plan.md") is None


@pytest.mark.parametrize("name", ["feat/ü", "a@b", "dependabot/npm_and_yarn/@types/node-1", "größe+1#2", "(x)&!%{y}"])
def test_every_name_that_git_allows_is_understood(repository: Path, git: Git, name: str) -> None:
    git(repository, "branch", name)
    for _ in range(2):
        commit, problem = opened(repository / "docs/plan.md").commit(name)
        assert problem is None
        assert commit is not None
        assert commit.id == git(repository, "rev-parse", "HEAD")
        git(repository, "pack-refs", "--all")


@pytest.mark.parametrize("name", ["/a", "a/", "a//b", ".a", "a/.b", "a.lock/b", "a.", "a\\b", "a\x7f", "a\ud800"])
def test_no_name_that_git_refuses_is_looked_for(repository: Path, name: str) -> None:
    commit, problem = opened(repository / "docs/plan.md").commit(name)
    assert commit is None
    assert problem is not None
    assert "no revision" in problem


def test_a_repository_of_another_hash_is_said_to_be_one(tmp_path: Path, git: Git) -> None:
    root = tmp_path / "long"
    root.mkdir()
    write(root, {"plan.md": "# Plan\n"})
    git(root, "init", "-q", "--object-format=sha256")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "First")
    for _ in range(2):
        found, problem = open_repository(root / "plan.md")
        assert found is None
        assert problem is not None
        assert "SHA-256 repositories are not read" in problem
        git(root, "pack-refs", "--all")


@pytest.mark.parametrize("closed", [".git", ".git/HEAD", ".git/objects", ".git/objects/pack", ".git/refs/heads"])
def test_a_repository_that_may_not_be_read_is_not_taken_for_none_or_an_empty_one(repository: Path, closed: str) -> None:
    place = repository / closed
    mode = place.stat().st_mode
    place.chmod(0)
    try:
        script = (
            "from anchorline.workspace.repository import open_repository; from pathlib import Path; import sys;"
            "print(open_repository(Path(sys.argv[1])))"
        )
        command = bound_by_permissions(sys.executable, "-c", script, str(repository / "docs/plan.md"))
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    finally:
        place.chmod(mode)
    assert "(None, 'Git is left out: " in said
    assert "permission denied" in said


def test_the_command_that_trusts_a_repository_can_be_pasted(
    tmp_path: Path, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "it's; mine"
    root.mkdir()
    write(root, {"plan.md": "# Plan\n"})
    git(root, "init", "-q")
    monkeypatch.setattr("os.geteuid", lambda: 12345)
    monkeypatch.setenv("HOME", str(tmp_path))
    _, problem = open_repository(root / "plan.md")
    assert problem is not None
    command = problem.partition("`")[2].partition("`")[0]
    assert shlex.split(command) == ["git", "config", "--global", "--add", "safe.directory", str(root)]


def test_a_lost_commit_is_not_taken_for_an_empty_repository(repository: Path, git: Git) -> None:
    head = git(repository, "rev-parse", "HEAD")
    (repository / ".git/objects" / head[:2] / head[2:]).unlink()
    commit, problem = opened(repository / "docs/plan.md").commit()
    assert commit is None
    assert problem is not None
    assert "git fsck" in problem
