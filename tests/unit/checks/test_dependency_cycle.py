from __future__ import annotations

import pytest

from anchorline.reviewers.checks.dependency_cycle import CHECK
from plan_checks_kit import findings


def plan(*fields: str, word: str = "Unit") -> str:
    return "# Plan\n\n" + "".join(f"### {word} {n}: x\n\n{field}\n\n" for n, field in enumerate(fields, start=1))


FIRES = {
    "two units": (
        plan("**Dependencies:** Unit 2", "**Dependencies:** Unit 1"),
        [["**Dependencies:** Unit 2", "**Dependencies:** Unit 1"]],
    ),
    "three units, through lists of IDs": (
        plan("Depends on: Unit 2", "Depends on: Unit 3", "Depends on: Unit 2, Unit 1"),
        [["Depends on: Unit 2", "Depends on: Unit 3", "Depends on: Unit 2, Unit 1"]],
    ),
    "on itself": (plan("Blocked by: none", "Blocked by: Unit 2"), [["Blocked by: Unit 2"]]),
    "a range": (plan("- **Depends on:** Units 2–3", "", "- **Depends on:** Unit 1"), [["Units 2–3", "Unit 1"]]),
    "bare numbers": (plan("**Dependencies:** 2", "**Dependencies:** 1"), [["2", "1"]]),
    "German": (plan("Abhängigkeiten: Einheit 2", "Abhängigkeiten: Einheit 1", word="Einheit"), [["2", "1"]]),
    "a list below the field": (
        plan("**Dependencies:**\n\n- Unit 2\n", "**Dependencies:**\n\n- Unit 1 (schema)\n"),
        [["Unit 2", "Unit 1 (schema)"]],
    ),
    "a table column": (
        "| Task | Depends on |\n|---|---|\n| T1 | T2 |\n| T2 | T1 |\n| T3 | — |\n",
        [["T2", "T1"]],
    ),
    "check boxes": (
        "- [ ] Unit 1: a\n\n**Dependencies:** Unit 2\n\n- [ ] Unit 2: b\n\n**Dependencies:** Unit 1\n",
        [["Unit 2", "Unit 1"]],
    ),
    "two groups, two findings": (
        plan("Depends on: Unit 2", "Depends on: Unit 1", "Depends on: Unit 4", "Depends on: Unit 3"),
        [["Unit 2", "Unit 1"], ["Unit 4", "Unit 3"]],
    ),
}

SILENT = {
    "a chain": plan("Dependencies: none", "Dependencies: Unit 1", "Dependencies: Units 1 and 2"),
    "none until": plan("**Dependencies:** None; until Unit 2 extends it", "**Dependencies:** Unit 1"),
    "after a parenthesis": plan("**Dependencies:** None (feeds Unit 2)", "**Dependencies:** Unit 1"),
    "after a dash": plan("**Dependencies:** Unit 3 — then Unit 2", "**Dependencies:** Unit 1", "x"),
    "after a full stop": plan("**Dependencies:** Unit 3. Blocks Unit 2", "**Dependencies:** Unit 1", "x"),
    "soft": plan("**Dependencies:** Unit 2 (soft)", "**Dependencies:** Unit 1"),
    "optional": plan("**Dependencies:** Unit 2, optional", "**Dependencies:** Unit 1"),
    "a count": plan("**Dependencies:** 1", "**Dependencies:** 0"),
    "of another plan": plan("**Dependencies:** Unit 2 of the billing plan", "**Dependencies:** Unit 1"),
    "in prose": plan("This blocks Unit 2.", "**Dependencies:** Unit 1"),
    "in code": plan("```\nDepends on: Unit 2\n```", "**Dependencies:** Unit 1"),
    "in a quotation": plan("> Depends on: Unit 2", "**Dependencies:** Unit 1"),
    "what a unit unlocks": plan("**Unlocks:** Unit 2", "**Dependencies:** Unit 1"),
    "steps of two tasks": (
        "## Task 1: a\n\n### Step 1: x\n\nDepends on: Step 2\n\n### Step 2: y\n\n"
        "## Task 2: b\n\n### Step 1: x\n\n### Step 2: y\n\nDepends on: Step 1\n"
    ),
    "a field below the last item of a summary": (
        "- Unit 1: a\n- Unit 2: b\n\nDependencies: Unit 2\n\n### Unit 1: a\n\n### Unit 2: b\n"
    ),
    "an ID in the parenthesis": plan(
        "Dependencies: none", "Dependencies: Unit 1 (Unit 3 later)", "Dependencies: Unit 2"
    ),
    "an ID that opens the parenthesis": plan("Dependencies: Unit 2 (Unit 1 feeds it)", "Dependencies: none"),
    "itself in the parenthesis": plan("Dependencies: none", "Dependencies: Unit 1 (Unit 2 feeds Unit 1 later)"),
    "an ID right after a dash": plan(
        "Dependencies: none", "Dependencies: Unit 1 — Unit 3 later", "Dependencies: Unit 2"
    ),
    "a dash with spaces is no range": plan(
        "Dependencies: none", "Dependencies: Unit 1 – Unit 3 needs it too", "Dependencies: Unit 2"
    ),
    "a hyphen with spaces": plan("Dependencies: none", "Dependencies: Unit 1 - Unit 3 too", "Dependencies: Unit 2"),
    "an ID that opens a clause": plan(
        "Dependencies: none", "Dependencies: Unit 1, Unit 3 needs it", "Depends on: Unit 2"
    ),
}


@pytest.mark.parametrize(("text", "expected"), FIRES.values(), ids=FIRES.keys())
def test_it_quotes_each_dependency_line_of_the_circle(text: str, expected: list[list[str]]) -> None:
    raised = findings(CHECK, text)
    assert len(raised) == len(expected)
    for finding, lines in zip(raised, expected, strict=True):
        assert len(finding.evidence) == len(lines)
        assert all(quote.text.endswith(line) for quote, line in zip(finding.evidence, lines, strict=True))


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT.keys())
def test_it_is_silent(text: str) -> None:
    assert findings(CHECK, text) == []


def test_a_long_circle_is_found_without_recursion() -> None:
    text = plan(*(f"Depends on: Unit {n % 900 + 1}" for n in range(1, 901)))
    (finding,) = findings(CHECK, text)
    assert len(finding.evidence) == 900
