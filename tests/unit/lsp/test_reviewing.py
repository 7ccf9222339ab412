"""The real engine: whose settings count for a document, and what it leaves alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from anchorline.findings.decisions import DecisionKind, decision_about, digest
from anchorline.findings.wire.decided import exported
from anchorline.findings.words import Status
from anchorline.lsp.engine import Outcome, Reason, Surroundings
from anchorline.lsp.reviewing import ReviewEngine
from anchorline.recall import TEAM_FILE
from anchorline.text.snapshot import Snapshot, language_of
from anchorline.workspace.walk import Walk

PLAN = """# Plan

## Requirements

- R1. Search answers in a second.
- R2. Results are ranked.

## Implementation Units

There are four implementation units:

### Unit 1. Index

Requirements: R1

### Unit 2. Rank

Requirements: R2
"""
OFF = '[checks]\ndisable = ["count-mismatch"]\n'


def review(
    path: Path | None, *folders: Path, text: str = PLAN, editor: tuple[object, ...] = (), trusted=False
) -> Outcome:
    name = path.name if path else "Untitled-1"
    snapshot = Snapshot(path.as_uri() if path else "untitled:Untitled-1", text, 1, language_of(name, "markdown"), name)
    around = Surroundings(str(path) if path else None, tuple(map(str, folders)), trusted, editor)
    return ReviewEngine().review(snapshot, around, Reason.OPEN, lambda: False)


def rules(outcome: Outcome) -> list[str]:
    assert outcome.review is not None
    return [finding.rule for finding in outcome.review.findings]


def test_a_document_in_a_folder_is_reviewed(tmp_path):
    assert rules(review(tmp_path / "plan.md", tmp_path)) == ["count-mismatch"]


def test_a_document_without_a_folder_is_reviewed(tmp_path):
    assert rules(review(tmp_path / "plan.md")) == ["count-mismatch"]


def test_an_untitled_document_is_reviewed():
    assert rules(review(None)) == ["count-mismatch"]


def test_the_nearest_folder_and_the_nearest_file_count(tmp_path):
    deep = tmp_path / "deep"
    (deep / "docs").mkdir(parents=True)
    (deep / ".anchorline.toml").write_text(OFF)
    assert rules(review(tmp_path / "plan.md", tmp_path, deep)) == ["count-mismatch"]
    assert rules(review(deep / "plan.md", tmp_path, deep)) == []
    (deep / "docs" / ".anchorline.toml").write_text("[checks]\ndisable = []\n")
    assert rules(review(deep / "docs" / "plan.md", tmp_path, deep)) == ["count-mismatch"]


def test_without_a_folder_the_repository_is_the_workspace(tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / "docs").mkdir()
    (tmp_path / ".anchorline.toml").write_text(OFF)
    assert rules(review(tmp_path / "docs" / "plan.md")) == []


def test_later_layers_of_the_editor_count_more(tmp_path):
    layers = ({"checks": {"disable": ["count-mismatch"]}, "maxActionable": 3}, {"checks": {"disable": []}})
    outcome = review(tmp_path / "plan.md", tmp_path, editor=layers)
    assert rules(outcome) == ["count-mismatch"]
    assert outcome.policy.max_actionable == 3


def test_the_environment_counts_less_than_the_editor(tmp_path, monkeypatch):
    monkeypatch.setenv("ANCHORLINE_CHECKS__DISABLE", "count-mismatch")
    assert rules(review(tmp_path / "plan.md", tmp_path)) == []
    assert rules(review(tmp_path / "plan.md", tmp_path, editor=({"checks.disable": []},))) == ["count-mismatch"]


@pytest.mark.parametrize("editor", [{"enable": False}, {"checks": {"on": "off"}}, {"review": {"exclude": ["*.md"]}}])
def test_settings_can_switch_a_document_off(tmp_path, editor):
    assert review(tmp_path / "plan.md", tmp_path, editor=(editor,)).review is None


def test_ignored_files_are_left_alone(tmp_path):
    (tmp_path / ".gitignore").write_text("private/\n")
    (tmp_path / "private").mkdir()
    assert review(tmp_path / "private" / "plan.md", tmp_path).review is None


def test_bad_settings_are_said_and_the_document_is_reviewed(tmp_path):
    (tmp_path / ".anchorline.toml").write_text("max_actionable = 'many'\nprovider = 'anthropic'\n")
    outcome = review(tmp_path / "plan.md", tmp_path)
    assert rules(outcome) == ["count-mismatch"]
    assert any("max_actionable" in problem for problem in outcome.problems)
    assert any("provider" in problem for problem in outcome.problems)


def test_a_broken_file_is_said_and_the_document_is_reviewed(tmp_path):
    (tmp_path / ".anchorline.toml").write_text("[checks\n")
    outcome = review(tmp_path / "plan.md", tmp_path)
    assert rules(outcome) == ["count-mismatch"]
    assert any(".anchorline.toml" in problem for problem in outcome.problems)


def test_a_document_too_long_to_review_is_said_to_be(tmp_path):
    outcome = review(tmp_path / "plan.md", tmp_path, text="x" * 4_000_001)
    assert outcome.review is not None
    assert outcome.review.status is not Status.COMPLETE
    assert outcome.review.reason


def test_reviews_share_the_list_of_files_until_something_is_reported_as_changed(tmp_path, monkeypatch):
    walked = []
    files = Walk.files
    monkeypatch.setattr(
        Walk, "files", lambda self, *given, **options: walked.append(1) or files(self, *given, **options)
    )
    (tmp_path / "guide.md").write_text("")
    engine = ReviewEngine()
    around = Surroundings(str(tmp_path / "plan.md"), (str(tmp_path),), False, ())

    def broken() -> list[str]:
        text = "# Plan\n\nSee [the guide](guides.md) and [its end](ending.md).\n"
        snapshot = Snapshot((tmp_path / "plan.md").as_uri(), text, 1, "markdown", "plan.md")
        return rules(engine.review(snapshot, around, Reason.CHANGE, lambda: False))

    assert [broken(), broken(), broken()] == [["broken-link", "broken-link"]] * 3
    assert len(walked) == 1
    engine.invalidate()
    broken()
    assert len(walked) == 2


def test_what_a_team_decided_follows_a_file_that_is_renamed_while_it_is_open_and_no_copy(tmp_path):
    root = tmp_path / "work"
    (root / ".anchorline").mkdir(parents=True)
    plan = root / "plan.md"
    plan.write_text(PLAN)
    (finding,) = review(plan, root).review.findings
    known = decision_about(finding, DecisionKind.DISMISSED, document=digest("plan.md"))
    (root / TEAM_FILE).write_text(exported([known]))
    engine = ReviewEngine()

    def shown(path: Path) -> list[str]:
        snapshot = Snapshot(path.as_uri(), PLAN, 1, "markdown", path.name)
        around = Surroundings(str(path), (str(root),), trusted=True)
        return rules(engine.review(snapshot, around, Reason.OPEN, lambda: False))

    assert shown(plan) == []
    copy = root / "copy.md"
    copy.write_text(PLAN)
    assert shown(copy) == ["count-mismatch"]
    assert shown(plan.rename(root / "the-plan.md")) == []
    copy.unlink()
    plan.write_text(PLAN)
    engine.invalidate()  # as a client reports a file that was made
    assert shown(root / "the-plan.md") == ["count-mismatch"]
