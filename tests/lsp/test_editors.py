"""The whole round with the recorded capabilities of real editors, against the real server and its real checks."""

from __future__ import annotations

from lsprotocol import types

from lsp.editor import Editor

PLAN = """# Feature plan

## Requirements

- R1. Search answers in a second.
- R2. Results are ranked.
- R3. Results can be exported.

## Implementation Units

There are four implementation units:

### Unit 1. Index

Requirements: R1

### Unit 2. Rank

Requirements: R2

### Unit 3. Export

Requirements: R3
"""
WRONG_LINE = 10
TOP = types.Range(types.Position(0, 0), types.Position(0, 0))


def identifier(uri: str) -> types.TextDocumentIdentifier:
    return types.TextDocumentIdentifier(uri=uri)


async def actions(editor: Editor, uri: str, diagnostic: types.Diagnostic, *only: str) -> list[types.CodeAction]:
    found = await editor.text_document_code_action_async(
        types.CodeActionParams(
            text_document=identifier(uri),
            range=diagnostic.range,
            context=types.CodeActionContext(diagnostics=[diagnostic], only=list(only) or None),
        )
    )
    return [action for action in found or [] if isinstance(action, types.CodeAction)]


async def test_a_plan_is_reviewed_fixed_and_undone(editor: Editor):
    uri = editor.open("plan.md", PLAN)
    (diagnostic,) = await editor.diagnostics_of(uri, 1, 1)
    assert diagnostic.source == "anchorline"
    assert diagnostic.code == "count-mismatch"
    assert diagnostic.range.start.line == WRONG_LINE

    editor.type_at(uri, TOP, "One more line.\n")
    (diagnostic,) = await editor.diagnostics_of(uri, 2, 1)
    assert diagnostic.range.start.line == WRONG_LINE + 1

    hover = await editor.text_document_hover_async(
        types.HoverParams(text_document=identifier(uri), position=diagnostic.range.start)
    )
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    assert "count-mismatch" in hover.contents.value

    fix = (await actions(editor, uri, diagnostic))[0]
    assert fix.kind == types.CodeActionKind.QuickFix
    assert fix.edit is not None
    before = editor.buffers[uri][1]
    editor.apply(fix.edit)
    version, text = editor.buffers[uri]
    assert "There are three implementation units:" in text
    await editor.diagnostics_of(uri, version, 0)

    place = types.Range(diagnostic.range.start, types.Position(diagnostic.range.start.line, 15))
    editor.type_at(uri, place, "four")
    assert editor.buffers[uri][1] == before
    (diagnostic,) = await editor.diagnostics_of(uri, version + 1, 1)
    assert await actions(editor, uri, diagnostic, "source.fixAll") == []


async def test_the_command_applies_safe_fixes_through_the_editor(editor: Editor):
    uri = editor.open("plan.md", PLAN)
    await editor.diagnostics_of(uri, 1, 1)
    applied = await editor.workspace_execute_command_async(
        types.ExecuteCommandParams(command="anchorline.applySafeFixes", arguments=[uri])
    )
    assert applied == 1
    await editor.diagnostics_of(uri, 2, 0)
    assert "There are three implementation units:" in editor.buffers[uri][1]


async def test_settings_of_a_workspace_file_count_at_the_next_save(editor: Editor):
    uri = editor.open("plan.md", PLAN)
    await editor.diagnostics_of(uri, 1, 1)
    (editor.root / ".anchorline.toml").write_text('[checks]\ndisable = ["count-mismatch"]\n')
    editor.text_document_did_save(types.DidSaveTextDocumentParams(text_document=identifier(uri), text=PLAN))
    await editor.diagnostics_of(uri, 1, 0)


async def test_the_editors_own_settings_count(editor: Editor):
    editor.set_configuration({"anchorline": {"checks": {"disable": ["count-mismatch"]}}})
    settings = {"anchorline": {"checks": {"disable": ["count-mismatch"]}}}
    editor.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings=settings))
    uri = editor.open("plan.md", PLAN)
    await editor.diagnostics_of(uri, 1, 0)


async def test_files_are_watched_where_the_editor_can(editor: Editor):
    uri = editor.open("plan.md", PLAN)
    await editor.diagnostics_of(uri, 1, 1)
    watches = types.WORKSPACE_DID_CHANGE_WATCHED_FILES in editor.registered
    assert watches is (editor.name != "neovim")


async def test_closing_empties_the_list(editor: Editor):
    uri = editor.open("plan.md", PLAN)
    await editor.diagnostics_of(uri, 1, 1)
    editor.text_document_did_close(types.DidCloseTextDocumentParams(text_document=identifier(uri)))
    await editor.diagnostics_of(uri, 1, 0)
