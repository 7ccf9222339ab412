"""Published ranges follow their evidence, or are withdrawn."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anchorline.evidence.between import edits_between, trimmed
from anchorline.evidence.track import Tracked, reanchor, track, track_all, tracked
from anchorline.findings.finding import Evidence
from anchorline.findings.words import Match
from anchorline.text.edits import TextEdit, apply_edits
from anchorline.text.span import Span

PLAN = "# Plan\n\nThere are 5 units:\n\n- Unit 1: move it\n- Unit 2: test it, 5 times\n"


def evidence(text: str, quote: str, nth: int = 0) -> Evidence:
    at = text.find(quote)
    for _ in range(nth):
        at = text.find(quote, at + 1)
    return Evidence(quote, Span(at, at + len(quote)), Match.EXACT)


def replace(text: str, old: str, new: str) -> tuple[TextEdit, str]:
    at = text.index(old)
    edit = TextEdit(Span(at, at + len(old)), new)
    return edit, apply_edits(text, [edit])


def follow(text: str, state: Tracked, *changes: tuple[str, str]) -> tuple[Tracked, str]:
    for old, new in changes:
        edit, text = replace(text, old, new)
        state = track(state, edit, text)
    return state, text


@pytest.mark.parametrize(
    ("quote", "changes", "stands"),
    [
        pytest.param("5", [("# Plan", "# The plan")], True, id="an edit before shifts"),
        pytest.param("5", [("5 times", "6 times")], True, id="an edit after does nothing"),
        pytest.param("5", [("5 units", "6 units")], False, id="another number destroys"),
        pytest.param("5", [("5 units", "50 units")], False, id="a digit typed behind makes another number"),
        pytest.param("5", [("5 units", "15 units")], False, id="a digit typed in front makes another number"),
        pytest.param("5", [("5 units", "50 units"), ("50 units", "5 units")], True, id="and taking it back restores"),
        pytest.param("5", [("There are 5 units:\n\n", "")], False, id="a deleted line is not found in another line"),
        pytest.param("Unit 2", [("Unit 2", "Unit 3"), ("Unit 3", "Unit 2")], True, id="typed back by hand"),
        pytest.param("Unit 2", [("- Unit 1: move it\n", "")], True, id="the line above goes"),
        pytest.param("There are 5 units:", [("units:", "units.")], False, id="an edit inside destroys"),
        pytest.param("There are 5 units:", [("5 units", "5 whole units"), (" whole", "")], True, id="undone inside"),
        pytest.param("There are 5 units:", [("There are 5 units:", "There are 5 units:!")], True, id="same text again"),
        pytest.param(
            "- Unit 2: test it, 5 times",
            [("- Unit 2: test it, 5 times\n", ""), ("# Plan\n", "# Plan\n- Unit 2: test it, 5 times\n")],
            True,
            id="a long quote may be moved to another place",
        ),
        pytest.param("move it", [("it\n", "it now\n")], True, id="words typed behind a space leave it alone"),
        pytest.param("move it", [("move it", "remove it")], False, id="letters typed in front make another word"),
    ],
)
def test_evidence_follows_or_is_withdrawn(quote: str, changes: list[tuple[str, str]], stands: bool) -> None:
    state, text = follow(PLAN, tracked([evidence(PLAN, quote)], PLAN), *changes)
    assert state.withdrawn is not stands
    if stands:
        assert state.spans[0].of(text) == quote


def test_a_short_quote_never_jumps_to_another_of_its_kind() -> None:
    state, text = follow(PLAN, tracked([evidence(PLAN, "5")], PLAN), ("There are 5", "There are 6"))
    assert state.withdrawn
    state, _ = follow(text, state, ("it, 5 times", "it, 5 or 5 times"))
    assert state.withdrawn


def test_a_finding_is_withdrawn_when_any_of_its_evidence_is_gone_and_returns_with_it() -> None:
    start = tracked([evidence(PLAN, "5"), evidence(PLAN, "Unit 2")], PLAN)
    gone, text = follow(PLAN, start, ("Unit 2", "Unit 7"))
    assert gone.withdrawn
    back, text = follow(text, gone, ("Unit 7", "Unit 2"))
    assert not back.withdrawn
    assert [span.of(text) for span in back.spans] == ["5", "Unit 2"]


def test_evidence_comes_back_when_it_is_deleted_and_retyped_letter_by_letter() -> None:
    state, text = tracked([evidence(PLAN, "move it")], PLAN), PLAN
    at = PLAN.index("move it")
    for n in range(7, 0, -1):
        edit = TextEdit(Span(at + n - 1, at + n), "")
        text = apply_edits(text, [edit])
        state = track(state, edit, text)
        assert state.withdrawn
    for n, letter in enumerate("move it"):
        edit = TextEdit(Span(at + n, at + n), letter)
        text = apply_edits(text, [edit])
        state = track(state, edit, text)
    assert not state.withdrawn
    assert state.spans[0].of(text) == "move it"


def test_deleting_everything_and_undoing_it_restores_the_right_one_of_many() -> None:
    text = "".join(f"- step {i} takes 5 minutes\n" for i in range(300))
    start = tracked([evidence(text, "5 minutes", 200)], text)
    gone = track(start, TextEdit(Span(0, len(text)), ""), "")
    assert gone.withdrawn
    assert track(gone, TextEdit(Span(0, 0), text), text).spans == start.spans


def test_evidence_that_does_not_stand_where_it_says_is_never_published() -> None:
    assert tracked([Evidence("6", Span(0, 1), Match.EXACT)], PLAN).withdrawn


def test_a_whole_text_sent_again_keeps_what_did_not_change() -> None:
    now = PLAN.replace("# Plan", "# A plan").replace("test it, 5", "test it, 4")
    found = [evidence(PLAN, "5"), evidence(PLAN, "Unit 1")]
    state = reanchor(found, edits_between(PLAN, now), PLAN, now)
    assert not state.withdrawn
    assert [span.of(now) for span in state.spans] == ["5", "Unit 1"]
    assert now.index("5") == state.spans[0].start


def test_a_late_result_is_withheld_when_its_evidence_is_gone() -> None:
    now = PLAN.replace("There are 5", "There are two")
    assert reanchor([evidence(PLAN, "5")], edits_between(PLAN, now), PLAN, now).withdrawn


def test_an_edit_is_trimmed_to_what_it_changes() -> None:
    edit = TextEdit(Span(0, len(PLAN)), PLAN.replace("5 units", "6 units"))
    assert trimmed(edit, PLAN) == TextEdit(Span(PLAN.index("5"), PLAN.index("5") + 1), "6")


TEXTS = st.text(st.sampled_from("ab 5\r\n-.\U0001f600"), max_size=60)


DISTINCT = st.permutations("abcdefghijklmnop 57\n\r.-\U0001f600").map("".join)


@st.composite
def edited(draw: st.DrawFn, texts: st.SearchStrategy[str] = TEXTS) -> tuple[str, list[Evidence], list[TextEdit]]:
    text = draw(texts.filter(bool))
    found = []
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text) - 1))
        end = draw(st.integers(start + 1, len(text)))
        found.append(Evidence(text[start:end], Span(start, end), Match.EXACT))
    edits, now = [], text
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(now)))
        end = draw(st.integers(start, len(now)))
        edits.append(TextEdit(Span(start, end), draw(st.one_of(st.just(""), TEXTS))))
        now = apply_edits(now, edits[-1:])
    return text, found, edits


def holds(state: Tracked, text: str) -> bool:
    return all(mark.span.of(text) == ("" if mark.gone else mark.quote) for mark in state.marks) and all(
        0 <= span.start <= span.end <= len(text) for span in state.spans
    )


@given(edited())
def test_whatever_is_edited_a_published_range_holds_its_evidence(
    case: tuple[str, list[Evidence], list[TextEdit]],
) -> None:
    text, found, edits = case
    state = tracked(found, text)
    for edit in edits:
        text = apply_edits(text, [edit])
        state = track(state, edit, text)
        assert holds(state, text)


# Which of two equal places is meant cannot be told when a text repeats itself, so here no character does.
@given(edited(DISTINCT))
@settings(max_examples=300)
def test_undoing_every_edit_restores_every_finding(case: tuple[str, list[Evidence], list[TextEdit]]) -> None:
    text, found, edits = case
    state, undo = tracked(found, text), []
    for edit in edits:
        undo.append(TextEdit(Span(edit.span.start, edit.span.start + len(edit.new_text)), edit.span.of(text)))
        text = apply_edits(text, [edit])
        state = track(state, edit, text)
    for edit in reversed(undo):
        text = apply_edits(text, [edit])
        state = track(state, edit, text)
    assert not state.withdrawn
    assert holds(state, text)


@given(TEXTS, TEXTS)
def test_the_edits_between_two_texts_turn_one_into_the_other(old: str, new: str) -> None:
    edits = edits_between(old, new)
    assert apply_edits(old, edits) == new


@given(edited(), TEXTS)
def test_a_late_result_stands_on_its_evidence_or_is_withheld(
    case: tuple[str, list[Evidence], list[TextEdit]], new: str
) -> None:
    text, found, _ = case
    assert holds(reanchor(found, edits_between(text, new), text, new), new)


def test_edits_made_at_once_move_evidence_as_edits_made_in_turn() -> None:
    edits = [TextEdit(Span(0, 0), "x"), TextEdit(Span(len(PLAN), len(PLAN)), "y")]
    state = track_all(tracked([evidence(PLAN, "Unit 1")], PLAN), edits, apply_edits(PLAN, edits))
    assert state.spans[0].start == PLAN.index("Unit 1") + 1
