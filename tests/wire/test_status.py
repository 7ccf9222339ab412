"""What the status, the report and the debug information say of the text that is open now, whatever came before."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from endpoint import Drip, Endpoint, Say, reply
from wire.test_models import CONSENT, GAP, PLAN, save, server
from wire.wire_client import Message, WireClient

EDITED = PLAN + "\nOne more sentence.\n"
OLDER = "edited since the models read it"
STOPPED = "models stopped; they read an older text"


@pytest.fixture
def plan(tmp_path: Path) -> str:
    path = tmp_path / "docs" / "plan.md"
    path.parent.mkdir()
    path.write_text(PLAN, encoding="utf-8")
    return path.as_uri()


def told(client: WireClient, state: str, words: str = "") -> Message:
    """The next status like that."""
    found: Message = client.wait_for(
        lambda m: (
            m.get("method") == "anchorline/status" and m["params"]["state"] == state and words in m["params"]["message"]
        )
    )["params"]
    return found


def reviewers(status: Message) -> dict[str, str]:
    return {each["name"]: each["state"] for each in status["reviewers"]}


def latest(client: WireClient) -> Message:
    client.request("workspace/executeCommand", {"command": "anchorline.debugInformation"})
    statuses: list[Message] = [m["params"] for m in client.seen if m.get("method") == "anchorline/status"]
    return statuses[-1]


def debug(client: WireClient) -> str:
    text: str = client.request("workspace/executeCommand", {"command": "anchorline.debugInformation"})["result"]
    return text


def report(client: WireClient, uri: str) -> str:
    shown = client.request("workspace/executeCommand", {"command": "anchorline.showReport", "arguments": [uri]})
    return Path(unquote(urlsplit(shown["result"]).path)).read_text(encoding="utf-8")


def edit(client: WireClient, uri: str, version: int, text: str, *, saved: bool = False) -> None:
    client.change(uri, version, {"text": text})
    if saved:
        save(client, uri, text)


def pause(client: WireClient) -> None:
    """Or resume. What is told before the answer is not waited past."""
    client.start_request("workspace/executeCommand", {"command": "anchorline.pause", "arguments": [None]})


def read_whole(client: WireClient, uri: str) -> None:
    """The plan is open, and the models have read it."""
    client.open(uri, PLAN)
    save(client, uri)
    assert reviewers(told(client, "complete"))["coherence"] == "ok"


def in_flight(client: WireClient, endpoint: Endpoint, count: int) -> None:
    told(client, "reviewing")
    endpoint.wait_for(lambda e: len(e.seen) > count, "a call")


def twice(then: Any) -> dict[str, list[Any]]:
    """Each reviewer answers the first review; the next ones are answered so."""
    return {
        "coherence": [Say(reply(GAP)), then, then, then],
        "feasibility": [Say(reply()), then, then, then],
        "*": [Say(reply()), then, then, then],
    }


def test_an_edit_makes_a_whole_review_one_of_an_older_text_and_undoing_it_takes_that_back(plan, tmp_path):
    with Endpoint(twice(Drip())) as endpoint, server(endpoint, tmp_path, CONSENT) as client:
        read_whole(client, plan)
        assert "models were asked about this text" in debug(client)
        assert "The review is complete" in report(client, plan)
        edit(client, plan, 2, EDITED)
        told(client, "idle", OLDER)
        told(client, "checking")
        assert set(reviewers(told(client, "idle", OLDER))) == {"checks"}
        assert "state idle, models read an older text" in debug(client)
        text = report(client, plan)
        assert "The review of an older text is complete" in text
        assert "belong to the older text" in text
        assert text.rstrip().endswith("For the older text.")
        edit(client, plan, 3, PLAN)
        told(client, "checking")
        assert reviewers(told(client, "complete"))["coherence"] == "ok"
        assert "The review is complete" in report(client, plan)


def test_where_checks_wait_for_a_save_an_edit_is_told_of_all_the_same(plan, tmp_path):
    settings = {**CONSENT, "checks": {"on": "save"}}
    with Endpoint(twice(Drip())) as endpoint, server(endpoint, tmp_path, settings) as client:
        client.open(plan, PLAN)
        told(client, "offline")
        edit(client, plan, 2, EDITED)
        told(client, "idle", "edited since the checks ran")
        save(client, plan, EDITED)
        told(client, "complete")
        edit(client, plan, 3, PLAN)
        told(client, "idle", OLDER)


def test_a_save_that_has_not_settled_calls_nothing_reviewed(plan, tmp_path):
    with Endpoint(twice(Drip())) as endpoint, server(endpoint, tmp_path, CONSENT) as client:
        read_whole(client, plan)
        calls = len(endpoint.seen)
        client.notify(
            "workspace/didChangeConfiguration",
            {"settings": {"anchorline": {**CONSENT, "review": {"settleMs": 10_000}}}},
        )
        told(client, "complete")
        edit(client, plan, 2, EDITED)
        told(client, "checking")
        told(client, "idle", OLDER)
        save(client, plan, EDITED)
        told(client, "checking")
        told(client, "idle", OLDER)
        client.command("cancel", plan)
        told(client, "idle", STOPPED)
        assert len(endpoint.seen) == calls


def test_checks_and_joins_leave_a_review_in_flight_what_it_is(plan, tmp_path):
    gate = threading.Event()
    script = {"coherence": [Say(reply(GAP), gate=gate)]}
    with Endpoint(script) as endpoint, server(endpoint, tmp_path, CONSENT) as client:
        client.open(plan, PLAN)
        save(client, plan)
        in_flight(client, endpoint, 0)
        client.command("review", plan)
        assert reviewers(told(client, "reviewing"))["coherence"] == "reviewing"
        assert "state reviewing, models in flight" in debug(client)
        assert "Models are reviewing now" in report(client, plan)
        edit(client, plan, 2, EDITED)
        assert reviewers(told(client, "reviewing", "; edited since"))["coherence"] == "reviewing"
        seen = len(client.seen)
        gate.set()
        told(client, "idle", OLDER)
        states = [m["params"]["state"] for m in client.seen[seen:] if m.get("method") == "anchorline/status"]
        assert "complete" not in states


@pytest.mark.parametrize("how", ["command", "request"])
def test_a_review_that_was_cancelled_after_a_whole_one_read_nothing(plan, tmp_path, how):
    with Endpoint(twice(Drip())) as endpoint, server(endpoint, tmp_path, CONSENT) as client:
        read_whole(client, plan)
        calls = len(endpoint.seen)
        edit(client, plan, 2, EDITED)
        number = None
        if how == "command":
            save(client, plan, EDITED)
        else:
            number = client.start_request(
                "workspace/executeCommand", {"command": "anchorline.review", "arguments": [plan]}
            )
        in_flight(client, endpoint, calls)
        if number is None:
            client.command("cancel", plan)
        else:
            client.notify("$/cancelRequest", {"id": number})
        assert set(reviewers(told(client, "idle", STOPPED))) == {"checks"}
        assert "state idle, models read an older text" in debug(client)
        assert "The review of an older text is complete" in report(client, plan)


def test_a_first_review_that_was_cancelled_leaves_the_checks(plan, tmp_path):
    with Endpoint({"*": [Drip()]}) as endpoint, server(endpoint, tmp_path, CONSENT) as client:
        client.open(plan, PLAN)
        save(client, plan)
        in_flight(client, endpoint, 0)
        client.command("cancel", plan)
        assert set(reviewers(told(client, "offline", "checks only: models were stopped"))) == {"checks"}
        assert "read by no model" in debug(client)


@pytest.mark.parametrize("whole", [True, False], ids=["after a whole review", "the first review"])
def test_what_a_pause_stopped_is_not_taken_up_and_that_is_said(plan, tmp_path, whole):
    script = twice(Drip()) if whole else {"*": [Drip()]}
    with Endpoint(script) as endpoint, server(endpoint, tmp_path, CONSENT) as client:
        if whole:
            read_whole(client, plan)
        else:
            client.open(plan, PLAN)
        calls = len(endpoint.seen)
        edit(client, plan, 2, EDITED, saved=True)
        in_flight(client, endpoint, calls)
        pause(client)
        assert "reviewing" not in reviewers(told(client, "paused")).values()
        endpoint.wait_for(lambda e: len(e.left) >= 1, "a connection that was closed")
        sent = len(endpoint.seen)
        pause(client)
        after = told(client, "idle", STOPPED) if whole else told(client, "offline", "checks only: models were stopped")
        assert set(reviewers(after)) == {"checks"}
        assert len(endpoint.seen) == sent


def test_readers_of_a_superseded_review_are_gone(plan, tmp_path):
    with Endpoint(twice(Drip())) as endpoint, server(endpoint, tmp_path, CONSENT) as client:
        read_whole(client, plan)
        calls = len(endpoint.seen)
        edit(client, plan, 2, EDITED, saved=True)
        in_flight(client, endpoint, calls)
        edit(client, plan, 3, PLAN, saved=True)  # every answer about it is known
        while reviewers(done := told(client, "complete"))["coherence"] != "cached":
            assert reviewers(done)["coherence"] == "ok"  # of the whole review before, which read this very text
        endpoint.wait_for(lambda e: len(e.left) >= 1, "a connection that was closed")
        assert reviewers(latest(client)) == reviewers(done)


def test_a_document_that_is_opened_again_has_no_readers(plan, tmp_path):
    with Endpoint({"*": [Drip()]}) as endpoint, server(endpoint, tmp_path, CONSENT) as client:
        client.open(plan, PLAN)
        save(client, plan)
        in_flight(client, endpoint, 0)
        client.notify("textDocument/didClose", {"textDocument": {"uri": plan}})
        client.open(plan, PLAN)
        assert set(reviewers(told(client, "offline", "checks only"))) == {"checks"}
        assert "read by no model" in debug(client)


def test_a_provider_that_is_switched_off_in_flight_leaves_no_readers(plan, tmp_path):
    with Endpoint(twice(Drip())) as endpoint, server(endpoint, tmp_path, CONSENT) as client:
        read_whole(client, plan)
        calls = len(endpoint.seen)
        edit(client, plan, 2, EDITED, saved=True)
        in_flight(client, endpoint, calls)
        client.notify("workspace/didChangeConfiguration", {"settings": {"anchorline": {"provider": "off"}}})
        assert set(reviewers(told(client, "idle", OLDER))) == {"checks"}
        endpoint.wait_for(lambda e: len(e.left) >= 1, "a connection that was closed")
        assert latest(client)["state"] == "idle"


def test_an_incomplete_review_of_an_older_text_stays_incomplete(plan, tmp_path):
    script = {"coherence": [Say("no JSON at all")]}
    with Endpoint(script) as endpoint, server(endpoint, tmp_path, CONSENT) as client:
        client.open(plan, PLAN)
        save(client, plan)
        told(client, "incomplete", "coherence")
        edit(client, plan, 2, EDITED)
        assert reviewers(told(client, "incomplete", "; edited since"))["coherence"] == "malformed"


def test_what_models_found_in_an_older_text_is_shown_but_reviews_nothing(plan, tmp_path):
    with Endpoint(twice(Drip())) as endpoint, server(endpoint, tmp_path, CONSENT) as client:
        read_whole(client, plan)
        edit(client, plan, 2, EDITED)
        told(client, "checking")
        status = told(client, "idle", OLDER)
        assert sum(status["counts"].values()) == 2
        publications = [m for m in client.seen if m.get("method") == "textDocument/publishDiagnostics"]
        codes = [each["code"] for each in publications[-1]["params"]["diagnostics"]]
        assert sorted(codes) == ["coherence/contradiction", "undefined-reference"]
