"""What a team decided, what was imported and what a baseline knows goes along with a file that gets another name, and
with no other file. Real repositories, a real store."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from anchorline.findings.decisions import digest
from anchorline.memory.standing import Standing
from anchorline.recall import TEAM_FILE
from anchorline.whereabouts import Whereabouts
from anchorline.workspace import below
from unit.cli.test_decisions import PLAN, decide, plan, run  # noqa: F401  # a fixture

BROKEN = ["undefined-reference"]
NEW = "docs/plans/plan.md"


def git(*arguments: str) -> None:
    who = ["-c", "user.name=n", "-c", "user.email=e@example.org"]
    subprocess.run(["git", *who, *arguments], check=True, capture_output=True)


def found(capsys, path: str, *options: str) -> list[str]:
    _, out, err = run(capsys, "review", "--offline", "--format", "json", path, *options)
    (review,) = json.loads(out)["reviews"]
    assert review["status"] in ("complete", "skipped"), err  # with --since, but for its name nothing has changed
    return [each["rule"] for each in review["findings"]]


def exported(path: Path, capsys, file: str, scope: str) -> None:
    decide(path, scope=scope)
    run(capsys, "decisions", "export", file)
    run(capsys, "decisions", "forget", "--all")


def an_import(path, capsys, scope):
    exported(path, capsys, "known.jsonl", scope)
    run(capsys, "decisions", "import", "known.jsonl")
    return ()


def a_team_file(path, capsys, scope):
    exported(path, capsys, TEAM_FILE, scope)
    return ("--trust",)


def a_baseline(path, capsys, scope):
    exported(path, capsys, "known.jsonl", scope)
    return ("--baseline", "known.jsonl")


def a_report(path, capsys, scope):
    Path("known.json").write_text(run(capsys, "review", "--offline", "--format", "json", "docs/plan.md")[1])
    return ("--baseline", "known.json")


WAYS = [
    pytest.param((way, scope), id=f"{way.__name__}-{scope}")
    for way in (an_import, a_team_file, a_baseline, a_report)
    for scope in ("finding", "file")
    if (way, scope) != (a_report, "file")
]


@pytest.fixture(params=WAYS)
def known(request, plan, capsys):  # noqa: F811
    """Options with which the finding of docs/plan.md does not count."""
    way, scope = request.param
    git("add", ".")
    git("commit", "-qm", "plan")
    options = way(plan, capsys, scope)
    assert found(capsys, "docs/plan.md", *options) == []
    (plan.parent / "plans").mkdir()
    return options


def test_a_file_that_got_another_name_takes_along_what_is_known_of_it(known, plan, capsys):  # noqa: F811
    git("mv", "docs/plan.md", NEW)
    assert found(capsys, NEW, *known) == []
    git("add", ".")
    git("commit", "-qm", "move")
    moved = Path(NEW)
    moved.write_text(PLAN.replace("at night", "at night, when nobody looks"))
    assert found(capsys, NEW, *known) == []
    moved.write_text(PLAN.replace("Unit 7", "Unit 8"))
    assert found(capsys, NEW, *known) == BROKEN


def test_a_copy_takes_nothing_along_while_the_file_itself_stands(known, plan, capsys):  # noqa: F811
    shutil.copy(plan, NEW)
    assert found(capsys, NEW, *known) == BROKEN
    assert found(capsys, "docs/plan.md", *known) == []
    git("mv", "docs/plan.md", "docs/the-plan.md")
    shutil.copy("docs/the-plan.md", "docs/plan.md")
    assert found(capsys, "docs/the-plan.md", *known) == BROKEN


def test_another_file_with_the_same_quote_inherits_nothing_from_one_that_is_gone(known, plan, capsys):  # noqa: F811
    plan.unlink()
    Path(NEW).write_text(
        PLAN.replace("Move the ledger", "Open a shop")
        .replace("Switch readers over. See Unit 7.", "Before the doors open in spring, Unit 7 has to be ready for use.")
        .replace("Unit 2: Switch", "Unit 2: Open")
    )
    assert found(capsys, NEW, *known) == BROKEN


@pytest.mark.parametrize("committed", [False, True], ids=["in the working tree", "in a commit"])
@pytest.mark.parametrize("everything", [True, False], ids=["few files", "too many to list"])
def test_with_since_a_teams_file_of_the_revision_follows_too(plan, capsys, monkeypatch, committed, everything):  # noqa: F811
    if not everything:
        monkeypatch.setattr(below, "MOST_ENTRIES", 1)
    exported(plan, capsys, TEAM_FILE, "finding")
    git("add", ".")
    git("commit", "-qm", "plan, and what was decided")
    (plan.parent / "plans").mkdir()
    shutil.copy(plan, NEW)
    options = ("--trust", "--since", "HEAD~1" if committed else "HEAD")
    if not committed:
        assert found(capsys, NEW, *options) == BROKEN  # a copy
    git("rm", "-q", "docs/plan.md")
    git("add", ".")
    if committed:
        git("commit", "-qm", "move")
    assert found(capsys, NEW, *options) == []


def test_an_import_is_listed_and_forgotten_under_the_new_name(plan, capsys):  # noqa: F811
    an_import(plan, capsys, "finding")
    moved = plan.rename(plan.with_name("the-plan.md"))
    assert run(capsys, "decisions", "list", "--document", str(moved))[1].count("\n") == 1
    assert run(capsys, "decisions", "forget", "--document", str(moved))[1] == "1 decision forgotten.\n"


class TestWhereabouts:
    """Of documents that are known by hash alone."""

    @pytest.fixture
    def root(self, tmp_path):
        (tmp_path / "docs").mkdir()
        (tmp_path / "docs" / "plan.md").write_text("x")
        return tmp_path

    @staticmethod
    def gone(where: Whereabouts, root: Path, *names: str, of: str = "docs/plan.md") -> set[str]:
        known = {digest(name): name for name in names}
        return {known[each] for each in where.gone(str(root), known, Standing(str(root), of))}

    def test_what_stands_is_not_gone_whatever_ignore_files_say(self, root):
        (root / ".gitignore").write_text("*\n")
        (root / "node_modules").mkdir()
        (root / "node_modules" / "a.md").write_text("x")
        (root / "link.md").symlink_to("nowhere")
        names = ("docs/plan.md", "node_modules/a.md", "link.md", ".gitignore")
        assert self.gone(Whereabouts(), root, *names, "docs", "docs/other.md") == {"docs", "docs/other.md"}

    def test_a_listing_is_renewed_for_a_file_that_is_newer(self, root):
        where = Whereabouts()
        assert self.gone(where, root, "docs/plan.md") == set()
        (root / "docs" / "plan.md").rename(root / "docs" / "new.md")
        assert self.gone(where, root, "docs/plan.md") == set()
        assert self.gone(where, root, "docs/plan.md", of="docs/new.md") == {"docs/plan.md"}

    def test_a_listing_counts_for_a_while(self, root):
        now = iter(range(0, 1_000, 3))
        where = Whereabouts(40, clock=lambda: next(now))
        self.gone(where, root, "docs/plan.md")
        (root / "docs" / "plan.md").unlink()
        told = [self.gone(where, root, "docs/plan.md") for _ in range(40)]
        assert (told[0], told[-1]) == (set(), {"docs/plan.md"})

    def test_of_a_folder_that_is_not_there_nothing_is_gone(self, root):
        assert self.gone(Whereabouts(), root / "not mounted", "a.md") == set()

    def test_where_there_is_too_much_to_list_only_what_git_names_can_be_gone(self, root, monkeypatch):
        monkeypatch.chdir(root)
        git("init", "-q")
        git("add", ".")
        git("commit", "-qm", "plan")
        monkeypatch.setattr(below, "MOST_ENTRIES", 0)
        assert self.gone(Whereabouts(), root, "docs/plan.md", "never.md") == set()
        git("mv", "docs/plan.md", "docs/new.md")
        assert self.gone(Whereabouts(), root, "docs/plan.md", "never.md") == {"docs/plan.md"}
        assert self.gone(Whereabouts(), root / "docs", "plan.md", of="new.md") == {"plan.md"}

    def test_what_a_sparse_checkout_leaves_out_is_not_gone(self, root, monkeypatch):
        monkeypatch.chdir(root)
        (root / "kept").mkdir()
        (root / "kept" / "a.md").write_text("x")
        git("init", "-q")
        git("add", ".")
        git("commit", "-qm", "plan")
        git("sparse-checkout", "set", "kept")
        assert not (root / "docs").exists()
        for most in (below.MOST_ENTRIES, 0):
            monkeypatch.setattr(below, "MOST_ENTRIES", most)
            assert self.gone(Whereabouts(), root, "docs/plan.md", of="kept/a.md") == set()
