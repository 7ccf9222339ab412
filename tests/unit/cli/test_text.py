"""What people read: the place, the mark under the text that is meant, the fix, and the last line."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anchorline.cli.output.diff import small_diff
from anchorline.cli.output.escape import disarmed, one_line, visible
from anchorline.cli.output.snippet import cells, marked
from anchorline.cli.output.style import Style, style_for
from anchorline.cli.output.text import TextOptions, text_output
from anchorline.findings.words import Action, Route, Status
from anchorline.text.lines import LineIndex
from anchorline.text.span import Span
from cli_kit import FAILED, HINT, PLAN, SAFE, TEXT, edit, finding, reviewed


def shown(*files, **options):
    return text_output(files, TextOptions(**{"style": Style(), **options}))


def test_a_finding_is_told_in_full():
    assert shown(reviewed(TEXT, SAFE)) == (
        "docs/plan.md:3:11: P1 count-mismatch issue (blocking): 4 steps are announced, 3 follow\n"
        "    3 │ There are 4 steps:\n"
        "      │           ^\n"
        "      = why: A reader waits for a step that never comes.\n"
        "      = see: docs/plan.md:5:1 1. Pack\n"
        "      = fix: Say 3.\n"
        "             - There are 4 steps:\n"
        "             + There are 3 steps:\n"
        "\n"
        "1 finding in 1 file (1 P1); 1 fixable with --fix.\n"
    )


def test_a_decision_says_what_is_recommended():
    decision = replace(SAFE, route=Route.DECISION, action=Action.DEFER)
    assert "\n      = recommended: settle it first\n" in shown(reviewed(TEXT, decision))
    assert "recommended" not in shown(reviewed(TEXT, SAFE))


@pytest.mark.parametrize(
    ("files", "last"),
    [
        ([reviewed(TEXT)], "No findings in 1 file."),
        ([PLAN], "2 findings in 1 file (1 P1, 1 FYI); 1 fixable with --fix."),
        ([reviewed(TEXT), FAILED], "No findings in 1 file; 1 review failed."),
        (
            [reviewed(TEXT, status=Status.INCOMPLETE, reason="cancelled")],
            "No findings in 0 files; 1 review incomplete.",
        ),
        (
            [reviewed(TEXT, SAFE, HINT, status=Status.INCOMPLETE, reason="cancelled")],
            "2 findings in 1 file (1 P1, 1 FYI); 1 fixable with --fix; 1 review incomplete.",
        ),
        (
            [reviewed(TEXT, HINT, status=Status.FAILED, reason="broken"), reviewed(TEXT, HINT), reviewed(TEXT), FAILED],
            "2 findings in 3 files (2 FYI); 2 reviews failed.",
        ),
        ([reviewed(TEXT, HINT)], "1 finding in 1 file (1 FYI)."),
    ],
)
def test_the_last_line_sums_up(files, last):
    assert shown(*files).splitlines()[-1] == last


def test_an_explained_review_accounts_for_what_was_dropped():
    assert shown(PLAN, explain=True).splitlines()[-4:-1] == [
        "docs/plan.md: 4 produced, 1 merged, 1 dropped (grounding 1), 2 published",
        "  dropped by grounding: Nothing to see: quote not found",
        "",
    ]


def test_labels_can_be_switched_off():
    assert "P1 count-mismatch 4 steps" in shown(PLAN, conventional=False)


@pytest.mark.parametrize(
    ("line", "quote", "text", "indent", "width"),
    [
        ("There are 4 steps", "4", "There are 4 steps", 10, 1),
        ("\ta 4", "4", "    a 4", 6, 1),
        ("ab\t4", "4", "ab  4", 4, 1),
        ("漢字 4", "4", "漢字 4", 5, 1),
        ("x 漢字 4", "漢字", "x 漢字 4", 2, 4),
        ("👨‍👩‍👧 4", "4", "👨‍👩‍👧 4", 3, 1),
        ("e\u0301 4", "4", "e\u0301 4", 2, 1),
        ("\u202e4", "4", "\\u202e4", 6, 1),
        ("\x1b[31m 4", "4", "\\x1b[31m 4", 9, 1),
    ],
)
def test_the_mark_stands_under_the_text_as_a_terminal_shows_it(line, quote, text, indent, width):
    at = line.index(quote)
    spot = marked(LineIndex(line), Span(at, at + len(quote)))
    assert (spot.text, spot.indent, spot.width) == (text, indent, width)
    assert cells(text[: text.index(quote)]) == indent


@given(st.text(), st.data())
def test_whatever_the_line_it_fits_and_the_mark_stays_inside(text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    spot = marked(LineIndex(text), Span(start, end), 60)
    assert cells(spot.text) <= 61
    assert spot.indent <= 61
    assert "\n" not in spot.text


def test_a_line_of_a_megabyte_is_cut_around_the_mark():
    text = "q " * 500_000 + "MARK" + " r" * 500_000
    spot = marked(LineIndex(text), Span(1_000_000, 1_000_004))
    assert "MARK" in spot.text
    assert spot.text[spot.indent : spot.indent + 4] == "MARK"
    assert len(spot.text) <= 100


@pytest.mark.parametrize(
    ("text", "edits", "before", "after"),
    [
        ("a 4\nb\n", [("4", "3")], ["a 4"], ["a 3"]),
        ("a\nb\n", [("a\n", "a\nx\n")], [], ["x"]),
        ("a\r\nb\r\n", [("a\r\nb", "b")], ["a"], []),
        ("a 1 2\n", [("1", "x"), ("2", "y")], ["a 1 2"], ["a x y"]),
    ],
)
def test_a_small_fix_is_shown_as_lines(text, edits, before, after):
    made = tuple(edit(text, old, new) for old, new in edits)
    assert small_diff(made, LineIndex(text)) == (before, after)


def test_a_large_fix_is_only_counted():
    text = "".join(f"{n}\n" for n in range(40))
    made = finding(text, "0\n", edits=(edit(text, text[:80], "x"),))
    assert "1 edit" in shown(reviewed(text, made))


@pytest.mark.parametrize(
    ("environment", "terminal", "coloured"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
        ({"FORCE_COLOR": "0"}, False, False),
        ({"TERM": "dumb"}, True, False),
    ],
)
def test_colours_go_where_a_person_looks(environment, terminal, coloured):
    class Stream:
        def isatty(self):
            return terminal

    assert style_for(Stream(), environment).on is coloured  # type: ignore[arg-type]


def test_no_character_of_a_document_acts_on_a_terminal():
    hostile = "\x1b]0;owned\x07 \x9b31m \u202e [bold red]x[/] \U000e0041 TBD"
    made = finding(hostile, "TBD", title=hostile, message=hostile, why_it_matters=hostile, suggested_fix=hostile)
    text = shown(reviewed(hostile, made, path="a\x1b[2Jb.md"))
    assert not set(text) & {"\x1b", "\x07", "\x9b", "\u202e", "\U000e0041"}
    assert "[bold red]x[/]" in text  # and markup of a library is no markup here


@given(st.text())
def test_visible_text_has_no_controls_and_no_marks_that_reorder(text):
    acting = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI", "B"}
    for character in visible(text):
        assert unicodedata.category(character) not in ("Cc", "Cs", "Zl", "Zp") or character == "\t"
        assert unicodedata.bidirectional(character) not in acting
    assert "\t" not in one_line(text)


@pytest.mark.parametrize(
    ("text", "harmless"),
    [
        ("::error::x", "\\x3a:error::x"),
        ("  ::error::x", "  \\x3a:error::x"),
        ("a\n\t::set-output\nb", "a\n\t\\x3a:set-output\nb"),
        ("a ##[error]b", "a #\\x23[error]b"),
        ("a::b", "a::b"),
    ],
)
def test_no_line_is_a_command_to_a_runner(text, harmless):
    assert disarmed(text) == harmless


def test_a_file_name_is_no_command_either():
    text = shown(reviewed(TEXT, SAFE, path="::error::x.md"), disarm=True)
    assert not any(line.lstrip().startswith("::") for line in text.splitlines())
