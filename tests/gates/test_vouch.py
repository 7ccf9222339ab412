import pytest

from anchorline.gates.vouch import vouch
from kit import context, finding

TEXT = """# Plan

We ship 4 requirements:

- R1 the broker keeps order
- R2 the broker keeps count
- R3 the worker retries

The brokre answers in 30 ms. The worker restarts. (session-settled: user-approved — chosen over polling)
See the manual.
"""


@pytest.mark.parametrize(
    ("old", "new", "class_"),
    [
        ("4 requirements", "3 requirements", "safe_auto"),  # a count that the document yields
        ("4 requirements", "7 requirements", "gated_auto"),  # a number from nowhere
        ("The brokre answers", "The broker answers", "safe_auto"),  # every word stands elsewhere
        ("The worker restarts", "The worker retries", "safe_auto"),
        ("The worker restarts", "The supervisor restarts", "gated_auto"),  # a new word
        ("See the manual", "See the [manual](https://example.com)", "gated_auto"),  # a link
        ("See the manual", "See `the` manual", "gated_auto"),  # code
        ("See the manual", "See the <b>manual</b>", "gated_auto"),  # HTML
        ("See the manual", "See the manual\u200b", "gated_auto"),  # invisible
        ("30 ms", "3 ms", "gated_auto"),  # a number with a unit
        ("user-approved", "the broker", "gated_auto"),  # a settled mark
        ("See the manual", "the broker keeps order " * 4, "gated_auto"),  # too long
    ],
)
def test_an_edit_stays_safe_only_when_code_can_answer_for_it(old, new, class_):
    candidate = finding(TEXT, old, confidence=100, autofix="safe_auto", edits=((old, new),))
    (judged,) = vouch((candidate,), context(TEXT)).findings
    assert judged.autofix_class == class_


def test_a_misspelling_may_be_repaired_by_two_letters():
    text = "# Plan\n\nThe scheduelr sleeps.\n"
    candidate = finding(text, "scheduelr", confidence=100, autofix="safe_auto", edits=(("scheduelr", "scheduler"),))
    assert vouch((candidate,), context(text)).findings[0].autofix_class == "safe_auto"
    far = finding(text, "scheduelr", confidence=100, autofix="safe_auto", edits=(("scheduelr", "dispatcher"),))
    assert vouch((far,), context(text)).findings[0].autofix_class == "gated_auto"


def test_a_model_at_75_is_never_safe():
    candidate = finding(TEXT, "brokre", confidence=75, autofix="safe_auto", edits=(("brokre", "broker"),))
    assert vouch((candidate,), context(TEXT)).findings[0].autofix_class == "gated_auto"


def test_a_check_answers_for_its_own_edit_but_not_in_a_settled_mark():
    ok = finding(
        TEXT,
        "See the manual",
        reviewer="checks",
        confidence=100,
        autofix="safe_auto",
        edits=(("See the manual", "See `docs/x.md`"),),
    )
    settled = finding(
        TEXT, "polling", reviewer="checks", confidence=100, autofix="safe_auto", edits=(("polling", "pushing"),)
    )
    assert [f.autofix_class for f in vouch((ok, settled), context(TEXT)).findings] == ["safe_auto", "gated_auto"]
