"""A deferred finding stands once in the document's own style, and nothing else of the text changes."""

from __future__ import annotations

import dataclasses
from datetime import date

import pytest

from anchorline.findings.finding import Evidence
from anchorline.findings.words import Match
from anchorline.lsp.defer import ALREADY, UNCLOSED, deferring, stands
from anchorline.text.edits import apply_edits
from anchorline.text.outline import read_outline
from anchorline.text.snapshot import Snapshot
from anchorline.text.span import Span
from kit import finding

DAY = date(2026, 11, 30)
ENTRY = "Two sentences disagree: A reader follows the wrong one. (coherence/other, “maybe”)"


def about(quote: str = "maybe", title: str = "Two sentences disagree", rule: str = "coherence/other"):
    made = finding("maybe", "maybe", title=title, rule=rule)
    return dataclasses.replace(made, evidence=(Evidence(quote, Span(0, len(quote)), Match.EXACT),))


def deferred(text: str, found=None, day: date = DAY) -> str:
    edit = deferring(Snapshot("file:///plan.md", text), found or about(), day)
    return edit if isinstance(edit, str) else apply_edits(text, [edit])


SECTION = "## Deferred / Open Questions"
TODAY = "### From 2026-11-30 review"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("A maybe plan\n", f"A maybe plan\n\n{SECTION}\n\n{TODAY}\n\n- {{}}\n", id="at the end"),
        pytest.param("A maybe plan", f"A maybe plan\n\n{SECTION}\n\n{TODAY}\n\n- {{}}\n", id="no final line end"),
        pytest.param("A\r\nplan\r\n", f"A\r\nplan\r\n\r\n{SECTION}\r\n\r\n{TODAY}\r\n\r\n- {{}}\r\n", id="CRLF"),
        pytest.param("A\rplan\r", f"A\rplan\r\r{SECTION}\r\r{TODAY}\r\r- {{}}\r", id="CR"),
        pytest.param("\ufeffA plan\n", f"\ufeffA plan\n\n{SECTION}\n\n{TODAY}\n\n- {{}}\n", id="byte order mark"),
        pytest.param("", f"{SECTION}\n\n{TODAY}\n\n- {{}}\n", id="nothing"),
        pytest.param(
            "---\ntype: plan\n---\n",
            f"---\ntype: plan\n---\n\n{SECTION}\n\n{TODAY}\n\n- {{}}\n",
            id="front matter only",
        ),
        pytest.param("* a\n* b\n- c\n", f"* a\n* b\n- c\n\n{SECTION}\n\n{TODAY}\n\n* {{}}\n", id="its list style"),
        pytest.param("+ a\n", f"+ a\n\n{SECTION}\n\n{TODAY}\n\n+ {{}}\n", id="plus signs"),
        pytest.param(
            f"A\n\n{SECTION}\n\n{TODAY}\n\n- one\n\n## Next\n\nB\n",
            f"A\n\n{SECTION}\n\n{TODAY}\n\n- one\n- {{}}\n\n## Next\n\nB\n",
            id="same day, section in the middle",
        ),
        pytest.param(
            f"A\n\n{SECTION}\n\n### From 2026-11-29 review\n\n* one\n\n## Next\n",
            f"A\n\n{SECTION}\n\n### From 2026-11-29 review\n\n* one\n\n{TODAY}\n\n* {{}}\n\n## Next\n",
            id="another day",
        ),
        pytest.param(
            f"A\n\n{SECTION}\n\n{TODAY}\n\n- one\n\n### From 2026-11-29 review\n\n- old\n",
            f"A\n\n{SECTION}\n\n{TODAY}\n\n- one\n- {{}}\n\n### From 2026-11-29 review\n\n- old\n",
            id="a day that is not the last",
        ),
        pytest.param(f"A\n\n{SECTION}", f"A\n\n{SECTION}\n\n{TODAY}\n\n- {{}}\n", id="a section that is empty"),
        pytest.param(
            "A\n\n# Deferred/Open questions:\n\nBy hand.\n",
            "A\n\n# Deferred/Open questions:\n\nBy hand.\n\n## From 2026-11-30 review\n\n- {}\n",
            id="a heading of another spelling and level",
        ),
        pytest.param(
            f"A\n\n{SECTION}\n\n{TODAY}\n\nNothing yet.\n",
            f"A\n\n{SECTION}\n\n{TODAY}\n\nNothing yet.\n\n- {{}}\n",
            id="a day without a list",
        ),
        pytest.param(
            f"```\n{SECTION}\n```\n", f"```\n{SECTION}\n```\n\n{SECTION}\n\n{TODAY}\n\n- {{}}\n", id="a heading in code"
        ),
    ],
)
def test_the_entry_goes_where_the_document_has_its_open_questions(before, after):
    assert deferred(before) == after.format(ENTRY)


@pytest.mark.parametrize(
    "text",
    [
        "A\n\n```\ncode\n",
        "A\n\n~~~~ py\nx\n~~~\n",
        "A\n\n<!-- a comment\n",
        "A\n\n<pre>\nx\n",
        f"{SECTION}\n\n```\nx\n",
    ],
)
def test_a_document_that_ends_inside_code_or_a_comment_is_left_alone(text):
    assert deferred(text) == UNCLOSED


def test_the_same_finding_is_not_entered_twice():
    once = deferred("A maybe plan\n")
    assert deferred(once) == ALREADY
    assert deferred(once, day=date(2026, 12, 1)) == ALREADY
    assert deferred(once, about(title="A sentence contradicts another")) == ALREADY
    assert stands(once, about())
    assert not stands("A maybe plan\n", about())


def test_findings_that_only_look_alike_are_both_entered():
    cells = about("| a | b |", "3 cells where the header has 2", "table-cells")
    other = about("| c | d |", "3 cells where the header has 2", "table-cells")
    renamed = about("| a | b |", "4 cells where the header has 2", "table-cells")
    text = deferred(deferred(deferred("A plan\n", cells), other), renamed)
    assert text.count("\n- ") == 3
    assert text.count(TODAY) == 1


def test_what_is_deferred_is_review_output_whatever_it_quotes():
    text = deferred("A plan\n", about("# maybe <b>&amp;\n- x", "It says *so*\n\n# Heading", "coherence/other"))
    outline = read_outline(text)
    assert [section.title for section in outline.sections[1:]] == ["Deferred / Open Questions", TODAY[4:]]
    assert outline.prose.strip() == "A plan"
