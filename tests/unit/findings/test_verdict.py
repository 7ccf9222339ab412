"""The verifier's answer, in all the forms in which it may come."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anchorline.findings.verification import Verdict
from anchorline.findings.wire.verdict import read_verdict, verdict_schema

WHOLE = {"validated": True, "reason": "It fails.", "correctness": 90, "completeness": 80, "no_regressions": 70}
READ = Verdict(True, "It fails.", 90, 80, 70)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(WHOLE),
        f"```json\n{json.dumps(WHOLE)}\n```",
        f"I looked {{carefully}}. {json.dumps(WHOLE)} That is all.",
        json.dumps(WHOLE | {"extra": [1, {"validated": 0}]}),
        json.dumps(WHOLE | {"correctness": 90.0}),
        json.dumps(WHOLE | {"reason": "It\n\x00fails."}),
        f'{{"validated": false}} No, wait: {json.dumps(WHOLE)}',
    ],
)
def test_a_verdict_is_read_wherever_it_stands(text):
    assert read_verdict(text) == READ


@pytest.mark.parametrize(
    "changes",
    [
        {"validated": None}, {"validated": 1}, {"validated": "maybe"}, {"correctness": 101}, {"correctness": -1},
        {"validated": "true"}, {"validated": "yes"}, {"reason": None}, {"reason": ""}, {"reason": " \n"},
        {"reason": ["x"]}, {"validated": False, "reason": ""}, {"correctness": 95.6}, {"correctness": "95"},
        {"correctness": None}, {"completeness": True}, {"no_regressions": [70]},
    ],
)  # fmt: skip
def test_what_is_no_verdict_is_none(changes):
    assert read_verdict(json.dumps(WHOLE | changes)) is None


@pytest.mark.parametrize(
    "text", ["", "no", "[]", "{", '{"findings": []}', "{" * 100_000, '{"validated": ' * 50_000, "NaN"]
)
def test_neither_is_other_text(text):
    assert read_verdict(text) is None


def test_what_is_not_validated_needs_no_marks():
    assert read_verdict('{"validated": false, "reason": "A guard stands before it."}') == Verdict(
        False, "A guard stands before it.", 0, 0, 0
    )


def test_the_schema_names_what_is_read():
    assert set(verdict_schema()["required"]) == set(WHOLE)


@given(st.text())
def test_no_text_breaks_the_reading(text):
    read_verdict(text)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=5))
def test_no_value_breaks_it_either(value):
    read_verdict(json.dumps({"validated": value, "reason": value}))
    read_verdict(
        json.dumps(
            {"validated": True, "reason": "x", "correctness": value, "completeness": value, "no_regressions": value}
        )
    )
