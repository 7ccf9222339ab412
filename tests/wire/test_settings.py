"""Settings reach the server in several ways and take effect without a restart; progress and status say what it does."""

from __future__ import annotations

from typing import Any

import pytest

from wire.test_diagnostics import PLAN, at, opened, replace, rules
from wire.wire_client import Message, WireClient


@pytest.fixture
def ready(client: WireClient) -> WireClient:
    """A server of its own: settings outlive a document."""
    client.initialize()
    return client


def published(client: WireClient, expected: list[str]) -> None:
    client.wait_for(
        lambda m: m.get("method") == "textDocument/publishDiagnostics" and rules(m["params"]["diagnostics"]) == expected
    )


def asked_for_settings(client: WireClient) -> Message:
    return client.wait_for(lambda m: m.get("method") == "workspace/configuration")


def answer(client: WireClient, request: Message, result: Any) -> None:
    client.send({"jsonrpc": "2.0", "id": request["id"], "result": result})


def test_settings_of_the_initialization_options_count(client):
    client.initialize(initializationOptions={"settings": {"enable": False}})
    assert opened(client, "teh\n") == []


@pytest.mark.parametrize("options", [None, 7, [], {"settings": []}, {"settings": {"checks": {}}}, {"trusted": "yes"}])
def test_initialization_options_of_any_shape_are_survived(client, options):
    client.initialize(initializationOptions=options)
    assert rules(opened(client, "teh\n")) == ["teh"]


def test_switching_off_clears_what_was_shown_and_on_brings_it_back(ready):
    opened(ready, "teh\n")
    ready.notify("workspace/didChangeConfiguration", {"settings": {"anchorline": {"enable": False}}})
    published(ready, [])
    ready.notify("workspace/didChangeConfiguration", {"settings": {"enable": True}})
    published(ready, ["teh"])


@pytest.mark.parametrize("settings", [None, 7, [], {}, {"anchorline": None}, {"anchorline": []}])
def test_pushed_settings_of_another_shape_change_nothing(ready, settings):
    opened(ready, "teh\n")
    ready.notify("workspace/didChangeConfiguration", {"settings": settings})
    published(ready, ["teh"])


def test_a_client_that_can_be_asked_is_asked_for_every_folder(client):
    folders = [{"uri": "file:///plans", "name": "work"}, {"uri": "file:///plans/deep", "name": "deep"}]
    client.initialize({"workspace": {"configuration": True}}, workspaceFolders=folders)
    request = asked_for_settings(client)
    assert [item.get("scopeUri") for item in request["params"]["items"]] == [
        None,
        "file:///plans",
        "file:///plans/deep",
    ]
    answer(client, request, [{}, {"enable": True}, {"enable": False}])
    client.open("file:///plans/deep/plan.md", "teh\n")
    assert client.diagnostics("file:///plans/deep/plan.md") == []
    client.open("file:///plans/plan.md", "teh\n")
    assert rules(client.diagnostics("file:///plans/plan.md")) == ["teh"]


@pytest.mark.parametrize("result", [None, {}, [], [1, 2, 3], "x", [None]], ids=repr)
def test_answers_of_another_shape_leave_the_settings_as_they_are(client, result):
    client.initialize({"workspace": {"configuration": True}})
    answer(client, asked_for_settings(client), result)
    assert rules(opened(client, "teh\n")) == ["teh"]


def test_nothing_is_shown_by_other_settings_than_the_editors(client):
    client.initialize({"workspace": {"configuration": True}})
    request = asked_for_settings(client)
    client.open(PLAN, "teh\n")
    answer(client, request, [{"enable": False}])
    assert client.diagnostics(PLAN) == []
    shown = [m for m in client.seen if m.get("method") == "textDocument/publishDiagnostics"]
    assert len(shown) == 1


def test_a_client_that_never_answers_is_served_all_the_same(client):
    client.initialize({"workspace": {"configuration": True}})
    asked_for_settings(client)
    assert rules(opened(client, "teh\n")) == ["teh"]
    assert client.shut_down() == 0


def test_new_folders_and_changed_files_make_the_server_look_again(ready):
    opened(ready, "teh\n")
    folder = {"uri": "file:///plans", "name": "work"}
    ready.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [folder], "removed": []}})
    published(ready, ["teh"])
    ready.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": "file:///plans/.anchorline.toml", "type": 2}]})
    published(ready, ["teh"])


def test_files_are_watched_where_the_client_can_watch(client):
    client.initialize({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}})
    request = client.wait_for(lambda m: m.get("method") == "client/registerCapability")
    (registration,) = request["params"]["registrations"]
    patterns = [watcher["globPattern"] for watcher in registration["registerOptions"]["watchers"]]
    assert "**/.anchorline.toml" in patterns
    assert "**/pyproject.toml" in patterns


def test_a_bad_setting_is_said_once(client):
    client.initialize(initializationOptions={"settings": {"strictness": "harsh"}})
    opened(client, "teh\n")
    client.command("review", PLAN)
    client.diagnostics(PLAN)
    said = [m for m in client.seen if m.get("method") == "window/showMessage"]
    assert len(said) == 1
    assert "strictness" in said[0]["params"]["message"]


def test_checks_on_save_leave_changes_alone(client):
    client.initialize(initializationOptions={"settings": {"checks": {"on": "save"}}})
    opened(client, "teh\n")
    client.change(PLAN, 2, replace(at(0, 3), " maybe"))
    assert rules(client.diagnostics(PLAN, 2)) == ["teh"]
    client.notify("textDocument/willSave", {"textDocument": {"uri": PLAN}, "reason": 2})
    client.notify("textDocument/didSave", {"textDocument": {"uri": PLAN}})
    assert rules(client.diagnostics(PLAN, 2)) == ["teh", "maybe"]


# --- status


def states(client: WireClient) -> list[str]:
    return [m["params"]["state"] for m in client.seen if m.get("method") == "anchorline/status"]


def test_status_is_sent_to_those_who_asked(client):
    client.initialize(initializationOptions={"statusNotifications": True, "settings": {"maxActionable": 1}})
    client.open(PLAN, "teh maybe fatal hmm\n")
    last = client.wait_for(lambda m: m.get("method") == "anchorline/status" and m["params"]["state"] == "offline")
    assert states(client) == ["checking", "offline"]
    assert last["params"]["counts"] == {"error": 1, "warning": 0, "information": 1, "hint": 1, "more": 1}
    assert last["params"]["uri"] == PLAN
    assert last["params"]["reviewers"] == [{"name": "checks", "state": "ok"}]
    assert set(last["params"]["usd"]) == {"document", "today", "limit"}


def test_status_is_not_sent_to_others(ready):
    opened(ready, "teh\n")
    assert states(ready) == []


@pytest.mark.parametrize(("text", "state"), [("BREAK\n", "failed"), ("PARTIAL\n", "incomplete")])
def test_a_review_that_failed_never_looks_clean(client, text, state):
    client.initialize(initializationOptions={"statusNotifications": True})
    client.open(PLAN, text)
    told = client.wait_for(lambda m: m.get("method") == "anchorline/status" and m["params"]["state"] == state)
    assert told["params"]["message"]


def test_status_says_paused_and_cancelled(client):
    client.initialize(initializationOptions={"statusNotifications": True})
    client.open(PLAN, "SLOW\n")
    client.command("cancel", PLAN)
    client.wait_for(lambda m: m.get("method") == "anchorline/status" and m["params"]["state"] == "idle")
    client.command("pause", PLAN)
    assert states(client)[-1] == "paused"
    client.change(PLAN, 2, {"text": "teh\n"})
    client.command("review", PLAN)
    client.diagnostics(PLAN, 2)
    client.drained()
    assert states(client)[-1] == "paused"


# --- progress


def values(client: WireClient, token: object = None) -> list[str]:
    return [
        m["params"]["value"]["kind"]
        for m in client.seen
        if m.get("method") == "$/progress" and token in (None, m["params"]["token"])
    ]


def test_a_review_on_save_is_shown_as_progress_under_a_token_of_its_own(client):
    client.initialize({"window": {"workDoneProgress": True}})
    opened(client, "teh\n")
    for _ in range(2):
        client.notify("textDocument/didSave", {"textDocument": {"uri": PLAN}})
        client.wait_for(lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "end")
    tokens = [m["params"]["token"] for m in client.seen if m.get("method") == "window/workDoneProgress/create"]
    assert len(set(tokens)) == 2
    assert values(client) == ["begin", "end"] * 2


def test_a_client_without_progress_gets_none(ready):
    opened(ready, "teh\n")
    ready.notify("textDocument/didSave", {"textDocument": {"uri": PLAN}})
    ready.diagnostics(PLAN)
    assert values(ready) == []


def test_the_token_of_a_command_is_used(ready):
    opened(ready, "teh\n")
    params = {"command": "anchorline.review", "arguments": [PLAN], "workDoneToken": "mine"}
    ready.request("workspace/executeCommand", params)
    ready.wait_for(lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "end")
    assert values(ready, "mine") == ["begin", "end"]


def slow_review(client: WireClient) -> int:
    opened(client, "teh SLO\n")
    client.change(PLAN, 2, replace(at(0, 7), "W"))
    params = {"command": "anchorline.review", "arguments": [PLAN], "workDoneToken": "mine"}
    return client.start_request("workspace/executeCommand", params)


def test_progress_can_be_cancelled_by_the_person(ready):
    slow_review(ready)
    ready.wait_for(lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "begin")
    ready.notify("window/workDoneProgress/cancel", {"token": "mine"})
    ended = ready.wait_for(lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "end")
    assert ended["params"]["value"]["message"] == "cancelled"
    ready.notify("window/workDoneProgress/cancel", {"token": "mine"})
    ready.notify("window/workDoneProgress/cancel", {"token": "unknown"})
    assert ready.drained() == []


def test_cancelling_the_request_stops_the_review_that_it_started(ready):
    number = slow_review(ready)
    ready.answer_to(number)
    ready.notify("$/cancelRequest", {"id": number})
    ready.wait_for(lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "end")


def test_a_newer_review_takes_over_what_the_older_was_to_show(ready):
    slow_review(ready)
    ready.wait_for(lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "begin")
    ready.change(PLAN, 3, replace(at(0, 4, end=8), "maybe"))
    ready.notify("textDocument/didSave", {"textDocument": {"uri": PLAN}})
    published(ready, ["teh", "maybe"])
    ready.drained()
    assert values(ready, "mine") == ["begin", "end"]
