from __future__ import annotations

import pytest

from anchorline.reviewers.checks.undefined_reference import CHECK as UNDEFINED_REFERENCE
from anchorline.reviewers.checks.unknown_dependency import CHECK
from plan_checks_kit import FilesAround, findings, places


def plan(field: str, front_matter: str = "") -> str:
    return f"{front_matter}# Plan\n\n### Unit 1: a\n\n### Unit 2: b\n\n### Unit 3: c\n\n{field}\n"


FIRES = {
    "a unit that is not there": (plan("**Dependencies:** Unit 1, Unit 6"), [("Unit 6", 9)]),
    "depends on": (plan("Depends on: Unit 6"), [("Unit 6", 9)]),
    "in an item": (plan("- **Blocked by:** Unit 6 (schema)"), [("Unit 6", 9)]),
    "bare numbers": (plan("**Dependencies:** 1, 6"), [("6", 9)]),
    "in a table": ("| Task | Depends on |\n|---|---|\n| T1 | — |\n| T2 | T1, T7 |\n", [("T7", 4)]),
    "German": ("### Einheit 1: a\n\n### Einheit 2: b\n\nAbhängigkeiten: Einheit 5\n", [("Einheit 5", 5)]),
    "a number of a list": (plan("**Dependencies:** Units 2 and 7"), [("7", 9)]),
    "a table whose first column is named after the units": (
        "## Units\n\n| Unit | What | Depends on |\n|---|---|---|\n| Unit 1 | a | — |\n| Unit 2 | b | Unit 1 |\n"
        "| Unit 3 | c | Unit 5 |\n",
        [("Unit 5", 7)],
    ),
    "a table of phases": (
        "## Phases\n\n| Phase | Blocked by |\n|---|---|\n| Phase 1 | — |\n| Phase 2 | Phase 1, Phase 6 |\n",
        [("Phase 6", 6)],
    ),
}

SILENT = {
    "all are there": plan("**Dependencies:** Unit 1, Unit 2"),
    "none until": plan("**Dependencies:** None; until Unit 6 extends it"),
    "in the parenthesis": plan("**Dependencies:** Unit 1 (feeds Unit 6)"),
    "after a dash": plan("**Dependencies:** Unit 1 — Unit 6 is another matter"),
    "after a full stop": plan("**Dependencies:** Unit 1. Unit 6 comes later"),
    "a count": plan("**Dependencies:** 6"),
    "what a unit blocks": plan("- Blocks: Unit 6"),
    "another family": plan("**Dependencies:** PR 12, Issue 9"),
    "of another plan": plan("**Dependencies:** Unit 6 of the billing plan"),
    "from another plan": plan("**Dependencies:** Unit 1, Unit 6 from the billing plan"),
    "optional": plan("**Dependencies:** Unit 6 (optional)"),
    "defined in a range": plan("**Dependencies:** Unit 6") + "\n- Units 4–8: more\n",
    "defined in code": plan("**Dependencies:** Unit 6") + "\n```\n### Unit 6: x\n```\n",
    "withdrawn": plan("**Dependencies:** Unit 6") + "\nUnit 6 was withdrawn.\n",
    "an origin that cannot be read": plan("**Dependencies:** Unit 6", "---\norigin: other.md\n---\n"),
    "in a quotation": plan("> **Dependencies:** Unit 6"),
    "an ID that opens the parenthesis": plan("**Dependencies:** Unit 1 (Unit 6 needs it)"),
    "after a dash with spaces": plan("**Dependencies:** Unit 1 – Unit 6 needs it too"),
    "an ID that opens a clause": plan("**Dependencies:** Unit 1, Unit 6 builds on it"),
}


@pytest.mark.parametrize(("text", "expected"), FIRES.values(), ids=FIRES.keys())
def test_it_fires_on_the_unknown_id(text: str, expected: list[tuple[str, int]]) -> None:
    assert places(CHECK, text) == expected


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT.keys())
def test_it_is_silent(text: str) -> None:
    assert places(CHECK, text) == []


def test_a_bare_number_is_named_in_full() -> None:
    (finding,) = findings(CHECK, plan("**Dependencies:** Units 2 and 7"))
    assert finding.title == "Unit 3 depends on Unit 7, which is not defined"


def test_the_reference_check_leaves_dependency_fields_to_it() -> None:
    assert places(UNDEFINED_REFERENCE, plan("**Dependencies:** Unit 1, Unit 6")) == []


def test_an_origin_that_can_be_read_explains_its_ids() -> None:
    text = plan("**Dependencies:** Unit 6", "---\norigin: other.md\n---\n")
    assert places(CHECK, text, FilesAround({"docs/other.md": "### Unit 6: x\n"})) == []
    assert places(CHECK, text, FilesAround({"docs/other.md": "### Unit 5: x\n"})) == [("Unit 6", 12)]
