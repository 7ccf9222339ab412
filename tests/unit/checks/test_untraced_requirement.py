from __future__ import annotations

import pytest

from anchorline.findings.words import Anchor, FindingType
from anchorline.reviewers.checks.untraced_requirement import CHECK
from plan_checks_kit import findings, places


def plan(*units: str, third: str = "Report progress") -> str:
    return f"## Requirements\n\n- R1. Parse\n- R2. Print\n- R3. {third}\n- R4. Ship\n\n## Units\n\n" + "".join(
        f"### Unit {n}: x\n\n{unit}\n\n" for n, unit in enumerate(units, start=1)
    )


FIRES = {
    "cited by none": (plan("Serves R1.", "Serves R2 and R4."), [("R3", 5)]),
    "past a range": (plan("Serves R1–R2.", "Serves R4."), [("R3", 5)]),
    "in a field": (plan("**Requirements:** R1, R2", "**Requirements:** R4", "No field."), [("R3", 5)]),
    "check boxes": (
        "## Requirements\n\n- R1. Parse\n- R2. Print\n\n- [ ] Unit 1: x (R1)\n- [ ] Unit 2: y (R1)\n",
        [("R2", 4)],
    ),
    "a code with zeros": (
        "## Requirements\n\n- FR-001: a\n- FR-002: b\n\n## Task 1: x\n\nFR-001\n\n## Task 2: y\n\nFR-001\n",
        [("FR-002", 4)],
    ),
}

SILENT = {
    "all are cited": plan("Serves R1, R2.", "Serves R3, R4."),
    "in a range": plan("Serves R1-R3.", "Serves R4."),
    "in a range in words": plan("Serves R1 through R4.", "Serves R4."),
    "by bare numbers": plan("Serves R1, 2 and 3.", "Serves R4."),
    "units do not cite as a rule": plan("Serves R1.", "Nothing.", "Nothing."),
    "several are left": plan("Serves R1.", "Serves R1."),
    "cited elsewhere": plan("Serves R1.", "Serves R2 and R4.") + "## Tests\n\nThe log shows R3.\n",
    "all of them": plan("Serves R1.", "Serves R2 and R4, and tests all requirements."),
    "from one onwards": plan("Serves R1.", "Serves R2 and R2+. R4."),
    "deferred": plan("Serves R1.", "Serves R2, R4.", third="Report progress (deferred)"),
    "out of scope": plan("Serves R1.", "Serves R2, R4.", third="Out of scope: progress"),
    "no change": plan("Serves R1.", "Serves R2, R4.", third="Leave the format unchanged"),
    "a thing not to do": plan("Serves R1.", "Serves R2, R4.", third="Do not log names"),
    "optional": plan("Serves R1.", "Serves R2, R4.", third="Optional: progress"),
    "struck out": plan("Serves R1.", "Serves R2, R4.", third="~~Report progress~~"),
    "German, unchanged": plan("Serves R1.", "Serves R2, R4.", third="Das Format bleibt"),
    "no units": "## Requirements\n\n- R1. a\n- R2. b\n",
    "no requirements": "### Unit 1: a\n\nR1\n\n### Unit 2: b\n\nR1\n",
    "a branch is cited": (
        "## Requirements\n\n- R1. a\n- R2.1. b\n- R2.2. c\n\n### Unit 1: x\n\nR1\n\n### Unit 2: y\n\nR2\n"
    ),
}


@pytest.mark.parametrize(("text", "expected"), FIRES.values(), ids=FIRES.keys())
def test_it_fires_on_the_requirement(text: str, expected: list[tuple[str, int]]) -> None:
    assert places(CHECK, text) == expected


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT.keys())
def test_it_is_silent(text: str) -> None:
    assert places(CHECK, text) == []


def test_it_is_for_information() -> None:
    (finding,) = findings(CHECK, plan("Serves R1.", "Serves R2 and R4."))
    assert finding.confidence is Anchor.ADVISORY
    assert finding.finding_type is FindingType.OMISSION
