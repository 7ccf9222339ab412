"""`textDocument/codeAction`: the fix first, then ways to say no. No file, no model and no engine is touched here."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from anchorline.findings.words import Route
from anchorline.lsp import commands, convert, fixes, preview, publish
from anchorline.lsp.board import Board, Held
from anchorline.lsp.decisions import SCOPES
from anchorline.lsp.documents import Document
from anchorline.lsp.initialize import FIX_ALL
from anchorline.lsp.markdown import one_line
from anchorline.lsp.preview import counted

if TYPE_CHECKING:
    from anchorline.lsp.session import Session

QUICK_FIX = "quickfix"
_DISMISSALS = {
    "finding": "Dismiss",
    "file": "Not a problem in this file",
    "workspace": "Not a problem in this workspace",
}


Actions = list[dict[str, Any]]


def handle(ls: Session, params: types.CodeActionParams) -> Actions | Coroutine[Any, Any, Actions | None] | None:
    document, board = ls.documents.get(params.text_document.uri), ls.board(params.text_document.uri)
    if document is None or board is None:
        return None
    # Who asks for actions waits for what is about to be known; an editor that asks by itself does not.
    if params.context.trigger_kind is not types.CodeActionTriggerKind.Automatic and fixes.is_unknown(board, board.held):
        return _later(ls, board, params)
    return _actions(ls, document, board, params)


async def _later(ls: Session, board: Board, params: types.CodeActionParams) -> Actions | None:
    await fixes.waited(board, fixes.PATIENCE)
    document = ls.documents.get(params.text_document.uri)
    if document is None or ls.boards.get(document.key) is not board:
        return None
    return _actions(ls, document, board, params)


def _actions(ls: Session, document: Document, board: Board, params: types.CodeActionParams) -> Actions:
    wanted = params.context.only
    shown = publish.shown(ls, document, board).findings
    automatic = params.context.trigger_kind == types.CodeActionTriggerKind.Automatic
    actions: list[dict[str, Any]] = []
    if _is_wanted(QUICK_FIX, wanted):
        span = document.lines.span(convert.text_range(params.range), ls.client.encoding)
        here = [held for held in shown if held.span.start <= span.end and span.start <= held.span.end]
        diagnostics = {_data_id(given): given for given in params.context.diagnostics}
        for held in here:
            actions += _for_finding(ls, document, board, held, diagnostics)
        actions.sort(key=lambda action: "edit" not in action)  # fixes of all findings here, then the rest
        if not automatic and any(held.finding.route is Route.PROPOSED for held in here):
            actions += _all_proposed(ls, document, board, shown)
    # A person who opens the menu sees it; an editor that asks at every pause does not pay for it.
    if _is_wanted(FIX_ALL, wanted) and not (automatic and wanted is None):
        actions += _fix_all(ls, document, board, shown)
    if not ls.client.code_action_literals:
        return [action["command"] for action in actions if "command" in action]
    return actions


def _is_wanted(kind: str, only: Any) -> bool:
    """Kinds are hierarchical: `source` asks for `source.fixAll.anchorline` too."""
    return only is None or any(kind == asked or kind.startswith(f"{asked}.") or not asked for asked in map(_word, only))


def _word(kind: Any) -> str:
    return str(getattr(kind, "value", kind))


def _data_id(diagnostic: types.Diagnostic) -> str:
    """What ties a diagnostic of the request to a finding: the echoed id, or else rule and start."""
    data = diagnostic.data
    if isinstance(data, dict) and isinstance(data.get("id"), str):
        return str(data["id"])
    start = diagnostic.range.start
    return f"{diagnostic.code}@{start.line}:{start.character}"


def _for_finding(
    ls: Session, document: Document, board: Board, held: Held, diagnostics: dict[str, types.Diagnostic]
) -> list[dict[str, Any]]:
    finding = held.finding
    start = document.lines.position(held.span.start, ls.client.encoding)
    linked = diagnostics.get(finding.id) or diagnostics.get(f"{finding.rule}@{start.line}:{start.character}")
    common: dict[str, Any] = {"kind": QUICK_FIX}
    if linked is not None:
        common["diagnostics"] = [linked]
    actions: list[dict[str, Any]] = []
    if edits := fixes.fixer(document, board).fix_of(held):
        title = one_line(finding.suggested_fix or f"Fix: {finding.title}", 80)
        confirm = title if finding.route is not Route.APPLY else None
        changes = convert.text_edits(document.lines, edits, ls.client.encoding)
        action = {
            "title": title,
            **common,
            "edit": convert.workspace_edit(document.uri, document.version, changes, ls.client, confirm),
        }
        if ls.client.generated_tag and not finding.from_checks:
            action["tags"] = [1]  # CodeActionTag.LLMGenerated
        if finding.route is Route.APPLY and ls.client.preferred_actions:
            action["isPreferred"] = True
        actions.append(action)
    for scope in SCOPES:
        title = _DISMISSALS[scope]
        arguments = [document.uri, finding.id, scope]
        actions.append({"title": title, **common, "command": _command(title, commands.DISMISS, arguments)})
    if finding.actionable and document.language == "markdown" and ls.client.apply_edit:
        title = "Defer to Open Questions"
        actions.append(
            {"title": title, **common, "command": _command(title, commands.DEFER, [document.uri, finding.id])}
        )
    return actions


def _command(title: str, name: str, arguments: list[Any]) -> dict[str, Any]:
    return {"title": f"Anchorline: {title}", "command": name, "arguments": arguments}


def _all_proposed(ls: Session, document: Document, board: Board, shown: tuple[Held, ...]) -> list[dict[str, Any]]:
    """All proposed fixes in one edit: confirmed in the editor's own preview, or else shown in a document first."""
    proposed = fixes.combined(document, board, shown, Route.PROPOSED)
    if not proposed.edits:
        return []
    count = counted(len(proposed.findings), "proposed fix")
    if ls.client.previews_edits:
        edit = convert.annotated_edit(document.uri, document.version, document.lines, proposed.by_finding, ls.client)
        return [{"title": f"Apply {count}…", "kind": QUICK_FIX, "edit": edit}]
    if board.previewed == preview.stamp(proposed):
        changes = convert.text_edits(document.lines, proposed.edits, ls.client.encoding)
        edit = convert.workspace_edit(document.uri, document.version, changes, ls.client)
        return [{"title": f"Apply the {count} that you were shown", "kind": QUICK_FIX, "edit": edit}]
    title = f"Apply {count}…"
    return [{"title": title, "kind": QUICK_FIX, "command": _command(title, commands.APPLY_PROPOSED, [document.uri])}]


def _fix_all(ls: Session, document: Document, board: Board, shown: tuple[Held, ...]) -> list[dict[str, Any]]:
    safe = fixes.combined(document, board, shown, Route.APPLY)
    if not safe.edits:
        return []
    changes = convert.text_edits(document.lines, safe.edits, ls.client.encoding)
    return [
        {
            "title": f"Anchorline: apply {counted(len(safe.findings), 'safe fix')}",
            "kind": FIX_ALL,
            "edit": convert.workspace_edit(document.uri, document.version, changes, ls.client),
        }
    ]
