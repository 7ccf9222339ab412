"""Model reviewers with the recorded capabilities of real editors, against an endpoint on this machine."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from lsprotocol import types

from endpoint import Drip, Endpoint, Say, finding, reply
from lsp.editor import DEADLINE, Editor

PLAN = """# Plan: Move the ledger

## Requirements

- R1. Entries keep their order.
- R2. Readers see no gap.

## Implementation Units

### Unit 1: Copy

The copy runs once a night, and readers may see gaps while it runs.
"""
QUOTE = "readers may see gaps while it runs"
GAP = finding(QUOTE, title="The copy breaks R2", section="Unit 1: Copy", category="contradiction")


@pytest.fixture(autouse=True)
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[Endpoint]:
    """What the environment of the server that is started next points to."""
    with Endpoint({"coherence": [Say(reply(GAP))]}) as running:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "test-key")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", running.url)
        monkeypatch.setenv("ANCHORLINE_REVIEW__SETTLE_MS", "0")
        yield running


def save(editor: Editor, uri: str, reason: types.TextDocumentSaveReason | None = None) -> None:
    identifier = types.TextDocumentIdentifier(uri=uri)
    if reason is not None:
        editor.text_document_will_save(types.WillSaveTextDocumentParams(text_document=identifier, reason=reason))
    text = editor.buffers[uri][1]
    editor.text_document_did_save(types.DidSaveTextDocumentParams(text_document=identifier, text=text))


async def until(endpoint: Endpoint, condition, what: str) -> None:
    await asyncio.to_thread(endpoint.wait_for, condition, what)


async def test_a_save_asks_once_then_shows_what_the_models_found(editor: Editor, endpoint: Endpoint):
    editor.answers = ["Always"]
    uri = editor.open("plan.md", PLAN)
    save(editor, uri, types.TextDocumentSaveReason.Manual)
    (diagnostic,) = await editor.diagnostics_of(uri, 1, 1)
    assert diagnostic.code == "coherence/contradiction"
    assert diagnostic.message.isprintable()
    assert editor.buffers[uri][1].split("\n")[diagnostic.range.start.line].endswith(f"{QUOTE}.")

    (offer,) = editor.offers
    assert [action.title for action in offer.actions or []] == ["Always", "This file", "Never"]
    hover = await editor.text_document_hover_async(
        types.HoverParams(types.TextDocumentIdentifier(uri), diagnostic.range.start)
    )
    assert hover is not None
    assert "coherence" in str(hover.contents)

    told = [report.message or "" for report in await editor.progress_ended()]
    assert any("coherence: ok" in message for message in told)


async def test_a_save_that_nobody_asked_for_sends_nothing(editor: Editor, endpoint: Endpoint):
    editor.answers = ["Always"]
    uri = editor.open("plan.md", PLAN)
    save(editor, uri, types.TextDocumentSaveReason.AfterDelay)
    await editor.diagnostics_of(uri, 1, 0)
    # Whatever that save had started would be answered before this one is.
    save(editor, uri, types.TextDocumentSaveReason.FocusOut)
    await editor.workspace_execute_command_async(types.ExecuteCommandParams("anchorline.cancel", [uri]))
    assert editor.offers == []
    assert endpoint.seen == []


async def test_cancel_stops_the_calls_in_flight(editor: Editor, endpoint: Endpoint):
    editor.answers = ["This file"]
    endpoint.script = {"*": [Drip()]}
    uri = editor.open("plan.md", PLAN)
    save(editor, uri, types.TextDocumentSaveReason.Manual)
    await until(endpoint, lambda e: e.seen, "a call")
    async with asyncio.timeout(DEADLINE):
        await editor.workspace_execute_command_async(types.ExecuteCommandParams("anchorline.cancel", [uri]))
        await until(endpoint, lambda e: len(e.left) == len(e.seen), "the client leaving")
