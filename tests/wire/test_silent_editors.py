"""Editors that never answer a request for an edit, answer late, or say yes and change nothing: nobody else waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from wire.conftest import ABLE, SCRIPTED
from wire.test_actions import actions, titles
from wire.test_diagnostics import PLAN, at, opened, replace, rules
from wire.test_fixes import answer, asked, execute, said
from wire.wire_client import Message, WireClient

REFUSED = "the editor did not make the change"


@pytest.fixture
def started() -> Iterator[Callable[..., WireClient]]:
    """Servers that wait so many seconds for an edit, and for the change behind it."""
    clients: list[WireClient] = []

    def start(patience: float) -> WireClient:
        client = WireClient(command=SCRIPTED, env={"SCRIPTED_PATIENCE": str(patience)})
        clients.append(client)
        client.initialize(ABLE, initializationOptions={"statusNotifications": True})
        return client

    yield start
    for client in clients:
        with suppress(OSError):
            client.close()


@pytest.fixture
def patient(started: Callable[..., WireClient]) -> WireClient:
    return started(600)


@pytest.fixture
def impatient(started: Callable[..., WireClient]) -> WireClient:
    return started(0.2)


def test_no_command_waits_for_an_edit_that_is_never_answered(patient):
    opened(patient, "a teh plan, maybe\n")
    assert [patient.command("applySafeFixes", PLAN)["result"] for _ in range(3)] == [1, 0, 0]
    assert len([m for m in patient.seen if m.get("method") == "workspace/applyEdit"]) == 1
    assert patient.command("dismiss", PLAN, "maybe-0", "finding")["result"] is None
    assert patient.command("review", PLAN)["result"] is None
    assert rules(patient.diagnostics(PLAN)) == ["teh"]
    assert "write the" in titles(actions(patient, at(0, 3)))
    assert patient.command("converge", PLAN)["result"] is True
    assert patient.command("cancel", PLAN)["result"] is True
    assert len([m for m in patient.seen if m.get("method") == "workspace/applyEdit"]) == 1
    assert patient.shut_down() == 0


def test_what_is_not_answered_in_time_is_given_up_said_and_offered_again(impatient):
    opened(impatient, "a teh plan\n")
    execute(impatient, "applySafeFixes", PLAN)
    request = asked(impatient, "workspace/applyEdit")
    message = said(impatient)
    assert REFUSED in message
    assert "no answer within" in message
    given_up = [m["params"]["id"] for m in impatient.seen if m.get("method") == "$/cancelRequest"]
    assert given_up == [request["id"]]
    assert "write the" in titles(actions(impatient, at(0, 3)))


@pytest.mark.parametrize("late", [{"applied": True}, {"applied": False}, None, "yes"], ids=repr)
def test_an_answer_after_the_time_limit_changes_nothing_and_the_text_counts(impatient, late):
    opened(impatient, "a teh plan\n")
    execute(impatient, "applySafeFixes", PLAN)
    request = asked(impatient, "workspace/applyEdit")
    said(impatient)
    answer(impatient, request, late)
    assert not [m for m in impatient.drained() if m.get("method") == "window/showMessage"]
    assert "write the" in titles(actions(impatient, at(0, 3)))
    impatient.change(PLAN, 2, replace(at(0, 2, end=5), "the"))  # the edit itself was late, too
    assert impatient.diagnostics(PLAN, 2) == []


def test_rounds_end_where_the_editor_never_answers(impatient):
    opened(impatient, "a teh plan\n")
    execute(impatient, "converge", PLAN)
    request = asked(impatient, "workspace/applyEdit")
    assert "no answer within" in said(impatient)
    assert said(impatient) == f"plan.md: Nothing was changed; {REFUSED}."
    answer(impatient, request, {"applied": True})
    assert impatient.command("converge", PLAN)["result"] is True  # and may be asked for again


def test_rounds_end_where_the_editor_says_yes_and_changes_nothing(impatient):
    opened(impatient, "a teh plan\n")
    execute(impatient, "converge", PLAN)
    answer(impatient, asked(impatient, "workspace/applyEdit"), {"applied": True})
    assert said(impatient) == f"plan.md: Nothing was changed; {REFUSED}."
    assert told(impatient)["state"] == "offline"


def told(client: WireClient) -> Message:
    found: Message = [m["params"] for m in client.seen if m.get("method") == "anchorline/status"][-1]
    return found
