"""What is recommended for a finding that the person decides: skip before defer before apply."""

import pytest

from anchorline.findings.finding import Quote, Raised
from anchorline.findings.words import Action, Anchor, Severity
from anchorline.gates import run
from kit import context, raised

TEXT = """# Queue

## Worker

The worker retries a failed job three times and then drops the job.
"""
QUOTE = "retries a failed job three times"
TITLE = "The retry limit of the worker is disputed"
PLAIN = {"title": TITLE, "why": "Whoever builds the worker drops jobs too early."}


def published(*candidates):
    findings, ledger = run(candidates, context(TEXT))
    assert ledger.balanced
    return findings


@pytest.mark.parametrize(
    ("one", "other", "action"),
    [
        ({"fix": "Set the retry limit to 3."}, {"fix": "Set the retry limit to 5."}, Action.DEFER),
        ({"edits": (("three times", "5 times"),)}, {"edits": (("three times", "twice"),)}, Action.DEFER),
        ({"fix": "Remove the retry limit."}, {"fix": "Keep the retry limit."}, Action.SKIP),
        ({"fix": "Keep the retry limit."}, {"fix": "Remove the retry limit."}, Action.SKIP),
        ({"fix": "Increase the retry limit."}, {"fix": "Lower the retry limit."}, Action.DEFER),
    ],
)
def test_reviewers_who_disagree_are_shown_with_both_sides_and_the_more_cautious_action(one, other, action):
    (both,) = published(raised(QUOTE, **PLAIN, **one), raised(QUOTE, **PLAIN, reviewer="feasibility", **other))
    assert (both.route, both.category, both.edits) == ("decision", "contradiction", ())
    assert both.action is action
    assert "coherence: " in both.suggested_fix
    assert "feasibility: " in both.suggested_fix


@pytest.mark.parametrize(
    ("one", "other", "route", "action"),
    [
        ("Use five retries in the worker.", "Use five retries.", "proposed", None),
        ("Use five retries in the worker.", None, "proposed", None),
        ("Use five retries in the worker.", "Define the retries.", "proposed", None),
        ("Define the retries of the worker.", "Use five retries.", "decision", Action.APPLY),
        ("Use five retries in the worker.", "Use five retries, or drop the limit.", "decision", Action.DEFER),
        ("Use five retries in the worker.", "Leave the sentence as it is.", "decision", Action.SKIP),
        ("Decide the limit.", "Leave the sentence as it is.", "decision", Action.SKIP),
    ],
)
def test_of_reviewers_who_mean_the_same_the_most_cautious_counts(one, other, route, action):
    (one,) = published(raised(QUOTE, **PLAIN, fix=one), raised(QUOTE, **PLAIN, reviewer="feasibility", fix=other))
    assert (one.route, one.action) == (route, action)


@pytest.mark.parametrize(
    ("options", "route", "action"),
    [
        ({"fix": "Say five.", "category": "scope"}, "decision", Action.APPLY),
        ({"fix": None}, "decision", Action.DEFER),
        ({"fix": "Name the owner.", "why": "The number is correct, but it surprises."}, "decision", Action.SKIP),
        ({"fix": "Say five."}, "proposed", None),
        ({"fix": None, "confidence": 50}, "fyi", None),
    ],
)
def test_only_a_decision_has_a_recommendation_for_elsewhere_the_route_is_one(options, route, action):
    (finding,) = published(raised(QUOTE, **(PLAIN | options)))
    assert (finding.route, finding.action) == (route, action)


def test_what_a_check_finds_and_a_reviewer_repairs_is_proposed():
    checked = Raised("checks", "undefined-reference", TITLE, Severity.P2, Anchor.EVIDENT, PLAIN["why"], (Quote(QUOTE),))
    repaired = raised(QUOTE, **PLAIN, fix="Say twice.", edits=(("three times", "twice"),))
    (one,) = published(checked, repaired)
    assert (set(one.reviewers), one.route) == ({"checks", "coherence"}, "proposed")


def test_of_a_check_alone_nothing_is_recommended():
    checked = Raised("checks", "undefined-reference", TITLE, Severity.P2, Anchor.EVIDENT, PLAIN["why"], (Quote(QUOTE),))
    (one,) = published(checked)
    assert (one.route, one.action) == ("decision", None)
