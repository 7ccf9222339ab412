"""Rounds end for one reason, which is said."""

from __future__ import annotations

import dataclasses

import pytest

from anchorline.convergence import Course, Ending
from anchorline.findings.review import Review, ReviewerResult
from anchorline.findings.words import DocumentType, Outcome, Profile, Route, Status
from anchorline.review import review
from anchorline.reviewers.base import NoWorkspace
from anchorline.settings import Settings
from kit import finding, snapshot

WORDS = "apple brick cloud dream eagle flame grape house"


def safe(text: str, quote: str, new: str = "other", **options):
    made = finding(text, quote, edits=((quote, new),), title=f"About {quote}", **options)
    return dataclasses.replace(made, route=Route.APPLY, id=f"id of {quote}")


def result(*findings, status: Status = Status.COMPLETE, outcome: Outcome = Outcome.OK) -> Review:
    reviewers = (ReviewerResult("coherence", outcome),)
    return Review("0", Profile.DOCUMENT, DocumentType.PLAN, status, findings=findings, reviewers=reviewers)


def test_nothing_to_fix_is_settled():
    assert Course().after(result(), WORDS, []).ending is Ending.SETTLED


def test_what_may_be_fixed_is_fixed_and_looked_at_again():
    course, one = Course(), safe(WORDS, "apple")
    assert course.after(result(one), WORDS, [one]).apply == (one,)
    course.made([one])
    assert course.after(result(), WORDS, []).ending is Ending.SETTLED
    assert (course.applied, course.fixing_rounds) == (1, 1)


def test_rounds_are_used_up():
    course = Course(2)
    for word in ("apple", "brick"):
        each = safe(WORDS, word)
        assert course.after(result(each), WORDS, [each]).apply == (each,)
        course.made([each])
    last = safe(WORDS, "cloud")
    step = course.after(result(last), WORDS, [last])
    assert (step.apply, step.ending) == ((), Ending.ROUNDS)
    assert step.reason == "2 rounds are used up, and 1 safe fix is left"


def test_what_comes_back_is_not_fixed_again_and_the_rest_is():
    course, one, two = Course(), safe(WORDS, "apple"), safe(WORDS, "brick")
    course.after(result(one), WORDS, [one])
    course.made([one])
    assert course.after(result(one, two), WORDS, [one, two]).apply == (two,)
    course.made([two])
    step = course.after(result(one), WORDS, [one])
    assert (step.ending, step.reason) == (
        Ending.REGRESSION, "back after it was fixed, and not fixed again: About apple",
    )  # fmt: skip


def test_what_was_undone_meanwhile_is_back_too():
    course, one = Course(), safe(WORDS, "apple")
    course.after(result(one), WORDS, [one])
    course.made([one])
    assert course.after(result(one), WORDS, [], [one]).ending is Ending.REGRESSION


def test_a_fix_that_had_to_wait_for_another_has_its_turn():
    course, one, two = Course(), safe(WORDS, "apple brick"), safe(WORDS, "brick cloud")
    course.after(result(one, two), WORDS, [one, two])
    course.made([one], [two])
    assert course.after(result(two), WORDS, [two]).apply == (two,)


@pytest.mark.parametrize(
    ("status", "outcome", "ending"),
    [
        (Status.INCOMPLETE, Outcome.OVER_BUDGET, Ending.BUDGET),
        (Status.INCOMPLETE, Outcome.TIMEOUT, Ending.INCOMPLETE),
        (Status.FAILED, Outcome.OK, Ending.INCOMPLETE),
        (Status.SKIPPED, Outcome.OK, Ending.SETTLED),
    ],
)
def test_a_review_that_is_not_whole_is_never_settled(status, outcome, ending):
    assert Course().after(result(status=status, outcome=outcome), WORDS, []).ending is ending


def test_strict_stops_at_a_critical_finding_before_anything_is_fixed():
    one = safe(WORDS, "apple")
    critical = dataclasses.replace(finding(WORDS, "brick", severity="P0"), route=Route.DECISION)
    step = Course(strict=True).after(result(one, critical), WORDS, [one])
    assert (step.apply, step.ending) == ((), Ending.CRITICAL)
    assert Course().after(result(one, critical), WORDS, [one]).apply == (one,)


def test_three_rounds_that_find_the_same_are_enough():
    text = "# Plan\n\n## Requirements\n\n3 requirements planned:\n\n- R1. One\n- R2. Two\n\nSee R7 and R8.\n"
    found = review(snapshot(text), Settings(), NoWorkspace())
    course = Course(9)
    for number in range(3):
        step = course.after(found, text, [safe(WORDS, WORDS.split()[number])])
        course.made(step.apply)
    assert (step.ending, step.reason) == (Ending.STAGNATION, "3 rounds found the same")
