"""What a person asked for by a save or a command survives whatever weaker reason for a review comes right behind it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from endpoint import Drip, Endpoint, Say, reply
from wire.conftest import ABLE, SCRIPTED
from wire.test_converge import make
from wire.test_fixes import said
from wire.test_models import CONSENT, GAP, PLAN, RULE, plan, published, save, server, state, waits
from wire.wire_client import Message, WireClient, framed

__all__ = ["plan"]

QUICK: Message = {**CONSENT, "review": {"settleMs": 0}}
SLOW_TO_SETTLE: Message = {**CONSENT, "review": {"settleMs": 600}}


def notification(method: str, params: object) -> bytes:
    return framed({"jsonrpc": "2.0", "method": method, "params": params})


def saved(uri: str, text: str = PLAN) -> bytes:
    return notification("textDocument/didSave", {"textDocument": {"uri": uri}, "text": text})


def configured(**settings: Any) -> bytes:
    return notification("workspace/didChangeConfiguration", {"settings": {"anchorline": {**QUICK, **settings}}})


def ordered(name: str, uri: str, token: str, number: str) -> bytes:
    params = {"command": f"anchorline.{name}", "arguments": [uri], "workDoneToken": token}
    return framed({"jsonrpc": "2.0", "id": number, "method": "workspace/executeCommand", "params": params})


def inserted_above(uri: str, version: int) -> bytes:
    top = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}
    return notification(
        "textDocument/didChange",
        {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"range": top, "text": "\n\n"}]},
    )


WATCHED = notification(
    "workspace/didChangeWatchedFiles", {"changes": [{"uri": "file:///plans/.git/logs/HEAD", "type": 2}]}
)


@pytest.mark.parametrize("weaker", [configured(strictness="chill"), WATCHED], ids=["settings", "watched files"])
@pytest.mark.parametrize("asked", ["save", "review", "reviewThoroughly"])
def test_settings_that_change_right_behind_it_take_nothing_away(plan, tmp_path, asked, weaker):
    with Endpoint({"coherence": [Say(reply(GAP))]}) as endpoint, server(endpoint, tmp_path, CONSENT) as client:
        client.open(plan, PLAN)
        state(client, "offline")
        first = saved(plan) if asked == "save" else ordered(asked, plan, "t", "c")
        client.send_bytes(first + weaker + weaker)
        published(client, lambda codes: RULE in codes)
        state(client, "complete")
        client.drained()
        assert endpoint.reviewers().count("coherence") == 1
        if asked != "save":
            kinds = [
                m["params"]["value"]["kind"]
                for m in client.seen
                if m.get("method") == "$/progress" and m["params"]["token"] == "t"
            ]
            assert (kinds[0], kinds[-1]) == ("begin", "end")
            assert set(kinds[1:-1]) <= {"report"}


def test_the_text_that_was_saved_is_reviewed_and_found_again_in_the_text_that_was_typed_since(plan, tmp_path):
    with Endpoint({"coherence": [Say(reply(GAP))]}) as endpoint, server(endpoint, tmp_path, CONSENT) as client:
        client.open(plan, PLAN)
        state(client, "offline")
        client.send_bytes(saved(plan) + inserted_above(plan, 2) + WATCHED)
        (gap,) = [d for d in published(client, lambda codes: RULE in codes) if d["code"] == RULE]
        assert gap["range"]["start"]["line"] == PLAN.split("\n").index(GAP_LINE) + 2
        assert "edited since the models read it" in state(client, "idle")["message"]
        assert all("\n\n# Plan" not in block["text"] for block in endpoint.seen[0].blocks)


GAP_LINE = "The copy runs once a night, and readers may see gaps while it runs."


def test_what_models_said_before_is_shown_although_somebody_types_as_soon_as_it_is_open(plan, tmp_path):
    with Endpoint({"coherence": [Say(reply(GAP))]}) as endpoint:
        with server(endpoint, tmp_path, CONSENT) as client:
            client.open(plan, PLAN)
            save(client, plan)
            state(client, "complete")
        calls = len(endpoint.seen)
        with server(endpoint, tmp_path, CONSENT) as client:
            item = {"uri": plan, "languageId": "markdown", "version": 1, "text": PLAN}
            client.send_bytes(
                notification("textDocument/didOpen", {"textDocument": item}) + inserted_above(plan, 2) + WATCHED
            )
            published(client, lambda codes: RULE in codes)
        assert len(endpoint.seen) == calls


def test_a_thorough_review_stays_thorough_when_the_text_is_saved(plan, tmp_path):
    with Endpoint() as endpoint, server(endpoint, tmp_path, CONSENT) as client:
        client.open(plan, PLAN)
        state(client, "offline")
        client.send_bytes(ordered("reviewThoroughly", plan, "t", "c") + saved(plan))
        state(client, "complete")
        client.drained()
        assert {seen.body["model"] for seen in endpoint.seen} == {"claude-sonnet-5-5"}


def test_a_command_does_not_wait_for_the_quiet_that_a_save_waits_for(plan, tmp_path):
    patient = {**CONSENT, "review": {"settleMs": 60_000}}
    with Endpoint({"coherence": [Say(reply(GAP))]}) as endpoint, server(endpoint, tmp_path, patient) as client:
        client.open(plan, PLAN)
        state(client, "offline")
        save(client, plan)
        state(client, "offline")
        client.command("review", plan)
        published(client, lambda codes: RULE in codes)


# --- settings that change while models are about to be asked, or are asked


def test_a_provider_that_is_switched_off_before_saves_are_quiet_is_sent_nothing(plan, tmp_path):
    with Endpoint() as endpoint, server(endpoint, tmp_path, SLOW_TO_SETTLE) as client:
        client.open(plan, PLAN)
        state(client, "offline")
        save(client, plan)
        state(client, "offline")
        client.send_bytes(configured(provider="off"))
        waits(client, "models are switched off")
        assert client.command("cancel", plan)["result"] is False  # nothing waits any more
        assert endpoint.seen == []


def test_other_settings_that_change_before_saves_are_quiet_are_those_that_count(plan, tmp_path):
    with (
        Endpoint({"coherence": [Say(reply(GAP))]}) as endpoint,
        server(endpoint, tmp_path, SLOW_TO_SETTLE) as client,
    ):
        client.open(plan, PLAN)
        state(client, "offline")
        save(client, plan)
        state(client, "offline")
        client.send_bytes(configured(filters=["contradiction"]))
        state(client, "complete")
        client.drained()
        assert not any(RULE in shown for shown in lists(client))
        assert endpoint.reviewers().count("coherence") == 1


def test_settings_that_change_while_models_answer_count_for_what_they_said(plan, tmp_path):
    gate = threading.Event()
    with (
        Endpoint({"coherence": [Say(reply(GAP), gate=gate)]}) as endpoint,
        server(endpoint, tmp_path, CONSENT) as client,
    ):
        client.open(plan, PLAN)
        save(client, plan)
        endpoint.wait_for(lambda e: len(e.seen) >= 1, "a call")
        client.send_bytes(configured(filters=["contradiction"]))
        state(client, "offline")
        calls = len(endpoint.seen)
        gate.set()
        published(client, lambda codes: RULE in codes)  # judged as it was planned
        published(client, lambda codes: RULE not in codes)  # and anew
        state(client, "complete")
        assert endpoint.reviewers().count("coherence") == 1
        assert calls <= len(endpoint.seen)


def test_a_document_that_is_switched_off_while_models_answer_asks_no_further(plan, tmp_path):
    with Endpoint({"*": [Drip()]}) as endpoint, server(endpoint, tmp_path, CONSENT) as client:
        client.open(plan, PLAN)
        save(client, plan)
        endpoint.wait_for(lambda e: len(e.seen) >= 1, "a call")
        client.send_bytes(configured(enable=False))
        assert published(client, lambda codes: not codes) == []
        endpoint.wait_for(lambda e: len(e.left) >= 1, "a connection that was closed")
        client.drained()
        assert lists(client)[-1] == []


# --- rounds


@pytest.fixture
def telling() -> Iterator[WireClient]:
    client = WireClient(command=SCRIPTED)
    client.initialize(ABLE, initializationOptions={"statusNotifications": True})
    yield client
    client.close()


def test_settings_that_change_do_not_end_the_rounds(telling):
    uri = "file:///plans/plan.md"
    telling.open(uri, "a teh plan\n")
    telling.diagnostics(uri)
    telling.send_bytes(ordered("converge", uri, "t", "c") + WATCHED)
    make(telling, 2)
    telling.send_bytes(WATCHED)
    assert said(telling) == "plan.md: 1 safe fix made; nothing is left that may be fixed safely."


def lists(client: WireClient) -> list[list[str]]:
    return [
        [each["code"] for each in message["params"]["diagnostics"]]
        for message in client.seen
        if message.get("method") == "textDocument/publishDiagnostics"
    ]
