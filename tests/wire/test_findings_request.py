"""`anchorline/findings`: what a panel lists, hints, dismissed findings and those behind the limit included."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from wire.test_decisions import BROKEN, FIXABLE, defer, dismiss, last, offline, plan, started
from wire.test_diagnostics import PLAN, at, opened, replace
from wire.test_models import PLAN as TEXT
from wire.wire_client import Message, WireClient

METHOD = "anchorline/findings"
WHY = "See ![x](http://evil.example/x.png) and <b>this</b> ⟨U+202E⟩ reason."
__all__ = ["plan"]  # a fixture


def listed(client: WireClient, uri: str = PLAN) -> list[Message]:
    found: list[Message] = client.request(METHOD, {"uri": uri})["result"]["findings"]
    return found


def test_every_finding_is_listed_with_its_route_and_its_place(able):
    opened(able, "teh plan\nmaybe\nhmm\n")
    teh, maybe, hmm = listed(able)
    assert teh == {
        "id": "teh-0", "title": "The word teh is doubtful", "message": "The word teh is doubtful", "why": WHY,
        "severity": "P2", "confidence": 100, "route": "apply", "rule": "word-teh", "section": "",
        "range": at(0, 0, end=3), "fixable": True, "undone": False, "shown": True,
        "dismissed": False, "deferred": False, "decisions": [],
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


def hidden(client: WireClient, uri: str = PLAN) -> list[Message]:
    return [each for each in listed(client, uri) if each["dismissed"]]


def test_one_dismissal_is_taken_back_by_the_id_of_its_finding_and_the_others_stay(able):
    opened(able, "teh plan\nmaybe\nhmm\n")
    able.command("dismiss", PLAN, "teh-0", "finding")
    able.command("dismiss", PLAN, "maybe-0", "finding")
    assert able.command("undismiss", PLAN, "teh-0")["result"] == 1
    assert [each["id"] for each in hidden(able)] == ["maybe-0"]
    assert able.command("undismiss", PLAN, "teh-0")["result"] == 0


TWO = TEXT + "\n### Unit 3: Watch\n\nThe readers are watched. See Unit 9.\n"


@pytest.mark.parametrize(("scope", "entries", "back"), [("finding", 1, ["Unit 7"]), ("file", 2, ["Unit 7", "Unit 9"])])
def test_one_decision_of_an_earlier_session_is_taken_back_by_its_id(plan, tmp_path, scope, entries, back):
    uri = plan.as_uri()
    with offline(tmp_path) as client:
        client.open(uri, TWO)
        first, second = client.diagnostics(uri)
        client.command("dismiss", uri, first["data"]["id"], scope)
        if scope == "finding":
            client.command("dismiss", uri, second["data"]["id"], scope)
        assert client.shut_down() == 0
    with offline(tmp_path) as client:
        client.open(uri, TWO)
        assert client.diagnostics(uri) == []
        found = hidden(client, uri)
        assert len(found) == 2
        (first, second) = sorted(found, key=lambda each: each["title"])
        assert len({*first["decisions"], *second["decisions"]}) == 3 - entries
        assert client.command("undismiss", uri, *first["decisions"])["result"] == 1
        shown = client.diagnostics(uri)
        assert sorted(each["message"][:6] for each in shown) == back
        assert len(hidden(client, uri)) == 2 - len(back)
        assert client.command("undismiss", uri, "0123456789abcdef")["result"] == 0


def test_a_dismissal_of_this_session_is_taken_back_behind_a_review_and_for_good(plan, tmp_path):
    uri = plan.as_uri()
    with offline(tmp_path) as client:
        client.open(uri, TEXT)
        dismiss(client, uri, client.diagnostics(uri), BROKEN)
        client.command("review", uri)
        assert client.diagnostics(uri) == []
        (dropped,) = hidden(client, uri)
        assert dropped["id"] is None
        assert client.command("undismiss", uri, *dropped["decisions"])["result"] == 1
        assert [each["code"] for each in client.diagnostics(uri)] == [BROKEN]
        assert hidden(client, uri) == []
        client.command("review", uri)
        assert [each["code"] for each in client.diagnostics(uri)] == [BROKEN]


def test_a_fix_that_is_still_being_looked_at_is_one_and_the_list_may_be_asked_for_again(plan, tmp_path):
    uri = plan.as_uri()
    with offline(tmp_path) as client:
        client.open(uri, FIXABLE)
        client.diagnostics(uri)
        assert [each["fixable"] for each in listed(client, uri)] == [True]
        start = len([m for m in client.seen if m.get("method") == "anchorline/status"])
        client.command("applySafeFixes", uri)  # which waits until it has been looked at
        client.drained()
        assert len([m for m in client.seen if m.get("method") == "anchorline/status"]) > start


def test_what_a_team_decided_is_not_for_one_of_them_to_take_back(plan, tmp_path):
    uri = plan.as_uri()
    with offline(tmp_path) as client:
        client.open(uri, TEXT)
        dismiss(client, uri, client.diagnostics(uri), BROKEN)
        assert client.shut_down() == 0
    team = plan.parent / ".anchorline" / "decisions.jsonl"
    state = {**os.environ, "ANCHORLINE_MEMORY__PATH": str(tmp_path / "state"), "XDG_CONFIG_HOME": str(tmp_path)}
    for arguments in (["export", str(team), "--workspace", str(plan.parent)], ["forget", "--all"]):
        subprocess.run(
            [sys.executable, "-m", "anchorline", "decisions", *arguments], env=state, check=True, capture_output=True
        )
    with started(tmp_path, {"provider": "off"}, folder=plan.parent) as client:
        client.open(uri, TEXT)
        assert client.diagnostics(uri) == []
        (theirs,) = hidden(client, uri)
        assert (theirs["id"], theirs["decisions"], theirs["deferred"]) == (None, [], False)


def test_what_was_put_off_is_listed_as_that_and_can_be_asked_again_while_its_entry_stands(plan, tmp_path):
    uri = plan.as_uri()
    with offline(tmp_path) as client:
        client.open(uri, TEXT)
        (shown,) = client.diagnostics(uri)
        defer(client, uri, shown)
        said = client.wait_for(lambda m: m.get("method") == "window/showMessage")["params"]
        assert said["type"] == 3
        assert said["message"].startswith("plan.md, line 2")
        assert said["message"].endswith("entered among the open questions.")
        client.wait_for(lambda m: m.get("method", "").endswith("publishDiagnostics") and not m["params"]["diagnostics"])
        (put_off,) = hidden(client, uri)
        assert put_off["deferred"]
        ids = put_off["decisions"] or [put_off["id"]]
        assert client.command("undismiss", uri, *ids)["result"] == 1
        said = [m["params"]["message"] for m in client.seen if m.get("method") == "window/showMessage"]
        assert said[-1] == "plan.md: its entry among the open questions stays; it is yours to take out."
        assert last(client, uri) == [BROKEN]


def test_a_whole_rule_is_not_silenced_in_silence(able):
    opened(able, "teh plan\nand teh end\nmaybe\n")
    able.command("dismiss", PLAN, "maybe-0", "finding")
    able.command("dismiss", PLAN, "teh-0", "file")
    (said,) = [m["params"] for m in able.seen if m.get("method") == "window/showMessage"]
    assert said["type"] == 3
    assert said["message"].startswith("word-teh says nothing in plan.md any more (2 findings hidden here).")


@pytest.mark.parametrize(
    "arguments", [[], [PLAN], [PLAN, 5], [PLAN, ""], [PLAN, *map(str, range(101))], ["file:///no"]]
)
def test_what_is_no_id_takes_nothing_back(able, arguments):
    opened(able, "teh plan\n")
    assert able.command("undismiss", *arguments)["error"]["code"] == -32602


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
