"""Replies about code: the fields that documents do not have."""

from __future__ import annotations

import json

import pytest

from anchorline.findings.wire.reply import read_reply
from anchorline.findings.words import AutofixClass, Outcome, Profile
from endpoint import finding, reply


def read(*findings, **fields):
    return read_reply(reply(*findings, **fields), "correctness", profile=Profile.CODE)


def test_a_whole_finding_is_taken_as_it_is():
    result = read(
        finding("total += 1", line=12, category="boundary", failure_path="An empty list divides by zero.",
                pre_existing=True, requires_verification=True, autofix_class="advisory"),
        testing_gaps=["No test sends an empty list."],
    )  # fmt: skip
    (raised,) = result.raised
    assert (raised.rule, raised.evidence[0].line, raised.failure_path) == (
        "correctness/boundary", 11, "An empty list divides by zero.",
    )  # fmt: skip
    assert (raised.pre_existing, raised.requires_verification, raised.autofix_class) == (
        True, True, AutofixClass.ADVISORY,
    )  # fmt: skip
    assert result.testing_gaps == ("No test sends an empty list.",)
    assert result.repairs == {}


@pytest.mark.parametrize(
    ("fields", "repair", "attribute", "value"),
    [
        pytest.param({"category": "E501"}, None, "category", "E501", id="a lint rule is a category"),
        pytest.param({"category": "@typescript-eslint/no-floating-promises"}, None, "category",
                     "@typescript-eslint/no-floating-promises", id="with its plug-in"),
        pytest.param({"category": "Error Handling"}, None, "category", "error-handling", id="a word of the list"),
        pytest.param({"category": "two words here"}, "category", "category", "other", id="no word at all"),
        pytest.param({"failure_path": "  "}, None, "failure_path", None, id="an empty failure path is none"),
        pytest.param({"failure_path": ["x"]}, None, "failure_path", None, id="nor is a list"),
        pytest.param({"pre_existing": "true"}, "pre_existing", "pre_existing", True, id="a flag as a word"),
        pytest.param({"pre_existing": None}, "pre_existing", "pre_existing", False, id="a flag that is none"),
        pytest.param({"requires_verification": 1}, "requires_verification", "requires_verification", False, id="one"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_one_field_costs_that_field(fields, repair, attribute, value):
    result = read(finding("total += 1", **{"category": "logic", **fields}))
    (raised,) = result.raised
    assert getattr(raised, attribute) == value
    assert set(result.repairs) == ({repair} if repair else set())


@pytest.mark.parametrize(
    ("said", "line"),
    [(1, 0), ("42", 41), ("L42-48", 41), ([7, 9], 6), (0, None), (-3, None), (True, None), ({}, None), (10**9, None)],
)
def test_a_line_counts_from_one_and_is_a_hint(said, line):
    (raised,) = read(finding("total += 1", line=said)).raised
    assert raised.evidence[0].line == line


def test_a_document_has_none_of_it():
    text = reply(finding("total += 1", line=3, category="E501", failure_path="x"), testing_gaps=["a gap"])
    result = read_reply(text, "coherence")
    (raised,) = result.raised
    assert (raised.category, raised.failure_path, raised.evidence[0].line) == ("other", None, None)
    assert result.testing_gaps == ()


def test_testing_gaps_are_found_in_prose_too():
    text = f"Here you are:\n{reply(finding('total += 1'), testing_gaps=['a gap'])}\nGood luck!"
    result = read_reply(text, "testing", profile=Profile.CODE)
    assert (len(result.raised), result.testing_gaps, result.outcome) == (1, ("a gap",), Outcome.OK)


def test_a_single_gap_need_not_be_a_list():
    text = json.dumps({"findings": [], "testing_gaps": "a gap"})
    assert read_reply(text, "testing", profile=Profile.CODE).testing_gaps == ("a gap",)
