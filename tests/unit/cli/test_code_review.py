"""`anchorline review` of a change in a real repository: seeded bugs, scripted reviewers, a scripted verifier."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
import yaml

from anchorline.cli.app import main
from anchorline.findings.decisions import DecisionKind, Scope
from anchorline.recall import Memory, Recall, standing_of
from anchorline.settings import load
from kit import finding

FIXTURES = Path(__file__).parent.parent.parent / "fixtures" / "code"


def git(folder: Path, *arguments: str) -> None:
    env = {
        "PATH": os.environ["PATH"], "HOME": str(folder), "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "A",
        "GIT_COMMITTER_EMAIL": "a@example.org",
    }  # fmt: skip
    subprocess.run(["git", *arguments], cwd=folder, env=env, check=True, capture_output=True)


@pytest.fixture
def run(tmp_path, monkeypatch, capsysbinary):
    monkeypatch.setenv("ANCHORLINE_MEMORY__PATH", str(tmp_path / "state"))
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)

    def command(*arguments: str):
        script = f"scripted:{tmp_path / 'script.json'}"
        status = main(["review", *arguments, "--format", "json", "--explain", "--provider", script])
        return int(status), json.loads(capsysbinary.readouterr().out)["reviews"][0]

    return command


def lay_out(folder: Path, language: str, **verifier: object) -> dict:
    """A repository with the file as it was, the change in the working tree, and the script beside it."""
    said = yaml.safe_load((FIXTURES / f"{language}.yaml").read_text("utf-8"))
    root = folder / "work"
    file = root / said["name"]
    file.parent.mkdir(parents=True)
    file.write_text(said["before"], "utf-8")
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Before")
    file.write_text(said["after"], "utf-8")
    verdicts = [{"when": title, "reason": "It was traced.", **each} for title, each in said["verdicts"].items()]
    script = {name: {"findings": found} for name, found in said["replies"].items()}
    (folder / "script.json").write_text(json.dumps(script | {"verifier": verifier or verdicts}), "utf-8")
    return said


def of_kind(said: dict, kind: str) -> set[str]:
    return {each["title"] for found in said["replies"].values() for each in found if each["is"] == kind}


@pytest.mark.parametrize("language", ["python", "go", "java", "typescript"])
def test_exactly_the_true_findings_are_reported(run, tmp_path, monkeypatch, language):
    said = lay_out(tmp_path, language)
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("ANCHORLINE_PERSONAS__ENABLE", ",".join(said["replies"]))
    status, review = run(said["name"])
    assert status == 1
    assert (review["status"], review["verdict"], review["profile"]) == ("complete", "request_changes", "code")
    assert {found["title"] for found in review["findings"]} == of_kind(said, "true")
    ledger = review["ledger"]
    assert ledger["produced"] == ledger["merged"] + ledger["published"] + sum(ledger["dropped"].values())
    assert ledger["merged"] == len(of_kind(said, "duplicate"))
    assert {drop["title"] for drop in ledger["drops"] if drop["gate"] == "verification"} == of_kind(
        said, "verification"
    )
    assert all((drop["score"] is not None) is (drop["gate"] == "verification") for drop in ledger["drops"])
    verifier = review["reviewers"][-1]
    assert (verifier["name"], verifier["outcome"]) == ("verifier", "ok")


def test_a_verifier_that_fails_leaves_the_review_incomplete_and_says_so(run, tmp_path, monkeypatch):
    said = lay_out(tmp_path, "python", failure="timeout", detail="no whole answer within 120 s")
    monkeypatch.chdir(tmp_path / "work")
    status, review = run(said["name"])
    assert status == 3
    assert (review["status"], review["verdict"]) == ("incomplete", "request_changes")
    assert "could not be verified" in review["reason"]
    assert review["findings"] == []
    reasons = [drop["reason"] for drop in review["ledger"]["drops"] if drop["gate"] == "verification"]
    assert set(reasons) == {"could not be verified: no whole answer within 120 s"}


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ("text", "No findings in 1 file; 1 finding could not be verified."),
        ("github", "::warning file=a.py,title=anchorline::The last row is lost: could not be verified: no answer"),
        ("sarif", '"text": "The last row is lost: could not be verified: no answer"'),
        ("json", '"outcome": "timeout"'),
    ],
)
@pytest.mark.parametrize("severity", ["P2", "P3"])
def test_a_minor_finding_that_could_not_be_verified_never_looks_clean(
    tmp_path, monkeypatch, capsysbinary, form, says, severity
):
    monkeypatch.setenv("ANCHORLINE_MEMORY__PATH", str(tmp_path / "state"))
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    Path("a.py").write_text("def last(rows):\n    return rows[len(rows) - 2]\n")
    found = {
        "title": "The last row is lost", "severity": severity, "category": "logic", "section": "last",
        "why_it_matters": "The row before it is given.", "autofix_class": "manual", "confidence": 100,
        "evidence": ["return rows[len(rows) - 2]"], "failure_path": "last([1, 2]) gives 1.",
    }  # fmt: skip
    script = {"correctness": {"findings": [found]}, "verifier": {"failure": "timeout", "detail": "no answer"}}
    (tmp_path / "script.json").write_text(json.dumps(script))
    status = main(["review", "a.py", "--format", form, "--provider", f"scripted:{tmp_path / 'script.json'}"])
    out, err = capsysbinary.readouterr()
    assert int(status) == 0
    assert says in out.decode()
    assert "a.py: 1 finding could not be verified and is not shown (no answer); review again." in err.decode()


@pytest.mark.parametrize(
    ("path", "reported"),
    [
        ("src/nope/guard.py", False),
        ("guard.py", False),
        ("util/helpers.py", True),
        ("helpers.py", True),
        ("limits.yaml", True),
        ("../outside.py", True),
        ("util/helpers.py:1", True),
    ],
)
def test_a_finding_about_a_file_that_is_not_there_is_not_reported(run, tmp_path, monkeypatch, path, reported):
    said = lay_out(tmp_path, "python")
    helpers = tmp_path / "work" / "util" / "helpers.py"
    helpers.parent.mkdir()
    helpers.write_text("import os\n")
    git(tmp_path / "work", "add", "-A")
    (helpers.parent / "limits.yaml").write_text("most: 1\n")
    title = next(found["title"] for found in said["replies"]["correctness"] if found["is"] == "true")
    script = json.loads((tmp_path / "script.json").read_text())
    for found in script["correctness"]["findings"]:
        found["why_it_matters"] += f" See `{path}`."
    (tmp_path / "script.json").write_text(json.dumps(script))
    monkeypatch.chdir(tmp_path / "work")
    _, review = run(said["name"])
    assert (title in {found["title"] for found in review["findings"]}) is reported
    assert any(f"names `{path.split(':')[0]}`" in drop["reason"] for drop in review["ledger"]["drops"]) is not reported


def test_a_reviewer_that_fails_approves_nothing(run, tmp_path, monkeypatch):
    said = lay_out(tmp_path, "python")
    (tmp_path / "script.json").write_text(json.dumps({"correctness": {"failure": "timeout"}}))
    monkeypatch.chdir(tmp_path / "work")
    status, review = run(said["name"])
    assert (status, review["status"], review["verdict"]) == (3, "incomplete", "request_changes")


def test_without_verification_everything_that_the_other_gates_let_through_is_reported(run, tmp_path, monkeypatch):
    said = lay_out(tmp_path, "typescript")
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("ANCHORLINE_VALIDATION", "never")
    monkeypatch.setenv("ANCHORLINE_PERSONAS__ENABLE", ",".join(said["replies"]))
    _, review = run(said["name"])
    assert {found["title"] for found in review["findings"]} == of_kind(said, "true") | of_kind(said, "verification")
    assert not [found for found in review["findings"] if found["route"] == "apply"]
    assert "verifier" not in [each["name"] for each in review["reviewers"]]


def test_a_verified_fix_is_applied_on_request(run, tmp_path, monkeypatch):
    said = lay_out(tmp_path, "typescript")
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("ANCHORLINE_PERSONAS__ENABLE", ",".join(said["replies"]))
    run(said["name"], "--fix")
    fixed = (tmp_path / "work" / said["name"]).read_text("utf-8")
    assert fixed == said["after"].replace("i <= lines.length", "i < lines.length")


def test_a_name_that_stands_elsewhere_in_the_workspace_is_no_invention(run, tmp_path, monkeypatch):
    said = lay_out(tmp_path, "python")
    (tmp_path / "work" / "billing" / "retry.py").write_text("def retry_policy(): ...\n", "utf-8")
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("ANCHORLINE_VALIDATION", "never")
    _, review = run(said["name"])
    assert "Retries settle a payment twice" in {found["title"] for found in review["findings"]}


def test_the_text_says_how_it_fails_what_the_verifier_said_and_what_it_read(tmp_path, monkeypatch, capsysbinary):
    said = lay_out(tmp_path, "python")
    looked = {"looks_up": [{"name": "read_file", "input": {"path": said["name"]}}]}
    script = json.loads((tmp_path / "script.json").read_text("utf-8"))
    script["verifier"].insert(0, {"when": "The average of no payments divides by zero", **looked})
    (tmp_path / "script.json").write_text(json.dumps(script), "utf-8")
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("ANCHORLINE_MEMORY__PATH", str(tmp_path / "state"))
    monkeypatch.setenv("ANCHORLINE_PERSONAS__ENABLE", ",".join(said["replies"]))
    main(["review", said["name"], "--explain", "--provider", f"scripted:{tmp_path / 'script.json'}"])
    out = capsysbinary.readouterr().out.decode()
    assert "= fails: average_payment([]) divides by len([]) = 0." in out
    assert "= verified: score 90 of 80 needed. It was traced." in out
    assert "dropped by verification: The archive's log line" in out
    assert "1 dropped by the judge, score 17 on average" in out
    assert f"looked up in the workspace: {said['name']}" in out


def test_who_reads_earlier_decisions_reads_once_there_is_one_about_the_file(run, tmp_path, monkeypatch, capsysbinary):
    def who_reads(name: str) -> str:
        assert int(main(["personas", "--for", name])) == 0
        return capsysbinary.readouterr().out.decode()

    said = lay_out(tmp_path, "python")
    root = tmp_path / "work"
    (root / "other.py").write_text("def other(): ...\n", "utf-8")
    monkeypatch.chdir(root)

    def readers() -> list[str]:
        return [each["name"] for each in run(said["name"])[1]["reviewers"]]

    def dismiss(name: str, text: str, quote: str, scope: Scope = Scope.FINDING) -> None:
        recall = Recall()
        memory = Memory(recall, load(None).settings, standing_of(root / name, root, ""))
        memory.record(DecisionKind.DISMISSED, finding(text, quote, reviewer="correctness"), scope)
        recall.close()

    assert "previous-comments" not in readers()
    dismiss("other.py", "def other(): ...", "def other(): ...")
    dismiss(said["name"], said["after"], said["after"].splitlines()[0], Scope.WORKSPACE)
    assert "previous-comments" not in readers()
    assert "skips  previous-comments" in who_reads(said["name"])
    dismiss(said["name"], said["after"], said["after"].splitlines()[0])
    assert "previous-comments" in readers()
    assert "reads  previous-comments" in who_reads(said["name"])
