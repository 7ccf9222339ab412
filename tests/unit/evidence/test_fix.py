"""Fixes are proven against the text as it is now, and change nothing but what they replace."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anchorline.evidence.fix import combine, fix_edits, plan_fix
from anchorline.findings.finding import Edit, Evidence, Finding
from anchorline.findings.words import Anchor, AutofixClass, FindingType, Match, Severity
from anchorline.text.edits import TextEdit, apply_edits
from anchorline.text.snapshot import Snapshot
from anchorline.text.span import Span


def finding(*edits: tuple[str, str], match: Match = Match.EXACT, section: str = "") -> Finding:
    return Finding(
        rule="count-mismatch",
        title="Counts differ",
        severity=Severity.P2,
        confidence=Anchor.EVIDENT,
        autofix_class=AutofixClass.SAFE_AUTO,
        finding_type=FindingType.ERROR,
        category="contradiction",
        section=section,
        why_it_matters="Readers look for what is not there.",
        evidence=(Evidence("x", Span(0, 1), match),),
        reviewers=("checks",),
        edits=tuple(Edit(Span(0, 0), old, new, section) for old, new in edits),
    )


def fixed(text: str, *edits: tuple[str, str], section: Span | None = None) -> str:
    planned = plan_fix(finding(*edits), text, section=section)
    return planned if isinstance(planned, str) else apply_edits(text, planned)


@pytest.mark.parametrize(
    ("text", "edits", "after"),
    [
        pytest.param("There are 6 units.", [("6 units", "5 units")], "There are 5 units.", id="a word"),
        pytest.param("a\r\nb\r\nc", [("a\nb", "A\nB")], "A\r\nB\r\nc", id="line ends of the document"),
        pytest.param("a\r\nb\nc", [("a\r\nb", "A\nB")], "A\r\nB\nc", id="each line end stays what it was"),
        pytest.param("a\rb\rc", [("b", "b\nnew")], "a\rb\rnew\rc", id="a new line ends as the others do"),
        pytest.param("\ufeffone two", [("one", "1")], "\ufeff1 two", id="the byte order mark stays"),
        pytest.param("one two three", [("three", "3"), ("one", "1")], "1 two 3", id="several edits"),
    ],
)
def test_a_fix_replaces_its_old_text_and_nothing_else(text: str, edits: list[tuple[str, str]], after: str) -> None:
    assert fixed(text, *edits) == after


@pytest.mark.parametrize(
    ("text", "edits", "reason"),
    [
        pytest.param("5 units", [("6 units", "5 units")], "no longer there", id="old text gone"),
        pytest.param("6 units, 6 units", [("6 units", "5 units")], "several places", id="old text twice"),
        pytest.param("aaa", [("aa", "b")], "several places", id="twice, overlapping"),
        pytest.param("abc", [("ab", "x"), ("bc", "y")], "same text", id="edits that overlap"),
        pytest.param("abc", [("", "x")], "names no text", id="nothing to replace"),
        pytest.param("abc", [("abc", "abc")], "changes nothing", id="no change"),
        pytest.param("a\r\nb", [("a\r", "x")], "line end", id="half a line end"),
        pytest.param("a\rx\nb", [("x", "")], "line end", id="two line ends that would become one"),
        pytest.param("\ufeffone", [("\ufeffone", "1")], "byte order mark", id="the byte order mark"),
        pytest.param(
            "Use A. (session-settled: chosen by us)", [("settled: chosen", "settled: taken")], "settled", id="m"
        ),
        pytest.param("Use A. (session-settled: chosen)", [(" (session-settled: chosen)", "")], "settled", id="m gone"),
        pytest.param("Use A.", [("A.", "A. (session-settled: chosen)")], "settled", id="a mark made up"),
    ],
)
def test_a_fix_that_is_not_certain_or_does_harm_is_refused(
    text: str, edits: list[tuple[str, str]], reason: str
) -> None:
    planned = plan_fix(finding(*edits), text)
    assert isinstance(planned, str)
    assert reason in planned


def test_text_beside_a_settled_mark_may_be_fixed() -> None:
    assert fixed("6 units (session-settled: ours)", ("6 units", "5 units")) == "5 units (session-settled: ours)"


def test_rough_evidence_is_never_edited() -> None:
    assert isinstance(plan_fix(finding(("a", "b"), match=Match.FUZZY), "a"), str)


def test_old_text_may_stand_elsewhere_when_the_section_holds_it_once() -> None:
    text = "# A\n\n6 units\n\n# B\n\n6 units\n"
    edits, reason = fix_edits(Snapshot("file:///a.md", text), finding(("6 units", "5 units"), section="B"))
    assert reason is None
    assert apply_edits(text, edits) == "# A\n\n6 units\n\n# B\n\n5 units\n"
    assert fix_edits(Snapshot("file:///a.md", text), finding(("6 units", "5 units")))[0] == ()
    assert fix_edits(Snapshot("file:///a.md", text), finding(("6 units", "5 units"), section="C"))[0] == ()


@pytest.mark.parametrize(("new", "possible"), [("return 2", True), ("return (", False)])
def test_source_still_parses_after_a_fix(new: str, possible: bool) -> None:
    source = Snapshot("file:///a.py", "def f():\n    return 1\n", language="python")
    assert bool(fix_edits(source, finding(("return 1", new)))[0]) is possible


def test_source_that_did_not_parse_may_still_be_fixed_but_not_made_worse() -> None:
    broken = Snapshot("file:///a.py", "def f(:\n    return 1\n", language="python")
    assert fix_edits(broken, finding(("return 1", "return 2")))[0]
    assert not fix_edits(broken, finding(("return 1", "return (")))[0]


def test_a_function_is_the_section_of_source() -> None:
    source = Snapshot("file:///a.py", "def f():\n    return 1\n\n\ndef g():\n    return 1\n", language="python")
    edits, _ = fix_edits(source, finding(("return 1", "return 2"), section="g"))
    assert apply_edits(source.text, edits) == "def f():\n    return 1\n\n\ndef g():\n    return 2\n"


def test_of_two_fixes_that_touch_the_same_text_the_first_wins() -> None:
    first, second, third = TextEdit(Span(0, 3), "x"), TextEdit(Span(2, 4), "y"), TextEdit(Span(5, 6), "z")
    combined = combine([("a", [first]), ("b", [second, third]), ("c", [third]), ("d", [first])], "abcdefg")
    assert combined.edits == (first, third)
    assert combined.losers == ("b",)


def test_fixes_that_are_harmless_only_alone_are_not_combined() -> None:
    text = "\rab\n"
    combined = combine([("a", [TextEdit(Span(1, 2), "")]), ("b", [TextEdit(Span(2, 3), "")])], text)
    assert combined.losers == ("b",)
    assert apply_edits(text, combined.edits) == "\rb\n"


EOL = re.compile(r"\r\n|\n|\r")
LINES = st.text(st.sampled_from("ab\r\n\x0c\u2028 \U0001f600"), max_size=40)


def test_a_line_end_that_stands_twice_is_not_taken_for_another_kind_that_stands_once() -> None:
    assert isinstance(plan_fix(finding(("\r", "")), "\r\r\n"), str)


@given(LINES, st.data())
def test_applying_a_fix_never_changes_another_line_end(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    planned = plan_fix(finding((text[start:end], data.draw(LINES))), text)
    if isinstance(planned, str):
        return
    (edit,) = planned
    after = apply_edits(text, planned)
    grown = edit.span.start + len(edit.new_text)
    assert edit.span.of(text) == text[start:end]
    for old, new in ((text[: edit.span.start], after[: edit.span.start]), (text[edit.span.end :], after[grown:])):
        assert old == new
    before = [span for span in ends(text) if span[1] <= edit.span.start or span[0] >= edit.span.end]
    now = [span for span in ends(after) if span[1] <= edit.span.start or span[0] >= grown]
    assert [(a, b) if b <= edit.span.start else (a - edit.delta, b - edit.delta) for a, b in now] == before


def ends(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in EOL.finditer(text)]
