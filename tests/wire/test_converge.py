"""Rounds over the wire: review, safe fixes, review, until there is a reason to stop, which is said."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from endpoint import Endpoint, Say, finding, reply
from wire.conftest import ABLE, SCRIPTED
from wire.test_diagnostics import PLAN, opened, replace, rules
from wire.test_fixes import answer, asked, execute, none_of, said
from wire.wire_client import Message, WireClient


@pytest.fixture
def telling() -> Iterator[WireClient]:
    client = WireClient(command=SCRIPTED)
    client.initialize(ABLE, initializationOptions={"statusNotifications": True})
    yield client
    client.close()


def make(client: WireClient, version: int, text: str | None = None) -> Message:
    """Make the edit that the server asks for: in the text first, as editors do."""
    request = asked(client, "workspace/applyEdit")
    (change,) = request["params"]["edit"]["documentChanges"]
    edits = [replace(edit["range"], edit["newText"]) for edit in reversed(change["edits"])]
    client.change(PLAN, version, *edits if text is None else [{"text": text}])
    answer(client, request, {"applied": True})
    return request


def test_it_goes_on_until_nothing_is_left_that_may_be_fixed_safely(telling):
    opened(telling, "a teh plan, maybe\n")
    number = execute(telling, "converge", PLAN)
    make(telling, 2)
    assert said(telling) == "plan.md: 1 safe fix made; nothing is left that may be fixed safely."
    assert telling.result_of(number) is True
    shown = [m["params"] for m in telling.seen if m.get("method") == "textDocument/publishDiagnostics"][-1]
    assert (shown["version"], rules(shown["diagnostics"])) == (2, ["maybe"])
    last = [m["params"] for m in telling.seen if m.get("method") == "anchorline/status"][-1]
    assert (last["state"], "nothing is left" in last["message"]) == ("offline", True)


def test_where_nothing_may_be_fixed_nothing_is_changed(telling):
    opened(telling, "a maybe plan\n")
    execute(telling, "converge", PLAN)
    assert said(telling) == "plan.md: Nothing was changed; nothing is left that may be fixed safely."
    assert none_of(telling, "workspace/applyEdit")


def test_an_editor_that_does_not_make_the_change_ends_it(telling):
    opened(telling, "a teh plan\n")
    execute(telling, "converge", PLAN)
    answer(telling, asked(telling, "workspace/applyEdit"), {"applied": False, "failureReason": "read only"})
    assert "(read only)" in said(telling)
    assert said(telling) == "plan.md: Nothing was changed; the editor did not make the change."
    assert telling.command("converge", PLAN)["result"] is True  # and may be asked for again


def test_it_is_cancelled_like_any_review_and_runs_once_at_a_time(telling):
    telling.open(PLAN, "SLOW teh\n")
    assert telling.command("converge", PLAN)["result"] is True
    assert telling.command("converge", PLAN)["result"] is False
    assert telling.command("cancel", PLAN)["result"] is True
    assert none_of(telling, "workspace/applyEdit")
    telling.change(PLAN, 2, {"text": "teh\n"})
    assert rules(telling.diagnostics(PLAN, 2)) == ["teh"]


def test_a_save_of_another_text_ends_it(telling):
    telling.open(PLAN, "SLOW teh\n")
    assert telling.command("converge", PLAN)["result"] is True
    telling.change(PLAN, 2, {"text": "teh\n"})
    telling.notify("textDocument/didSave", {"textDocument": {"uri": PLAN}, "text": "teh\n"})
    assert rules(telling.diagnostics(PLAN, 2)) == ["teh"]
    assert none_of(telling, "workspace/applyEdit")


def test_a_save_of_the_text_under_review_does_not(telling):
    opened(telling, "a teh plan\n")
    execute(telling, "converge", PLAN)
    make(telling, 2)
    telling.notify("textDocument/didSave", {"textDocument": {"uri": PLAN}, "text": "a the plan\n"})
    assert said(telling) == "plan.md: 1 safe fix made; nothing is left that may be fixed safely."


def test_an_editor_that_takes_no_edits_is_told_so(ready):
    opened(ready, "a teh plan\n")
    assert ready.command("converge", PLAN)["result"] is False


# --- with models

TEXT = """# Plan: Move the archive

## Requirements

- R1. Entries keep their order.

## Implementation Units

### Unit 1: Copy

The copy takes three hours.
"""
OLD, NEW = "The copy takes three hours.", "The archive copy takes three hours."


def safe(old: str, new: str, title: str) -> Message:
    return finding(
        old, title=title, confidence=100, autofix_class="safe_auto", suggested_fix=f"Say: {new}",
        section="Unit 1: Copy", edits=[{"old": old, "new": new}],
    )  # fmt: skip


def test_a_fix_that_another_takes_back_is_not_made_again(tmp_path: Path):
    path = tmp_path / "plan.md"
    path.write_text(TEXT)
    uri = path.as_uri()
    script = {
        "coherence": [
            Say(reply(safe(OLD, NEW, "It is not said which copy"))),
            Say(reply(safe(NEW, OLD, "The archive is named twice"))),
        ]
    }
    home = str(tmp_path / "home")
    env = {"ANTHROPIC_API_KEY": "k", "ANCHORLINE_LOOPBACK_ONLY": "1", "XDG_CONFIG_HOME": home, "HOME": home}
    env["ANCHORLINE_MEMORY__PATH"] = home
    with Endpoint(script) as endpoint:
        client = WireClient(env={**env, "ANTHROPIC_BASE_URL": endpoint.url})
        try:
            client.initialize(
                ABLE, initializationOptions={"settings": {"provider": "anthropic", "review": {"settleMs": 0}}}
            )
            client.open(uri, TEXT)
            execute(client, "converge", uri)
            request = asked(client, "workspace/applyEdit")
            client.change(uri, 2, {"text": TEXT.replace(OLD, NEW)})
            answer(client, request, {"applied": True})
            message = said(client)
            assert message.startswith("plan.md: 1 safe fix made; back after it was fixed, and not fixed again: ")
            assert none_of(client, "workspace/applyEdit")
        finally:
            client.close()
