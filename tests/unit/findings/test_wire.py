"""The JSON output: its shape, its order, and what never stands in it as it is."""

from __future__ import annotations

import json
from dataclasses import replace

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anchorline.cli.output.report import json_output
from anchorline.findings.wire.build import wire_range
from anchorline.findings.wire.schema import read_report, report_schema
from anchorline.findings.wire.text import json_text
from anchorline.findings.words import Profile
from anchorline.gates import DROPPING
from anchorline.text.lines import LineIndex, Position, Range
from anchorline.text.span import Span
from cli_kit import FAILED, PLAN, TEXT, edit, finding, reviewed


def report(*files, explain=False):
    return json.loads(json_output(files, explain=explain))


def test_a_report_fits_the_schema_that_is_printed():
    schema = report_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(report(PLAN, FAILED, explain=True))


def test_a_report_can_be_read_back_as_it_was():
    text = json_output([PLAN, FAILED], explain=True)
    read, problems = read_report(text)
    assert problems == ()
    assert read is not None
    assert read.reviews[0].findings[0].edits[0].new_text == "are 3 steps"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("{}", "schema_version"),
        ('{"schema_version": 2, "tool": {"name": "a", "version": "1"}, "reviews": []}', "schema_version"),
        ('{"schema_version": 1, "tool": {"name": "a", "version": "1", "x": 1}, "reviews": []}', "tool/x"),
        ("[", "the report"),
    ],
)
def test_what_is_no_report_is_named_by_its_place(text, place):
    read, problems = read_report(text)
    assert read is None
    assert any(problem.startswith(place) for problem in problems)


def test_keys_come_in_the_order_of_the_manual():
    made = report(PLAN)
    review = made["reviews"][0]
    assert list(made) == ["schema_version", "tool", "reviews"]
    assert " ".join(review) == (
        "path sha256 profile document_type status reason verdict reviewers findings residual_risks deferred_questions "
        "testing_gaps ledger usage"
    )
    assert " ".join(review["findings"][0]) == (
        "id rule title severity confidence autofix_class route finding_type category section why_it_matters "
        "suggested_fix message lsp_severity range evidence edits reviewers promoted blocking constituents"
    )
    assert list(review["ledger"]) == ["produced", "merged", "dropped", "published", "drops"]


def test_every_gate_is_named_and_drops_are_listed_only_when_asked_for():
    quiet, told = report(PLAN)["reviews"][0]["ledger"], report(PLAN, explain=True)["reviews"][0]["ledger"]
    assert list(quiet["dropped"]) == list(DROPPING[Profile.DOCUMENT])
    assert {gate: count for gate, count in quiet["dropped"].items() if count} == {"grounding": 1}
    assert quiet["produced"] == quiet["merged"] + quiet["published"] + sum(quiet["dropped"].values())
    assert quiet["drops"] == []
    assert told["drops"] == [
        {
            "title": "Nothing to see",
            "reviewer": "coherence",
            "gate": "grounding",
            "reason": "quote not found",
            "score": None,
        }
    ]


def test_a_file_that_was_not_read_is_failed_and_never_approved():
    review = report(FAILED)["reviews"][0]
    assert (review["status"], review["verdict"], review["sha256"]) == ("failed", "request_changes", "")
    assert "does not exist" in review["reason"]


def test_characters_count_as_an_editor_counts_them():
    text = "a\r😀b TBD\u2028x\n"
    made = report(reviewed(text, finding(text, "TBD")))["reviews"][0]["findings"][0]
    assert made["range"] == {"start": {"line": 1, "character": 4}, "end": {"line": 1, "character": 7}}


def test_an_edit_covers_exactly_its_old_text():
    text = "x 😀 two\n"
    made = report(reviewed(text, finding(text, "two", edits=(edit(text, "two", "2"),))))
    assert made["reviews"][0]["findings"][0]["edits"] == [
        {"range": {"start": {"line": 0, "character": 5}, "end": {"line": 0, "character": 8}}, "new_text": "2"}
    ]


def test_the_same_review_gives_the_same_bytes():
    assert json_output([PLAN], explain=True) == json_output([replace(PLAN)], explain=True)


@given(st.text(), st.data())
def test_a_range_leads_back_to_the_text(text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    lines = LineIndex(text)
    made = wire_range(Span(start, end), lines)
    start_at, end_at = (Position(at.line, at.character) for at in (made.start, made.end))
    back = lines.span(Range(start_at, end_at))
    assert back.of(text).strip("\r\n") == text[start:end].strip("\r\n")


@given(st.dictionaries(st.text(max_size=5), st.text()))
def test_any_text_survives_and_nothing_in_it_acts(value):
    written = json_text(value)
    assert json.loads(written) == value
    assert not any(ord(character) < 32 and character != "\n" for character in written)
    assert not set(written) & {"\x7f", "\x9b", "\u202e", "\u2028", "\u200b", "\ufeff", "\U000e0041"}
    assert "##[" not in written


def test_ordinary_letters_stay_readable():
    text = TEXT.replace("Pack", "Überprüfen 漢字")
    assert "Überprüfen 漢字" in json_output([reviewed(text, finding(text, "Überprüfen 漢字"))], explain=False)
