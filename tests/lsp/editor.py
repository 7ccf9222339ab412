"""A client that behaves as editors do: it keeps buffers, applies edits, and remembers what it was shown."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient
from pytest_lsp.client import register_lsp_features

DEADLINE = 90.0


class Editor(LanguageClient):
    name = ""
    root = Path()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.published: list[types.PublishDiagnosticsParams] = []
        self.buffers: dict[str, tuple[int, str]] = {}
        self.registered: list[str] = []
        self.answers: list[str | None] = []
        """What the person picks of the questions to come, in order; None closes one."""
        self.offers: list[types.ShowMessageRequestParams] = []
        self._news = asyncio.Event()

    def note(self, params: types.PublishDiagnosticsParams) -> None:
        """pytest-lsp keeps the diagnostics without their version."""
        self.published.append(params)
        self._news.set()

    async def diagnostics_of(self, uri: str, version: int, count: int) -> list[types.Diagnostic]:
        """Wait until so many are shown of this version."""
        async with asyncio.timeout(DEADLINE):
            while True:
                for params in self.published:
                    if (params.uri, params.version, len(params.diagnostics)) == (uri, version, count):
                        return list(params.diagnostics)
                self._news.clear()
                await self._news.wait()

    async def progress_ended(self) -> list[types.WorkDoneProgressReport]:
        """What a review that showed its progress reported, once it is over."""
        async with asyncio.timeout(DEADLINE):
            while True:
                for values in self.progress_reports.values():
                    if values and isinstance(values[-1], types.WorkDoneProgressEnd):
                        return [value for value in values if isinstance(value, types.WorkDoneProgressReport)]
                await asyncio.sleep(0.01)

    def open(self, name: str, text: str, language: str = "markdown") -> str:
        uri = (self.root / name).as_uri()
        self.buffers[uri] = (1, text)
        item = types.TextDocumentItem(uri=uri, language_id=language, version=1, text=text)
        self.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
        return uri

    def type_at(self, uri: str, range_: types.Range, text: str) -> None:
        version, old = self.buffers[uri]
        self.buffers[uri] = (version + 1, self._spliced(old, range_, text))
        self.text_document_did_change(
            types.DidChangeTextDocumentParams(
                text_document=types.VersionedTextDocumentIdentifier(uri=uri, version=version + 1),
                content_changes=[types.TextDocumentContentChangePartial(range=range_, text=text)],
            )
        )

    def apply(self, edit: types.WorkspaceEdit) -> None:
        """What the client was told, whichever form its capabilities led to."""
        if edit.document_changes:
            (change,) = edit.document_changes
            assert change.text_document.version == self.buffers[change.text_document.uri][0]
            for one in reversed(list(change.edits)):
                self.type_at(change.text_document.uri, one.range, one.new_text)
            return
        for uri, edits in (edit.changes or {}).items():
            for one in reversed(list(edits)):
                self.type_at(uri, one.range, one.new_text)

    @staticmethod
    def _spliced(text: str, range_: types.Range, new: str) -> str:
        """For texts of ASCII with `\\n` alone, where all encodings agree."""
        lines = text.split("\n")
        starts = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines) + 1)]
        start, end = (starts[at.line] + at.character for at in (range_.start, range_.end))
        return text[:start] + new + text[end:]


def make_editor() -> Editor:
    editor = Editor(converter_factory=default_converter, configuration={"": {"anchorline": {}}})
    register_lsp_features(editor)

    # pytest-lsp has its own answer to this one; ours keeps the version too.
    editor.protocol.fm.features.pop(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)

    @editor.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def on_diagnostics(client: Editor, params: types.PublishDiagnosticsParams) -> None:
        client.note(params)

    @editor.feature(types.WORKSPACE_APPLY_EDIT)
    def on_apply(client: Editor, params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        client.apply(params.edit)
        return types.ApplyWorkspaceEditResult(applied=True)

    @editor.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)
    def on_question(client: Editor, params: types.ShowMessageRequestParams) -> types.MessageActionItem | None:
        client.offers.append(params)
        title = client.answers.pop(0) if client.answers else None
        return None if title is None else types.MessageActionItem(title)

    @editor.feature(types.CLIENT_REGISTER_CAPABILITY)
    def on_register(client: Editor, params: types.RegistrationParams) -> None:
        client.registered += [registration.method for registration in params.registrations]

    return editor
