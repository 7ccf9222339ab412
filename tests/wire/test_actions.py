"""Code actions, hovers and commands, from the server's own state and the current text."""

from __future__ import annotations

import json
from typing import Any

import pytest

from wire.test_diagnostics import PLAN, at, opened, replace, rules
from wire.wire_client import Message, WireClient


def actions(
    client: WireClient, range_: Message, diagnostics: list[Message] | None = None, **context: Any
) -> list[Message]:
    answer = client.request(
        "textDocument/codeAction",
        {
            "textDocument": {"uri": PLAN},
            "range": range_,
            "context": {"diagnostics": diagnostics or [], **context},
        },
    )
    found: list[Message] = answer["result"]
    return found


def titles(found: list[Message]) -> list[str]:
    return [action["title"] for action in found]


def hover(client: WireClient, line: int, character: int) -> Message | None:
    position = {"line": line, "character": character}
    answer = client.request("textDocument/hover", {"textDocument": {"uri": PLAN}, "position": position})
    found: Message | None = answer["result"]
    return found


def applied(client: WireClient) -> Message:
    """Answer the edit that the server asks for with yes; its workspace edit."""
    message = client.wait_for(lambda m: m.get("method") == "workspace/applyEdit")
    client.send({"jsonrpc": "2.0", "id": message["id"], "result": {"applied": True}})
    edit: Message = message["params"]["edit"]
    return edit


# --- code actions


def test_the_fix_comes_first_and_then_the_ways_to_say_no(able):
    diagnostics = opened(able, "a teh plan\n")
    found = actions(able, at(0, 3), diagnostics)
    assert titles(found) == [
        "write the",
        "Dismiss",
        "Not a problem in this file",
        "Not a problem in this workspace",
        "Defer to Open Questions",
        "Anchorline: apply 1 safe fix",
    ]
    fix = found[0]
    assert fix["kind"] == "quickfix"
    assert fix["isPreferred"] is True
    assert fix["diagnostics"] == diagnostics
    assert fix["edit"] == {
        "documentChanges": [
            {"textDocument": {"uri": PLAN, "version": 1}, "edits": [{"range": at(0, 2, end=5), "newText": "the"}]}
        ]
    }
    assert found[1]["command"]["arguments"] == [PLAN, "teh-0", "finding"]


def test_a_proposed_fix_is_not_preferred_and_asks_first(able):
    opened(able, "a colour plan\n")
    fix = actions(able, at(0, 3))[0]
    assert "isPreferred" not in fix
    edit = fix["edit"]["documentChanges"][0]["edits"][0]
    annotation = fix["edit"]["changeAnnotations"][edit["annotationId"]]
    assert annotation["needsConfirmation"] is True


def test_without_versioned_edits_plain_changes_are_sent(client):
    client.initialize({"textDocument": {"codeAction": {"codeActionLiteralSupport": {}}}})
    opened(client, "a colour plan\n")
    fix = actions(client, at(0, 3))[0]
    assert fix["edit"] == {"changes": {PLAN: [{"range": at(0, 2, end=8), "newText": "color"}]}}


def test_a_client_without_action_literals_gets_commands(ready):
    opened(ready, "a teh plan\n")
    found = actions(ready, at(0, 3))
    assert [action["command"] for action in found] == ["anchorline.dismiss"] * 3


def test_edits_are_computed_from_the_text_of_now(able):
    opened(able, "a teh plan\n")
    able.change(PLAN, 5, replace(at(0, 0), "line\n"))
    change = actions(able, at(1, 3))[0]["edit"]["documentChanges"][0]
    assert change["textDocument"]["version"] == 5
    assert change["edits"][0]["range"] == at(1, 2, end=5)


def test_no_fix_is_offered_when_its_old_text_is_no_longer_unique(able):
    opened(able, "a teh plan\n")
    able.change(PLAN, 2, replace(at(0, 0), "teh "))
    assert "write the" not in titles(actions(able, at(0, 7)))


def test_no_action_is_offered_when_the_evidence_is_gone(able):
    opened(able, "a teh plan\n")
    able.change(PLAN, 2, replace(at(0, 2, end=5), "the"))
    assert actions(able, at(0, 0, end=10)) == []


def test_actions_are_found_without_echoed_data(able):
    (diagnostic,) = opened(able, "a teh plan\n")
    bare = {key: diagnostic[key] for key in ("range", "message", "code", "source")}
    assert actions(able, at(0, 3), [bare])[0]["diagnostics"] == [bare]


@pytest.mark.parametrize(
    ("only", "kinds"),
    [
        (["quickfix"], {"quickfix"}),
        (["source"], {"source.fixAll.anchorline"}),
        (["source.fixAll"], {"source.fixAll.anchorline"}),
        (["source.fixAll.anchorline"], {"source.fixAll.anchorline"}),
        (["source.organizeImports"], set()),
        (["refactor", "source.fixAll.other"], set()),
        ([""], {"quickfix", "source.fixAll.anchorline"}),
    ],
)
def test_only_what_is_asked_for_is_offered(able, only, kinds):
    opened(able, "a teh plan\n")
    assert {action["kind"] for action in actions(able, at(0, 3), only=only)} == kinds


def test_an_automatic_request_does_not_pay_for_the_menu(able):
    opened(able, "a teh plan\n")
    assert {action["kind"] for action in actions(able, at(0, 3), triggerKind=2)} == {"quickfix"}


def test_fix_all_applies_what_may_be_applied_and_nothing_else(able):
    opened(able, "teh colour maybe\n")
    (action,) = actions(able, at(0, 0), only=["source.fixAll"])
    assert action["edit"]["documentChanges"][0]["edits"] == [{"range": at(0, 0, end=3), "newText": "the"}]
    assert "changeAnnotations" not in action["edit"]


def test_a_fix_that_was_undone_is_never_again_part_of_fix_all(own):
    opened(own, "a teh plan\n")
    own.change(PLAN, 2, replace(at(0, 2, end=5), "the"))
    own.change(PLAN, 3, replace(at(0, 3, end=5), "eh"))
    assert rules(own.diagnostics(PLAN, 3)) == ["teh"]
    assert actions(own, at(0, 3), only=["source.fixAll"]) == []
    assert "write the" in titles(actions(own, at(0, 3)))
    assert own.command("applySafeFixes", PLAN)["result"] == 0


def test_a_fix_that_was_undone_after_another_review_is_never_again_part_of_fix_all(own):
    opened(own, "a teh plan\n")
    own.change(PLAN, 2, replace(at(0, 2, end=5), "the"))
    own.command("review", PLAN)
    own.change(PLAN, 3, replace(at(0, 2, end=5), "teh"))
    own.wait_for(lambda m: m.get("method", "").endswith("publishDiagnostics") and m["params"]["diagnostics"] != [])
    assert actions(own, at(0, 3), only=["source.fixAll"]) == []


def test_a_fix_that_was_undone_stays_out_of_fix_all_when_the_document_is_closed_and_opened_again(own):
    opened(own, "a teh plan\n")
    own.change(PLAN, 2, replace(at(0, 2, end=5), "the"))
    own.change(PLAN, 3, replace(at(0, 3, end=5), "eh"))
    own.diagnostics(PLAN, 3)
    own.notify("textDocument/didClose", {"textDocument": {"uri": PLAN}})
    opened(own, "a teh plan\n")
    assert actions(own, at(0, 3), only=["source.fixAll"]) == []


def test_a_line_that_was_silenced_just_now_is_no_part_of_fix_all(able):
    opened(able, "a teh plan\n")
    able.change(PLAN, 2, replace(at(0, 0), "<!-- anchorline-disable-next-line word-teh -->\n"))
    assert actions(able, at(1, 3), only=["source.fixAll"]) == []


def test_an_editor_that_takes_no_edits_is_told_so(ready):
    opened(ready, "a teh plan\n")
    assert ready.command("applySafeFixes", PLAN)["result"] == 0
    assert any(m.get("method") == "window/showMessage" for m in ready.seen)
    assert not any(m.get("method") == "workspace/applyEdit" for m in ready.drained())


def test_code_actions_of_an_unknown_document_are_null(able):
    assert actions(able, at(0, 0)) is None


# --- hover


def test_hover_on_a_finding_says_why_and_shows_the_fix(able):
    opened(able, "a teh plan\n")
    found = hover(able, 0, 3)
    assert found is not None
    assert found["range"] == at(0, 2, end=5)
    assert found["contents"]["kind"] == "markdown"
    value = found["contents"]["value"]
    for expected in ("**P2**", "The word teh is doubtful", "raised by checks", "```diff\n- teh\n+ the\n```"):
        assert expected in value


def test_hover_escapes_what_documents_and_models_say(able):
    opened(able, "a teh plan\n")
    value = hover(able, 0, 3)["contents"]["value"]
    assert "![" not in value.replace("!\\[", "")
    assert "<b>" not in value.replace("\\<b", "")
    assert "http://" not in value
    assert "\u202e" not in value
    assert "⟨U+202E⟩" in value


def test_hover_is_plain_for_a_client_that_wants_it_plain(client):
    client.initialize({"textDocument": {"hover": {"contentFormat": ["plaintext"]}}})
    opened(client, "a teh plan\n")
    contents = hover(client, 0, 3)["contents"]
    assert contents["kind"] == "plaintext"
    assert "**" not in contents["value"]
    assert "\u202e" not in contents["value"]


@pytest.mark.parametrize(("line", "character"), [(0, 0), (0, 9), (7, 0)])
def test_hover_elsewhere_is_null(able, line, character):
    opened(able, "a teh plan\n")
    assert hover(able, line, character) is None


# --- commands


def test_apply_safe_fixes_hands_the_edit_to_the_editor(able):
    opened(able, "teh colour\n")
    assert able.command("applySafeFixes", PLAN)["result"] == 1
    sent = next(m for m in able.seen if m.get("method") == "workspace/applyEdit")
    change = sent["params"]["edit"]["documentChanges"][0]
    assert change == {
        "textDocument": {"uri": PLAN, "version": 1},
        "edits": [{"range": at(0, 0, end=3), "newText": "the"}],
    }


def test_apply_proposed_is_confirmed_in_the_editors_own_preview(able):
    opened(able, "teh colour\n")
    able.start_request("workspace/executeCommand", {"command": "anchorline.applyProposed", "arguments": [PLAN]})
    edit = applied(able)
    (annotation,) = edit["changeAnnotations"].values()
    assert annotation["needsConfirmation"] is True
    assert [e["newText"] for e in edit["documentChanges"][0]["edits"]] == ["color"]


@pytest.mark.parametrize(
    ("scope", "left_here", "left_there"),
    [
        ("finding", ["maybe"], ["teh", "maybe"]),
        ("file", ["maybe"], ["teh", "maybe"]),
        ("workspace", ["maybe"], ["maybe"]),
    ],
)
def test_dismissing_hides_a_finding_as_far_as_it_says(able, scope, left_here, left_there):
    other = "file:///plans/other.md"
    opened(able, "teh maybe\n")
    opened(able, "teh maybe\n", other)
    assert able.command("dismiss", PLAN, "teh-0", scope, "it is a name")["result"] is None
    assert last_shown(able) == {PLAN: left_here, other: left_there}
    able.command("review", PLAN)
    assert rules(able.diagnostics(PLAN)) == left_here
    assert able.command("undismissAll", PLAN)["result"] == 1
    assert last_shown(able) == {PLAN: ["teh", "maybe"], other: ["teh", "maybe"]}


def last_shown(client: WireClient) -> dict[str, list[str]]:
    """What the client shows of each document now."""
    return {
        m["params"]["uri"]: rules(m["params"]["diagnostics"])
        for m in client.seen
        if m.get("method") == "textDocument/publishDiagnostics"
    }


def test_pausing_stops_reviews_and_keeps_what_was_found(able):
    opened(able, "teh\n")
    assert able.command("pause", PLAN)["result"] is True
    able.change(PLAN, 2, replace(at(0, 3), " maybe"))
    able.notify("textDocument/didSave", {"textDocument": {"uri": PLAN}})
    assert rules(able.diagnostics(PLAN, 2)) == ["teh"]
    assert able.drained() == []
    assert able.command("pause", PLAN)["result"] is False
    assert rules(able.diagnostics(PLAN, 2)) == ["teh", "maybe"]


def test_pausing_everything_holds_for_documents_that_are_opened_later(able):
    assert able.command("pause", None)["result"] is True
    able.open(PLAN, "teh\n")
    assert able.drained() == []
    assert able.command("pause")["result"] is False
    assert rules(able.diagnostics(PLAN)) == ["teh"]


def test_cancel_stops_the_review(able):
    able.open(PLAN, "SLOW\n")
    assert able.command("cancel", PLAN)["result"] is True
    assert able.command("cancel", PLAN)["result"] is False
    assert opened(able, "teh\n", "file:///plans/next.md")  # the worker is free again


def test_the_report_shows_everything_and_is_never_reviewed(able, tmp_path):
    opened(able, "teh colour maybe hmm\n")
    uri = able.command("showReport", PLAN)["result"]
    text = (tmp_path / "x").parent.joinpath(uri.removeprefix("file://")).read_text()
    for expected in ("Safe fixes", "Proposed fixes", "Decisions", "For your information", "## Account"):
        assert expected in text
    shown = able.wait_for(lambda m: m.get("method") == "window/showDocument")
    assert shown["params"]["uri"] == uri
    able.open(uri, text)
    assert [m for m in able.drained() if m.get("method", "").endswith("publishDiagnostics")] == []


def test_debug_information_names_versions_and_no_text(able):
    opened(able, "teh confidential\n")
    text = able.command("debugInformation")["result"]
    assert "anchorline" in text
    assert PLAN in text
    assert "confidential" not in json.dumps(text)


def test_clear_cache_reviews_again(able):
    opened(able, "teh\n")
    assert able.command("clearCache", PLAN)["result"] is None
    assert rules(able.diagnostics(PLAN)) == ["teh"]
