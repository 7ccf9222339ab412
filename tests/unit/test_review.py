from dataclasses import replace

import pytest

from anchorline import review as module
from anchorline.findings.opinion import Opinion
from anchorline.findings.words import Anchor, Outcome, Severity, Status
from anchorline.review import MAX_LENGTH, check, conclude, review
from anchorline.reviewers.base import Check, NoWorkspace, Scope
from anchorline.settings import Settings
from kit import raised, snapshot

PLAN = """# Plan

## Requirements

3 requirements planned:

- R1. Keep the order
- R2. Keep the count

See Unit 9.

## Implementation Units

### Unit 1: Queue

### Unit 2: Worker
"""


def of(text, **options):
    return review(snapshot(text), Settings(), NoWorkspace(), **options)


def test_a_plan_is_reviewed_and_every_finding_stands_on_its_text():
    result = of(PLAN)
    assert (result.status, result.document_type, result.verdict) == ("complete", "plan", "request_changes")
    assert {(f.rule, f.span.of(PLAN)) for f in result.findings} == {
        ("count-mismatch", "3"),
        ("undefined-reference", "Unit 9"),
    }
    assert result.ledger.balanced
    assert [(r.name, r.outcome) for r in result.reviewers] == [("checks", "ok")]


def test_a_clean_document_is_approved():
    result = of(PLAN.replace("3 req", "2 req").replace("Unit 9", "Unit 2"))
    assert (result.findings, result.verdict, result.status) == ((), "approve", "complete")


@pytest.mark.parametrize("status", [Status.INCOMPLETE, Status.FAILED])
def test_what_is_incomplete_or_failed_approves_nothing_whoever_makes_it_so(status):
    clean = of(PLAN.replace("3 req", "2 req").replace("Unit 9", "Unit 2"))
    assert replace(clean, status=status).verdict == "request_changes"


def test_the_same_text_gives_the_same_review():
    assert of(PLAN) == of(PLAN)


@pytest.mark.parametrize("text", ["", "\n", "\ufeff", "\x00", "\r\r\n", "---\n: [\n---\n# x\n", "a" * 131_000])
def test_odd_text_is_reviewed_like_any_other(text):
    assert of(text).status == "complete"


def test_broken_front_matter_is_said_and_the_rest_is_reviewed():
    result = of("---\na: [\n---\n" + PLAN)
    assert len(result.findings) == 2
    assert "front matter" in result.problems[0]


def test_a_text_that_is_too_long_fails_with_the_reason():
    result = of("a\n" * (MAX_LENGTH // 2 + 1))
    assert (result.status, result.verdict) == ("failed", "request_changes")
    assert "4,000,000" in result.reason


def test_a_check_that_breaks_makes_the_review_incomplete_and_costs_no_other(monkeypatch):
    def broken(subject):
        raise RuntimeError

    check = Check("broken", "", Scope.TEXT, Severity.P3, Anchor.ADVISORY, "other", broken)
    everything = module.all_checks()
    monkeypatch.setattr(module, "all_checks", lambda: (check, *everything))
    result = of(PLAN)
    assert result.status is Status.INCOMPLETE
    assert result.reviewers[0].outcome is Outcome.ERROR
    assert "broken failed (RuntimeError)" in result.reviewers[0].detail
    assert len(result.findings) == 2


def test_a_cancelled_review_is_incomplete():
    assert of(PLAN, cancelled=lambda: True).status == "incomplete"


def test_what_gates_left_undone_in_a_flood_is_said():
    text = "# Plan\n\n" + "".join(f"- Step s{n}e is done by nobody.\n" for n in range(800))
    checked = check(snapshot(text), Settings(), NoWorkspace())
    said = tuple(raised(f"Step s{n}e is done by nobody.", title=f"Step s{n}e has no owner") for n in range(800))
    assert conclude(checked, Settings(), Opinion(said)).problems == (
        "800 findings are too many to compare each with all; some that say the same may be shown apart.",
    )
    assert conclude(checked, Settings(), Opinion(said[:20])).problems == ()
