"""Replies of models: what is kept, what is put right, what is dropped alone."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anchorline.findings.severity_words import severity_of
from anchorline.findings.wire.json_text import parse_reply
from anchorline.findings.wire.repair import MAX_QUOTE
from anchorline.findings.wire.reply import MAX_FINDINGS, read_reply
from anchorline.findings.words import Anchor, AutofixClass, FindingType, Outcome, Severity
from endpoint import finding, reply


def read(*findings, **fields):
    return read_reply(reply(*findings, **fields), "coherence")


def test_a_whole_finding_is_taken_as_it_is():
    result = read(
        finding("the words", title="T", severity="P0", confidence=100, category="naming", section="S",
                why_it_matters="W.", finding_type="omission", autofix_class="safe_auto", suggested_fix="F.",
                edits=[{"old": "a", "new": "b"}])
    )  # fmt: skip
    (raised,) = result.raised
    assert (raised.reviewer, raised.rule, raised.title, raised.why_it_matters) == (
        "coherence",
        "coherence/naming",
        "T",
        "W.",
    )
    assert (raised.severity, raised.confidence) == (Severity.P0, Anchor.EVIDENT)
    assert (raised.finding_type, raised.autofix_class) == (FindingType.OMISSION, AutofixClass.SAFE_AUTO)
    assert (raised.section, raised.suggested_fix) == ("S", "F.")
    assert [(edit.old, edit.new) for edit in raised.edits] == [("a", "b")]
    assert [quote.text for quote in raised.evidence] == ["the words"]
    assert (result.outcome, result.malformed, result.repairs) == (Outcome.OK, (), {})


@pytest.mark.parametrize(
    ("fields", "repair", "attribute", "value"),
    [
        ({"severity": "critical"}, "severity word", "severity", Severity.P0),
        ({"severity": "Nitpick"}, "severity word", "severity", Severity.P3),
        ({"evidence": "one quote"}, "evidence is no list", "evidence", ("one quote",)),
        ({"evidence": [{"quote": "one quote"}]}, None, "evidence", ("one quote",)),
        ({"evidence": ["one quote", 7]}, "evidence is no text", "evidence", ("one quote",)),
        ({"edits": ...}, "edits", "edits", ()),
        ({"edits": None}, "edits", "edits", ()),
        ({"edits": [{"old": "a"}]}, "edits", "edits", ()),
        ({"edits": [{"old": "key ███", "new": "key"}]}, "edits", "edits", ()),
        ({"edits": [{"old": "a", "new": "b"}, {"old": "c"}]}, "edits", "edits", ()),
        ({"category": ...}, "category", "category", "other"),
        ({"category": "style"}, "category", "category", "other"),
        ({"section": ...}, "section", "section", ""),
        ({"finding_type": "bug"}, "finding_type", "finding_type", FindingType.ERROR),
        ({"autofix_class": "advisory"}, "autofix_class", "autofix_class", AutofixClass.MANUAL),
        ({"autofix_class": ...}, "autofix_class", "autofix_class", AutofixClass.MANUAL),
        ({"suggested_fix": ["a", "b"]}, "suggested_fix", "suggested_fix", None),
        ({"verdict": "bad", "score": 3}, "unknown field", "title", "Something is wrong here"),
        ({"reviewer": "somebody else"}, None, "reviewer", "coherence"),
        ({"confidence": 75.0}, None, "confidence", Anchor.CONFIRMED),
    ],
    ids=str,
)
def test_what_takes_no_guess_is_put_right_and_counted(fields, repair, attribute, value):
    result = read(finding("one quote", **fields))
    (raised,) = result.raised
    found = getattr(raised, attribute)
    assert (tuple(quote.text for quote in found) if attribute == "evidence" else found) == value
    assert list(result.repairs) == ([repair] if repair else [])


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"confidence": 80}, "confidence is none of 0, 25, 50, 75, 100"),
        ({"confidence": "75"}, "confidence"),
        ({"confidence": True}, "confidence"),
        ({"confidence": None}, "confidence"),
        ({"confidence": ...}, "confidence"),
        ({"severity": "terrible"}, "severity is none of P0, P1, P2, P3"),
        ({"severity": 1}, "severity"),
        ({"severity": ...}, "severity"),
        ({"title": ...}, "title is missing"),
        ({"title": " "}, "title is missing"),
        ({"title": {"text": "T"}}, "title is missing"),
        ({"why_it_matters": None}, "why_it_matters is missing"),
        ({"evidence": ...}, "evidence is missing"),
        ({"evidence": []}, "evidence is missing"),
        ({"evidence": ["", "  "]}, "evidence is missing"),
        ({"evidence": 5}, "evidence is missing"),
    ],
    ids=str,
)
def test_what_would_take_a_guess_is_dropped_alone(fields, reason):
    result = read(finding("before"), finding("bad", **fields), finding("after"))
    assert [raised.evidence[0].text for raised in result.raised] == ["before", "after"]
    (drop,) = result.malformed
    assert (drop.gate, drop.reviewer) == ("schema", "coherence")
    assert reason in drop.reason
    assert result.outcome is Outcome.OK


@pytest.mark.parametrize("item", ["a string", 7, None, [], True])
def test_what_is_no_finding_at_all_costs_no_other(item):
    result = read(item, finding("good"))
    assert (len(result.raised), len(result.malformed), result.outcome) == (1, 1, Outcome.OK)


@pytest.mark.parametrize(
    "text",
    [
        "Here is my review:\n\n{}\n\nI hope it helps.",
        "```json\n{}\n```",
        "  \ufeff{}",
        'I was asked for "findings": [] and found this. {}',
        "{}{}",
    ],
)
def test_json_inside_prose_or_a_fence_is_accepted(text):
    whole = reply(finding("a quote"), residual_risks=["R."], deferred_questions=["Q?"])
    result = read_reply(text.replace("{}", whole, 1).replace("{}", ""), "coherence")
    assert [raised.evidence[0].text for raised in result.raised] == ["a quote"]
    assert (result.residual_risks, result.deferred_questions) == (("R.",), ("Q?",))
    assert result.outcome is Outcome.OK


def test_a_list_without_a_table_round_it_is_accepted():
    assert len(read_reply(json.dumps([finding("a quote")]), "coherence").raised) == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I have nothing to say.",
        "null",
        "[]",
        "{}",
        '"findings"',
        '{"findings": "none"}',
        "[" * 5000,
        '{"a":' * 5000,
    ],
)
def test_what_is_no_reply_is_malformed(text):
    assert read_reply(text, "coherence").outcome is Outcome.MALFORMED


def test_an_empty_reply_is_a_good_one():
    assert read_reply(reply(), "coherence").outcome is Outcome.OK


def test_a_reply_cut_off_anywhere_keeps_the_findings_that_are_whole():
    text = reply(*(finding(f'quote {number} "with" [marks] {{}} \\ and ü') for number in range(4)))
    kept = []
    for end in range(len(text)):
        result = read_reply(text[:end], "coherence")
        kept.append(len(result.raised))
        assert not result.malformed
        assert [raised.evidence[0].text for raised in result.raised] == [
            f'quote {number} "with" [marks] {{}} \\ and ü' for number in range(kept[-1])
        ]
    assert kept == sorted(kept)
    assert kept[-1] == 4


def test_one_element_that_is_no_json_costs_no_other():
    broken = reply(finding("a"), "HERE", finding("b")).replace('"HERE"', '{"title": NaN, "x": 0001}')
    result = read_reply(broken, "coherence")
    assert [raised.evidence[0].text for raised in result.raised] == ["a", "b"]
    assert len(result.malformed) == 1


def test_more_findings_than_anybody_reads_are_counted_and_not_lost_silently():
    result = read(*(finding(f"quote {number}") for number in range(MAX_FINDINGS + 3)))
    assert (len(result.raised), len(result.malformed)) == (MAX_FINDINGS, 3)


def test_every_text_is_bounded_and_no_edit_is_shortened():
    huge = "word " * 20_000
    result = read(
        finding(
            huge, title=huge, why_it_matters=huge, section=huge, suggested_fix=huge, edits=[{"old": huge, "new": "x"}]
        )
    )
    (raised,) = result.raised
    assert len(raised.evidence[0].text) == MAX_QUOTE
    assert max(len(raised.title), len(raised.why_it_matters), len(raised.section), len(raised.suggested_fix)) <= 4_000
    assert raised.edits == ()
    assert result.repairs == {"edits": 1}


def test_control_characters_and_half_characters_do_not_reach_people():
    text = reply(
        finding("a quote", title="T\\u0000\\u001b[31m", why_it_matters="W \\ud800 x", residual_risks="")
    ).replace("\\\\u", "\\u")
    (raised,) = read_reply(text, "coherence").raised
    assert raised.title == "T  [31m"
    raised.why_it_matters.encode()


def test_a_claim_bolder_than_the_reviewer_may_make_is_brought_down():
    text = reply(finding("a", autofix_class="safe_auto"), finding("b", autofix_class="manual"))
    result = read_reply(text, "mine", autofix=AutofixClass.GATED_AUTO)
    assert [raised.autofix_class for raised in result.raised] == [AutofixClass.GATED_AUTO, AutofixClass.MANUAL]


def test_notes_are_short_few_and_different():
    result = read(residual_risks=["R.", "R.", 7, "x" * 5000, *map(str, range(100))], deferred_questions="Why?")
    assert result.residual_risks[0] == "R."
    assert len(result.residual_risks) == 30
    assert max(map(len, result.residual_risks)) == 500
    assert result.deferred_questions == ("Why?",)


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20)
    | st.sampled_from(["P1", "75", "safe_auto"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from([*finding(), "quote", "old", "new", "findings"]) | st.text(max_size=5), inner, max_size=6
        )
    ),
    max_leaves=25,
)


@given(st.lists(_JSON, max_size=5))
def test_whatever_stands_in_the_list_is_raised_or_dropped(items):
    result = read_reply(json.dumps({"findings": items}), "coherence")
    assert len(result.raised) + len(result.malformed) == len(items)
    for raised in result.raised:
        assert raised.title.strip()
        assert raised.evidence


@given(st.text(max_size=200) | st.text(alphabet='{}[]",:\\findgs ', max_size=200))
def test_no_text_is_too_strange_to_read(text):
    read_reply(text, "coherence")
    read_reply(f'{{"findings": [{text}', "coherence")


@given(_JSON.filter(lambda value: isinstance(value, dict)), st.data())
def test_taking_apart_finds_what_parsing_finds(item, data):
    whole = reply(item, item)
    end = data.draw(st.integers(0, len(whole)))
    parsed = parse_reply(whole[:end])
    if parsed is not None:
        assert json.dumps(list(parsed.findings)) == json.dumps([item, item][: len(parsed.findings)])


@pytest.mark.parametrize(
    ("word", "severity"),
    [
        ("P0", Severity.P0), ("p3", Severity.P3), ("CRITICAL", Severity.P0), ("error", Severity.P0),
        ("blocking", Severity.P0),
        ("major", Severity.P1), ("warning", Severity.P1), ("high", Severity.P1), ("minor", Severity.P2),
        ("medium", Severity.P2),
        ("low", Severity.P3), ("info", Severity.P3), ("nit", Severity.P3), ("kritisch", Severity.P0),
        ("Hinweis", Severity.P3),
        ("P1 (major)", Severity.P1), ("**high**", Severity.P1), ("terrible", None), ("", None), (3, None),
        ("x" * 100, None),
    ],
)  # fmt: skip
def test_words_of_other_scales_are_mapped(word, severity):
    assert severity_of(word) is severity
