"""Quotes are found where they stand, however they were copied; and refused where nothing is certain."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anchorline.evidence.fold import Style, fold
from anchorline.evidence.locate import LONGEST_QUOTE, Haystack, Refused, locate, locate_all
from anchorline.findings.finding import Evidence, Quote
from anchorline.findings.words import Match
from anchorline.text.lines import Encoding, LineIndex
from anchorline.text.span import Span

PLAN = """\
# Moving the *mail* queue

The queue moves to the new host in three steps, and nobody
is paged while it runs. See [the run book](docs/run-book.md) first —
`drain_queue` “must” be off.

> Mail that arrives in the meantime
> waits at the relay.

## Steps

1. Stop the relay.
2. Copy the spool, then check `spool_size`.
3. Start the relay on the new host.

| Host | Role |
|------|------|
| old  | source of the spool |

## Risks

- [ ] Step 1 may take long.
- [x] The relay may not start; nobody has tried it with TLS.

Expected: no mail is lost.

## Checks

Expected: no mail is lost.
Signed by whoever is on call.
"""
LINKED = "See [the run book](docs/run-book.md) first"


def search(quote: str, text: str = PLAN, *, code: bool = False, line: int | None = None, **hints: Any) -> Any:
    return locate(Haystack(LineIndex(text), code=code), Quote(quote, line=line), **hints)


@pytest.mark.parametrize(
    ("quote", "match", "stands"),
    [
        pytest.param("Stop the relay.", Match.EXACT, "Stop the relay.", id="as it stands"),
        pytest.param("  Stop the relay.\n", Match.EXACT, "Stop the relay.", id="white space round it"),
        pytest.param("nobody is paged", Match.NORMALIZED, "nobody\nis paged", id="a wrapped line"),
        pytest.param("See the run book first", Match.NORMALIZED, LINKED, id="a link"),
        pytest.param('drain_queue "must" be off', Match.NORMALIZED, "drain_queue` “must” be off", id="quotes"),
        pytest.param("first -- `drain_queue`", Match.NORMALIZED, "first —\n`drain_queue`", id="a dash"),
        pytest.param("meantime waits at", Match.NORMALIZED, "meantime\n> waits at", id="a quotation mark at a wrap"),
        pytest.param("# Moving the mail queue", Match.NORMALIZED, "Moving the *mail* queue", id="emphasis"),
        pytest.param("old | source of the spool", Match.NORMALIZED, "old  | source of the spool", id="table cells"),
        pytest.param("- Step 1 may take long", Match.NORMALIZED, "Step 1 may take long", id="another list marker"),
        pytest.param("Stop the relay!", Match.NORMALIZED, "Stop the relay", id="other punctuation at the end"),
        pytest.param(
            "The queue moves … nobody is paged", Match.NORMALIZED,
            "The queue moves to the new host in three steps, and nobody\nis paged", id="an ellipsis",
        ),
        pytest.param("… source of the spool …", Match.NORMALIZED, "source of the spool", id="ellipses round it"),
        pytest.param(
            "Stop the relay. Copy the spool, then check", Match.NORMALIZED,
            "Stop the relay.\n2. Copy the spool, then check", id="list items joined without their numbers",
        ),
        pytest.param(
            "The relay may not strat; nobody has tried it wiht TLS", Match.FUZZY,
            "The relay may not start; nobody has tried it with TLS.", id="letters swapped",
        ),
    ],
)  # fmt: skip
def test_a_quote_is_found_however_it_was_copied(quote: str, match: Match, stands: str) -> None:
    found = search(quote)
    assert isinstance(found, Evidence), found
    assert (found.match, found.quote) == (match, stands)
    assert found.span.of(PLAN) == stands


@pytest.mark.parametrize(
    ("quote", "kind"),
    [
        pytest.param("The queue is deleted.", "missing", id="made up"),
        pytest.param("The relay may start; nobody has tried it with TLS.", "missing", id="the opposite"),
        pytest.param("The queue moves to the new host in four steps, and 2 are paged", "missing", id="other numbers"),
        pytest.param("1. Copy the spool, then check", "missing", id="the number of another item"),
        pytest.param("nobody is paged … The queue moves", "missing", id="fragments in the wrong order"),
        pytest.param("drain_queues", "missing", id="a name that only resembles one"),
        pytest.param("Expected: no mail is lost.", "ambiguous", id="a sentence that stands twice"),
        pytest.param("the", "ambiguous", id="a common word"),
        pytest.param(" \n", "empty", id="nothing"),
        pytest.param("x" * (LONGEST_QUOTE + 1), "missing", id="a copy of everything"),
    ],
)
def test_a_quote_that_is_not_certain_is_refused(quote: str, kind: str) -> None:
    found = search(quote)
    assert isinstance(found, Refused), found
    assert found.kind == kind


def test_half_a_number_is_not_the_number() -> None:
    assert isinstance(search("R1", "R10 and R12"), Refused)
    assert search("R1", "R10 and R1").span == Span(8, 10)


TWICE = "Expected: no mail is lost."
FIRST, SECOND = PLAN.index(TWICE), PLAN.rindex(TWICE)
CHECKS = Span(PLAN.index("## Checks"), len(PLAN))


@pytest.mark.parametrize(
    ("hints", "place"),
    [
        pytest.param({"scope": CHECKS}, SECOND, id="the section"),
        pytest.param({"line": PLAN.count("\n", 0, FIRST)}, FIRST, id="the line"),
        pytest.param({"others": [Span(PLAN.index("Signed"), len(PLAN))]}, SECOND, id="other evidence near by"),
        pytest.param({"scope": CHECKS, "line": 0}, SECOND, id="the section before the line"),
    ],
)
def test_of_several_places_a_hint_chooses(hints: dict[str, Any], place: int) -> None:
    assert search(TWICE, **hints).span.start == place


def test_hints_choose_but_never_exclude_the_only_place() -> None:
    assert search("Stop the relay.", scope=CHECKS, line=0).match is Match.EXACT


def test_a_hint_that_is_as_far_from_two_places_chooses_neither() -> None:
    middle = (FIRST + len(TWICE) + SECOND) // 2
    assert search(TWICE, others=[Span(middle, middle + 1)]).kind == "ambiguous"


def test_evidence_with_one_place_helps_to_place_the_rest() -> None:
    found = locate_all(Haystack(LineIndex(PLAN)), [Quote(TWICE), Quote("Signed by whoever is on call.")])
    assert [each.span.start for each in found if isinstance(each, Evidence)] == [SECOND, PLAN.index("Signed")]


def test_a_place_that_is_given_is_only_proven() -> None:
    haystack = Haystack(LineIndex(PLAN))
    at = Span(SECOND, SECOND + len(TWICE))
    assert locate(haystack, Quote(TWICE, span=at)) == Evidence(TWICE, at, Match.EXACT)
    assert locate(haystack, Quote(TWICE, span=Span(0, 5))) == Refused(
        "the text at the given place is not the quote", "moved"
    )


CODE = "def total(a, b):\n    if a<b:\n        return a * b\n    return a\n"


def test_in_code_white_space_is_folded_and_symbols_are_not() -> None:
    assert search("if a<b: return a * b", CODE, code=True).match is Match.NORMALIZED
    assert isinstance(search("if a<b: return a b", CODE, code=True), Refused)
    assert isinstance(search("if a < b:", CODE, code=True), Refused)
    assert isinstance(search("def total(a, c): if a<b: return a * b", CODE, code=True), Refused)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        pytest.param("a_b __init__ _so_ x*y 2 * 3", "a_b init so x*y 2 * 3", id="emphasis and names"),
        pytest.param("a—b a — b a-b a–b 5–7", "a b a b a-b a-b 5-7", id="dashes"),
        pytest.param("![alt](p.png) [x][y] <https://a.b/c> [^1]", "alt x https://a.b/c ", id="links"),
        pytest.param("e\u0301 \u00e9", "\u00e9 \u00e9", id="composed"),
        pytest.param("\u4e2d\u6587\n\u4e2d\u6587", "\u4e2d\u6587\u4e2d\u6587", id="a script without spaces"),
        pytest.param("a&nbsp;b &amp; \\*c\\*", "a b & *c*", id="entities and escapes"),
        pytest.param("zero\u200bwidth soft\u00adhyphen", "zerowidth softhyphen", id="invisible characters"),
    ],
)
def test_what_is_folded(text: str, folded: str) -> None:
    assert fold(text, "markup").text == folded


ANY_TEXT = st.text(
    st.sampled_from(
        "ab1 \r\n\t\x0c\u2028*_`[]()!<>|-–—…“’.\\&;e\u0301\u0300\u4e2d\U0001f600\ud800\u200b\ufeff\u1100\u1161"
    )
    | st.characters(),
    max_size=80,
)
ENCODINGS: list[Encoding] = ["utf-8", "utf-16", "utf-32"]


@given(ANY_TEXT, st.sampled_from(["markup", "unnumbered", "code"]))
def test_every_part_of_a_folded_text_leads_back_to_the_source_in_order(text: str, style: Style) -> None:
    folded = fold(text, style)
    places = [folded.source(i, i + 1) for i in range(len(folded.text))]
    assert all(0 <= place.start < place.end <= len(text) for place in places)
    assert places == sorted(places)
    if places:
        assert folded.source(0, len(folded.text)) == Span(places[0].start, places[-1].end)


@given(ANY_TEXT.filter(bool), st.data())
def test_any_part_of_any_text_leads_from_quote_to_range_to_text(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    lines = LineIndex(text)
    found = locate(Haystack(lines), Quote(text[start:end], span=Span(start, end)))
    assert isinstance(found, Evidence)
    whole_line_ends = not any(text[at - 1 : at + 1] == "\r\n" for at in (start, end) if at)
    for encoding in ENCODINGS if whole_line_ends else []:
        assert lines.span(lines.range(found.span, encoding), encoding).of(text) == text[start:end]
    again = locate(Haystack(lines), Quote(text[start:end]), scope=Span(start, end))
    if isinstance(again, Evidence) and again.match is Match.EXACT:
        assert again.quote == text[start:end].strip()


@given(ANY_TEXT, ANY_TEXT)
def test_what_is_found_stands_there_and_nothing_raises(text: str, quote: str) -> None:
    for code in (False, True):
        found = search(quote, text, code=code)
        if isinstance(found, Evidence):
            assert found.span.of(text) == found.quote
            assert found.quote


@pytest.mark.parametrize("code", [False, True])
def test_a_text_that_was_folded_ahead_answers_as_one_that_was_not(code):
    quotes = [Quote("Signed by  whoever is on call."), Quote("Nobody wrote this sentence.")]
    ahead = Haystack(LineIndex(PLAN), code=code)
    ahead.prepare()
    assert locate_all(ahead, quotes) == locate_all(Haystack(LineIndex(PLAN), code=code), quotes)


def test_an_answer_that_is_kept_still_heeds_section_and_line():
    text = "# One\n\nThe limit is set.\n\n# Two\n\nThe limit is set.\n"
    haystack = Haystack(LineIndex(text))
    second = text.rindex("The limit")
    refused = locate(haystack, Quote("The limit is set."))
    scoped = locate(haystack, Quote("The limit is set."), scope=Span(second - 5, len(text)))
    hinted = locate(haystack, Quote("The limit is set.", line=2))
    assert isinstance(refused, Refused)
    assert isinstance(scoped, Evidence)
    assert isinstance(hinted, Evidence)
    assert (scoped.span.start, hinted.span.start) == (second, text.index("The limit"))
