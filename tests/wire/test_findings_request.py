"""`anchorline/findings`: what a panel lists, hints, dismissed findings and those behind the limit included."""

from __future__ import annotations

from typing import Any

import pytest

from wire.test_decisions import BROKEN, dismiss, offline, plan
from wire.test_diagnostics import PLAN, at, opened, replace
from wire.test_models import PLAN as TEXT
from wire.wire_client import Message, WireClient

METHOD = "anchorline/findings"
__all__ = ["plan"]  # a fixture


def listed(client: WireClient, uri: str = PLAN) -> list[Message]:
    found: list[Message] = client.request(METHOD, {"uri": uri})["result"]["findings"]
    return found


def test_every_finding_is_listed_with_its_route_and_its_place(able):
    opened(able, "teh plan\nmaybe\nhmm\n")
    teh, maybe, hmm = listed(able)
    assert teh == {
        "id": "teh-0", "title": "The word teh is doubtful", "message": "The word teh is doubtful",
        "severity": "P2", "confidence": 100, "route": "apply", "rule": "word-teh", "section": "",
        "range": at(0, 0, end=3), "fixable": True, "dismissed": False,
    }  # fmt: skip
    assert (maybe["route"], maybe["fixable"], maybe["range"]) == ("decision", False, at(1, 0, end=5))
    assert (hmm["route"], hmm["confidence"]) == ("fyi", 50)


def test_a_dismissed_finding_is_listed_as_dismissed(able):
    opened(able, "teh plan\nmaybe\n")
    able.command("dismiss", PLAN, "teh-0", "finding")
    assert [(finding["id"], finding["dismissed"]) for finding in listed(able)] == [("teh-0", True), ("maybe-0", False)]


def test_what_was_dismissed_in_an_earlier_session_is_listed_without_a_place(plan, tmp_path):
    uri = plan.as_uri()
    with offline(tmp_path) as client:
        client.open(uri, TEXT)
        dismiss(client, uri, client.diagnostics(uri), BROKEN)
        assert client.shut_down() == 0
    with offline(tmp_path) as client:
        client.open(uri, TEXT)
        assert client.diagnostics(uri) == []
        (dismissed,) = [each for each in listed(client, uri) if each["dismissed"]]
        assert dismissed["title"].startswith("Unit 7")
        assert (dismissed["id"], dismissed["range"]) == (None, None)
        assert client.command("undismissAll", uri)["result"] == 1
        assert [each["code"] for each in client.diagnostics(uri)] == [BROKEN]
        assert not any(each["dismissed"] for each in listed(client, uri))


def test_places_follow_the_text_and_what_lost_its_evidence_is_not_listed(able):
    opened(able, "teh plan\nmaybe\n")
    able.change(PLAN, 2, replace(at(0, 0, end=3), "the\n"))
    (maybe,) = listed(able)
    assert maybe["range"] == at(2, 0, end=5)


def test_a_document_that_is_not_open_has_no_findings(able):
    assert listed(able, "file:///plans/other.md") == []


@pytest.mark.parametrize("params", [None, {}, {"uri": 5}, []])
def test_params_of_another_shape_are_refused(able, params: Any):
    assert able.request(METHOD, params)["error"]["code"] == -32602
