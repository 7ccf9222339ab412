from __future__ import annotations

import pytest

from anchorline.findings.words import DocumentType, Severity
from anchorline.reviewers.base import Subject
from anchorline.reviewers.checks.undefined_reference import CHECK
from anchorline.text.outline import read_outline
from anchorline.text.snapshot import Snapshot
from plan_checks_kit import FilesAround, findings, places

UNITS = "# Plan\n\n## Units\n\n### Unit 1: Parse\n\n### Unit 2: Print\n\n### Unit 3: Ship\n\n## Notes\n\n"
RULES = "# Plan\n\n## Requirements\n\n- R1. Parse\n- R2. Print\n- R3. Ship\n\n## Notes\n\n"
PHASES = "# Plan\n\n### Phase 1: Build\n\n### Phase 2: Run\n\n## Notes\n\n"
STEPS = "# Guide\n\n## Step 1: Build\n\n## Step 2: Run\n\n## Notes\n\n"

FIRES = {
    "a unit past the last": (UNITS + "The alias goes later on (see Unit 7).\n", [("Unit 7", 13)]),
    "a number wrapped to the next line": (UNITS + "The alias goes (see Unit\n7 below).\n", [("Unit\n7", 13)]),
    "a requirement": (RULES + "The cache satisfies R9.\n", [("R9", 11)]),
    "twice is twice": (RULES + "The cache satisfies R9.\n\nR9 also covers logs.\n", [("R9", 11), ("R9", 13)]),
    "a code with a hyphen": ("- **REQ-1** a\n- **REQ-2** b\n\nSee REQ-5 for it.\n", [("REQ-5", 4)]),
    "a code with zeros": ("- FR-001: a\n- FR-002: b\n\nSee FR-012 for it.\n", [("FR-012", 4)]),
    "a decision": ("- KTD-1. a\n- KTD-2. b\n\nThis follows from KTD-4.\n", [("KTD-4", 4)]),
    "bold labels": ("**D1:** a\n\n**D2:** b\n\nThis follows from D4.\n", [("D4", 5)]),
    "first table cells": ("| ID | x |\n|---|---|\n| U1 | a |\n| U2 | b |\n\nSee U4.\n", [("U4", 6)]),
    "check boxes": ("- [ ] Unit 1: a\n- [x] Unit 2: b\n\nSee Unit 3.\n", [("Unit 3", 4)]),
    "a dotted number": ("### Task 1.1: a\n\n### Task 1.2: b\n\nSee Task 1.7.\n", [("Task 1.7", 5)]),
    "a phase that is pointed at": (PHASES + "See Phase 3 below.\n", [("Phase 3", 9)]),
    "German": ("### Einheit 1: a\n\n### Einheit 2: b\n\nSiehe Einheit 5.\n", [("Einheit 5", 5)]),
    "French": ("### Étape 1 : a\n\n### Étape 2 : b\n\nVoir Étape 6.\n", [("Étape 6", 5)]),
    "Chinese": ("### 阶段 1：甲\n\n### 阶段 2：乙\n\n参见阶段 7。\n", [("阶段 7", 5)]),
    "Russian, in another case": ("### Задача 1: a\n\n### Задача 2: b\n\nСм. Задача 7.\n", [("Задача 7", 5)]),
    "a word that no list knows": ("### Strand 1: a\n\n### Strand 2: b\n\nSee Strand 6.\n", [("Strand 6", 5)]),
    "of this plan": (UNITS + "That is the job of Unit 8 of this plan.\n", [("Unit 8", 13)]),
    "in a list item": (UNITS + "- Needs the parser from Unit 9 first.\n", [("Unit 9", 13)]),
    "in a table cell": (RULES + "| Test | Covers |\n|---|---|\n| one | R2, R7 |\n", [("R7", 13)]),
    "an anchor": ("# A\n\n[text](#nowhere)\n", [("#nowhere", 3)]),
    "an anchor without the heading's first word": ("## The goals\n\n[text](#goals)\n", [("#goals", 3)]),
    "an anchor without a name's number": ("## Node 20 setup\n\n[text](#setup)\n", [("#setup", 3)]),
    "an anchor, once for all its links": ("# A\n\n[text](#nowhere)\n\n[more](#nowhere)\n", [("#nowhere", 3)]),
    "a link label": ("Read [the guide][guide].\n\n[other]: https://example.org\n", [("guide", 1)]),
    "a footnote": ("A claim.[^1]\n", [("^1", 1)]),
    "a footnote among others": ("A claim.[^a] Another [^b].\n\n[^a]: Yes.\n", [("^b", 1)]),
    "a footnote whose letters stand in order": ("Known.[^cost] Late.[^why]\n\n[^why]: x\n", [("^cost", 1)]),
    "French, with an elided article": (
        "### Étape 1 : a\n\n### Étape 2 : b\n\nVoir l'Étape 6 et l’Étape 6.\n",
        [("Étape 6", 5), ("Étape 6", 5)],
    ),
    "lines that end in carriage returns": (
        "# Plan\r\r## Rules\r\r- R1. a\r- R2. b\r\rSee R2.\r\rSee R7 for it.\r",
        [("R7", 1)],
    ),
    "three stale ones of four": (
        "- R1. a\n- R2. b\n- R3. c\n- R4. d\n\nParser: R1, R7\n\nPrinter: R2, R8\n\nShipper: R9\n",
        [("R7", 6), ("R8", 8), ("R9", 10)],
    ),
    "two stale ones of three": (RULES + "Parser: R1, R7\n\nPrinter: R2, R8\n", [("R7", 11), ("R8", 13)]),
}

SILENT = {
    "every ID is defined": UNITS + "See Unit 2 and Units 1-3.\n",
    "a single heading is no family": "## Unit 1: a\n\nSee Unit 4.\n",
    "another family": UNITS + "See Step 9, RFC 9110, section 4 and issue 12.\n",
    "step of an ordered list": STEPS + "1. a\n2. b\n3. c\n4. d\n5. e\n\nRepeat step 5.\n",
    "a range that defines": RULES + "- R4–R10. The rest\n\nSee R7.\n",
    "a range that cites": RULES + "Covers R6–R10 of it all.\n",
    "a range in words": RULES + "Covers R2 through R9.\n",
    "withdrawn": RULES + "R4 was withdrawn. See R4.\n",
    "withdrawn elsewhere": RULES + "Implements R4.\n\nR4 has been merged into R2.\n",
    "zurückgezogen": RULES + "R4 wurde zurückgezogen.\n",
    "of an edited skill": PHASES + "Insert it before Phase 7 of the edited skill.\n",
    "dotted where nothing is dotted": PHASES + "See Phase 0.2 for it.\n",
    "letters behind a number": RULES + "See R2a and R9b.\n",
    "of a vendor's guide": STEPS + "See step 9 of the vendor's guide.\n",
    "possessive": UNITS + "This repeats the parent plan's Unit 9.\n",
    "a modifier": UNITS + "This repeats plan Unit 9.\n",
    "a code span before it": UNITS + "Follow `SKILL.md` Unit 9.\n",
    "a link before it": UNITS + "Follow [the skill](skill.md) Unit 9.\n",
    "a slug before it": UNITS + "This extends ce-plan Unit 9.\n",
    "a proper name before it": UNITS + "This extends Atlas Unit 9.\n",
    "upper case before it": RULES + "This answers PRD R9.\n",
    "a sentence that names a file": UNITS + "See docs/other.md, Unit 9.\n",
    "a sentence with a web link": RULES + "As [the ticket](https://example.org/1) says, R9 holds.\n",
    "from the brainstorm": RULES + "This answers R9 from the brainstorm.\n",
    "a plan of that name": UNITS + "The rest is in the cache (see Unit 9 plan).\n",
    "a file of that name": RULES + "The raw data lies in R9.csv and in data/R9.\n",
    "part of a longer name": RULES + "The R9-backup holds. So do #R9 and $R9.\n",
    "not in this plan": UNITS + "The clean-up is Unit 5, not in this plan.\n",
    "a future phase": PHASES + "A later release may bring Phase 3.\n",
    "the phase after the last": PHASES + "Metrics wait for Phase 3.\n",
    "an indefinite one": PHASES + "This could be a Phase 6.\n",
    "a new one": UNITS + "The reviewer asked for a new Unit 4.\n",
    "none of it": UNITS + "There is no Unit 4.\n",
    "an open end": PHASES + "Phase 4+ is not planned.\n",
    "a question": UNITS + "Unit 4?\n",
    "quoted": UNITS + 'The reader asks for "Unit 4" then.\n',
    "inside a quoted sentence": UNITS + 'Wrong: "Wait until Unit 4 is there before this works".\n',
    "an example": UNITS + "Name them well, e.g. Unit 4.\n",
    "a label of its own": UNITS + "- Unit 4: Clean up\n",
    "a label in the text": UNITS + "After that comes Unit 4: clean up.\n",
    "bold in the text": UNITS + "**Unit 4.** Clean up.\n",
    "a heading that names it": UNITS + "### What Unit 4 leaves open\n\nSee Unit 4.\n",
    "a table that lists it": RULES + "| R9 | later |\n|---|---|\n| R9 | x |\n\nSee R9.\n",
    "numbers in a table of that name": PHASES + "| Phase | x |\n|---|---|\n| 3 | a |\n| 4 | b |\n\nSee Phase 4.\n",
    "numbered headings": PHASES + "### 4. Clean up\n\nSee Phase 4.\n",
    "in code": UNITS + "`Unit 9` and\n\n```\nUnit 8\n```\n",
    "named in code, so known": UNITS + "```\n### Unit 9: Template\n```\n\nSee Unit 9.\n",
    "in a quotation": UNITS + "> See Unit 9.\n",
    "in a comment": UNITS + "<!-- See Unit 9. -->\n",
    "in review output": UNITS + "## Deferred / Open Questions\n\nSee Unit 9.\n",
    "in a section of later work": UNITS + "## Future work\n\nSee Unit 9.\n",
    "in a section of what was rejected": UNITS + "## Alternatives\n\nSee Unit 9.\n",
    "several at once live elsewhere": RULES + "See R7. And R8. And R9 holds. And R11.\n",
    "named again and again": RULES + "R9 holds. " * 20 + "\n",
    "progress": "## Task 1: a\n\n## Task 2: b\n\nAt task 2/7 of it.\n",
    "severities": "- P1: bad\n- P2: less bad\n\nSee P4.\n",
    "quarters": "## Q1: a\n\n## Q2: b\n\nShip in Q4.\n",
    "a product name": "- S1: a\n- S2: b\n\nStore it in S3.\n",
    "versions": "## Python 3.11: a\n\n## Python 3.12: b\n\nSee Python 3.14.\n",
    "options": "### Option 1: a\n\n### Option 2: b\n\nSee Option 4.\n",
    "numbers that do not start at one": "### Batch 11: a\n\n### Batch 12: b\n\nSee Batch 17.\n",
    "a branch of a tree": "### Task 1.1: a\n\n### Task 1.2: b\n\nTask 1 is done.\n",
    "headings by GitHub": "# What's new?\n\n## A & B\n\n[a](#whats-new) [b](#a--b)\n",
    "other case and punctuation": "# Hello, World\n\n[a](#Hello-World) [b](#hello_world)\n",
    "a repeated heading": "## Setup\n\n## Setup\n\n[a](#setup) [b](#setup-1)\n",
    "numbered by MkDocs": "## Setup\n\n## Setup\n\n[b](#setup_1)\n",
    "pandoc drops the number": "## 1. Setup\n\n[b](#setup) [c](#1-setup)\n",
    "renderers drop the number": "## 1.2 Aim\n\n## R3: Goal\n\n## Step 4 - Do\n\n## 阶段 1：甲\n\n"
    "[b](#aim) [c](#goal) [d](#do) [e](#甲)\n",
    "an umlaut": "## Über uns\n\n[a](#über-uns) [b](#uber-uns) [c](#ueber-uns) [d](#%C3%BCber-uns)\n",
    "an emoji": "## :rocket: Launch 🚀\n\n[a](#rocket-launch) [b](#-launch-)\n",
    "a link in the heading": "## See [the docs](https://example.org)\n\n[a](#see-the-docs)\n",
    "code in the heading": "## `run()` it\n\n[a](#run-it)\n",
    "an HTML id": '<a id="deep"></a>\n\n<div name=wide></div>\n\n[a](#deep) [b](#wide)\n',
    "an HTML heading": "<h2>Big One</h2>\n\n[a](#big-one)\n",
    "a custom id": "## Setup {#begin}\n\n[a](#begin)\n",
    "a prefix of GitHub": "## Setup\n\n[a](#user-content-setup)\n",
    "a code that opens its heading": "## DEP0111: `binding()`\n\n[a](#DEP0111)\n",
    "the top": "# A\n\n[a](#top) [b](#)\n",
    "a line": "# A\n\n[a](#L10)\n",
    "a route": "# A\n\n[a](#/settings)\n",
    "a text fragment": "# A\n\n[a](#:~:text=word)\n",
    "text from elsewhere": "# A\n\n--8<-- 'more.md'\n\n[a](#more)\n",
    "components": "# A\n\n<Tabs>\n\n[a](#more)\n",
    "anchors of a style of their own": "# A\n\n[a](#x-a) [b](#x-b) [c](#x-c) [d](#x-d)\n",
    "a transliteration": "# Привет\n\n[a](#privet)\n",
    "another file": "# A\n\n[a](other.md#nowhere)\n",
    "an anchor in code": "# A\n\n`[a](#nowhere)`\n",
    "a defined label": "Read [the guide][Guide].\n\n[guide]: https://example.org\n",
    "an index": "The cell grid[i][j] and [1][2].\n",
    "a chain": "The set [a][b][c].\n",
    "character classes": "It matches [a-z][0-9] here.\n",
    "tags": "- [ ] T001 [P][US1] Do it\n",
    "a path of code": "See [the type][crate::module::Type].\n",
    "a label that is a heading": "# The Guide\n\nSee [it][the-guide].\n",
    "a defined footnote": "A claim.[^1]\n\n[^1]: Yes.\n",
    "a negated class": "It matches [^abc]+ and [^a-z] here.\n",
    "a negated class in a path": "It matches /[^x]/ here.\n",
    "a range elsewhere": RULES + "The mobile team owns R6–R10.\n\nSee R8.\n",
    "a range with hyphens elsewhere": RULES + "R6-R10 are cited.\n\nSee R8.\n",
    "a range in words elsewhere": RULES + "See R8.\n\nR6 to R10 are cited.\n",
    "a range of words elsewhere": UNITS + "Units 6 to 9 are cited.\n\nSee Unit 8.\n",
    "several, beside another document": RULES + "See R7 and then R8. The parent plan says why.\n",
    "what it was": RULES + "R2 (was R6) stays.\n",
    "what this was": RULES + "In v1 this was R8.\n",
    "what it became": RULES + "R8 → R2, and R9 became R3.\n",
    "what it is called elsewhere": RULES + "The brief said R2 = R9.\n",
    "described elsewhere": "- UC-1: a\n- UC-2: b\n\nUC-9 is described in the product brief.\n",
    "on a board": "### Task 1: a\n\n### Task 2: b\n\nBlocked by Task 17 on the board.\n",
    "of a wizard": "### Step 1: a\n\n### Step 2: b\n\nIn the wizard, Step 4 asks for a name.\n",
    "before the first": PHASES + "See Phase 0 for the numbers.\n",
    "in the past": PHASES + "Phase 5 was the spike.\n",
    "a character class beside a numbered note": "Match [^abc] here.[^1]\n\n[^1]: Yes.\n",
    "an index beside numbered notes": "The array[^n] holds.[^1]\n\n[^1]: Yes.\n",
    "a word beside numbered notes": "The set [^next] holds.[^1]\n\n[^1]: Yes.\n",
    "letters in order beside a named note": "The set [^xyz] holds.[^why]\n\n[^why]: Yes.\n",
    "a class in a regular expression": "The regex takes [^quote] only.[^why]\n\n[^why]: Yes.\n",
}


@pytest.mark.parametrize(("text", "expected"), FIRES.values(), ids=FIRES.keys())
def test_it_fires_where_nothing_is_defined(text: str, expected: list[tuple[str, int]]) -> None:
    assert places(CHECK, text) == expected


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT.keys())
def test_it_is_silent(text: str) -> None:
    assert places(CHECK, text) == []


def test_ids_of_an_origin_that_cannot_be_read_are_not_judged() -> None:
    text = "---\norigin: docs/brainstorm.md\n---\n" + RULES + "See R9.\n"
    assert places(CHECK, text) == []


def test_ids_of_an_origin_that_can_be_read_count_as_defined() -> None:
    text = "---\norigin: brainstorm.md\n---\n" + RULES + "See R9 and then R8.\n"
    around = FilesAround({"docs/brainstorm.md": "- R9. Log\n"})
    assert places(CHECK, text, around) == [("R8", 14)]


def test_an_origin_may_be_named_in_the_text() -> None:
    text = RULES.replace("# Plan\n", "# Plan\n\n**Origin:** `docs/brainstorm.md`\n") + "See R9.\n"
    assert places(CHECK, text) == []


def test_an_id_that_a_named_document_has_is_not_missing() -> None:
    text = RULES + "Read [the list](list.md).\n\nSee R9.\n"
    assert places(CHECK, text, FilesAround({"docs/list.md": "- R9. Log\n"})) == []
    assert places(CHECK, text, FilesAround({"docs/list.md": "- R2. Log\n"})) == [("R9", 13)]


def test_other_documents_get_the_links_only() -> None:
    text = UNITS + "See Unit 7 and [that](#nowhere).\n"
    snapshot = Snapshot("file:///notes.md", text)
    raised = list(CHECK.run(Subject(snapshot, read_outline(text), None, DocumentType.OTHER)))
    assert [finding.evidence[0].text for finding in raised] == ["#nowhere"]


def test_ids_weigh_more_than_links() -> None:
    raised = findings(CHECK, UNITS + "See Unit 7 and [that](#nowhere).\n")
    assert [finding.severity for finding in raised] == [Severity.P1, Severity.P2]


def test_all_places_of_a_dead_anchor_are_evidence() -> None:
    (finding,) = findings(CHECK, "# A\n\n[text](#nowhere) and [more](#nowhere)\n")
    assert [quote.text for quote in finding.evidence] == ["#nowhere", "#nowhere"]


def test_two_members_are_not_a_span() -> None:
    (finding,) = findings(CHECK, "- R1. a\n- R2. b\n\nSee R7.\n")
    assert "defines 2 of that family, R1 and R2;" in finding.why_it_matters
