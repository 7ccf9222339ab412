"""`provider = editor` over the wire: the server asks the client for a model's answer, and believes nothing of it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from endpoint import reply
from wire.test_models import GAP, PLAN, RULE, answer, offered, save, state
from wire.wire_client import Message, WireClient

METHOD = "anchorline/createMessage"
NOTHING = reply()
NAMED: dict[str, Any] = {"provider": "editor"}
OTHERS = ["feasibility", "product-lens", "design-lens", "security-lens", "scope-guardian", "adversarial"]


@contextmanager
def editor(home: Path, settings: Message | None = None, *, offers: object = True) -> Iterator[WireClient]:
    """A server whose client has a model, and whose environment has no key."""
    empty = dict.fromkeys(("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL"), "")
    places = {"ANCHORLINE_MEMORY__PATH": str(home), "XDG_CONFIG_HOME": str(home), "HOME": str(home)}
    client = WireClient(env={**empty, **places, "ANCHORLINE_LOOPBACK_ONLY": "1"})
    options = {"settings": {"review": {"settleMs": 0}, **(settings or {})}, "statusNotifications": True}
    try:
        client.initialize(
            {"window": {"showMessage": {}}},
            initializationOptions={**options, "createMessage": offers},
            clientInfo={"name": "Trial Editor"},
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


def asked(client: WireClient, reviewer: str | None = None) -> Message:
    return client.wait_for(lambda m: m.get("method") == METHOD and reviewer in (None, m["params"]["reviewer"]))


def give(client: WireClient, request: Message, result: object) -> None:
    client.send({"jsonrpc": "2.0", "id": request["id"], "result": result})


def says(text: str, stop: str = "end_turn", model: str = "trial-1") -> Message:
    return {"text": text, "model": model, "stopReason": stop}


def serve(client: WireClient, coherence: object, *states: str) -> Message:
    """Answer whatever is asked until the review is over: coherence as told, the others with nothing. The status."""
    while True:
        message = client.wait_for(
            lambda m: (
                m.get("method") == METHOD or (m.get("method") == "anchorline/status" and m["params"]["state"] in states)
            )
        )
        if message["method"] != METHOD:
            found: Message = message["params"]
            return found
        give(client, message, coherence if message["params"]["reviewer"] == "coherence" else says(NOTHING))


def shown(client: WireClient) -> list[str]:
    """The rules of what was published last."""
    published = [m for m in client.seen if m.get("method") == "textDocument/publishDiagnostics"]
    return [each["code"] for each in published[-1]["params"]["diagnostics"]]


def state_of_cached(client: WireClient) -> Message:
    message = client.wait_for(
        lambda m: (
            m.get("method") == "anchorline/status"
            and {"name": "coherence", "state": "cached"} in m["params"]["reviewers"]
            and m["params"]["state"] == "complete"
        )
    )
    found: Message = message["params"]
    return found


def states_of(status: Message) -> dict[str, str]:
    """How the model reviewers did."""
    return {each["name"]: each["state"] for each in status["reviewers"] if each["name"] != "checks"}


def test_the_editor_is_asked_in_the_form_of_the_request_and_its_answer_is_shown(plan, tmp_path):
    with editor(tmp_path, NAMED) as client:
        client.open(plan, PLAN)
        save(client, plan)
        request = asked(client)
        params = request["params"]
        assert set(params) == {"system", "messages", "maxTokens", "reviewer"}
        assert params["reviewer"] == "coherence"
        assert params["maxTokens"] > 1_000
        document, instructions = params["messages"]
        assert document["role"] == instructions["role"] == "user"
        assert PLAN in document["content"]
        assert instructions["content"].startswith("Reviewer: coherence\n")
        assert "One JSON object" in params["system"]
        give(client, request, says(f"Here is what I found:\n```json\n{reply(GAP)}\n```\n"))
        done = serve(client, None, "complete")
        assert set(states_of(done).values()) == {"ok"}
        assert done["usd"] == {"document": 0.0, "today": 0.0, "limit": 2.0}
        assert RULE in shown(client)


def test_the_first_is_asked_alone_and_once_the_editor_has_answered_all_are_asked_at_once(plan, tmp_path):
    with editor(tmp_path, NAMED) as client:
        client.open(plan, PLAN)
        save(client, plan)
        first = asked(client)
        assert [m for m in client.drained() if m.get("method") == METHOD] == []
        give(client, first, says(NOTHING))
        serve(client, says(NOTHING), "complete")
        changed = PLAN + "\nOne more sentence.\n"
        client.change(plan, 2, {"text": changed})
        save(client, plan, changed)
        together = [asked(client) for _ in range(2)]
        assert len({request["params"]["messages"][0]["content"] for request in together}) == 1
        client.command("cancel", plan)


@pytest.mark.parametrize("how", ["command", "newer save", "close"])
def test_a_review_that_is_stopped_cancels_its_request_and_a_late_answer_changes_nothing(plan, tmp_path, how):
    with editor(tmp_path, NAMED) as client:
        client.open(plan, PLAN)
        save(client, plan)
        request = asked(client)
        if how == "command":
            client.command("cancel", plan)
        elif how == "close":
            client.notify("textDocument/didClose", {"textDocument": {"uri": plan}})
        else:
            newer = PLAN + "\nAnd more.\n"
            client.change(plan, 2, {"text": newer})
            save(client, plan, newer)
        cancelled = client.wait_for(lambda m: m.get("method") == "$/cancelRequest")
        assert cancelled["params"] == {"id": request["id"]}
        give(client, request, says(reply(GAP)))
        client.drained()
        assert RULE not in shown(client)


def test_time_that_is_spent_is_a_timeout_and_cancels_the_request(plan, tmp_path):
    with editor(tmp_path, {**NAMED, "timeoutS": 1, "personas": {"disable": OTHERS}}) as client:
        client.open(plan, PLAN)
        save(client, plan)
        request = asked(client)
        cancelled = client.wait_for(lambda m: m.get("method") == "$/cancelRequest")
        assert cancelled["params"] == {"id": request["id"]}
        assert states_of(state(client, "incomplete"))["coherence"] == "timeout"


@pytest.mark.parametrize(
    ("error", "outcome", "for_all"),
    [
        ({"code": -32603, "message": "the model is asleep"}, "error", False),
        ({"code": -32000, "message": "slow down", "data": {"outcome": "overloaded"}}, "overloaded", False),
        ({"code": -32000, "message": "not here", "data": {"outcome": "unauthorized"}}, "unauthorized", True),
        ({"code": -32601, "message": "Unhandled method"}, "error", True),
        ({"code": -32800, "message": "cancelled"}, "error", True),
        ({"code": "none", "message": ["x"], "data": 3}, "error", False),
        ({}, "error", False),
        (None, "error", False),
        ("no", "error", False),
    ],
)
def test_an_error_is_a_reviewer_that_failed_and_what_would_meet_all_is_met_once(
    plan, tmp_path, error, outcome, for_all
):
    with editor(tmp_path, NAMED) as client:
        client.open(plan, PLAN)
        save(client, plan)
        client.send({"jsonrpc": "2.0", "id": asked(client)["id"], "error": error})
        states = states_of(serve(client, None, "incomplete", "failed"))
        assert states["coherence"] == outcome
        assert set(states.values()) == ({outcome} if for_all else {outcome, "ok"})


@pytest.mark.parametrize(
    "result",
    [None, [], "text", {}, {"text": 3, "stopReason": "end_turn"}, {"text": NOTHING}, says(NOTHING, "tired"),
     {"text": NOTHING, "stopReason": ["end_turn"]}, says("nothing to say")],
)  # fmt: skip
def test_an_answer_of_another_shape_is_malformed_and_never_clean(plan, tmp_path, result):
    with editor(tmp_path, {**NAMED, "personas": {"disable": OTHERS}}) as client:
        client.open(plan, PLAN)
        save(client, plan)
        give(client, asked(client), result)
        assert states_of(state(client, "incomplete", "failed"))["coherence"] == "malformed"


@pytest.mark.parametrize(
    ("result", "outcome", "kept"),
    [
        (says("I would rather not.", "refusal"), "refused", False),
        (says(reply(GAP)[:-30], "max_tokens"), "cut_off", True),
        (says(reply(GAP), "tired"), "malformed", True),
        (says(reply(GAP) + " " * 9_000_000), "cut_off", True),
        ({"text": reply(GAP), "model": 7, "stopReason": "end_turn"}, "ok", True),
    ],
    ids=["refusal", "cut off", "unknown stop reason", "huge", "no name of a model"],
)
def test_whatever_ends_an_answer_its_whole_findings_are_kept(plan, tmp_path, result, outcome, kept):
    with editor(tmp_path, {**NAMED, "personas": {"disable": OTHERS}}) as client:
        client.open(plan, PLAN)
        save(client, plan)
        give(client, asked(client), result)
        assert states_of(state(client, "incomplete", "complete"))["coherence"] == outcome
        assert (RULE in shown(client)) is kept


@pytest.mark.parametrize("offers", [False, None, "true", 1, {}])
def test_an_editor_that_offers_no_model_is_told_so_once(plan, tmp_path, offers):
    with editor(tmp_path, NAMED, offers=offers) as client:
        client.open(plan, PLAN)
        save(client, plan)
        state(client, "offline")
        save(client, plan)
        state(client, "offline")
        client.drained()
        said = [m["params"]["message"] for m in client.seen if m.get("method") == "window/showMessage"]
        assert len(said) == 1
        assert "no editor offers a model here" in said[0]
        assert not any(m.get("method") == METHOD for m in client.seen)


def test_without_a_key_the_person_is_offered_the_editors_model_and_asked_first(plan, tmp_path):
    with editor(tmp_path) as client:
        client.open(plan, PLAN)
        save(client, plan)
        offer = offered(client)
        assert "the model of Trial Editor" in offer["params"]["message"]
        assert not any(m.get("method") == METHOD for m in client.seen)
        answer(client, offer, "Always")
        serve(client, says(reply(GAP)), "complete")
        assert RULE in shown(client)
    with editor(tmp_path) as client:
        changed = PLAN + "\nOne more sentence.\n"
        client.open(plan, changed)
        save(client, plan, changed)
        asked(client)
        assert not any(m.get("method") == "window/showMessageRequest" for m in client.seen)


def test_never_means_never(plan, tmp_path):
    with editor(tmp_path) as client:
        client.open(plan, PLAN)
        save(client, plan)
        answer(client, offered(client), "Never")
        client.drained()
        save(client, plan)
        state(client, "offline")
        assert not any(m.get("method") == METHOD for m in client.drained())


def test_an_answer_is_kept_and_another_model_is_asked_anew_by_its_name(plan, tmp_path):
    with editor(tmp_path, NAMED) as client:
        client.open(plan, PLAN)
        save(client, plan)
        serve(client, says(reply(GAP)), "complete")
        save(client, plan)
        assert states_of(state_of_cached(client))["coherence"] == "cached"
    with editor(tmp_path, {**NAMED, "models": {"fast": "trial-2"}}) as client:
        client.open(plan, PLAN)
        save(client, plan)
        assert asked(client)["params"]["model"] == "trial-2"


def test_calls_are_counted_under_the_name_that_the_editor_says_and_cost_nothing_that_is_known(plan, tmp_path):
    with editor(tmp_path, {**NAMED, "personas": {"disable": OTHERS}}) as client:
        client.open(plan, PLAN)
        save(client, plan)
        serve(client, says(NOTHING, model="trial-1\u202e\n  large"), "complete")
        report = client.command("showReport", plan)["result"]
    text = Path(report.removeprefix("file://")).read_text(encoding="utf-8")
    assert "1 call" in text
    assert "not told" in text
    env = {**os.environ, "ANCHORLINE_MEMORY__PATH": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "anchorline", "spend", "--by", "model"]
    spent = subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout
    assert [line.split() for line in spent.splitlines() if line.startswith("trial-1")] == [
        ["trial-1", "large", "1", "0", "0", "0.0000"]
    ]


def test_shutdown_does_not_wait_for_the_editors_model(plan, tmp_path):
    with editor(tmp_path, NAMED) as client:
        client.open(plan, PLAN)
        save(client, plan)
        asked(client)
        assert client.shut_down() == 0
