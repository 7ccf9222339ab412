"""While an editor has not answered about an edit, or has not made it yet, no command sends it once more, or another one
for a text that is about to change."""

from __future__ import annotations

from wire.test_actions import applied
from wire.test_converge import make, telling
from wire.test_diagnostics import PLAN, at, opened, replace
from wire.test_fixes import answer, asked, execute, none_of, said
from wire.wire_client import Message, WireClient

__all__ = ["telling"]

EDIT = "workspace/applyEdit"


def sent(client: WireClient) -> list[Message]:
    client.drained()
    return [m for m in client.seen if m.get("method") == EDIT]


def test_safe_fixes_that_are_asked_for_twice_are_sent_once_and_the_second_is_told(own):
    opened(own, "a teh plan\n")
    assert own.command("applySafeFixes", PLAN)["result"] == 1
    assert own.command("applySafeFixes", PLAN)["result"] == 0
    (message,) = [m["params"]["message"] for m in own.seen if m.get("method") == "window/showMessage"]
    assert message == "plan.md: the editor has not answered yet about the change before; nothing was asked again."
    (request,) = sent(own)
    own.change(PLAN, 2, replace(at(0, 2, end=5), "the"), replace(at(0, 0), "teh "))
    answer(own, request, {"applied": True})
    own.wait_for(lambda m: len(m.get("params", {}).get("diagnostics", [])) == 1)
    assert own.command("applySafeFixes", PLAN)["result"] == 1


def test_an_edit_that_stands_in_the_text_is_under_way_no_more_though_nobody_answers(own):
    opened(own, "a teh plan\n")
    own.command("applySafeFixes", PLAN)
    own.change(PLAN, 2, replace(at(0, 2, end=5), "the"))
    assert own.diagnostics(PLAN, 2) == []
    own.change(PLAN, 3, replace(at(0, 0), "teh "))
    own.wait_for(lambda m: len(m.get("params", {}).get("diagnostics", [])) == 1)
    assert own.command("applySafeFixes", PLAN)["result"] == 1
    assert len(sent(own)) == 2


def test_a_yes_is_believed_until_the_text_changes(own):
    opened(own, "a teh plan\n")
    execute(own, "applySafeFixes", PLAN)
    applied(own)
    assert own.command("applySafeFixes", PLAN)["result"] == 0
    own.change(PLAN, 2, replace(at(0, 0), "x "))  # and was not true
    assert own.diagnostics(PLAN, 2)
    assert own.command("applySafeFixes", PLAN)["result"] == 1


def test_proposed_fixes_wait_for_a_person_and_safe_ones_not_for_them(own):
    opened(own, "colour teh\n")
    assert own.command("applyProposed", PLAN)["result"] == 1
    assert own.command("applyProposed", PLAN)["result"] == 0
    assert "wait for you to confirm them" in said_last(own)
    assert len(sent(own)) == 1
    assert own.command("applySafeFixes", PLAN)["result"] == 1
    proposed, safe = sent(own)
    answer(own, safe, {"applied": False})
    answer(own, proposed, {"applied": False})
    assert "the editor did not make the change" in said(own)
    assert "nothing was applied; the change is made only if it is ticked in the editor's preview" in said(own)
    assert own.command("applyProposed", PLAN)["result"] == 1


def said_last(client: WireClient) -> str:
    message: str = [m["params"]["message"] for m in client.seen if m.get("method") == "window/showMessage"][-1]
    return message


def test_without_previews_what_was_shown_is_sent_once(client):
    client.initialize({"workspace": {"applyEdit": True}})
    opened(client, "colour\n")
    for result, edits in ((1, 0), (1, 1), (0, 1)):
        assert client.command("applyProposed", PLAN)["result"] == result
        assert len(sent(client)) == edits


def test_a_finding_that_is_put_off_twice_is_entered_once(own):
    opened(own, "A maybe plan\n")
    execute(own, "defer", PLAN, "maybe-0")
    execute(own, "defer", PLAN, "maybe-0")
    make(own, 2)
    own.wait_for(lambda m: m.get("params", {}).get("diagnostics") == [])
    assert none_of(own, EDIT)


def test_two_findings_that_are_put_off_at_once_are_entered_one_after_the_other_under_one_heading(own):
    opened(own, "A maybe plan, fatal\n")
    execute(own, "defer", PLAN, "maybe-0")
    execute(own, "defer", PLAN, "fatal-0")
    first = asked(own, EDIT)
    assert none_of(own, EDIT)
    answer(own, first, {"applied": True})
    assert none_of(own, EDIT)  # some announce the change only after a while
    (edit,) = first["params"]["edit"]["documentChanges"][0]["edits"]
    own.change(PLAN, 2, replace(edit["range"], edit["newText"]))
    (second,) = asked(own, EDIT)["params"]["edit"]["documentChanges"][0]["edits"]
    assert "## Deferred" not in second["newText"]


def test_rounds_wait_for_what_was_asked_for_before(telling):
    opened(telling, "a teh plan\n")
    execute(telling, "applySafeFixes", PLAN)
    execute(telling, "converge", PLAN)
    first = asked(telling, EDIT)
    assert none_of(telling, EDIT)
    telling.change(PLAN, 2, replace(at(0, 2, end=5), "the"))
    answer(telling, first, {"applied": True})
    assert said(telling) == "plan.md: Nothing was changed; nothing is left that may be fixed safely."
