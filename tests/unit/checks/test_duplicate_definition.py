from __future__ import annotations

import pytest

from anchorline.reviewers.checks.duplicate_definition import CHECK
from plan_checks_kit import findings, places

FIRES = {
    "in one list": ("- R1. a\n- R2. b\n- R2. c\n- R3. d\n", [("R2", 3)]),
    "bold labels in one list": ("- **R1** — a\n- **R2** — b\n- **R2** — c\n", [("R2", 3)]),
    "the first one, right after itself": ("- R1. a\n- R1. b\n- R2. c\n", [("R1", 2)]),
    "out of place": ("- R1. a\n- R2. b\n- R3. c\n- R2. d\n", [("R2", 4)]),
    "headings under one parent": (
        "## Units\n\n### Unit 1: a\n\n### Unit 2: b\n\n### Unit 2: c\n\n### Unit 3: d\n",
        [("Unit 2", 7)],
    ),
    "lists that paragraphs part": (
        "## Units\n\n- [ ] Unit 1: a\n\nText.\n\n- [ ] Unit 2: b\n\nText.\n\n- [ ] Unit 2: c\n\nText.\n",
        [("Unit 2", 11)],
    ),
    "bold paragraphs": ("**D1:** a\n\n**D2:** b\n\n**D2:** c\n", [("D2", 5)]),
    "zeros do not count": ("- FR-1: a\n- FR-02: b\n- FR-2: c\n", [("FR-2", 3)]),
    **{
        f"what is told begins with a word for a part: {verb}": (
            f"## Requirements\n\n- R1. Rename the command\n- R2. {verb} the skills\n- R2. Migrate the data\n",
            [("R2", 5)],
        )
        for verb in (
            "Update",
            "Review",
            "Draft",
            "Retry",
            "Take",
            "Test the notes before",
            "Complete",
            "Note the old state of",
        )
    },
    "German": ("## Einheit 1: a\n\n## Einheit 2: b\n\n## Einheit 2: c\n", [("Einheit 2", 5)]),
    "boxes without punctuation": ("- [ ] T001 a\n- [ ] T002 b\n- [ ] T002 c\n", [("T002", 3)]),
    "a list without punctuation": ("- R1 a\n- R2 b\n- R2 c\n", [("R2", 3)]),
    "headings of codes without punctuation": ("### KTD-1 a\n\n### KTD-2 b\n\n### KTD-2 c\n", [("KTD-2", 5)]),
    "headings without punctuation": ("### Task 1 a\n\n### Task 2 b\n\n### Task 2 c\n", [("Task 2", 5)]),
    "the first one, between others": (
        "## Units\n\n### Unit 1\n\n### Unit 2\n\n### Unit 1\n\n### Unit 3\n",
        [("Unit 1", 7)],
    ),
    "the first one, at the end of its list": (
        "- FR-001: a\n- FR-002: b\n- FR-003: c\n- FR-001: d\n",
        [("FR-001", 4)],
    ),
    "the first one, at the end of the headings": (
        "## Schritt 1: a\n\n## Schritt 2: b\n\n## Schritt 1: c\n",
        [("Schritt 1", 5)],
    ),
    "two at once": (
        "## Requirements\n\n- R1. a\n- R2. b\n- R2. c\n- R3. d\n- R3. e\n",
        [("R2", 5), ("R3", 7)],
    ),
    "three times": ("## Requirements\n\n- R1. a\n- R2. b\n- R2. c\n- R2. d\n", [("R2", 5), ("R2", 6)]),
    "rows of the table that defines": (
        "| ID | Text |\n|---|---|\n| REQ-1 | a |\n| REQ-2 | b |\n| REQ-2 | c |\n",
        [("REQ-2", 5)],
    ),
}

SILENT = {
    "each once": "- R1. a\n- R2. b\n- R3. c\n",
    "steps of every task": (
        "## Task 1\n\n### Step 1: a\n\n### Step 2: b\n\n### Step 3: b\n\n"
        "## Task 2\n\n### Step 1: c\n\n### Step 2: d\n\n### Step 3: b\n"
    ),
    "steps that start anew under bold titles": (
        "## Work\n\n**Parser**\n\n**Step 1:** a\n\n**Step 2:** b\n\n**Printer**\n\n**Step 1:** c\n\n**Step 2:** d\n"
    ),
    "one step that starts anew": "**Step 1:** a\n\n**Step 2:** b\n\nThen:\n\n**Step 1:** c\n",
    "a summary and its detail": "- R1. a\n- R2. b\n\n### R1: a\n\n### R2: b\n",
    "a summary list and a second list": "## A\n\n- R1. a\n- R2. b\n\n## B\n\n- R1. a\n- R2. b\n",
    "rows of a table": "| ID | Test |\n|---|---|\n| R1 | a |\n| R1 | b |\n| R2 | c |\n",
    "notes keyed by unit": "- Unit 1: a\n- Unit 1: b\n- Unit 2: c\n- Unit 2: d\n- Unit 3: e\n",
    "a continuation": "## Phase 1: a\n\n## Phase 2: b\n\n## Phase 2: b (continued)\n\n## Phase 3: c\n",
    **{
        f"parts of an item: {part}": f"- R1. a\n- R2. b\n- R2{part}\n- R3. c\n"
        for part in (". (updated)", ". b (continued)", ": continued", ". b – part 2", ". b [revised again]", ". Part 2")
    },
    "parts without a mark": "## Phase 1: a\n\n## Phase 2: b\n\n## Phase 2 deliverables\n\n## Phase 3: c\n",
    "a review of it": "## Task 1: a\n\n## Task 2: b\n\n## Task 2: Review\n\n## Task 3: c\n",
    "another number": "- R1. a\n- R1a. b\n- R2. c\n",
    "in a quotation": "- R1. a\n- R2. b\n- R3. b\n\n> - R2. c\n",
    "in code": "- R1. a\n- R2. b\n- R3. b\n\n```\n- R2. c\n```\n",
    "in review output": "- R1. a\n- R2. b\n- R3. b\n\n## Deferred / Open Questions\n\n- R2. c\n",
    "options": "### Option 1: a\n\n### Option 2: b\n\n### Option 2: c\n",
    "tests keyed by requirement": (
        "## Requirements\n\n- R1. a\n- R2. b\n\n## Test scenarios\n\n"
        "- R1: happy path\n- R1: error path\n- R2: empty input\n"
    ),
    "tests of requirements that stand elsewhere": (
        "## Test scenarios\n\n- R1: happy path\n- R1: error path\n- R2: empty input\n"
    ),
    "questions keyed by requirement": (
        "## Requirements\n\n- R1. a\n- R2. b\n\n## Open points\n\n- R1: when?\n- R2: who pays?\n- R2: who tests?\n"
    ),
    "remarks under a heading of no known name": (
        "## Requirements\n\n- R1. a\n- R2. b\n\n## Thoughts\n\n- R1: when?\n- R2: who pays?\n- R2: who tests?\n"
    ),
    "remarks without punctuation": (
        "## Requirements\n\n- R1. a\n- R2. b\n\n## Thoughts\n\n- R1 when\n- R2 who pays\n- R2 who tests\n"
    ),
    "risks keyed by unit": (
        "## Risks\n\n- **Unit 1**: slow.\n- **Unit 1**: dear.\n- **Unit 2**: late.\n\n"
        "## Units\n\n### Unit 1: a\n\n### Unit 2: b\n"
    ),
    "two halves of a unit": "### Unit 1 (backend)\n\n### Unit 1 (frontend)\n\n### Unit 2 (backend)\n",
    "weeks of a phase": "### Phase 1 – week 1\n\n### Phase 1 – week 2\n\n### Phase 2 – week 3\n",
    "rows of a table of tests": "| ID | Test |\n|---|---|\n| R1 | a |\n| R2 | b |\n| R2 | c |\n",
    "rows of a second table": (
        "| ID | Text |\n|---|---|\n| R1 | a |\n| R2 | b |\n\n"
        "And:\n\n| ID | Said |\n|---|---|\n| R1 | a |\n| R2 | b |\n| R2 | c |\n"
    ),
    "versions without punctuation": "- HTTP 1 a\n- HTTP 2 b\n- HTTP 2 c\n",
}


@pytest.mark.parametrize(("text", "expected"), FIRES.values(), ids=FIRES.keys())
def test_it_fires_on_the_second(text: str, expected: list[tuple[str, int]]) -> None:
    assert places(CHECK, text) == expected


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT.keys())
def test_it_is_silent(text: str) -> None:
    assert places(CHECK, text) == []


def test_the_first_is_evidence_too() -> None:
    (finding,) = findings(CHECK, "- R1. a\n- R2. b\n- R2. c\n- R3. d\n")
    assert [quote.span for quote in finding.evidence] == [(18, 20), (10, 12)]
