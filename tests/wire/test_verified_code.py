"""The second look at source in the editor, over the wire: off while a person edits, unless it is asked for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from endpoint import Endpoint, Look, Say, Status, finding, reply
from wire.wire_client import Message, WireClient

SOURCE = """def total(lines):
    amount = 0
    for index in range(len(lines) + 1):
        amount += lines[index]
    return amount
"""
BEYOND = finding(
    "for index in range(len(lines) + 1):", title="The loop reads one line beyond the end", category="boundary",
    section="total", confidence=100, why_it_matters="`lines[index]` raises `IndexError` for every list.",
    failure_path="total([1]) reads lines[1]", autofix_class="safe_auto", suggested_fix="Stop at the length.",
    edits=[{"old": "range(len(lines) + 1)", "new": "range(len(lines))"}],
)  # fmt: skip
CONFIRMED = json.dumps(
    {"validated": True, "reason": "It was traced.", "correctness": 100, "completeness": 90, "no_regressions": 95}
)
TAGS = {"textDocument": {"codeAction": {
    "codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}, "isPreferredSupport": True,
    "tagSupport": {"valueSet": [1]},
}}}  # fmt: skip


@pytest.fixture
def source(tmp_path: Path) -> str:
    path = tmp_path / "work" / "total.py"
    path.parent.mkdir()
    path.write_text(SOURCE, encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def client_of(tmp_path):
    clients: list[WireClient] = []

    def start(endpoint: Endpoint, **settings: Any) -> WireClient:
        env = {
            "ANTHROPIC_API_KEY": "test-key", "ANTHROPIC_BASE_URL": endpoint.url, "ANCHORLINE_LOOPBACK_ONLY": "1",
            "ANCHORLINE_MEMORY__PATH": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path),
        }  # fmt: skip
        client = WireClient(env=env)
        clients.append(client)
        given = {"provider": "anthropic", "review": {"settleMs": 0}, **settings}
        client.initialize(TAGS, initializationOptions={"settings": given, "statusNotifications": True})
        return client

    yield start
    for client in clients:
        client.close()


def save(client: WireClient, uri: str) -> Message:
    client.open(uri, SOURCE, language="python")
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}, "text": SOURCE})
    done = ("complete", "incomplete", "failed")
    message = client.wait_for(
        lambda m: (
            m.get("method") == "anchorline/status"
            and m["params"]["state"] in done
            and any(each["name"] == "correctness" for each in m["params"]["reviewers"])
        )
    )
    status: Message = message["params"]
    return status


def actions(client: WireClient, uri: str) -> list[Message]:
    at = {"line": 2, "character": 6}
    answer = client.request(
        "textDocument/codeAction",
        {"textDocument": {"uri": uri}, "range": {"start": at, "end": at}, "context": {"diagnostics": []}},
    )
    found: list[Message] = answer["result"]
    return found


def test_while_a_person_edits_nobody_looks_twice_and_no_fix_is_safe(source, client_of):
    with Endpoint({"correctness": [Say(reply(BEYOND))]}) as endpoint:
        client = client_of(endpoint)
        assert save(client, source)["state"] == "complete"
        fix, *others = actions(client, source)
        assert "verifier" not in endpoint.reviewers()
    assert "isPreferred" not in fix
    assert fix["tags"] == [1]
    assert not any("tags" in action for action in others)
    assert not [action for action in others if action["kind"] == "source.fixAll.anchorline"]


def test_a_finding_that_was_verified_shows_its_verdict_and_its_fix_is_safe(source, client_of):
    script = {
        "correctness": [Say(reply(BEYOND))],
        "verifier": [Look("read_file", {"path": "total.py"}), Say(CONFIRMED)],
    }
    with Endpoint(script) as endpoint:
        client = client_of(endpoint, validation="always")
        status = save(client, source)
        assert {"name": "verifier", "state": "ok"} in status["reviewers"]
        fix, *others = actions(client, source)
        hover = client.request(
            "textDocument/hover", {"textDocument": {"uri": source}, "position": {"line": 2, "character": 6}}
        )
        assert endpoint.reviewers().count("verifier") == 2
    text = json.dumps(hover["result"]).replace("\\", "")
    assert "total([1]) reads lines[1]" in text
    assert "Score 95 of 70 needed" in text
    assert fix["isPreferred"] is True
    assert "source.fixAll.anchorline" in [action["kind"] for action in others]


def test_a_verifier_that_fails_leaves_the_review_incomplete(source, client_of):
    with Endpoint({"correctness": [Say(reply(BEYOND))], "verifier": [Status(400)]}) as endpoint:
        client = client_of(endpoint, validation="always")
        status = save(client, source)
    assert status["state"] == "incomplete"


def test_what_could_not_be_verified_is_said_however_small_it_is(source, client_of):
    small = {**BEYOND, "severity": "P3"}
    with Endpoint({"correctness": [Say(reply(small))], "verifier": [Status(400)]}) as endpoint:
        status = save(client_of(endpoint, validation="always"), source)
    assert (status["state"], status["message"]) == ("complete", "no findings; 1 could not be verified")


def test_opening_a_file_again_sends_nothing(source, client_of):
    with Endpoint({"correctness": [Say(reply(BEYOND))], "verifier": [Say(CONFIRMED)]}) as endpoint:
        client = client_of(endpoint, validation="always")
        save(client, source)
        calls = len(endpoint.seen)
        again = client_of(endpoint, validation="always")
        again.open(source, SOURCE, language="python")
        again.wait_for(
            lambda m: m.get("method") == "textDocument/publishDiagnostics" and len(m["params"]["diagnostics"]) == 1
        )
        assert len(endpoint.seen) == calls
