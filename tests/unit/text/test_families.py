from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anchorline.text.families import MAX_LABELS, Families, learn_families
from anchorline.text.family import Role
from anchorline.text.ids import MAX_RANGE, Number, expanded, read_number
from anchorline.text.labels import Form
from anchorline.text.outline import read_outline


def learn(text: str) -> Families:
    return learn_families(read_outline(text))


def members(text: str) -> dict[str, list[str]]:
    return {family.prefix: sorted(map(str, family.numbers)) for family in learn(text)}


LEARNT = {
    "headings": ("### Unit 1: a\n\n### Unit 2: b\n", {"Unit": ["1", "2"]}),
    "headings without a mark": ("### Phase 1\n\n### Phase 2 Build it\n", {"Phase": ["1", "2"]}),
    "headings with a dash": ("## Task 1 — a\n\n## Task 2 – b\n\n## Task 3 - c\n", {"Task": ["1", "2", "3"]}),
    "numbered headings": ("## 3.1 Unit 1: a\n\n## 3.2 Unit 2: b\n", {"Unit": ["1", "2"]}),
    "decorated headings": ("## ✅ **Step 1:** a\n\n## [ ] Step 2: b\n", {"Step": ["1", "2"]}),
    "a qualifier": ("## Implementation Unit 1: a\n\n## Implementation Unit 2: b\n", {"Unit": ["1", "2"]}),
    "list labels": ("- R1. a\n- R2: b\n- R3) c\n- (R4) d\n- R5 — e\n", {"R": ["1", "2", "3", "4", "5"]}),
    "bold list labels": ("- **R1** a\n- **R2:** b\n- **R3. Title.** c\n", {"R": ["1", "2", "3"]}),
    "code labels": ("- `R1` a\n- `R2`: b\n", {"R": ["1", "2"]}),
    "check boxes": ("- [ ] Unit 1: a\n- [x] Unit 2: b\n", {"Unit": ["1", "2"]}),
    "check boxes without a mark": ("- [ ] T001 Do a\n- [ ] T002 [P] Do b\n", {"T": ["1", "2"]}),
    "check boxes with bold titles": ("- [ ] U1. **a**\n- [ ] U2. **b**\n", {"U": ["1", "2"]}),
    "bold paragraphs": ("**D1:** a\n\n**D2.** b\n", {"D": ["1", "2"]}),
    "bold lines of one paragraph": ("**D1:** a\n**D2:** b\n", {"D": ["1", "2"]}),
    "plain paragraphs": ("Step 1: a\n\nStep 2: b\n", {"Step": ["1", "2"]}),
    "first cells": ("| ID | x |\n|---|---|\n| FR-1 | a |\n| **FR-2** | b |\n", {"FR-": ["1", "2"]}),
    "ranges": ("- R1–R3. a\n- R4-5. b\n", {"R": ["1", "2", "3", "4", "5"]}),
    "several at once": ("### Units 1 and 2: a\n\n### Unit 3: b\n", {"Unit": ["1", "2", "3"]}),
    "codes in parts": ("- NFR-SEC-001: a\n- NFR-SEC-002: b\n", {"NFR-SEC-": ["1", "2"]}),
    "dotted numbers": ("### Task 1.1: a\n\n### Task 1.2: b\n", {"Task": ["1.1", "1.2"]}),
    "letters": ("### Unit 1a: a\n\n### Unit 1b: b\n", {"Unit": ["1a", "1b"]}),
    "German": ("### Einheit 1: a\n\n### Einheit 2: b\n", {"Einheit": ["1", "2"]}),
    "French": ("### Étape 1 : a\n\n### Étape 2 : b\n", {"Étape": ["1", "2"]}),
    "Chinese": ("### 阶段 1：甲\n\n### 阶段2：乙\n", {"阶段": ["1", "2"]}),
    "Chinese ordinals": ("### 第1阶段：甲\n\n### 第 2 阶段：乙\n", {"阶段": ["1", "2"]}),
    "Japanese": ("### ステップ1：あ\n\n### ステップ2：い\n", {"ステップ": ["1", "2"]}),
    "Korean": ("### 1단계: 가\n\n### 2단계: 나\n", {"단계": ["1", "2"]}),
    "Russian": ("### Этап 1. а\n\n### Этап 2. б\n", {"Этап": ["1", "2"]}),
    "Arabic": ("### المرحلة 1: ا\n\n### المرحلة 2: ب\n", {"المرحلة": ["1", "2"]}),
    "Hindi": ("### चरण 1: क\n\n### चरण 2: ख\n", {"चरण": ["1", "2"]}),
    "two families": ("- R1. a\n- R2. b\n\n# Unit 1\n\n# Unit 2\n", {"R": ["1", "2"], "Unit": ["1", "2"]}),
}

NOT_LEARNT = {
    "a single member": "### Unit 1: a\n",
    "mentions in prose": "Unit 1 comes first. Unit 2 follows.\n\nUnit 3 is last.\n",
    "plain items": "- R1 is done by Unit 1\n- R2 is done by Unit 2\n",
    "a table of contents": "- [Unit 1: a](#unit-1-a)\n- [Unit 2: b](#unit-2-b)\n",
    "dates": "## On 2026-01-02\n\n## On 2026-01-03\n",
    "percentages": "- Share 10%: a\n- Share 20%: b\n",
    "words joined by of": "## Review of Unit 1\n\n## Review of Unit 2\n",
    "in code": "```\n# Unit 1: a\n# Unit 2: b\n```\n",
    "in a quotation": "> ### Unit 1: a\n>\n> ### Unit 2: b\n",
    "in review output": "## Deferred / Open Questions\n\n- R1. a\n- R2. b\n",
}


@pytest.mark.parametrize(("text", "expected"), LEARNT.values(), ids=LEARNT.keys())
def test_families_are_learnt_from_labels(text: str, expected: dict[str, list[str]]) -> None:
    assert members(text) == expected


@pytest.mark.parametrize("text", NOT_LEARNT.values(), ids=NOT_LEARNT.keys())
def test_what_is_no_label_defines_nothing(text: str) -> None:
    assert members(text) == {}


@pytest.mark.parametrize(
    ("text", "owned"),
    [
        ("## Unit 1\n\n## Unit 2\n", True),
        ("## Phase 0\n\n## Phase 1\n", True),
        ("- R1. a\n- R3. b\n- R4. c\n", True),
        ("## Python 3.11\n\n## Python 3.12\n", False),
        ("## Batch 11\n\n## Batch 12\n", False),
        ("- R2. a\n- R9. b\n", False),
        ("## Option 1\n\n## Option 2\n", False),
        ("- P1: a\n- P2: b\n", False),
        ("## RFC 1\n\n## RFC 2\n", False),
    ],
)
def test_a_family_is_the_documents_own_when_it_counts_from_the_start(text: str, owned: bool) -> None:
    assert bool(learn(text).plan) is owned


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("## Unit 1\n\n## Unit 2\n", Role.WORK),
        ("## Etappe 1\n\n## Etappe 2\n", Role.WORK),
        ("- R1. a\n- R2. b\n", Role.REQUIREMENT),
        ("## Requirements\n\n- AB1. a\n- AB2. b\n", Role.REQUIREMENT),
        ("## Key Decisions\n\n- ZZ1. a\n- ZZ2. b\n", Role.DECISION),
        ("- KTD-1: a\n- KTD-2: b\n", Role.DECISION),
        ("- ZZ1. a\n- ZZ2. b\n", Role.OTHER),
    ],
)
def test_a_role_follows_from_the_word_or_the_section(text: str, role: Role) -> None:
    (family,) = learn(text)
    assert family.role is role


MENTIONS = {
    "one": ("see R2", [("R2", ["2"])]),
    "a sentence end": ("It is R2. Next", [("R2", ["2"])]),
    "a list of codes": ("R1, R2 and R3", [("R1, R2 and R3", ["1", "2", "3"])]),
    "bare numbers after a code": ("R1/2, 3", [("R1/2, 3", ["1", "2", "3"])]),
    "a range": ("R1–R3", [("R1–R3", ["1", "1", "2", "3"])]),
    "a range with a hyphen": ("R1-R3", [("R1-R3", ["1", "1", "2", "3"])]),
    "a range in words": ("R1 through R3", [("R1 through R3", ["1", "1", "2", "3"])]),
    "two dots": ("R1..R3", [("R1..R3", ["1", "1", "2", "3"])]),
    "several units": ("Units 1, 2 and 3", [("Units 1, 2 and 3", ["1", "2", "3"])]),
    "one unit and a count": ("Unit 1, 2 files", [("Unit 1", ["1"])]),
    "one unit and a time": ("Unit 1 - 5 minutes", [("Unit 1", ["1"])]),
    "another case": ("in unit 2", [("unit 2", ["2"])]),
    "across a line end": ("in Unit\n2", [("Unit\n2", ["2"])]),
    "two families": ("Unit 1 (R1)", [("R1", ["1"]), ("Unit 1", ["1"])]),
    "inside words": ("FOUR1 xR1 R1x R1.x", [("R1", ["1"])]),
    "inside paths": ("docs/R1 a.R1 my-R1", []),
    "an absurd range": ("Unit 1–99999999", [("Unit 1", ["1"])]),
}


@pytest.mark.parametrize(("text", "expected"), MENTIONS.values(), ids=MENTIONS.keys())
def test_mentions_name_their_numbers(text: str, expected: list[tuple[str, list[str]]]) -> None:
    families = learn("- R1. a\n- R2. b\n- R3. c\n\n## Unit 1\n\n## Unit 2\n")
    found = [(mention.span.of(text), list(map(str, mention.numbers()))) for mention in families.mentions(text)]
    assert found == expected


def test_letters_that_only_seem_equal_do_no_harm() -> None:
    families = learn("## Adım 1\n\n## Adım 2\n")
    assert [mention.span.of("Adım 2, ADIM 2") for mention in families.mentions("Adım 2, ADIM 2")] == ["Adım 2"]


def test_a_definition_knows_its_place_and_its_extent() -> None:
    text = "# Plan\n\n## Units\n\n### Unit 1: a\n\nText.\n\n### Unit 2: b\n\nMore.\n\n## End\n"
    families = learn(text)
    first, second = families.by_key["unit"].definitions
    assert first.label.of(text) == "Unit 1"
    assert first.form is Form.HEADING
    assert families.outline.sections[first.section].title == "Units"
    assert first.extent.of(text) == "### Unit 1: a\n\nText.\n\n"
    assert second.extent.of(text) == "### Unit 2: b\n\nMore.\n\n"


def test_the_extent_of_a_lone_item_reaches_to_the_next_label() -> None:
    text = "- [ ] Unit 1: a\n\nText.\n\n- [ ] Unit 2: b\n\nMore.\n\n# End\n"
    first, second = learn(text).by_key["unit"].definitions
    assert first.extent.of(text) == "- [ ] Unit 1: a\n\nText.\n\n"
    assert second.extent.of(text) == "- [ ] Unit 2: b\n\nMore.\n\n"


def test_the_extent_of_one_item_among_several_is_the_item() -> None:
    text = "- Unit 1: a\n  more\n- Unit 2: b\n\nText.\n"
    first, second = learn(text).by_key["unit"].definitions
    assert first.extent.of(text) == "- Unit 1: a\n  more"
    assert second.extent.of(text) == "- Unit 2: b"


@pytest.mark.parametrize(
    "more",
    ["```\nR9\n```", "`R9`", "> R9", "<!-- R9 -->", "- R9 later", "- R8–R10. x", "**R9.** x", "## On R9", "R1\nR9: x"],
)
def test_an_id_is_known_wherever_it_may_be_defined(more: str) -> None:
    families = learn(f"- R1. a\n- R2. b\n\n{more}\n")
    assert read_number("9") in families.known["R"]


@pytest.mark.parametrize(
    "more", ["See R9.", "It is **R9** that counts.", "- See R9", "| a | R9 |\n|---|---|\n| b | R9 |"]
)
def test_a_mention_makes_an_id_no_better_known(more: str) -> None:
    families = learn(f"- R1. a\n- R2. b\n\n{more}\n")
    assert read_number("9") not in families.known["R"]


def test_a_tree_makes_its_branches_known() -> None:
    assert Number((1,)) in learn("## Task 1.1\n\n## Task 1.2\n").known["task"]


@pytest.mark.parametrize(
    ("written", "number"), [("7", ((7,), "")), ("007", ((7,), "")), ("1.2", ((1, 2), "")), ("3b", ((3,), "b"))]
)
def test_numbers_are_read_without_leading_zeros(written: str, number: tuple[tuple[int, ...], str]) -> None:
    assert read_number(written) == number


@given(st.integers(0, 9999), st.integers(0, 9999))
def test_ranges_are_bounded(first: int, last: int) -> None:
    numbers = list(expanded(Number((first,)), Number((last,))))
    assert len(numbers) <= MAX_RANGE + 1
    assert Number((first,)) in numbers
    assert Number((last,)) in numbers


def test_a_document_of_labels_alone_is_not_read_as_a_plan() -> None:
    assert not learn("".join(f"- R{n}. x\n" for n in range(1, MAX_LABELS + 50))).by_key


@given(st.text(alphabet="Unit R12-–,.:*#|[]()`\n 阶段第", max_size=200))
def test_any_text_can_be_learnt_from_and_places_hold(text: str) -> None:
    families = learn("- R1. a\n- R2. b\n\n" + text)
    source = families.outline.text
    for family in families:
        for definition in family.definitions:
            assert definition.label in definition.extent
    for mention in families.mentions(source):
        assert all(span in mention.span for _, span in mention.ids)
    assert families.known.keys() == families.by_key.keys()
