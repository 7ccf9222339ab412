"""The checks of IDs, counts and dependencies on texts that nobody would write."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anchorline.reviewers.base import Check
from anchorline.reviewers.checks import (
    count_mismatch,
    dependency_cycle,
    duplicate_definition,
    undefined_reference,
    unknown_dependency,
    untraced_requirement,
)
from plan_checks_kit import findings

CHECKS = [
    module.CHECK
    for module in (
        count_mismatch,
        dependency_cycle,
        duplicate_definition,
        undefined_reference,
        unknown_dependency,
        untraced_requirement,
    )
]
PIECES = st.sampled_from(
    (
        "\n", "\n\n", " ", "- ", "1. ", "# ", "## ", "### ", "**", "`", "> ", "```\n", "| ", "|---|\n",
        "[", "](#", ")", "[^1]", "[a][b]", "Unit 1", "Unit 2", "Unit 3: x", "Unit 7", "R1. ", "R2", "R3", "R9", "R1–R3",
        "Units 1 and 3", "Phase 2", "第3阶段", "阶段 2", "**Dependencies:** ", "Depends on: ", "Unit 1, Unit 2",
        "Requirements", "Units", "four requirements:", "across 6 units", "There are 3 steps:", "this plan", "see ",
        "of the skill", "’s", "\r\n", "\u2028", "\f", "ı", "İ", "ß", "\U0001f680",
    )
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=60).map("".join)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.id)
@given(TEXTS)
def test_every_finding_quotes_what_stands_there(check: Check, text: str) -> None:
    for raised in findings(check, text):
        assert raised.evidence
        for quote in raised.evidence:
            assert quote.span is not None
            assert quote.span.of(text) == quote.text
            assert quote.text.strip()
        for edit in raised.edits:
            assert edit.span is not None
            assert edit.span.of(text) == edit.old
            assert edit.old != edit.new


HOSTILE = {
    "one ID for ever": "- R1. a\n- R2. b\n\n" + "R9 " * 5_000,
    "ranges without an end": "- Unit 1: a\n- Unit 2: b\n\n" + "Unit 1–99999999 " * 2_000,
    "thousands of headings": "".join(f"# Unit {n}\n" for n in range(3_000)),
    "thousands of families": "".join(f"- {chr(65 + n % 26)}{chr(65 + n // 26 % 26)}1. x\n" for n in range(3_000)),
    "deep lists": "".join("  " * n + f"- R{n}. x\n" for n in range(200)),
    "everything depends on everything": "".join(f"### Unit {n}: x\n\nDepends on: Units 1–99\n\n" for n in range(1, 99)),
    "brackets": "[a][" * 5_000,
    "asterisks": "- R1. a\n- R2. b\n\n" + "*" * 20_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_texts_are_survived(text: str) -> None:
    for check in CHECKS:
        assert len(findings(check, text)) <= 100
