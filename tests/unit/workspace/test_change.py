"""What a file was before: at HEAD, at a merge base, under another name."""

from __future__ import annotations

from pathlib import Path

import pytest

from anchorline.text.changeset import ChangeSet
from anchorline.workspace.change import change_since, likeness
from anchorline.workspace.files import read_document
from anchorline.workspace.workspace import FileWorkspace
from workspace_kit import Git, write

CODE = "".join(f"def step_{number}(value):\n    return value + {number}\n\n\n" for number in range(8))


@pytest.fixture
def root(repository: Path, git: Git) -> Path:
    write(repository, {"src/steps.py": CODE})
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "Steps")
    return repository


def change(file: Path, base: str = "HEAD", since: str | None = None, text: str | None = None) -> ChangeSet:
    snapshot, _ = read_document(file)
    assert snapshot is not None
    workspace = FileWorkspace(file)
    found, problem = change_since(workspace.repository, workspace.path, text or snapshot.text, base, since=since)
    assert problem is None, problem
    return found


def sizes(found: ChangeSet) -> list[tuple[int, int]]:
    """(lines that went, lines that came) of each hunk."""
    return [(hunk.base_end - hunk.base_start, hunk.end - hunk.start) for hunk in found.hunks]


def test_what_is_not_committed_and_what_is_not_saved_has_changed(root, git):
    file = root / "src/steps.py"
    file.write_text(CODE.replace("value + 3", "value - 3"))
    assert sizes(change(file)) == [(1, 1)]
    git(root, "add", "-A")
    assert sizes(change(file)) == [(1, 1)]
    assert sizes(change(file, text=CODE.replace("value + 3", "value - 3").replace("value + 5", "value"))) == [
        (1, 1),
        (1, 1),
    ]
    git(root, "commit", "-q", "-m", "Less")
    assert change(file).is_empty


def test_a_file_that_git_does_not_know_is_new(root, tmp_path):
    write(root, {"src/fresh.py": "x = 1\n"})
    assert change(root / "src/fresh.py").is_new
    write(tmp_path, {"elsewhere/a.py": CODE})
    assert change(tmp_path / "elsewhere/a.py").is_new


def test_a_branch_means_where_history_left_it(root, git):
    file = root / "src/steps.py"
    git(root, "checkout", "-q", "-b", "work")
    file.write_text(CODE.replace("value + 3", "value - 3"))
    git(root, "commit", "-q", "-a", "-m", "Less")
    git(root, "checkout", "-q", "main")
    file.write_text(CODE.replace("value + 6", "value * 6"))
    git(root, "commit", "-q", "-a", "-m", "More")
    git(root, "checkout", "-q", "work")
    assert change(file).is_empty
    for found in (change(file, base="main"), change(file, since="main")):
        assert (sizes(found), found.compared_with) == ([(1, 1)], "main")


@pytest.mark.parametrize("committed", [False, True], ids=["not committed", "committed"])
@pytest.mark.parametrize("name", ["src/other/steps.py", "src/paces.py"])
def test_a_renamed_file_has_what_it_was_before_as_its_base(root, git, name, committed):
    (root / name).parent.mkdir(exist_ok=True)
    (root / "src/steps.py").rename(root / name)
    (root / name).write_text(CODE.replace("value + 3", "value - 3"))
    if committed:
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", "Move")
    found = change(root / name, since="HEAD~1" if committed else None)
    assert (found.renamed_from, sizes(found)) == ("src/steps.py", [(1, 1)])


def test_a_copy_is_new_and_so_is_what_is_hardly_alike(root):
    write(root, {"src/copy.py": CODE})
    assert change(root / "src/copy.py").is_new
    (root / "src/steps.py").unlink()
    write(root, {"src/copy.py": "def other():\n    return 'nothing of it stands there any more'\n"})
    assert change(root / "src/copy.py").is_new


def test_in_the_middle_of_a_merge_the_base_is_ours(root, git):
    file = root / "src/steps.py"
    git(root, "checkout", "-q", "-b", "work")
    file.write_text(CODE.replace("value + 3", "value - 3"))
    git(root, "commit", "-q", "-a", "-m", "Less")
    git(root, "checkout", "-q", "main")
    file.write_text(CODE.replace("value + 3", "value * 3"))
    git(root, "commit", "-q", "-a", "-m", "More")
    with pytest.raises(Exception, match="git"):
        git(root, "merge", "-q", "work")
    assert "<<<<<<<" in file.read_text()
    assert [came for _, came in sizes(change(file))] == [1, 3]


def test_a_worktree_a_submodule_and_a_shallow_clone_have_their_own_head(root, git, tmp_path):
    git(root, "worktree", "add", "-q", str(tmp_path / "tree"), "-b", "side")
    git(tmp_path, "clone", "-q", "--depth", "1", root.as_uri(), "shallow")
    write(tmp_path, {"outer/x.py": "x = 1\n"})
    outer = tmp_path / "outer"
    git(outer, "init", "-q", "-b", "main")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", root.as_uri(), "inner")
    git(outer, "add", "-A")
    git(outer, "commit", "-q", "-m", "Outer")
    for place in (tmp_path / "tree", tmp_path / "shallow", outer / "inner"):
        file = place / "src/steps.py"
        assert change(file).is_empty
        file.write_text(CODE.replace("value + 3", "value - 3"))
        assert sizes(change(file)) == [(1, 1)]


def test_a_shallow_clone_that_lacks_the_base_says_so(root, git, tmp_path):
    git(tmp_path, "clone", "-q", "--depth", "1", root.as_uri(), "shallow")
    workspace = FileWorkspace(tmp_path / "shallow/src/steps.py")
    found, problem = change_since(workspace.repository, workspace.path, CODE, "no-such-branch")
    assert found.is_new
    assert problem is not None
    assert "no-such-branch" in problem


def test_before_the_first_commit_everything_is_new(tmp_path, git):
    write(tmp_path, {"new/a.py": CODE})
    git(tmp_path / "new", "init", "-q")
    assert change(tmp_path / "new/a.py").is_new


def test_names_of_a_hostile_tree_lead_nowhere(root, git):
    """A tree may hold any name; none that leaves the root is looked at."""
    blob = git(root, "rev-parse", "HEAD:src/steps.py")
    (root / "entry").write_bytes(b"100644 ../steps.py\x00" + bytes.fromhex(blob))
    tree = git(root, "hash-object", "-t", "tree", "-w", "--literally", "entry")
    commit = git(root, "commit-tree", tree, "-m", "Hostile")
    (root / "src/steps.py").unlink()
    write(root, {"src/paces.py": CODE})
    assert change(root / "src/paces.py", since=commit).is_new


@pytest.mark.parametrize(
    ("a", "b", "share"),
    [
        ("x = 1\n", "x = 1\n", 1.0),
        ("", "", 0.0),
        ("x = 1\n", "x = 2\n", 0.0),
        ("a" * 50 + "\n", "  " + "a" * 50 + "\n", 1.0),
        ("a" * 50 + "\n" + "b" * 50 + "\n", "a" * 50 + "\n" + "c" * 50 + "\n", 0.5),
    ],
)
def test_likeness_is_the_share_of_lines_in_both(a, b, share):
    assert likeness(a, b) == share


def lose(root: Path, git: Git, name: str) -> None:
    """Take an object away, as a partial clone does and as a broken disk does."""
    found = git(root, "rev-parse", name)
    (root / ".git/objects" / found[:2] / found[2:]).unlink()


@pytest.mark.parametrize(
    ("lost", "path", "said"),
    [
        pytest.param("HEAD:src/steps.py", "src/steps.py", "is not in the repository", id="its content"),
        pytest.param("HEAD:src", "src/steps.py", "is not in the repository", id="its folder"),
        pytest.param("HEAD^{tree}", "src/steps.py", "is not in the repository", id="all folders"),
        pytest.param("HEAD:src/steps.py", "src/moved.py", "it may have been src/steps.py", id="an earlier name"),
        pytest.param("HEAD:docs/plan.md", "src/steps.py", None, id="another file"),
        pytest.param("HEAD:docs/plan.md", "src/fresh.py", None, id="another file, and this one is new"),
    ],
)
def test_what_cannot_be_read_any_more_is_not_taken_for_what_never_was(root, git, lost, path, said):
    if path == "src/moved.py":
        (root / "src/steps.py").rename(root / path)
    write(root, {path: CODE.replace("value + 3", "value - 3")})
    lose(root, git, lost)
    workspace = FileWorkspace(root / path)
    found, problem = change_since(workspace.repository, workspace.path, (root / path).read_text(), "HEAD")
    assert found.is_new is (said is not None or path == "src/fresh.py")
    assert (problem is None) if said is None else (said in (problem or ""))


def test_a_clone_without_contents_says_that_it_cannot_compare(root, git, tmp_path):
    write(root, {"src/steps.py": CODE.replace("value + 3", "value - 3")})
    git(root, "commit", "-q", "-a", "-m", "Less")
    git(root, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--filter=blob:none", f"file://{root}", "partial")
    workspace = FileWorkspace(tmp_path / "partial/src/steps.py")
    text = (tmp_path / "partial/src/steps.py").read_text()
    assert change_since(workspace.repository, workspace.path, text, "HEAD")[0].is_empty
    found, problem = change_since(workspace.repository, workspace.path, text, "HEAD", since="HEAD~1")
    assert found.is_new
    assert "git fetch --refetch" in (problem or "")


def test_a_damaged_object_is_said(root, git):
    found = git(root, "rev-parse", "HEAD:src/steps.py")
    place = root / ".git/objects" / found[:2] / found[2:]
    place.chmod(0o644)
    place.write_bytes(b"not an object")
    workspace = FileWorkspace(root / "src/steps.py")
    assert "git fsck" in (change_since(workspace.repository, workspace.path, CODE, "HEAD")[1] or "")
