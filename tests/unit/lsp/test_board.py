"""What a board keeps of earlier findings when the models answer anew."""

from __future__ import annotations

from dataclasses import replace

import pytest

from anchorline.findings.finding import CHECKS
from anchorline.findings.ledger import Drop, Ledger
from anchorline.findings.review import Review, ReviewerResult
from anchorline.findings.words import DocumentType, Outcome, Profile, Status
from anchorline.lsp.board import Board
from kit import finding

TEXT = "total = sum(values) / len(values)\n"
FOUND = finding(TEXT, "len(values)", reviewer="correctness", title="Divides by zero", id="1")
UNSEEN, REFUTED = "could not be verified: no answer within 120 s", "not confirmed: It is guarded"


def review(*findings, status="complete", verifier="ok", reviewer="ok", drops=()):
    results = (ReviewerResult("correctness", Outcome(reviewer)), ReviewerResult("verifier", Outcome(verifier)))
    ledger = Ledger(len(findings) + len(drops), 0, len(findings), tuple(drops))
    return Review(
        "0", Profile.CODE, DocumentType.OTHER, Status(status), findings=findings, reviewers=results, ledger=ledger
    )


def drop(title, reason, reviewer="correctness"):
    return Drop(title, reviewer, "verification", reason)


@pytest.mark.parametrize(
    ("after", "stays"),
    [
        # Verified before, and this time it could not be: in the same words, or in others.
        (review(status="incomplete", verifier="error", drops=[drop("Divides by zero", UNSEEN)]), True),
        (review(status="incomplete", verifier="error", drops=[drop("An empty list ends it", UNSEEN)]), True),
        (review(status="complete", verifier="timeout", drops=[drop("Divides by zero", UNSEEN)]), True),
        # Judged anew, or raised by nobody.
        (review(drops=[drop("Divides by zero", REFUTED)]), False),
        (review(status="incomplete", verifier="error",
                drops=[drop("Divides by zero", REFUTED), drop("Loses a cent", UNSEEN)]), False),
        (review(status="incomplete", verifier="error", drops=[drop("Loses a cent", UNSEEN, "security")]), False),
        (review(), False),
        # Its reviewer failed.
        (review(status="incomplete", reviewer="timeout"), True),
    ],
)  # fmt: skip
def test_a_finding_stays_until_somebody_judged_it_anew(after, stays):
    board = Board()
    board.take_whole(review(FOUND), TEXT, TEXT)
    board.take_whole(after, TEXT, TEXT)
    assert [held.finding for held in board.held] == ([FOUND] if stays else [])


def test_a_finding_that_is_verified_again_stands_once():
    board = Board()
    for _ in range(2):
        board.take_whole(review(FOUND, drops=[drop("Loses a cent", UNSEEN)]), TEXT, TEXT)
    assert [held.finding for held in board.held] == [FOUND]


PLAN = "There are four units:\n\n- a\n- b\n- c\n"
COUNTED = finding(PLAN, "four", reviewer=CHECKS, id="2", edits=(("four", "three"),))
ADDED = finding(PLAN, "four", reviewer=CHECKS, id="2", edits=(("- c\n", "- c\n- d\n"),))


@pytest.mark.parametrize(
    ("found", "reviewed"),
    [
        (COUNTED, PLAN.replace("four", "three")),
        (ADDED, PLAN + "- d\n"),
        (replace(COUNTED, reviewers=("coherence",)), PLAN.replace("four", "three")),
    ],
    ids=["its evidence", "its fix elsewhere", "by a model"],
)
def test_a_result_for_an_older_text_says_nothing_about_what_came_back_since(found, reviewed):
    board = Board()
    board.take_whole(review(found), PLAN, PLAN)
    board.take(review(), reviewed, PLAN)
    assert [held.finding for held in board.held] == [found]
    board.take_whole(review(), reviewed, PLAN)
    assert [held.finding for held in board.held] == [found]
    board.take_whole(review(), PLAN.replace("- a", "- A"), PLAN)
    assert board.held == []
