"""Fixes over the wire: proposed ones confirmed or shown first, edits that the editor refuses, findings put off."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from endpoint import Endpoint, Say, finding, reply
from wire.test_actions import actions, applied, hover, titles
from wire.test_diagnostics import PLAN, at, opened, replace
from wire.test_models import CONSENT, published, save, server
from wire.wire_client import Message, WireClient, framed

EDITS: Message = {
    "workspace": {"applyEdit": True},
    "textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}},
    "window": {"showDocument": {"support": True}},
}


def execute(client: WireClient, name: str, *arguments: object) -> int:
    return client.start_request(
        "workspace/executeCommand", {"command": f"anchorline.{name}", "arguments": list(arguments)}
    )


def asked(client: WireClient, method: str) -> Message:
    return client.wait_for(lambda m: m.get("method") == method)


def answer(client: WireClient, request: Message, result: object) -> None:
    client.send({"jsonrpc": "2.0", "id": request["id"], "result": result})


def said(client: WireClient) -> str:
    message: str = asked(client, "window/showMessage")["params"]["message"]
    return message


def none_of(client: WireClient, method: str) -> bool:
    return not any(m.get("method") == method for m in client.drained())


# --- proposed fixes, all at once


def test_all_proposed_fixes_are_one_edit_with_each_edit_under_its_finding(able):
    opened(able, "colour teh\nhonour\n")
    action = next(a for a in actions(able, at(0, 1)) if a["title"].startswith("Apply"))
    assert (action["title"], action["kind"]) == ("Apply 2 proposed fixes…", "quickfix")
    assert "isPreferred" not in action
    (change,) = action["edit"]["documentChanges"]
    assert [edit["annotationId"] for edit in change["edits"]] == ["colour-0", "honour-0"]
    assert {edit["newText"] for edit in change["edits"]} == {"color", "honor"}
    assert action["edit"]["changeAnnotations"]["colour-0"] == {
        "label": "The word colour is doubtful",
        "description": "write color",
        "needsConfirmation": True,
    }


def test_it_is_offered_on_proposed_findings_only_and_not_at_every_pause(able):
    opened(able, "colour teh\n")
    assert not [title for title in titles(actions(able, at(0, 8))) if title.startswith("Apply")]
    assert not [title for title in titles(actions(able, at(0, 1), triggerKind=2)) if title.startswith("Apply")]


def test_without_annotations_a_document_shows_the_fixes_first_and_the_second_time_applies_them(client):
    client.initialize(EDITS)
    opened(client, "colour\n")
    first = next(a for a in actions(client, at(0, 1)) if a["title"].startswith("Apply"))
    assert "edit" not in first
    assert first["command"]["command"] == "anchorline.applyProposed"
    number = execute(client, "applyProposed", PLAN)
    shown = asked(client, "window/showDocument")
    answer(client, shown, {"success": True})
    text = Path(shown["params"]["uri"].removeprefix("file://")).read_text()
    assert "```diff\n- colour\n+ color\n```" in text
    assert "Nothing has been changed yet" in text
    assert client.result_of(number) == 1
    assert none_of(client, "workspace/applyEdit")
    second = next(a for a in actions(client, at(0, 1)) if a["title"].startswith("Apply"))
    assert second["title"] == "Apply the 1 proposed fix that you were shown"
    assert second["edit"]["changes"][PLAN][0]["newText"] == "color"
    execute(client, "applyProposed", PLAN)
    assert applied(client)["changes"][PLAN][0]["newText"] == "color"
    client.open(shown["params"]["uri"], text)
    assert none_of(client, "textDocument/publishDiagnostics")  # what was shown is never reviewed


def test_what_was_shown_is_what_is_applied_and_a_new_fix_is_shown_anew(client):
    client.initialize(EDITS)
    opened(client, "colour\n")
    execute(client, "applyProposed", PLAN)
    answer(client, asked(client, "window/showDocument"), {"success": True})
    client.change(PLAN, 2, replace(at(0, 0), "honour and "))
    client.wait_for(lambda m: len(m.get("params", {}).get("diagnostics", [])) == 2)
    execute(client, "applyProposed", PLAN)
    answer(client, asked(client, "window/showDocument"), {"success": True})
    assert none_of(client, "workspace/applyEdit")


def test_an_editor_that_shows_no_documents_is_told_where_the_preview_is(client):
    client.initialize({"workspace": {"applyEdit": True}})
    opened(client, "colour\n")
    execute(client, "applyProposed", PLAN)
    path = said(client).split("see ")[1].split(". Nothing")[0]
    assert "+ color" in Path(path).read_text()


# --- what the editor makes of an edit


@pytest.mark.parametrize(
    ("result", "because"),
    [
        ({"applied": False}, "the editor did not make the change."),
        ({"applied": False, "failureReason": "the document\nis locked"}, "(the document is locked)"),
        (None, "the editor did not make the change."),
        ("yes", "the editor did not make the change."),
    ],
)
def test_an_edit_that_was_not_made_is_said_once_and_offered_again(able, result, because):
    opened(able, "a teh plan\n")
    number = execute(able, "applySafeFixes", PLAN)
    request = asked(able, "workspace/applyEdit")
    able.change(PLAN, 2, replace(at(0, 0), "line\n"))  # why it could not be applied
    answer(able, request, result)
    assert because in said(able)
    assert able.result_of(number) == 1
    assert none_of(able, "window/showMessage")
    assert "write the" in titles(actions(able, at(1, 3)))
    execute(able, "applySafeFixes", PLAN)
    assert applied(able)["documentChanges"][0]["edits"] == [{"range": at(1, 2, end=5), "newText": "the"}]


def test_an_error_for_an_answer_is_no_more_than_an_edit_that_was_not_made(able):
    opened(able, "a teh plan\n")
    execute(able, "applySafeFixes", PLAN)
    request = asked(able, "workspace/applyEdit")
    able.send({"jsonrpc": "2.0", "id": request["id"], "error": {"code": -32603, "message": "no"}})
    assert "It is offered again." in said(able)


def test_a_text_that_reads_fixed_outweighs_an_answer_that_says_no(able):
    opened(able, "a teh plan\n")
    execute(able, "applySafeFixes", PLAN)
    request = asked(able, "workspace/applyEdit")
    able.change(PLAN, 2, replace(at(0, 2, end=5), "the"))
    assert able.diagnostics(PLAN, 2) == []
    answer(able, request, {"applied": False})
    assert none_of(able, "window/showMessage")


def test_a_fix_that_landed_takes_its_finding_away_before_any_review(able):
    opened(able, "a teh plan\n")
    able.command("pause", PLAN)
    able.change(PLAN, 2, replace(at(0, 2, end=5), "the"))
    assert able.diagnostics(PLAN, 2) == []
    able.command("pause", PLAN)


# --- what a fix would break, found by the real checks

SUMS = """---
type: plan
---

# Plan

## Implementation Units

There are three implementation units:

### Unit 1: Pack

### Unit 2: Drive
"""


@pytest.fixture
def real() -> Any:
    client = WireClient()
    client.initialize(
        {
            "workspace": {"applyEdit": True, "workspaceEdit": {"documentChanges": True}},
            "textDocument": {
                "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
                "hover": {"contentFormat": ["markdown"]},
            },
        },
        initializationOptions={"statusNotifications": True},
    )
    yield client
    client.close()


def test_a_fix_is_there_as_soon_as_its_finding_is(real):
    (diagnostic,) = opened(real, SUMS)
    line, character = (diagnostic["range"]["start"][key] for key in ("line", "character"))
    fix = actions(real, diagnostic["range"])[0]
    assert fix["edit"]["documentChanges"][0]["edits"][0]["newText"].startswith("two")
    assert "withheld" not in hover(real, line, character)["contents"]["value"]


AUTOMATIC = {"diagnostics": [], "triggerKind": 2}


@pytest.mark.parametrize("method", ["textDocument/hover", "textDocument/codeAction"])
def test_nobody_waits_for_a_fix_that_is_not_looked_at_while_somebody_types(real, method):
    opened(real, SUMS.replace("three", "two"))
    real.change(PLAN, 2, {"text": SUMS})
    (diagnostic,) = real.wait_for(lambda m: m.get("params", {}).get("diagnostics"))["params"]["diagnostics"]
    end = SUMS.count("\n")
    params = {"textDocument": {"uri": PLAN}, "position": diagnostic["range"]["start"], "range": diagnostic["range"]}
    key = {"textDocument": {"uri": PLAN, "version": 3}, "contentChanges": [replace(at(end, 0), "x")]}
    request = {"jsonrpc": "2.0", "id": "h", "method": method, "params": {**params, "context": AUTOMATIC}}
    start = len(real.seen)
    real.send_bytes(framed({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": key}) + framed(request))
    assert real.answer_to("h")["result"]
    states = [m["params"]["state"] for m in real.seen[start:] if m.get("method") == "anchorline/status"]
    assert "checking" not in states  # it did not wait for the next review


def test_who_opens_the_menu_right_behind_a_key_is_shown_the_fix(real):
    opened(real, SUMS.replace("three", "two"))
    real.change(PLAN, 2, {"text": SUMS})
    (diagnostic,) = real.wait_for(lambda m: m.get("params", {}).get("diagnostics"))["params"]["diagnostics"]
    real.change(PLAN, 3, replace(at(SUMS.count("\n"), 0), "x"))
    assert "edit" in actions(real, diagnostic["range"])[0]


# --- putting off


def test_a_finding_that_is_put_off_goes_to_the_open_questions_and_is_no_longer_shown(able):
    opened(able, "A maybe plan\r\n")
    execute(able, "defer", PLAN, "maybe-0")
    (edit,) = applied(able)["documentChanges"][0]["edits"]
    heading = "\r\n\r\n## Deferred / Open Questions\r\n\r\n### From "
    assert edit["newText"].startswith(heading)
    assert edit["newText"].endswith("(word-maybe, “maybe”)\r\n")
    assert "- The word maybe is doubtful: " in edit["newText"]
    enter(able, edit)


def enter(client: WireClient, edit: Message) -> None:
    """What a client does that was asked for an edit; the finding that was put off is no longer shown."""
    client.change(PLAN, 2, {"range": edit["range"], "text": edit["newText"]})
    client.wait_for(lambda m: m.get("params", {}).get("diagnostics") == [] and m["params"]["version"] == 2)


def test_a_finding_that_stands_there_already_is_only_no_longer_shown(able):
    opened(able, "A maybe plan\n")
    execute(able, "defer", PLAN, "maybe-0")
    (edit,) = applied(able)["documentChanges"][0]["edits"]
    enter(able, edit)
    copy = "file:///plans/copy.md"
    before = opened(able, "A maybe plan" + edit["newText"], copy)
    execute(able, "defer", copy, "maybe-0")
    able.wait_for(lambda m: len(m.get("params", {}).get("diagnostics", before)) < len(before))
    assert none_of(able, "workspace/applyEdit")


def test_a_finding_is_not_put_off_when_the_editor_does_not_make_the_change(able):
    opened(able, "A maybe plan\n")
    execute(able, "defer", PLAN, "maybe-0")
    answer(able, asked(able, "workspace/applyEdit"), {"applied": False})
    assert "Defer to Open Questions: the editor did not make the change" in said(able)
    assert "Dismiss" in titles(actions(able, at(0, 3)))


def test_a_document_that_ends_inside_code_is_left_alone(able):
    opened(able, "A maybe plan\n\n```\ncode\n")
    execute(able, "defer", PLAN, "maybe-0")
    assert "never closed" in said(able)
    assert none_of(able, "workspace/applyEdit")


# --- withheld


def test_a_fix_that_would_break_something_is_withheld_everywhere_and_hover_says_why(tmp_path):
    quote = "### Unit 2: Drive"
    broken = finding(
        quote, title="A heading too many", section="Unit 2: Drive", confidence=100, autofix_class="safe_auto",
        suggested_fix="Say it without marks.", edits=[{"old": quote, "new": "Unit 2: Drive"}],
    )  # fmt: skip
    text = SUMS.replace("three", "two")
    path = tmp_path / "plan.md"
    path.write_text(text)
    uri = path.as_uri()
    with Endpoint({"coherence": [Say(reply(broken))]}) as endpoint, server(endpoint, tmp_path, CONSENT) as client:
        client.open(uri, text)
        save(client, uri, text)
        (diagnostic,) = published(client, lambda codes: len(codes) == 1)
        document = {"textDocument": {"uri": uri}}
        found = client.request(
            "textDocument/codeAction", {**document, "range": diagnostic["range"], "context": {"diagnostics": []}}
        )
        shown = client.request("textDocument/hover", {**document, "position": diagnostic["range"]["start"]})
        assert "The fix is withheld: it would take out the heading “Unit 2: Drive”." in str(shown["result"])
        assert not any("edit" in action for action in found["result"])
