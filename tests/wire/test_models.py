"""Model reviewers in the editor, over the wire, against an endpoint on this machine: consent, one publish, honesty."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from endpoint import Drip, Endpoint, Say, Status, finding, reply
from wire.wire_client import Message, WireClient

PLAN = """# Plan: Move the ledger

## Requirements

- R1. Entries keep their order.
- R2. Readers see no gap.

## Implementation Units

### Unit 1: Copy

The copy runs once a night, and readers may see gaps while it runs.

### Unit 2: Switch

Switch readers over. See Unit 7.
"""
GAP = finding(
    "readers may see gaps while it runs", title="The copy breaks R2", section="Unit 1: Copy", category="contradiction"
)
RULE = "coherence/contradiction"
QUICK = {"review": {"settleMs": 0}}


@contextmanager
def server(endpoint: Endpoint, home: Path, settings: Message | None = None) -> Iterator[WireClient]:
    env = {
        "ANTHROPIC_API_KEY": "test-key", "ANTHROPIC_BASE_URL": endpoint.url, "ANCHORLINE_LOOPBACK_ONLY": "1",
        "ANCHORLINE_MEMORY__PATH": str(home), "XDG_CONFIG_HOME": str(home), "HOME": str(home),
    }  # fmt: skip
    client = WireClient(env=env)
    try:
        client.initialize(
            {"window": {"workDoneProgress": True, "showMessage": {}}},
            initializationOptions={"settings": {**QUICK, **(settings or {})}, "statusNotifications": True},
        )
        yield client
    finally:
        client.close()


@pytest.fixture
def plan(tmp_path: Path) -> str:
    path = tmp_path / "docs" / "plan.md"
    path.parent.mkdir()
    path.write_text(PLAN, encoding="utf-8")
    return path.as_uri()


def save(client: WireClient, uri: str, text: str = PLAN) -> None:
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}, "text": text})


def state(client: WireClient, *wanted: str) -> Message:
    message = client.wait_for(lambda m: m.get("method") == "anchorline/status" and m["params"]["state"] in wanted)
    found: Message = message["params"]
    return found


def published(client: WireClient, wanted: Callable[[list[str]], bool]) -> list[Message]:
    def matches(message: Message) -> bool:
        return message.get("method") == "textDocument/publishDiagnostics" and wanted(
            [each["code"] for each in message["params"]["diagnostics"]]
        )

    found: list[Message] = client.wait_for(matches)["params"]["diagnostics"]
    return found


def offered(client: WireClient) -> Message:
    return client.wait_for(lambda m: m.get("method") == "window/showMessageRequest")


def answer(client: WireClient, request: Message, title: str | None) -> None:
    client.send({"jsonrpc": "2.0", "id": request["id"], "result": None if title is None else {"title": title}})


CONSENT: dict[str, Any] = {"provider": "anthropic"}


def test_nothing_is_sent_before_the_person_agrees_and_then_the_whole_set_is_shown_at_once(plan, tmp_path):
    with Endpoint({"coherence": [Say(reply(GAP))]}) as endpoint, server(endpoint, tmp_path) as client:
        client.open(plan, PLAN)
        assert [d["code"] for d in client.diagnostics(plan)] == ["undefined-reference"]
        save(client, plan)
        offer = offered(client)
        assert [action["title"] for action in offer["params"]["actions"]] == ["Always", "This file", "Never"]
        for part in ("plan.md", "claude-haiku-5-5", "127.0.0.1", "$"):
            assert part in offer["params"]["message"]
        assert endpoint.seen == []
        answer(client, offer, "Always")
        assert state(client, "reviewing")["reviewers"][0] == {"name": "coherence", "state": "reviewing"}
        shown = published(client, lambda codes: RULE in codes)
        assert sorted(d["code"] for d in shown) == [RULE, "undefined-reference"]
        done = state(client, "complete")
        assert {"name": "coherence", "state": "ok"} in done["reviewers"]
        assert done["usd"]["document"] > 0
        client.wait_for(lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "end")
        reports = [m["params"]["value"] for m in client.seen if m.get("method") == "$/progress"]
        assert any("coherence: ok" in value.get("message", "") for value in reports)
        hover = client.request(
            "textDocument/hover",
            {"textDocument": {"uri": plan}, "position": next(d for d in shown if d["code"] == RULE)["range"]["start"]},
        )
        assert "coherence" in str(hover["result"]["contents"])


def test_the_answer_is_remembered_and_an_unchanged_text_costs_no_call(plan, tmp_path):
    with Endpoint({"coherence": [Say(reply(GAP))]}) as endpoint:
        with server(endpoint, tmp_path) as client:
            client.open(plan, PLAN)
            save(client, plan)
            answer(client, offered(client), "Always")
            state(client, "complete")
            calls = len(endpoint.seen)
            save(client, plan, PLAN)
            client.wait_for(
                lambda m: (
                    m.get("method") == "anchorline/status"
                    and m["params"]["state"] == "complete"
                    and {"name": "coherence", "state": "cached"} in m["params"]["reviewers"]
                )
            )
        with server(endpoint, tmp_path) as client:
            client.open(plan, PLAN)
            published(client, lambda codes: RULE in codes)
        assert len(endpoint.seen) == calls


def test_never_means_never(plan, tmp_path):
    with Endpoint() as endpoint, server(endpoint, tmp_path) as client:
        client.open(plan, PLAN)
        save(client, plan)
        answer(client, offered(client), "Never")
        client.drained()
        save(client, plan)
        state(client, "offline")
        client.command("review", plan)
        assert "You answered Never" in said(client)
        assert not any(m.get("method") == "window/showMessageRequest" for m in client.drained())
        assert endpoint.seen == []


WHY = {
    "no model reads when none is set up": ({}, "no model is configured"),
    "nor when models are off": ({"provider": "off"}, "models are switched off"),
    "nor where no editor has any to offer": ({"provider": "editor"}, "no model can be reached"),
}


@pytest.mark.parametrize(("settings", "words"), WHY.values(), ids=WHY)
def test_the_status_says_why_a_document_was_read_by_checks_alone(plan, tmp_path, settings, words):
    env = {"ANCHORLINE_MEMORY__PATH": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path)}
    client = WireClient(env={**env, "ANTHROPIC_API_KEY": "", "ANTHROPIC_AUTH_TOKEN": "", "ANTHROPIC_BASE_URL": ""})
    try:
        client.initialize({}, initializationOptions={"settings": settings, "statusNotifications": True})
        client.open(plan, PLAN)
        assert state(client, "offline")["message"] == f"1 finding; checks only: {words}"
        client.change(plan, 2, {"text": PLAN + "\n"})
        assert state(client, "offline")["message"] == f"1 finding; checks only: {words}"
    finally:
        client.close()


def waits(client: WireClient, words: str) -> None:
    """For the status of a document that checks alone read, for this reason."""
    client.wait_for(
        lambda m: m.get("method") == "anchorline/status" and m["params"]["message"].endswith(f"checks only: {words}")
    )


def test_until_the_person_answers_the_status_says_that_it_waits_and_then_what_the_answer_was(plan, tmp_path):
    notes = plan.replace("plan.md", "notes.md")
    with Endpoint() as endpoint, server(endpoint, tmp_path) as client:
        client.open(plan, PLAN)
        waits(client, "models read it when it is saved, if you agree")
        save(client, plan)
        waits(client, "waits for your answer whether models may read it")
        question = offered(client)
        assert "Always and Never count for every document." in question["params"]["message"]
        client.change(plan, 2, {"text": PLAN + "\n"})  # checks run meanwhile, and it waits all the same
        state(client, "checking")
        waits(client, "waits for your answer whether models may read it")
        answer(client, question, None)
        waits(client, "you have not answered whether models may read it")
        client.command("review", plan)
        waits(client, "waits for your answer whether models may read it")
        answer(client, offered(client), "Never")
        waits(client, "you answered Never")
        client.notify("textDocument/didClose", {"textDocument": {"uri": plan}})
        client.open(plan, PLAN)
        waits(client, "you answered Never")
        client.open(notes, "# Notes\n\nNothing is planned.\n")
        waits(client, "it is not read as a plan")
        assert endpoint.seen == []


@pytest.mark.parametrize("before", ["Never", "This file", "Always", None])
def test_the_question_can_be_put_again_whatever_was_answered(plan, tmp_path, before):
    with Endpoint() as endpoint, server(endpoint, tmp_path) as client:
        client.open(plan, PLAN)
        save(client, plan)
        answer(client, offered(client), before)
        state(client, "complete") if before in ("Always", "This file") else client.drained()
        sent = len(endpoint.seen)
        edited = PLAN + "\nOne more sentence.\n"
        client.change(plan, 2, {"text": edited})
        assert client.command("askAgain", plan)["result"] == (0 if before is None else 1)
        question = offered(client)
        assert len(endpoint.seen) == sent
        answer(client, question, "This file")
        state(client, "complete")
        assert len(endpoint.seen) > sent


def test_who_says_in_the_settings_which_model_reads_is_not_asked_and_pays_nothing_for_asking_so(plan, tmp_path):
    with Endpoint() as endpoint, server(endpoint, tmp_path, CONSENT) as client:
        client.open(plan, PLAN)
        assert client.command("askAgain", plan)["result"] == 0
        (told,) = [m["params"]["message"] for m in client.seen if m.get("method") == "window/showMessage"]
        assert told == "Your own settings say which model reads, or when, so nobody is asked."
        client.drained()
        assert endpoint.seen == []


def said(client: WireClient) -> str:
    """The next message to the person."""
    text: str = client.wait_for(lambda m: m.get("method") == "window/showMessage")["params"]["message"]
    return text


def test_whoever_asks_for_a_review_by_models_is_told_why_there_is_none(plan, tmp_path):
    notes = plan.replace("plan.md", "notes.md")
    with Endpoint() as endpoint, server(endpoint, tmp_path, CONSENT) as client:
        client.open(notes, "# Notes\n\nNothing is planned.\n")
        save(client, notes, "# Notes\n\nNothing is planned.\n")
        state(client, "offline")
        client.command("review", notes)
        assert said(client).startswith("notes.md is not read as a plan, requirements, spec or ADR, so only checks ran")
        assert [m for m in client.drained() if m.get("method") == "window/showMessage"] == []
        assert endpoint.seen == []
    with Endpoint() as endpoint, server(endpoint, tmp_path, {"provider": "off"}) as client:
        client.open(plan, PLAN)
        client.command("reviewThoroughly", plan)
        assert said(client) == "No model is configured (or the provider is off), so only checks ran."


def test_an_automatic_save_sends_nothing(plan, tmp_path):
    with Endpoint() as endpoint, server(endpoint, tmp_path, CONSENT) as client:
        client.open(plan, PLAN)
        client.notify("textDocument/willSave", {"textDocument": {"uri": plan}, "reason": 2})
        save(client, plan)
        state(client, "offline")
        client.drained()
        assert endpoint.seen == []


def test_a_reviewer_that_fails_makes_the_review_incomplete_and_its_last_findings_stay(plan, tmp_path):
    script = {"coherence": [Say(reply(GAP)), Status(400)]}
    with Endpoint(script) as endpoint, server(endpoint, tmp_path, CONSENT) as client:
        client.open(plan, PLAN)
        save(client, plan)
        published(client, lambda codes: RULE in codes)
        state(client, "complete")
        changed = PLAN + "\nOne more sentence.\n"
        client.change(plan, 2, {"text": changed})
        save(client, plan, changed)
        status = state(client, "incomplete")
        assert status["message"].startswith("2 findings; missing: coherence (error), feasibility (error): ")
        assert "400" in status["message"]  # why, as far as the endpoint says
        publications = [m for m in client.seen if m.get("method") == "textDocument/publishDiagnostics"]
        assert RULE in [d["code"] for d in publications[-1]["params"]["diagnostics"]]


def test_a_budget_that_would_be_passed_sends_nothing_and_says_so(plan, tmp_path):
    settings = {**CONSENT, "budget": {"usdPerReview": 0.000001}}
    with Endpoint() as endpoint, server(endpoint, tmp_path, settings) as client:
        client.open(plan, PLAN)
        save(client, plan)
        assert "budget" in state(client, "paused")["message"]
        assert endpoint.seen == []


@pytest.mark.parametrize("how", ["command", "newer save", "close"])
def test_calls_in_flight_are_stopped(plan, tmp_path, how):
    with Endpoint({"*": [Drip()]}) as endpoint, server(endpoint, tmp_path, CONSENT) as client:
        client.open(plan, PLAN)
        save(client, plan)
        endpoint.wait_for(lambda e: len(e.seen) >= 1, "a call")
        if how == "command":
            client.command("cancel", plan)
        elif how == "close":
            client.notify("textDocument/didClose", {"textDocument": {"uri": plan}})
        else:
            newer = PLAN + "\nAnd more.\n"
            client.change(plan, 2, {"text": newer})
            save(client, plan, newer)
        endpoint.wait_for(lambda e: len(e.left) >= 1, "a connection that was closed")


def test_a_result_for_an_older_text_is_anchored_anew(plan, tmp_path):
    gate = threading.Event()
    with (
        Endpoint({"coherence": [Say(reply(GAP), gate=gate)]}) as endpoint,
        server(endpoint, tmp_path, CONSENT) as client,
    ):
        client.open(plan, PLAN)
        save(client, plan)
        endpoint.wait_for(lambda e: len(e.seen) >= 1, "a call")
        client.change(
            plan,
            2,
            {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "\n\n"},
        )
        gate.set()
        (gap,) = [d for d in published(client, lambda codes: RULE in codes) if d["code"] == RULE]
        line = ("\n\n" + PLAN).split("\n").index("The copy runs once a night, and readers may see gaps while it runs.")
        assert gap["range"]["start"]["line"] == line


def test_shutdown_does_not_wait_for_models(plan, tmp_path):
    with Endpoint({"*": [Drip()]}) as endpoint, server(endpoint, tmp_path, CONSENT) as client:
        client.open(plan, PLAN)
        save(client, plan)
        endpoint.wait_for(lambda e: len(e.seen) >= 1, "a call")
        assert client.shut_down() == 0


def test_a_workspace_cannot_name_the_endpoint(plan, tmp_path):
    with Endpoint() as wanted, Endpoint() as hostile:
        (tmp_path / "docs" / ".anchorline.toml").write_text(f'provider = "anthropic"\nbase_url = "{hostile.url}"\n')
        with server(wanted, tmp_path) as client:
            client.open(plan, PLAN)
            save(client, plan)
            answer(client, offered(client), "This file")
            state(client, "complete")
            assert hostile.seen == []
            assert wanted.seen != []
