"""A fix is made on a copy first: what it would break withholds it."""

from __future__ import annotations

import dataclasses

import pytest

from anchorline.evidence.fix import Vetted, fix_key
from anchorline.findings.words import Route
from anchorline.review import review
from anchorline.reviewers.base import NoWorkspace
from anchorline.settings import Settings
from anchorline.text.snapshot import Snapshot
from anchorline.vetting import Vetting
from kit import finding, snapshot

PLAN = """---
type: plan
---

# Plan

See [the first part](#unit-1-queue) and Unit 2.

| part | days |
|---|---|
| Queue | 2 |
| Worker | 3 |
| Total | 5 |

## Implementation Units

There are two implementation units.

### Unit 1: Queue

### Unit 2: Worker

The order is kept in the queue.
"""


def verdict(
    text: str, *edits: tuple[str, str], language: str = "markdown", rule: str = "coherence/other"
) -> str | None:
    quote = edits[0][0]
    found = finding(text, quote, rule=rule, edits=edits)
    vetted = Vetting(snapshot(text, language), Settings(), NoWorkspace()).vet([found])
    return vetted.reasons[fix_key(found)]


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        pytest.param(("is kept in", "holds in"), None, id="words"),
        pytest.param(("in the queue.", "in the queue, see Unit 1."), None, id="a reference that leads somewhere"),
        pytest.param(
            ("in the queue.", "in the queue, see Unit 3."),
            "it would raise another finding: Unit 3 is not defined in this document",
            id="a reference that leads nowhere",
        ),
        pytest.param(("| Worker | 3 |", "| Worker | 4 |"), "it would raise another finding: ", id="a sum"),
        pytest.param(("### Unit 2: Worker\n\n", ""), "it would take out the heading “Unit 2: Worker”", id="a heading"),
        pytest.param(("## Implementation", "Implementation"), "it would take out the heading “Imp", id="its marks"),
        pytest.param(
            ("in the queue.", "in:\n\n```\nthe queue"), None, id="a fence that opens behind the last heading"
        ),
        pytest.param(
            ("There are two implementation units.", "```\nunits"), "it would take out the heading “Unit 1: Queue”",
            id="a fence that swallows headings",
        ),
        pytest.param(("### Unit 1: Queue", "### Unit 1: Line"), "the link to #unit-1-queue would lead", id="a target"),
        pytest.param(("### Unit 1: Queue", "### The Unit 1: Queue"), "the link to #unit-1", id="a word"),
        pytest.param(("### Unit 1: Queue", "### 1. Unit 1: Queue"), "the link to #unit-1", id="a number"),
        pytest.param(("type: plan", "type: [plan"), "it would break the front matter", id="front matter"),
        pytest.param(("type: plan\n---\n", "type: plan\n"), "it would break the front matter", id="its end"),
    ],
)  # fmt: skip
def test_a_fix_that_would_break_something_is_withheld_with_the_reason(edit, reason):
    found = verdict(PLAN, edit)
    assert found == reason or (reason is not None and found is not None and found.startswith(reason))


def test_what_a_comment_silences_then_is_no_reason():
    text = PLAN + "\n<!-- anchorline-disable-next-line undefined-reference -->\nSee the other one.\n"
    assert verdict(text, ("the other one", "Unit 9")) is None


def test_what_the_check_said_before_is_no_reason_when_its_count_changes():
    text = PLAN.replace("two implementation units", "four implementation units")
    assert verdict(text, ("The order is kept", "The sequence is kept")) is None


def test_a_check_s_fix_that_leaves_its_finding_standing_is_withheld():
    text = PLAN.replace("two implementation units", "four implementation units")
    (found,) = (each for each in review(snapshot(text), Settings(), NoWorkspace()).findings if each.edits)
    vetting = Vetting(snapshot(text), Settings(), NoWorkspace())
    assert vetting.vet([found]).reasons == {fix_key(found): None}
    useless = dataclasses.replace(found, edits=(dataclasses.replace(found.edits[0], old="kept in", new="held in"),))
    assert vetting.vet([useless]).reasons[fix_key(useless)] == "it would leave the finding as it is"


def test_source_is_looked_at_by_its_own_checks():
    documented = '    """The area.\n\n    Args:\n        width: in metres\n        height: in metres\n    """\n'
    text = f"def area(width, height):\n{documented}    return height * 2\n"
    assert verdict(text, ("width: in metres", "width: in feet"), language="python") is None
    reason = verdict(text, ("(width, height)", "(breadth, height)"), language="python")
    assert reason is not None
    assert reason.startswith("it would raise another finding: ")


def safe(text: str, old: str, new: str, route: Route = Route.APPLY):
    return dataclasses.replace(finding(text, old, edits=((old, new),)), route=route)


def test_fixes_that_are_harmless_only_alone_are_not_made_together():
    text = "# Plan\n\nSee [set-up](#setup).\n\n## Setup\n\nOnce.\n\n## Setup\n\nTwice.\n"
    one, other = safe(text, "Setup\n\nOnce", "Start\n\nOnce"), safe(text, "Setup\n\nTwice", "Restart\n\nTwice")
    vetted = Vetting(snapshot(text), Settings(), NoWorkspace()).vet([one, other])
    assert set(vetted.reasons.values()) == {None}
    assert vetted.apart == {fix_key(other)}


def test_a_long_text_is_not_read_again_for_every_fix():
    body = "\n\n".join(f"## Part {n}\n\nThe {n}th word stands here." for n in range(8_000))
    found = [safe(body, f"The {n}th word", f"The {n}th term") for n in range(20)]
    calls = 0

    class Counting(Vetting):
        def _read(self, snapshot: Snapshot):
            nonlocal calls
            calls += 1
            return super()._read(snapshot)

    vetted = Counting(snapshot(body), Settings(), NoWorkspace()).vet(found)
    assert len(vetted.reasons) == 20
    assert set(vetted.reasons.values()) == {None}
    assert calls < 6


def test_what_is_known_of_the_same_text_is_not_looked_at_again():
    found = safe(PLAN, "is kept in", "holds in")
    known = Vetted(snapshot(PLAN).sha256, {fix_key(found): "it would do harm"})
    assert Vetting(snapshot(PLAN), Settings(), NoWorkspace()).vet([found], known=known) == known
    elsewhere = Vetted("another", {fix_key(found): "it would do harm"})
    assert Vetting(snapshot(PLAN), Settings(), NoWorkspace()).vet([found], known=elsewhere).reasons == {
        fix_key(found): None
    }


def test_a_call_that_is_cancelled_says_nothing_it_does_not_know():
    found = safe(PLAN, "is kept in", "holds in")
    vetting = Vetting(snapshot(PLAN), Settings(), NoWorkspace())
    assert vetting.vet([found], cancelled=lambda: True).reasons == {}
