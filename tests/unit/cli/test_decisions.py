"""`anchorline decisions`, and what decisions do to a review of the command line. Real files, a real store."""

from __future__ import annotations

import io
import json
import subprocess
from pathlib import Path

import pytest

from anchorline.cli.app import main
from anchorline.findings.decisions import DecisionKind, Scope
from anchorline.memory import FILE
from anchorline.recall import TEAM_FILE, Memory, Recall, standing_of
from anchorline.review import review
from anchorline.reviewers.base import NoWorkspace
from anchorline.settings import load
from anchorline.text.snapshot import Snapshot
from anchorline.workspace.files import MAX_DOCUMENT

PLAN = """# Plan: Move the ledger

## Requirements

- R1. Entries keep their order.
- R2. Readers see no gap.

## Implementation Units

### Unit 1: Copy

Copy every entry at night.

### Unit 2: Switch

Switch readers over. See Unit 7.
"""


@pytest.fixture
def plan(tmp_path: Path, monkeypatch) -> Path:
    root = tmp_path / "work"
    (root / "docs").mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    path = root / "docs" / "plan.md"
    path.write_text(PLAN)
    monkeypatch.chdir(root)
    return path


def decide(path: Path, kind: str = "dismissed", scope: str = "finding", reason: str = "it is meant") -> None:
    """As an editor does that has opened the folder of the file alone."""
    settings = load(None).settings
    found = review(Snapshot(path.as_uri(), path.read_text()), settings, NoWorkspace()).findings
    recall = Recall()
    memory = Memory(recall, settings, standing_of(path, path.parent, path.as_uri()))
    memory.record(DecisionKind(kind), found[0], Scope(scope), reason)
    recall.close()


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    status = main(list(arguments))
    out, err = capsys.readouterr()
    return status, out, err


def reviewed(capsys, *options: str) -> dict:
    status, out, _ = run(capsys, "review", "--offline", "--format", "json", "docs/plan.md", *options)
    report = json.loads(out)["reviews"][0]
    return {"status": status, "rules": [each["rule"] for each in report["findings"]], **report["ledger"]["dropped"]}


def test_what_was_dismissed_in_the_editor_does_not_count_here(plan, capsys):
    assert reviewed(capsys)["rules"] == ["undefined-reference"]
    decide(plan)
    for options in ((), ("--no-cache",)):
        found = reviewed(capsys, *options)
        assert (found["status"], found["rules"], found["decided"]) == (0, [], 1)
    plan.write_text(PLAN.replace("Unit 7", "Unit 8"))
    assert reviewed(capsys)["rules"] == ["undefined-reference"]


def test_a_review_makes_no_store(plan, capsys):
    reviewed(capsys)
    assert not any("anchorline" in str(path) for path in Path.home().rglob("*.sqlite3"))


def test_decisions_are_listed_and_forgotten(plan, capsys):
    assert run(capsys, "decisions", "list")[1] == "Nothing was decided.\n"
    decide(plan)
    status, out, _ = run(capsys, "decisions", "list")
    assert status == 0
    for part in ("dismissed", "undefined-reference", "plan.md", "it is meant"):
        assert part in out
    (one,) = json.loads(run(capsys, "decisions", "list", "--format", "json", "--document", "docs/plan.md")[1])
    assert (one["rule"], one["evidence"], one["path"]) == ("undefined-reference", ["Unit 7"], "plan.md")
    assert (
        run(capsys, "decisions", "list", "--document", "docs/other.md")[1]
        == "Nothing was decided about docs/other.md.\n"
    )
    assert run(capsys, "decisions", "forget", "0000")[0] == 2
    assert run(capsys, "decisions", "forget")[0] == 2
    assert run(capsys, "decisions", "forget", one["id"])[1] == "1 decision forgotten.\n"
    assert reviewed(capsys)["rules"] == ["undefined-reference"]
    decide(plan)
    assert run(capsys, "decisions", "forget", "--document", "docs/plan.md")[1] == "1 decision forgotten.\n"
    decide(plan, scope="workspace")
    assert run(capsys, "decisions", "forget", "--all")[1] == "1 decision forgotten.\n"


def test_a_renamed_file_s_decisions_are_listed_and_forgotten(plan, capsys):
    decide(plan)
    moved = plan.rename(plan.with_name("the-plan.md"))
    assert run(capsys, "decisions", "list", "--document", str(moved))[1].count("\n") == 1
    plan.with_name("other.md").write_text("# Other\n\nNothing.\n")
    assert run(capsys, "decisions", "list", "--document", "docs/other.md")[1].startswith("Nothing was decided")
    assert run(capsys, "decisions", "forget", "--document", str(moved))[1] == "1 decision forgotten.\n"


def test_what_is_exported_holds_no_text_and_is_the_same_every_time(plan, capsys):
    decide(plan)
    decide(plan, scope="file")
    status, out, _ = run(capsys, "decisions", "export", "-")
    assert status == 0
    assert out == run(capsys, "decisions", "export", "-")[1]
    assert out.splitlines() == sorted(out.splitlines())
    assert len(out.splitlines()) == 2
    for secret in ("Unit 7", "meant", "plan.md", "ledger", "docs"):
        assert secret not in out


def test_an_export_counts_for_somebody_else_once_it_is_imported(plan, capsys, monkeypatch, tmp_path):
    decide(plan)
    run(capsys, "decisions", "export", "team.jsonl")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "somebody else"))
    assert reviewed(capsys)["rules"] == ["undefined-reference"]
    assert run(capsys, "decisions", "import", "team.jsonl")[1] == "1 decision taken over, 0 known already.\n"
    assert run(capsys, "decisions", "import", "team.jsonl")[1] == "0 decisions taken over, 1 known already.\n"
    assert reviewed(capsys)["decided"] == 1
    assert "(known by hash)" in run(capsys, "decisions", "list")[1]


def test_a_bad_line_costs_one_sentence_and_the_others_count(plan, capsys):
    decide(plan)
    run(capsys, "decisions", "export", "team.jsonl")
    good = Path("team.jsonl").read_text()
    run(capsys, "decisions", "forget", "--all")
    Path("team.jsonl").write_text("<<<<<<< ours\n" + good + '{"kind":"eaten"}\n[1]\n\n')
    status, out, err = run(capsys, "decisions", "import", "team.jsonl")
    assert status == 0
    assert out == "1 decision taken over, 0 known already.\n"
    assert [line.split(" is ")[0] for line in err.splitlines()] == [
        f"anchorline: team.jsonl: line {number}" for number in (1, 3, 4)
    ]


LINE = {
    "document": "", "rule": "coherence/other", "kind": "dismissed", "scope": "workspace", "reviewers": ["coherence"],
    "evidence": [], "finding": "", "at": 1,
}  # fmt: skip


@pytest.mark.parametrize(
    ("line", "taken"),
    [
        (LINE, 1),
        (LINE | {"rule": "*"}, 0),
        (LINE | {"kind": "applied"}, 0),
        (LINE | {"kind": "deferred", "scope": "file"}, 0),
        (LINE | {"reviewers": ["*"]}, 0),
    ],
)
def test_only_a_dismissal_of_a_rule_by_its_name_reaches_a_whole_workspace(plan, capsys, line, taken):
    plan.with_name("d.jsonl").write_text(json.dumps(line) + "\n")
    assert run(capsys, "decisions", "import", "docs/d.jsonl")[1].startswith(f"{taken} decision")


def test_of_many_bad_lines_the_first_are_named_and_the_others_counted(plan, capsys):
    plan.with_name("d.jsonl").write_text("no\n" * 500 + json.dumps(LINE) + "\n")
    status, out, err = run(capsys, "decisions", "import", "docs/d.jsonl")
    assert (status, out) == (0, "1 decision taken over, 0 known already.\n")
    assert err.count("\n") == 4
    assert "497 more lines are no decisions" in err


def test_a_file_without_any_decision_is_no_success(plan, capsys):
    plan.with_name("d.jsonl").write_text("no\n" * 500)
    assert run(capsys, "decisions", "import", "docs/d.jsonl")[:2] == (3, "0 decisions taken over, 0 known already.\n")


def test_more_than_fits_on_standard_input_is_a_mistake(plan, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\n" * (MAX_DOCUMENT + 1))))
    status, out, err = run(capsys, "decisions", "import", "-")
    assert (status, out) == (2, "")
    assert "standard input is larger than 10 MB" in err


@pytest.mark.parametrize(
    "command",
    [("list",), ("list", "--format", "json"), ("forget", "--all"), ("import", "docs/d.jsonl"), ("export", "-")],
)
@pytest.mark.parametrize("wrong", ["no database", "a folder in its place", "a file in the place of its folder"])
def test_a_store_that_cannot_be_used_is_no_success(plan, capsys, monkeypatch, tmp_path, command, wrong):
    folder = tmp_path / "state"
    monkeypatch.setenv("ANCHORLINE_MEMORY__PATH", str(folder))
    plan.with_name("d.jsonl").write_text(json.dumps(LINE) + "\n")
    if wrong == "a file in the place of its folder":
        folder.write_text("")
    else:
        folder.mkdir()
    if wrong == "a folder in its place":
        (folder / FILE).mkdir()
    elif wrong == "no database":
        if command[0] == "import":  # which makes a fresh one, and says so
            return
        (folder / FILE).write_bytes(b"no database, but text" * 100)
    status, out, err = run(capsys, "decisions", *command)
    assert status in (2, 3)
    assert str(folder) in err
    assert "1 decision" not in out


def test_a_mistyped_folder_is_not_made(plan, capsys):
    status, _, err = run(capsys, "decisions", "export", "doks/d.jsonl")
    assert (status, plan.parent.with_name("doks").exists()) == (2, False)
    assert "doks/d.jsonl cannot be written" in err
    assert run(capsys, "decisions", "export", TEAM_FILE)[0] == 0
    assert Path(TEAM_FILE).is_file()


def test_a_teams_file_counts_only_where_the_folder_is_trusted(plan, capsys):
    decide(plan)
    run(capsys, "decisions", "export", TEAM_FILE)
    run(capsys, "decisions", "forget", "--all")
    assert reviewed(capsys)["rules"] == ["undefined-reference"]
    assert reviewed(capsys, "--trust")["decided"] == 1


def test_with_since_the_teams_file_is_that_of_the_revision(plan, capsys):
    def git(*arguments: str) -> None:
        who = ["-c", "user.name=n", "-c", "user.email=e@example.org"]
        subprocess.run(["git", *who, *arguments], check=True, capture_output=True)

    git("add", "docs")
    git("commit", "-qm", "plan")
    decide(plan)
    run(capsys, "decisions", "export", TEAM_FILE)
    run(capsys, "decisions", "forget", "--all")
    git("add", ".anchorline")
    assert reviewed(capsys, "--trust", "--since", "HEAD")["rules"] == ["undefined-reference"]
    git("commit", "-qm", "decide")
    assert reviewed(capsys, "--trust", "--since", "HEAD")["decided"] == 1


def test_what_a_baseline_knows_does_not_count(plan, capsys):
    Path("base.json").write_text(run(capsys, "review", "--offline", "--format", "json", "docs/plan.md")[1])
    decide(plan)
    run(capsys, "decisions", "export", "base.jsonl")
    run(capsys, "decisions", "forget", "--all")
    plan.write_text(PLAN.replace("# Plan", "# The plan"))
    for file in ("base.json", "base.jsonl"):
        found = reviewed(capsys, "--baseline", file)
        assert (found["status"], found["rules"], found["baseline"]) == (0, [], 1), file
    plan.write_text(PLAN.replace("Unit 7", "Unit 9"))
    assert reviewed(capsys, "--baseline", "base.json")["rules"] == ["undefined-reference"]


@pytest.mark.parametrize("file", ["missing.json", "docs", "-"])
def test_a_baseline_that_cannot_be_read_is_a_mistake(plan, capsys, file):
    assert run(capsys, "review", "--offline", "docs/plan.md", "--baseline", file)[0] == 2
