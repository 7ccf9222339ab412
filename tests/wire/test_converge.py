"""Rounds over the wire: review, safe fixes, review, until there is a reason to stop, which is said."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
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


def make(client: WireClient, version: int, uri: str = PLAN) -> None:
    """Make the edit that the server asks for: in the text first, as editors do."""
    request = asked(client, "workspace/applyEdit")
    (change,) = request["params"]["edit"]["documentChanges"]
    client.change(uri, version, *(replace(edit["range"], edit["newText"]) for edit in reversed(change["edits"])))
    answer(client, request, {"applied": True})


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

As the team has measured, and as others have found, the copy takes three hours.
"""
OLD = "As the team has measured, and as others have found, the copy takes three hours."
NEW = OLD.replace("copy", "archive")


def safe(old: str, new: str, title: str) -> Message:
    return finding(
        old, title=title, confidence=100, autofix_class="safe_auto", suggested_fix=f"Say: {new}",
        section="Unit 1: Copy", edits=[{"old": old, "new": new}],
    )  # fmt: skip


@contextmanager
def asking(home: Path, endpoint: Endpoint, **settings: object) -> Iterator[WireClient]:
    folder = str(home / "home")
    env = {"ANTHROPIC_API_KEY": "k", "ANCHORLINE_LOOPBACK_ONLY": "1", "XDG_CONFIG_HOME": folder, "HOME": folder}
    client = WireClient(env={**env, "ANCHORLINE_MEMORY__PATH": folder, "ANTHROPIC_BASE_URL": endpoint.url})
    quick = {"provider": "anthropic", "review": {"settleMs": 0}}
    try:
        client.initialize(ABLE, initializationOptions={"settings": {**quick, **settings}})
        yield client
    finally:
        client.close()


def written(folder: Path, text: str) -> str:
    path = folder / "plan.md"
    path.write_text(text)
    return path.as_uri()


def test_a_fix_that_another_takes_back_is_not_made_again(tmp_path: Path):
    uri = written(tmp_path, TEXT)
    script = {
        "coherence": [
            Say(reply(safe(OLD, NEW, "It is not said which copy"))),
            Say(reply(safe(NEW, OLD, "The archive is named twice"))),
        ]
    }
    with Endpoint(script) as endpoint, asking(tmp_path, endpoint) as client:
        client.open(uri, TEXT)
        execute(client, "converge", uri)
        make(client, 2, uri)
        message = said(client)
        assert message.startswith("plan.md: 1 safe fix made; back after it was fixed, and not fixed again: ")
        assert none_of(client, "workspace/applyEdit")


COUNTED = """---
type: plan
---

# Plan: Move the archive

## Implementation Units

There are three implementation units:

### Unit 1: Copy

### Unit 2: Switch
"""


def test_when_the_budget_is_used_up_what_checks_find_is_fixed_and_then_it_ends(tmp_path: Path):
    uri = written(tmp_path, COUNTED)
    budget = {"usdPerReview": 0.000001, "usdPerThorough": 0.000001}
    with Endpoint() as endpoint, asking(tmp_path, endpoint, budget=budget) as client:
        client.open(uri, COUNTED)
        execute(client, "converge", uri)
        make(client, 2, uri)
        assert said(client) == "plan.md: 1 safe fix made; the budget is used up."
        assert endpoint.seen == []


ALIKE = """# Plan: Move the archive

## Requirements

- R1. Entries keep their order.
- R2. All readers see the entries.
- R3. The archive stays where it is.

## Implementation Units

### Unit 1: Copy

The copy takes three hours.
"""


REST = " takes three hours."


def part(quote: str, old: str, new: str, title: str, category: str = "contradiction") -> Message:
    return finding(
        quote, title=title, category=category, confidence=100, autofix_class="safe_auto", suggested_fix=f"Say: {new}",
        section="Requirements", edits=[{"old": old, "new": new}], evidence=[quote, "copy takes three hours"],
    )  # fmt: skip


def test_three_rounds_that_find_the_same_are_enough(tmp_path: Path):
    """Each round makes one of three fixes that add a word at one place, and finds all three again."""
    uri = written(tmp_path, ALIKE)
    same = reply(
        part("Entries keep their order.", "The copy", "The archive copy", "Which copy is not said"),
        part("All readers see the entries.", f"copy{REST}", f"readers copy{REST}", "Nobody is named", category="risk"),
        part("The archive stays where it is.", "copy takes three", "entries copy takes three", "What moves is unsaid"),
    )
    with Endpoint({"coherence": [Say(same)]}) as endpoint, asking(tmp_path, endpoint) as client:
        client.open(uri, ALIKE)
        execute(client, "converge", uri)
        make(client, 2, uri)
        make(client, 3, uri)
        assert said(client) == "plan.md: 2 safe fixes made; 3 rounds found the same."
