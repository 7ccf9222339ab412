"""Kim writes a plan and has it reviewed ten times. The reviewers word everything differently each time."""

from __future__ import annotations

from pathlib import Path

import pytest

from stories.storyteller import Story

PLAN = """# Plan: Move the ledger

## Requirements

- R1. Entries keep their order.
- R2. Readers see no gap.

## Implementation Units

### Unit 1: Copy

Requirements: R1

The copy runs once a night, and readers may see gaps while it runs. Nobody has measured how long the copy takes.

### Unit 2: Switch

Requirements: R2

Readers are switched over in one step, on a Sunday. The old ledger stays readable for thirty days.

### Unit 3: Retire

Requirements: R1

The old ledger is deleted by hand when everybody agrees. Its backups are kept for a year.
"""
GAPS = "readers may see gaps while it runs"
LENGTH = "Nobody has measured how long the copy takes"
DELETED = "The old ledger is deleted by hand when everybody agrees"


@pytest.fixture
def story(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Story:
    path = tmp_path / "work" / "plan.md"
    path.parent.mkdir()
    return Story(capsys, tmp_path, path, PLAN)


def test_ten_rounds(story):
    # Round 1. Two reviewers find something each, and Kim reads both.
    story.says("coherence", "The copy breaks R2", GAPS)
    story.says("feasibility", "The length of the copy is unknown", LENGTH)
    first = story.review()
    assert first.asked == ["The copy breaks R2", "The length of the copy is unknown"]

    # Kim knows the readers: at night there are none. "No problem", with the reason.
    story.decide("dismissed", first, "The copy breaks R2", "there are no readers at night")

    # Round 2. Coherence says it in other words, and nobody hears it; the ledger counts it. What stands keeps its id.
    story.says("coherence", "Nightly copying leaves holes", GAPS)
    story.says("feasibility", "Nobody knows how long copying takes", LENGTH)
    second = story.review()
    assert second.asked == ["Nobody knows how long copying takes"]
    assert second.kept_away == 1
    assert list(second.ids.values()) == [first.ids["The length of the copy is unknown"]]

    # Round 3. Kim edits another unit. Coherence quotes a little more than before.
    story.edit("on a Sunday", "on the first Sunday of May")
    story.says("coherence", "Readers meet gaps", "and readers may see gaps while it runs.")
    story.says("feasibility", "An unmeasured copy", LENGTH)
    third = story.review()
    assert (third.asked, third.kept_away) == (["An unmeasured copy"], 1)

    # Round 4. The plan gets another name. It is the same plan.
    story.rename("ledger-plan.md")
    story.says("coherence", "Requirement two is violated by unit one", GAPS)
    story.says("feasibility", "The copy's duration is open", LENGTH)
    fourth = story.review()
    assert (fourth.asked, fourth.kept_away) == (["The copy's duration is open"], 1)

    # Round 5. The measurement can wait, says Kim. So it does.
    story.decide("deferred", fourth, "The copy's duration is open")
    story.text += f"\n## Deferred / Open Questions\n\n- The copy's duration (feasibility/risk, “{LENGTH}”)\n"
    story.says("coherence", "Gaps again", GAPS)
    story.says("feasibility", "Please measure the copy", LENGTH)
    fifth = story.review()
    assert (fifth.asked, fifth.kept_away) == ([], 2)

    # Round 6. Kim changes what was dismissed: now the gaps are a promise. That is another question.
    story.edit("readers may see gaps while it runs", "readers will see gaps all day")
    story.says("coherence", "Gaps all day break R2", "readers will see gaps all day")
    sixth = story.review()
    assert (sixth.asked, sixth.kept_away) == (["Gaps all day break R2"], 0)

    # Round 7. Kim gives in and mends the sentence. The question is gone.
    story.decide("applied", sixth, "Gaps all day break R2")
    story.edit("readers will see gaps all day", "readers see the old entries meanwhile")
    assert story.review().asked == []

    # Round 8. A merge brings the old sentence back, and everybody is told so.
    story.edit("readers see the old entries meanwhile", "readers will see gaps all day")
    story.says("coherence", "Readers lose sight of entries", "readers will see gaps all day")
    eighth = story.review()
    assert eighth.asked == ["Readers lose sight of entries"]
    assert eighth.review["findings"][0]["why_it_matters"].startswith("Its fix was applied, and did not land.")
    assert '"Readers lose sight of entries" is back after it had been fixed' in eighth.said

    # Round 9. Mended for good; and a reviewer who has nothing better to do looks at a unit that nobody touched.
    story.edit("readers will see gaps all day", "readers see the old entries meanwhile")
    story.says("feasibility", "By hand is vague", DELETED, severity="P2")
    ninth = story.review()
    assert (ninth.asked, ninth.informed) == ([], ["By hand is vague"])

    # Round 10. Nothing is left to do.
    story.says("feasibility", "Deleting by hand is imprecise", DELETED, severity="P2")
    tenth = story.review()
    assert (tenth.asked, tenth.informed) == ([], ["Deleting by hand is imprecise"])


TARGETS = [
    ("Requirements", "Entries keep their order"),
    ("Switch", "Readers are switched over in one step"),
    ("Switch", "The old ledger stays readable for thirty days"),
    ("Retire", DELETED),
    ("Retire", "Its backups are kept for a year"),
    ("Requirements", "Readers see no gap"),
]


def test_reviewers_that_drift_find_nothing_new_to_do_in_the_end(story):
    """Each round the reviewers think of something else about a text that Kim hardly changes any more. Only what they
    find where she edits is hers to deal with, and what is grave."""
    asked = []
    for week in range(6):
        story.edit(
            "The copy runs" if week == 0 else f"In week {week - 1} the copy runs", f"In week {week} the copy runs"
        )
        if week < 3:
            story.says("feasibility", f"Week {week} is too early", f"In week {week} the copy runs", severity="P2")
        where, quote = TARGETS[week]
        story.says("coherence", f"{where} could be clearer ({week})", quote, severity="P2")
        asked.append(len(story.review().asked))
    # At first everything is new; then what stands where Kim edits; then nothing.
    assert asked == [2, 1, 1, 0, 0, 0]


def test_rounds_that_lead_nowhere_are_said_to(story):
    said = []
    for week in range(4):
        story.edit(
            "The copy runs" if week == 0 else f"In week {week - 1} the copy runs", f"In week {week} the copy runs"
        )
        story.says("coherence", f"Deleting by hand, opinion {week}", DELETED)
        said.append("3 rounds found the same" in story.review().said)
    assert said == [False, False, True, True]


def test_what_is_grave_is_asked_wherever_it_stands(story):
    story.review()
    story.edit("on a Sunday", "in May")
    story.says("coherence", "Data is lost for good", DELETED, severity="P1")
    story.says("feasibility", "A year is long", "Its backups are kept for a year", severity="P3")
    again = story.review()
    assert (again.asked, again.informed) == (["Data is lost for good"], ["A year is long"])


def test_who_wants_to_hear_everything_anew_says_so(story, monkeypatch):
    monkeypatch.setenv("ANCHORLINE_MEMORY__MATERIALITY", "false")
    story.review()
    story.edit("on a Sunday", "in May")
    story.says("feasibility", "A year is long", "Its backups are kept for a year", severity="P3")
    assert story.review().asked == ["A year is long"]
