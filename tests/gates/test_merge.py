import pytest

from anchorline.gates.agreement import agreement
from anchorline.gates.contradiction import contradiction
from anchorline.gates.merge import merge
from kit import context, finding

TEXT = "The cache lives for one hour. The cache lives for two hours. Nothing else is said."


def test_findings_that_one_fix_resolves_become_one_and_keep_every_constituent():
    a = finding(TEXT, "lives for one hour", title="Cache lifetime contradicts itself", severity="P2", confidence=100)
    b = finding(
        TEXT, "lives for one hour", "two hours", title="Cache lifetime contradicts itself twice", reviewer="feasibility"
    )
    passed = merge((a, b), context(TEXT))
    (one,) = passed.findings
    assert passed.merged == 1
    assert (one.severity, int(one.confidence), one.reviewers) == ("P1", 100, ("feasibility", "coherence"))
    assert {e.quote for e in one.evidence} == {"lives for one hour", "two hours"}
    assert [c.reviewer for c in one.constituents] == ["coherence", "feasibility"]


def test_the_more_cautious_class_wins_a_merge():
    a = finding(TEXT, "one hour", autofix="safe_auto", title="Lifetime of the cache")
    b = finding(TEXT, "one hour", autofix="manual", reviewer="scope", title="Lifetime of the cache")
    (one,) = merge((a, b), context(TEXT)).findings
    assert one.autofix_class == "manual"


def test_unlike_findings_on_the_same_text_stay_two():
    a = finding(TEXT, "lives for one hour", title="Cache lifetime contradicts itself", why="Readers pick one.")
    b = finding(
        TEXT,
        "lives for one hour",
        title="Invalidation is missing",
        why="Stale prices are shown to buyers.",
        reviewer="x",
    )
    assert len(merge((a, b), context(TEXT)).findings) == 2


def test_opposing_edits_never_merge_and_the_person_decides():
    a = finding(
        TEXT, "one hour", edits=(("one hour", "two hours"),), title="Cache lifetime contradicts itself", fix="Say two."
    )
    b = finding(
        TEXT, "one hour", edits=(("one hour", "one day"),), title="Cache lifetime contradicts itself", reviewer="x"
    )
    unmerged = merge((a, b), context(TEXT))
    assert len(unmerged.findings) == 2
    passed = contradiction(unmerged.findings, context(TEXT))
    (one,) = passed.findings
    assert passed.merged == 1
    assert (one.autofix_class, one.edits, one.category) == ("manual", (), "contradiction")
    assert "Say two" in one.suggested_fix
    assert "one day" in one.suggested_fix
    assert len(one.constituents) == 2


def test_two_checks_merge_only_on_the_same_rule_and_place():
    a = finding(TEXT, "one hour", reviewer="checks", rule="count-mismatch")
    b = finding(TEXT, "one hour", reviewer="checks", rule="table-total")
    assert len(merge((a, b, a), context(TEXT)).findings) == 2


def test_agreement_of_independent_reviewers_promotes_one_step():
    a = finding(TEXT, "one hour", confidence=50)
    b = finding(TEXT, "one hour", confidence=50, reviewer="feasibility")
    (one,) = agreement(merge((a, b), context(TEXT)).findings, context(TEXT)).findings
    assert (int(one.confidence), one.promoted) == (75, True)


def test_the_same_reviewer_twice_is_one_voice():
    a = finding(TEXT, "one hour", confidence=50)
    (one,) = agreement(merge((a, a), context(TEXT)).findings, context(TEXT)).findings
    assert (int(one.confidence), one.promoted) == (50, False)


def test_agreement_can_ask_for_different_models_or_be_off():
    pair = merge((finding(TEXT, "one hour"), finding(TEXT, "one hour", reviewer="feasibility")), context(TEXT)).findings
    same = context(TEXT, agreement="model", models={"coherence": "m", "feasibility": "m"})
    other = context(TEXT, agreement="model", models={"coherence": "m", "feasibility": "n"})
    assert [agreement(pair, c).findings[0].promoted for c in (same, other, context(TEXT, agreement="off"))] == [
        False,
        True,
        False,
    ]


def test_one_reviewer_never_disagrees_with_itself():
    a = finding(TEXT, "one hour", edits=(("one hour", "one hour, two"),), reviewer="checks", rule="unlisted-file")
    b = finding(TEXT, "two hours", edits=(("one hour", "one hour, three"),), reviewer="checks", rule="unlisted-file")
    assert contradiction((a, b), context(TEXT)).findings == (a, b)


RETRIES = """# Plan

## Worker

The worker retries 3 times and then drops the job.

## Summary

A failed job is retried up to 5 times.
"""


def worker(quote: str = "retries 3 times", **options):
    return finding(RETRIES, quote, **options)


def test_the_same_claim_in_other_words_is_one_finding():
    a = worker(
        title="Retry count is 3 in Worker and 5 in Summary",
        why="Whoever builds the worker stops after three retries while the summary promises five.",
        fix="Use one retry count in both sections.",
    )
    b = worker(
        reviewer="feasibility",
        title="Worker and Summary disagree on the retry count",
        why="The summary promises more retries than the worker makes, so jobs are dropped early.",
        fix="Decide on one retry count.",
    )
    assert len(merge((a, b), context(RETRIES)).findings) == 1


def test_findings_on_different_sections_stay_two_whatever_they_say():
    a, b = worker(), worker("retried up to 5 times", reviewer="feasibility")
    assert len(merge((a, b), context(RETRIES)).findings) == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Remove the retry limit from Worker.", "Keep the retry limit in Worker."),
        ("Increase the retry limit.", "Lower the retry limit."),
        ("Set the retry limit to 3.", "Set the retry limit to 5."),
    ],
)
def test_opposite_advice_never_merges_and_becomes_a_decision(one, other):
    a, b = worker(fix=one), worker(fix=other, reviewer="feasibility")
    unmerged = merge((a, b), context(RETRIES)).findings
    assert len(unmerged) == 2
    (both,) = contradiction(unmerged, context(RETRIES)).findings
    assert both.category == "contradiction"
    assert one.rstrip(".") in both.suggested_fix
    assert other.rstrip(".") in both.suggested_fix


def test_one_that_takes_out_what_the_other_writes_is_not_the_same():
    a = worker(edits=(("drops the job", "discards the task"),))
    b = worker(edits=(("A failed job", "A failed job (once the worker drops the job)"),), reviewer="feasibility")
    assert len(merge((a, b), context(RETRIES)).findings) == 2


def test_the_same_change_in_other_words_is_no_contradiction():
    a = worker(edits=(("drops the job", "moves the job to the dead-letter queue"),))
    b = worker(edits=(("drops the job", "moves the job to the dead-letter queue, once"),), reviewer="feasibility")
    assert len(merge((a, b), context(RETRIES)).findings) == 1


def test_a_flood_of_the_same_finding_is_one():
    flood = tuple(worker(reviewer=f"r{number % 7}") for number in range(400))
    passed = merge(flood, context(RETRIES))
    assert (len(passed.findings), passed.merged) == (1, 399)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Keep the log until the audit.", "Check every night that the log is gone."),
        ("Make sure that old tokens are deleted.", "Retain old tokens for a week."),
        ("Purge the cache on every deploy.", "Preserve the cache across deploys."),
    ],
)
def test_a_result_to_be_checked_is_advice_too(one: str, other: str):
    a, b = worker(fix=one), worker(reviewer="feasibility", fix=other)
    assert len(merge((a, b), context(RETRIES)).findings) == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Keep the log until the audit.", "Make sure that the log is not deleted."),
        ("Delete old tokens.", "Make sure that old tokens are removed."),
        ("Keep the log.", "Check that the log is complete before it is removed."),
    ],
)
def test_a_result_that_is_denied_or_comes_later_opposes_nothing(one: str, other: str):
    a, b = worker(fix=one), worker(reviewer="feasibility", fix=other)
    assert len(merge((a, b), context(RETRIES)).findings) == 1


OPPOSITE = [
    # titles, fixes
    ("The retry limit of the worker fails unseen", "Raise an error.", "The retry limit of the worker fails jobs",
     "Do not raise an error."),
    ("The retry limit is silent", "Raise an error when the job is dropped.", "The retry limit is fatal",
     "Don't raise an error when the job is dropped; log it."),
    ("The retry limit of jobs blocks", "Make the retry of jobs non-blocking.", "The retry limit of jobs loses",
     "Make the retry of jobs blocking."),
    ("The retry limit of jobs", "Retry jobs without a lock.", "The retry limit of jobs", "Retry jobs with a lock."),
    ("The retry limit must be removed", "Remove the retry limit.", "The retry limit must be kept until the end",
     "Extend the retry limit."),
    ("The retry limit must be removed", None, "The retry limit must be kept", None),
    ("The retry limit should be raised", None, "The retry limit should be lowered", None),
    ("The retry limit must be removed", None, "The retry limit must not be removed", None),
    ("The retry limit of jobs", "Do not keep the retry limit.", "The retry limit of jobs", "Keep the retry limit."),
    ("The retry limit of jobs", "Never delete the retry limit.", "The retry limit of jobs", "Drop the retry limit."),
    ("Das Limit der Versuche", "Das Limit nicht prüfen.", "Das Limit der Versuche", "Das Limit prüfen."),
]  # fmt: skip


@pytest.mark.parametrize(("title", "fix", "other_title", "other_fix"), OPPOSITE)
@pytest.mark.parametrize("turned", [False, True])
def test_what_one_says_not_to_do_and_the_other_says_to_do_is_a_decision(title, fix, other_title, other_fix, turned):
    pair = (worker(title=title, fix=fix), worker(title=other_title, fix=other_fix, reviewer="feasibility"))
    unmerged = merge(pair[::-1] if turned else pair, context(RETRIES)).findings
    assert len(unmerged) == 2
    (both,) = contradiction(unmerged, context(RETRIES)).findings
    assert both.category == "contradiction"
    for side in (fix, other_fix):
        assert side is None or side.rstrip(".") in both.suggested_fix


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Raise an error.", "Remove the silent drop and raise an error."),
        ("Do not drop the job in silence.", "Never drop the job silently."),
        ("Do not drop the job.", "Keep the job."),
        ("Make the retry non-blocking.", "Make the retry not block."),
        ("Raise a `LimitError` instead of dropping the job.", "Lower levels must raise a `LimitError`."),
        ("Say what happens without a summary.", "Say with one sentence what happens to dropped jobs."),
    ],
)
def test_the_same_advice_with_or_without_a_not_is_one_finding(one: str, other: str):
    a, b = worker(fix=one), worker(reviewer="feasibility", fix=other)
    assert len(merge((a, b), context(RETRIES)).findings) == 1
