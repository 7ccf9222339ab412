from __future__ import annotations

import pytest

from anchorline.findings.words import AutofixClass
from anchorline.reviewers.checks.table_cells import CHECK
from plan_checks_kit import findings, fixed, places

HEAD = "| Option | Meaning |\n|--------|---------|\n"

FIRES = {
    "a pipe inside a code span cuts its cell": (HEAD + "| `-e` | as in `one | two` |\n", [("two`", 3)]),
    "a third cell under two columns": (HEAD + "| a | b | lost words |\n", [("lost words", 3)]),
    "all surplus cells are one place": (HEAD + "| a | b | lost | too |\n", [("lost | too", 3)]),
    "rows without outer pipes": ("a | b\n--|--\n1 | 2 | 3\n", [("3", 3)]),
    "a table in a list item": ("- Item\n\n  | a | b |\n  |---|---|\n  | 1 | 2 | 3 |\n", [("3", 5)]),
    "a short header is one finding": (
        "| a | b |\n|---|---|\n| 1 | 2 | x |\n| 3 | 4 | y |\n| 5 | 6 | z |\n",
        [("x", 3)],
    ),
}

SILENT = {
    "surplus cells are empty": HEAD + "| a | b | |\n| a | b |  |  |\n",
    "surplus is a comment": HEAD + "| a | b | <!-- checked --> |\n",
    "surplus is an attribute list": HEAD + "| a | b | {: .wide}\n",
    "fewer cells than columns": HEAD + "| a |\n",
    "escaped pipes": HEAD + "| `a \\| b` | c \\| d |\n",
    "a table in a fence": "```\n" + HEAD + "| a | b | c |\n```\n",
    "a table in a quotation": "> | a | b |\n> |---|---|\n> | 1 | 2 | 3 |\n",
    "no table at all": "a | b | c\n\nd | e\n",
    "under deferred questions": "## Deferred / Open Questions\n\n" + HEAD + "| a | b | c |\n",
}


@pytest.mark.parametrize(("text", "expected"), FIRES.values(), ids=FIRES.keys())
def test_it_fires_on_text_that_is_lost(text: str, expected: list[tuple[str, int]]) -> None:
    assert places(CHECK, text) == expected


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT.keys())
def test_it_is_silent_when_nothing_is_lost(text: str) -> None:
    assert places(CHECK, text) == []


def test_the_fix_escapes_pipes_in_code_and_is_safe() -> None:
    text = HEAD + "| `x|y` | `p|q` and `r` |\n"
    assert [raised.autofix_class for raised in findings(CHECK, text)] == [AutofixClass.SAFE_AUTO]
    after = fixed(CHECK, text)
    assert after == HEAD + "| `x\\|y` | `p\\|q` and `r` |\n"
    assert places(CHECK, after) == []


@pytest.mark.parametrize("row", ["| a | b | `c|d` |", "| a | b | c |", "| ` | b | ` |"])
def test_there_is_no_fix_where_escaping_does_not_settle_it(row: str) -> None:
    [raised] = findings(CHECK, HEAD + row + "\n")
    assert raised.edits == ()
    assert raised.autofix_class is AutofixClass.MANUAL
