"""A fix has landed when the text reads so, whoever made it read so; and it is undone when the old text is back."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from anchorline.evidence.fix import plan_fix
from anchorline.evidence.landed import Reading, concerns, reading, traces
from anchorline.evidence.track import track, track_all, tracked
from anchorline.findings.finding import Edit, Evidence
from anchorline.findings.words import Match
from anchorline.text.edits import TextEdit, apply_edits
from anchorline.text.span import Span
from kit import finding

TEXT = "One two three. The plan has four units, and the the fifth is late. See above."


def of(text: str, quote: str, *edits: tuple[str, str]):
    made = finding(text, quote)
    at = text.index(quote)
    import dataclasses

    return dataclasses.replace(
        made,
        evidence=(Evidence(quote, Span(at, at + len(quote)), Match.EXACT),),
        edits=tuple(Edit(Span(text.index(old), text.index(old) + len(old)), old, new) for old, new in edits),
    )


def followed(text: str, found, edits):
    """(marks, text) after edits made at once."""
    after = apply_edits(text, edits)
    return track_all(tracked(found.evidence, text), edits, after).marks, after


@pytest.mark.parametrize(
    ("quote", "edits"),
    [
        pytest.param("four units", [("four", "five")], id="the evidence itself"),
        pytest.param("four units", [("late", "early")], id="elsewhere"),
        pytest.param("late", [("four", "twenty-five")], id="before the evidence"),
        pytest.param("the the", [("the the", "the")], id="a word taken out"),
        pytest.param("fifth", [("fifth", "fifth unit")], id="a word put in"),
        pytest.param("late", [(" See above.", "")], id="a sentence taken out"),
        pytest.param("four units", [("One", "1"), ("two", "2"), ("four", "4")], id="several"),
    ],
)
def test_a_fix_is_seen_to_land_and_to_be_undone(quote, edits):
    found = of(TEXT, quote, *edits)
    traced = traces(found, TEXT)
    assert reading(traced, tracked(found.evidence, TEXT).marks, TEXT) is Reading.OLD
    planned = plan_fix(found, TEXT)
    marks, after = followed(TEXT, found, planned)
    assert reading(traced, marks, after) is Reading.NEW
    assert concerns(traced, tracked(found.evidence, TEXT).marks, planned)
    state, text = track_all(tracked(found.evidence, TEXT), planned, after), after
    for edit in planned:  # the person takes them back one by one
        back = TextEdit(Span(edit.span.start, edit.span.start + len(edit.new_text)), edit.span.of(TEXT))
        text = apply_edits(text, [back])
        state = track(state, back, text)
    assert text == TEXT
    assert reading(traced, state.marks, text) is Reading.OLD


def test_half_a_fix_is_neither():
    found = of(TEXT, "four units", ("One", "1"), ("late", "early"))
    half = [TextEdit(Span(0, 3), "1")]
    marks, after = followed(TEXT, found, half)
    assert reading(traces(found, TEXT), marks, after) is None


def test_the_sentence_deleted_is_no_undone_fix():
    found = of(TEXT, "four units", ("four", "five"))
    marks, after = followed(TEXT, found, [TextEdit(Span(0, len(TEXT)), "Nothing.")])
    assert reading(traces(found, TEXT), marks, after) is None


def test_neighbouring_fixes_do_not_hide_each_other():
    text = "teh teh teh"
    made = [of(text, "teh", ("teh", "the"))]
    edits = [TextEdit(Span(at, at + 3), "the") for at in (0, 4, 8)]
    marks, after = followed(text, made[0], edits)
    assert reading(traces(made[0], text), marks, after) is Reading.NEW


def test_a_text_that_reads_fixed_before_the_fix_tells_nothing():
    text = "A plan with a plan in it."
    found = of("A plan with", "plan", ("plan", "plan with"))
    assert traces(found, "A plan with") != ()
    doubled = of("a b b c", "b", ("b", "b b"))
    assert reading(traces(doubled, "a b b c"), tracked(doubled.evidence, "a b b c").marks, text) is None


@given(st.text("ab \n", min_size=8, max_size=60), st.data())
def test_what_is_applied_reads_new_and_what_is_not_does_not(text, data):
    start = data.draw(st.integers(0, len(text) - 2))
    end = data.draw(st.integers(start + 1, min(start + 6, len(text))))
    old, new = text[start:end], data.draw(st.text("xyz", min_size=1, max_size=8))
    assume(text.count(old) == 1)
    found = of(text, old, (old, new))
    traced = traces(found, text)
    planned = plan_fix(found, text)
    assume(not isinstance(planned, str))
    marks, after = followed(text, found, planned)
    assert reading(traced, tracked(found.evidence, text).marks, text) is Reading.OLD
    assert reading(traced, marks, after) is Reading.NEW
