"""A repository that tries to run something, or to make somebody else's files its own. Nothing runs, nothing is read."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from anchorline.reviewers.base import Existence
from anchorline.workspace.files import read_document
from anchorline.workspace.repository import open_repository
from anchorline.workspace.walk import Walk
from anchorline.workspace.workspace import FileWorkspace
from workspace_kit import Git, write

_STARTS = frozenset({
    "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty", "pty.spawn",
    "os.startfile",
})  # fmt: skip
_DEADLINE = 20


class _Watch:
    """What the interpreter reports while it is on: processes started, files opened. A hook can never be taken off."""

    def __init__(self) -> None:
        self.on = False
        self.started: list[str] = []
        self.opened: list[str] = []

    def hook(self, event: str, arguments: tuple[object, ...]) -> None:
        if not self.on:
            return
        if event in _STARTS:
            self.started.append(event)
        elif event == "open" and isinstance(arguments[0], str | os.PathLike):
            self.opened.append(os.fspath(arguments[0]))


_WATCH = _Watch()
sys.addaudithook(_WATCH.hook)


@pytest.fixture
def watch() -> Iterator[_Watch]:
    _WATCH.started, _WATCH.opened = [], []
    yield _WATCH
    _WATCH.on = False


def in_time(work: Callable[[], None]) -> None:
    """Runs `work`, which hangs if it opens one of the pipes that are laid out as traps."""
    failures: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - handed over to the test below
            failures.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(_DEADLINE)
    assert not thread.is_alive(), "something waits on a pipe"
    if failures:
        raise failures[0]


@pytest.fixture
def trapped(repository: Path, git: Git, tmp_path: Path) -> Path:
    """The repository with every means of running a command that its own files can name."""
    write(repository, {"links.md": "x\n", "filtered.md": "f\n"})
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "Second")
    attributes = "*.md filter=evil diff=evil merge=evil\n*.py ident working-tree-encoding=UTF-16\n"
    write(repository, {".gitattributes": attributes})
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text("# Secret\n")
    os.mkfifo(outside / "config")  # whoever opens it hangs
    evil = f"touch {tmp_path / 'ran'}; echo"
    script = tmp_path / "evil.sh"
    script.write_text(f"#!/bin/sh\n{evil}\n")
    script.chmod(0o755)
    hooks = repository / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    for hook in ("post-index-change", "post-checkout", "pre-commit", "fsmonitor-watchman", "reference-transaction"):
        (hooks / hook).write_text(f"#!/bin/sh\n{evil}\n")
        (hooks / hook).chmod(0o755)
    settings = {
        "core.fsmonitor": str(script), "core.hooksPath": str(hooks), "core.sshCommand": evil, "core.pager": evil,
        "core.editor": evil, "core.gitProxy": evil, "core.askPass": str(script), "core.alternateRefsCommand": evil,
        "diff.external": str(script), "diff.evil.command": str(script), "diff.evil.textconv": str(script),
        "merge.evil.driver": evil, "filter.evil.clean": evil, "filter.evil.smudge": evil, "filter.evil.process": evil,
        "filter.evil.required": "true", "alias.status": f"!{evil}", "alias.rev-parse": f"!{evil}",
        "credential.helper": f"!{evil}", "uploadpack.packObjectsHook": str(script), "gpg.program": str(script),
        "remote.origin.url": f"ext::{script}", "remote.origin.promisor": "true", "extensions.partialClone": "origin",
        "include.path": str(outside / "config"), "core.worktree": str(outside), "pager.log": evil,
        "core.attributesFile": str(outside / "config"), "core.excludesFile": str(outside / "config"),
    }  # fmt: skip
    config = repository / ".git" / "config"
    lines = []
    for name, value in settings.items():
        section, _, key = name.rpartition(".")
        head, _, sub = section.partition(".")
        lines.append(f'[{head} "{sub}"]' if sub else f"[{head}]")
        lines.append(f'\t{key} = "{value}"')
    config.write_text(config.read_text() + "\n".join(lines) + "\n")
    (repository / "out").symlink_to(outside)
    (repository / "out.md").symlink_to(outside / "secret.md")
    (repository / "loop").symlink_to("loop")
    (repository / "zero.md").symlink_to("/dev/zero")
    os.mkfifo(repository / "pipe.md")
    return repository


HOSTILE_TARGETS = (
    "out", "out/secret.md", "out.md", "loop", "zero.md", "pipe.md", "../outside/secret.md", "..\\outside\\secret.md",
    "//server.invalid/share/x.md", "\\\\server.invalid\\share\\x.md", "\\\\.\\pipe\\x", "/\\server.invalid/x",
    "C:\\x.md", "file:///etc/passwd", "NUL", "/dev/zero", ".git/config", "a\x00b",
)  # fmt: skip


def test_nothing_runs_and_nothing_outside_is_opened(trapped: Path, tmp_path: Path, watch: _Watch) -> None:
    (trapped / "docs/plan.md").write_text("# Plan\n\nOne.\nThree.\n")
    answers: dict[str, Existence] = {}

    def look() -> None:
        snapshot, problem = read_document(trapped / "links.md")
        assert problem is None
        assert snapshot is not None
        workspace = FileWorkspace(trapped / "docs/plan.md", [trapped])
        assert workspace.problems == []
        assert workspace.changed((trapped / "docs/plan.md").read_text()) == {3}
        assert workspace.repository is not None
        assert "filtered.md" in workspace.repository.tracked
        assert workspace.repository.commit("HEAD~1")[1] is None
        assert workspace.repository.base("main")[1] is None
        assert FileWorkspace(trapped / "src/render/page.py").head_text() == "PAGE = 1\n"
        for target in HOSTILE_TARGETS:
            answers[target] = workspace.beside(
                f"../{target}" if target[0] not in "/\\" and ":" not in target else target
            )
            answers[f"at root: {target}"] = workspace.at_root(target)
            assert workspace.read_beside(target) is None
            workspace.near_matches(target)
            workspace.tracked_suffix(target)
        names = [path.relative_to(trapped).as_posix() for path in Walk(trapped).files()]
        assert names == ["docs/guide/setup.md", "docs/plan.md", "filtered.md", "links.md", "src/render/page.py"]

    watch.on = True
    in_time(look)
    watch.on = False
    assert not (tmp_path / "ran").exists()
    assert watch.started == []
    assert [path for path in watch.opened if "outside" in path or path.startswith("/dev")] == []
    assert set(answers.values()) <= {Existence.UNKNOWN, Existence.MISSING}
    missing = {target for target, answer in answers.items() if answer is Existence.MISSING}
    assert missing == {"/dev/zero"}  # a target that begins with "/" means the root of the repository


def test_the_trap_would_spring_if_git_itself_looked(trapped: Path, git: Git, tmp_path: Path) -> None:
    """The test above proves something only if the trap works."""
    config = trapped / ".git" / "config"
    text = config.read_text()
    config.write_text(
        "\n".join(line for line in text.splitlines() if "outside" not in line and "artialClone" not in line)
    )
    with suppress(subprocess.CalledProcessError):  # it may stumble over the filters; what matters is that they ran
        git(trapped, "status")
    assert (tmp_path / "ran").exists()


def _pointer(root: Path, target: Path) -> Path:
    root.mkdir(exist_ok=True)
    (root / ".git").write_text(f"gitdir: {target}\n")
    return root / "x.md"


def test_a_pointer_cannot_pass_off_another_repository_as_its_own(repository: Path, tmp_path: Path) -> None:
    found, problem = open_repository(_pointer(tmp_path / "thief", repository / ".git"))
    assert found is None
    assert "does not know this folder" in str(problem)


def test_a_pointer_to_another_machine_is_not_looked_at(tmp_path: Path) -> None:
    for target in ("//server.invalid/share/.git", "\\\\server.invalid\\share"):
        root = tmp_path / "unc"
        root.mkdir(exist_ok=True)
        (root / ".git").write_text(f"gitdir: {target}\n")
        found, problem = open_repository(root / "x.md")
        assert found is None
        assert "cannot be read as a pointer" in str(problem)


def test_a_worktree_that_its_repository_does_not_list_is_refused(repository: Path, git: Git, tmp_path: Path) -> None:
    git(repository, "worktree", "add", "-q", "-b", "side", str(tmp_path / "tree"))
    found, problem = open_repository(_pointer(tmp_path / "thief", repository / ".git/worktrees/tree"))
    assert found is None
    assert "does not know this folder" in str(problem)


@pytest.mark.parametrize("name", ["objects/info/alternates", "commondir", "objects/pack/x.pack", "objects/link"])
def test_objects_from_elsewhere_are_refused(repository: Path, tmp_path: Path, name: str, git: Git) -> None:
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q")
    place = other / ".git" / name
    if name.endswith("pack"):
        os.mkfifo(place)
    elif name.endswith("link"):
        (other / ".git/objects").rename(tmp_path / "kept")
        (other / ".git/objects").symlink_to(repository / ".git/objects")
    else:
        place.write_text(str(repository / ".git/objects"))
    found, problem = open_repository(other / "x.md")
    assert found is None
    assert bool(problem) is (name != "objects/link")  # with a link for its objects it is no repository at all


def test_links_and_pipes_among_references_and_objects_lead_nowhere(repository: Path, git: Git, tmp_path: Path) -> None:
    (tmp_path / "id").write_text(git(repository, "rev-parse", "HEAD"))
    (repository / ".git/refs/heads/linked").symlink_to(tmp_path / "id")
    os.mkfifo(repository / ".git/refs/heads/pipe")
    blob = git(repository, "rev-parse", "HEAD:docs/plan.md")
    place = repository / ".git/objects" / blob[:2] / blob[2:]
    place.unlink()
    os.mkfifo(place)

    def look() -> None:
        found, problem = open_repository(repository / "docs/plan.md")
        assert problem is None
        assert found is not None
        assert found.commit("linked")[0] is None
        assert found.commit("pipe")[0] is None
        assert found.commit(blob[:8])[0] is None
        assert found.head_text("docs/plan.md") is None

    in_time(look)


def test_an_index_that_is_a_pipe_leaves_head(repository: Path) -> None:
    (repository / ".git/index").unlink()
    os.mkfifo(repository / ".git/index")

    def look() -> None:
        found, _ = open_repository(repository / "docs/plan.md")
        assert found is not None
        assert "docs/plan.md" in found.tracked

    in_time(look)


def test_symbolic_references_that_go_round_end(repository: Path) -> None:
    (repository / ".git/HEAD").write_text("ref: refs/heads/a\n")
    (repository / ".git/refs/heads/a").write_text("ref: refs/heads/b\n")
    (repository / ".git/refs/heads/b").write_text("ref: refs/heads/a\n")
    found, problem = open_repository(repository / "docs/plan.md")
    assert problem is None
    assert found is not None
    assert found.commit() == (None, None)
