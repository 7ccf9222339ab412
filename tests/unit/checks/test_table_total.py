from __future__ import annotations

import pytest

from anchorline.findings.words import AutofixClass
from anchorline.reviewers.checks.table_total import CHECK
from plan_checks_kit import findings, fixed, places


def table(*rows: str, header: str = "Tests", around: str = "") -> str:
    return f"{around}| Area | {header} |\n|---|--:|\n" + "".join(f"| {row} |\n" for row in rows)


FIRES = {
    "the sum is another number": (table("a | 12", "b | 30", "Total | 40"), [("40", 5)]),
    "bold total": (table("a | 12", "b | 30", "**Total** | **40**"), [("40", 5)]),
    "thousands with commas": (table("a | 1,200", "b | 300", "Total | 1,600"), [("1,600", 5)]),
    "German, thousands with points": (table("a | 1.200.000", "b | 300", "Summe | 1.200.400"), [("1.200.400", 5)]),
    "thousands with spaces": (table("a | 1 200", "b | 2 300", "Gesamt | 3 600"), [("3 600", 5)]),
    "each column by itself": (
        "| A | x | y |\n|---|---|---|\n| a | 1 | 5 |\n| b | 2 | 6 |\n| Total | 3 | 12 |\n",
        [("12", 5)],
    ),
    "negative numbers": (table("a | 12", "b | -2", "Sum | 14"), [("14", 5)]),
}

SILENT = {
    "it adds up": table("a | 12", "b | 30", "Total | 42"),
    "approximate": table("a | 12", "b | 30", "Total | ~40"),
    "percentages": table("a | 12%", "b | 30%", "Total | 40%"),
    "percent in the header": table("a | 12", "b | 30", "Total | 40", header="Share (%)"),
    "units": table("a | 12 days", "b | 30 days", "Total | 40 days"),
    "decimals": table("a | 1.5", "b | 2", "Total | 4"),
    "one cell is empty": table("a | 12", "b | ", "Total | 40"),
    "one cell is a range": table("a | 12", "b | 3-5", "Total | 40"),
    "one cell is approximate": table("a | 12", "b | ~30", "Total | 40"),
    "a label that says more than total": table("a | 12", "b | 30", "Total (rounded) | 40"),
    "a subtotal row": table("a | 1", "b | 2", "Subtotal | 3", "c | 4", "Total | 7"),
    "an unmarked subtotal row": table("a | 10", "b | 20", "Backend | 30", "c | 4", "Total | 34"),
    "bold rows are groups": table("**Backend** | 30", "api | 10", "jobs | 20", "Total | 30"),
    "a row of which": table("all | 30", "of which new | 10", "Total | 30"),
    "an average": table("a | 12", "b | 30", "Total | 21", header="Average"),
    "a year": table("a | 2024", "b | 2025", "Total | 2", header="Year"),
    "distinct counts": table("a | 12", "b | 30", "Total | 40", header="Unique files"),
    "work in parallel": table("a | 12", "b | 30", "Total | 30", around="Both run in parallel.\n\n"),
    "overlap explained below": table("a | 12", "b | 30", "Total | 40") + "\nTwo tests overlap.\n",
    "rounded, says the text": table("a | 12", "b | 30", "Total | 43", around="Figures are rounded.\n\n"),
    "only the largest rows": table("a | 12", "b | 30", "Total | 400", around="The top 2 areas:\n\n"),
    "an ellipsis row": table("a | 12", "… | ", "Total | 400"),
    "more rows are hinted at": table("a | 12", "b | 30", "others | 7", "Total | 400"),
    "one row only": table("a | 12", "Total | 40"),
    "total in the middle": table("a | 12", "Total | 40", "b | 30"),
    "decimals that look like thousands": table("a | 1.250", "b | 2", "Total | 3.250"),
    "two styles of thousands": table("a | 1,250", "b | 2.000", "Total | 9,250"),
    "a fence": "```\n" + table("a | 12", "b | 30", "Total | 40") + "```\n",
}


@pytest.mark.parametrize(("text", "expected"), FIRES.values(), ids=FIRES.keys())
def test_it_fires_on_a_total_that_is_no_sum(text: str, expected: list[tuple[str, int]]) -> None:
    assert places(CHECK, text) == expected


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT.keys())
def test_it_is_silent(text: str) -> None:
    assert places(CHECK, text) == []


def test_the_fix_writes_the_sum_as_the_total_was_written_and_asks() -> None:
    text = table("a | 1,200", "b | 300", "**Total** | **1,600**")
    assert fixed(CHECK, text) == table("a | 1,200", "b | 300", "**Total** | **1,500**")
    assert [raised.autofix_class for raised in findings(CHECK, text)] == [AutofixClass.GATED_AUTO]
