from __future__ import annotations

import pytest

from anchorline.findings.words import AutofixClass
from anchorline.reviewers.checks.count_mismatch import CHECK
from plan_checks_kit import findings, fixed, places

LIST = "\n\n- a thing\n- b thing\n- c thing\n"
UNITS = "## Units\n\n### Unit 1: a\n\nBuild.\n\n### Unit 2: b\n\n### Unit 3: c\n\n"
PLAN = "# Plan\n\n{}\n\n" + UNITS
PHASES = "# Plan\n\n{}\n\n## Phase 1: a\n\n## Phase 2: b\n\n## Phase 3: c\n"
GERMAN = "# Plan\n\n{}\n\n## Einheit 1: a\n\n## Einheit 2: b\n\n## Einheit 3: c\n"

FIRES = {
    "N Xs planned, above the list": ("4 requirements planned:" + LIST, [("4", 1)], "3 requirements planned:"),
    "N Xs": ("2 changes:" + LIST, [("2", 1)], "3 changes:"),
    "bold": ("**4 changes:**" + LIST, [("4", 1)], "**3 changes:**"),
    "there are, in words": ("There are four steps:" + LIST, [("four", 1)], "There are three steps:"),
    "at the start of a sentence": ("Four steps:" + LIST, [("Four", 1)], "Three steps:"),
    "the last sentence of a paragraph": ("Some say so. There are four steps:" + LIST, [("four", 1)], "three steps:"),
    "this plan has": ("This plan has five parts:" + LIST, [("five", 1)], "This plan has three parts:"),
    "an ordered list": ("There are 2 steps:\n\n1. a\n2. b\n3. c\n", [("2", 1)], "There are 3 steps:"),
    "right below, without a blank line": ("There are 2 steps:\n- a\n- b\n- c\n", [("2", 1)], "There are 3 steps:"),
    "German": ("Es gibt vier Schritte:" + LIST, [("vier", 1)], "Es gibt drei Schritte:"),
    "German, in digits": ("4 Anforderungen geplant:" + LIST, [("4", 1)], "3 Anforderungen geplant:"),
    "a large number word": (
        "There are nineteen steps:\n\n" + "- x\n" * 20,
        [("nineteen", 1)],
        "There are twenty steps:",
    ),
    "past twenty": ("Es gibt zwanzig Schritte:\n\n" + "- x\n" * 21, [("zwanzig", 1)], "einundzwanzig"),
    "across N implementation units": (
        PLAN.format("This plan does it across 4 implementation units."),
        [("4", 3)],
        "across 3 implementation units",
    ),
    "wrapped": (PLAN.format("This plan does it across 4\nimplementation units."), [("4", 3)], "across 3\n"),
    "in N units, of the plan": (PLAN.format("The work is done in two units."), [("two", 3)], "in three units"),
    "there are N units": (PLAN.format("There are 5 units."), [("5", 3)], "There are 3 units."),
    "N units planned": (PLAN.format("All told 4 units planned."), [("4", 3)], "3 units planned"),
    "German phases": (
        "Es gibt vier Phasen.\n\n## Phase 1: a\n\n## Phase 2: b\n\n## Phase 3: c\n",
        [("vier", 1)],
        "Es gibt drei Phasen.",
    ),
    "codes by their section": (
        "Overall there are 4 requirements.\n\n## Requirements\n\n- R1. a\n- R2. b\n- R3. c\n",
        [("4", 1)],
        "there are 3 requirements",
    ),
    "twice the list": ("There are 6 tasks:" + LIST, [("6", 1)], "There are 3 tasks:"),
    "four times the list": ("There are 12 cases:" + LIST, [("12", 1)], "There are 3 cases:"),
    "twice the list, planned": ("8 requirements planned:" + LIST, [("8", 1)], "3 requirements planned:"),
    "twice the units": (
        PLAN.format("Delivered across 6 implementation units."),
        [("6", 3)],
        "across 3 implementation units",
    ),
    "in N Xs, above the list": (
        "The work is done in four steps:\n\n1. a\n2. b\n3. c\n",
        [("four", 1)],
        "done in three steps:",
    ),
    **{
        f"whatever does it: {words}": (
            words.format("four", "vier") + LIST,
            [("four", 1)],
            words.format("three", "drei"),
        )
        for words in ("Our approach has {0} steps:", "The roll-out consists of {0} steps:", "{0} steps are needed:")
    },
    **{
        f"in German: {words}": (words.format("vier") + LIST, [("vier", 1)], words.format("drei"))
        for words in (
            "Die Arbeit besteht aus {0} Schritten:",
            "Wir gehen in {0} Schritten vor:",
            "Es sind {0} Schritte nötig:",
        )
    },
    "another list is announced below": (
        "There are three phases:\n\n- build\n- pilot\n\nIt has the following three stages:\n\n1. a\n2. b\n3. c\n",
        [("three", 1)],
        "There are two phases:",
    ),
    "a bold number": ("There are **four** requirements:" + LIST, [("four", 1)], "**three** requirements"),
    "German, without a subject": (GERMAN.format("Umgesetzt in vier Einheiten."), [("vier", 3)], "in drei Einheiten"),
}

SILENT = {
    "it is right": "3 requirements planned:" + LIST,
    "one of N": "One of four steps:" + LIST,
    "of the N": "Of the 4 steps:" + LIST,
    "two of the units": "Two of the units:" + LIST,
    "it has at least N": "The plan has at least four steps:" + LIST,
    "it consists of up to N": "The work consists of up to four steps:" + LIST,
    "it takes N days": "The work takes four days:" + LIST,
    "it has N people": "The team has four engineers:" + LIST,
    "in German, at least": "Die Arbeit besteht aus mindestens vier Schritten:" + LIST,
    "at least": "At least 4 steps:" + LIST,
    "about": "There are about 4 steps:" + LIST,
    "more than": "There are more than 4 steps:" + LIST,
    "a range": "There are 4–5 steps:" + LIST,
    "a range in words": "There are four or five steps:" + LIST,
    "the first N": "The first 2 steps:" + LIST,
    "the other N": "The other two steps:" + LIST,
    "these N": "These two steps:" + LIST,
    "a measure": "Within 30 days:" + LIST,
    "a bare measure": "4 days:" + LIST,
    "a version": "Python 4 changes:" + LIST,
    "an ID": "Phase 2 tasks:" + LIST,
    "people": "2 engineers:" + LIST,
    "a sentence about something else": "The 4 services are called in steps:" + LIST,
    "no list follows": "There are 4 steps:\n\nText.\n",
    "a table follows": "There are 4 steps:\n\n| a |\n|---|\n| b |\n",
    "a heading comes first": "There are 4 steps:\n\n## More\n\n- a\n- b\n- c\n",
    "far off, in a title": "12 cases:" + LIST,
    "far off, above groups": "There are 12 cases:\n\n- readers: a, b, c, d\n- writers: e, f\n- two more\n",
    "far off, above lists of lists": "There are 12 cases:\n\n- a\n  - b\n  - c\n- d\n- e\n",
    "far off, above two lists": "There are 12 cases:" + LIST + "\nAnd then:\n\n- d\n- e\n",
    "then another": PHASES.format("The change lands in two phases, then a clean-up phase."),
    "plus another": PHASES.format("The work is done in two phases plus a pilot."),
    "and another": PHASES.format("The work is done in two phases and a pilot."),
    "and another, in German": PHASES.format("Die Arbeit geht in zwei Phasen sowie einem Probelauf."),
    "besides another": PHASES.format("Besides the pilot, the work is done in two phases."),
    "a rejected item": "Three options:\n\n- A\n- B\n- C\n- D: do nothing (rejected)\n",
    "an item out of scope": "Three options:\n\n- A\n- B\n- C\n- D, which is out of scope\n",
    "in N of them, with a subject": GERMAN.format("Der Puffer wird umgesetzt in vier Einheiten."),
    "the leaves are counted": "There are 4 changes:\n\n- a\n  - b\n  - c\n- d\n  - e\n  - f\n",
    "two lists are counted": "There are 4 changes:\n\n- a\n- b\n\nAnd then:\n\n- c\n- d\n",
    "numbers in the items": "There are 12 changes:\n\n- parser (5)\n- printer (4)\n- shipper (3)\n",
    "a range in a label": "There are 4 requirements:\n\n- R1. a\n- R2–R3. b\n- R4. c\n",
    "withdrawn": "There are 2 changes:\n\n- a\n- b (withdrawn)\n- c\n",
    "the family goes on elsewhere": (
        "4 requirements planned:\n\n- R1. a\n- R2. b\n- R3. c\n\n## More requirements\n\n- R4. d\n"
    ),
    "struck out": "There are 2 changes:\n\n- a\n- ~~b~~\n- c\n",
    "boxes that are ticked": "There are 2 changes:\n\n- [x] a\n- [x] b\n- [ ] c\n",
    "numbering goes on": "There are 4 steps:\n\n2. a\n3. b\n4. c\n",
    "a recommendation at the end": "There are 3 ways:\n\n- Option A\n- Option B\n- Option C\n- I prefer B\n",
    "a note at the end": "There are 3 ways:\n\n- by ship\n- on foot\n- with luck\n- Note: each takes a day\n",
    "an open list": "There are 4 steps:\n\n- a\n- b\n- …\n",
    "an open list in words": "There are 5 steps:\n\n- a\n- b\n- c, etc.\n",
    "in a quotation": "> There are 4 steps:\n>\n> - a\n> - b\n> - c\n",
    "in review output": "## Deferred / Open Questions\n\nThere are 4 steps:" + LIST,
    "in a comment": "<!-- There are 4 steps: -->" + LIST,
    "in code": "```\nThere are 4 steps:\n\n- a\n- b\n- c\n```\n",
    "a part of the units": PLAN.format("The rename touches files in 2 units."),
    "a part, of the plan": PLAN.format("This plan tests it in 2 units of the three."),
    "a statement about units": PLAN.format("In the end two units appear disjoint."),
    "units of another kind": PLAN.format("The work moves across 4 business units."),
    "at least N units": PLAN.format("There are at least 4 units."),
    "one of N units": PLAN.format("It is one of 4 units planned."),
    "inside a unit": UNITS.replace("Build.", "There are 4 units."),
    "steps start anew under each task": (
        "There are 4 steps.\n\n## Task 1\n\n**Step 1:** a\n\n**Step 2:** b\n\n"
        "## Task 2\n\n**Step 1:** c\n\n**Step 2:** d\n"
    ),
    "a gap in the numbers": "There are 4 units.\n\n## Unit 1: a\n\n## Unit 2: b\n\n## Unit 4: d\n",
    "more units than labels": PLAN.format("There are 4 units.") + "Later: **Unit 4.** d\n",
    "two families of that name": (
        "There are 6 requirements.\n\n## Requirements\n\n- R1. a\n- R2. b\n- NFR1. c\n- NFR2. d\n"
    ),
    "counted from zero": "There are 2 phases.\n\n## Phase 0: a\n\n## Phase 1: b\n\n## Phase 2: c\n",
    "an optional member": "There are 2 phases.\n\n## Phase 1: a\n\n## Phase 2: b\n\n## Phase 3: c (optional)\n",
    "other things across phases": (
        "It took 64 tests across 4 phases.\n\n## Phase 1: a\n\n## Phase 2: b\n\n## Phase 3: c\n"
    ),
    "years": PLAN.format("In 2026 units are planned."),
}


@pytest.mark.parametrize(("text", "expected", "after"), FIRES.values(), ids=FIRES.keys())
def test_it_fires_and_the_list_is_the_truth(text: str, expected: list[tuple[str, int]], after: str) -> None:
    assert places(CHECK, text) == expected
    assert after in fixed(CHECK, text)
    assert places(CHECK, fixed(CHECK, text)) == []


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT.keys())
def test_it_is_silent(text: str) -> None:
    assert places(CHECK, text) == []


def test_the_fix_is_safe_where_one_list_follows() -> None:
    (finding,) = findings(CHECK, "There are 4 steps:" + LIST)
    assert finding.autofix_class is AutofixClass.SAFE_AUTO


def test_there_is_no_fix_where_it_is_open_which_list_was_counted() -> None:
    (finding,) = findings(CHECK, "There are 4 steps:" + LIST + "\nAnd then:\n\n- d\n- e\n")
    assert finding.autofix_class is AutofixClass.MANUAL
    assert finding.edits == ()


def test_the_title_reads_as_a_sentence() -> None:
    (finding,) = findings(CHECK, "Four requirements:" + LIST)
    assert finding.title == "The text says four requirements, but there are three"
    assert finding.suggested_fix == "Change Four to Three."
