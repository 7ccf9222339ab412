"""`workspace/executeCommand`: one small function for each command. They start what takes time, and return."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

import anchorline
from anchorline.findings.decisions import DecisionKind
from anchorline.findings.finding import Finding
from anchorline.findings.words import Route
from anchorline.lsp import commands, convert, fixes, publish, report, status, uris
from anchorline.lsp.board import Board, Held
from anchorline.lsp.decisions import SCOPES
from anchorline.lsp.defer import deferring
from anchorline.lsp.documents import Document
from anchorline.lsp.markdown import one_line
from anchorline.lsp.protocol import NoAnswerError
from anchorline.text.edits import TextEdit

if TYPE_CHECKING:
    from anchorline.lsp.session import Session

_A_PERSON_ANSWERS_WITHIN = 600.0


class Arguments:
    """The arguments of one command, checked one by one. Every check that fails answers -32602 with a sentence."""

    def __init__(self, ls: Session, params: types.ExecuteCommandParams) -> None:
        self.ls = ls
        self.command = params.command
        self.given: list[Any] = list(params.arguments or ())
        self.token: int | str | None = params.work_done_token

    def at_most(self, count: int) -> None:
        if len(self.given) > count:
            raise self.bad(f"takes at most {count} arguments")

    def optional(self, position: int) -> Any:
        return self.given[position] if position < len(self.given) else None

    def text(self, position: int, what: str) -> str:
        value = self.optional(position)
        if not isinstance(value, str) or not value:
            raise self.bad(f"argument {position + 1} must be {what}")
        return value

    def document(self) -> tuple[Document, Board]:
        uri = self.text(0, "the URI of an open document")
        document, board = self.ls.documents.get(uri), self.ls.board(uri)
        if document is None or board is None:
            raise self.bad("argument 1 must be the URI of a document that is open here")
        return document, board

    def finding(self, board: Board) -> Finding:
        wanted = self.text(1, "the id of a finding")
        for held in board.held:
            if held.finding.id == wanted:
                return held.finding
        raise self.bad("argument 2 must be the id of a finding of this document")

    def takes_edits(self) -> bool:
        """Whether the editor lets a server edit; where it does not, the person is told."""
        if not self.ls.client.apply_edit:
            self.ls.show_message("This editor takes no edits from Anchorline; use the quick fixes of the findings.")
        return self.ls.client.apply_edit

    def bad(self, reason: str) -> JsonRpcInvalidParams:
        return JsonRpcInvalidParams(f"{self.command}: {reason}")


def handle(ls: Session, params: types.ExecuteCommandParams) -> Any:
    run = _COMMANDS.get(params.command)
    if run is None:
        raise JsonRpcInvalidParams(f"{params.command}: there is no such command")
    return run(Arguments(ls, params))


def _review(given: Arguments) -> None:
    given.at_most(1)
    document, _ = given.document()
    given.ls.schedule.commanded(document, given.ls.protocol.current, given.token)


def _review_thoroughly(given: Arguments) -> None:
    given.at_most(1)
    document, _ = given.document()
    given.ls.schedule.commanded(document, given.ls.protocol.current, given.token, thorough=True)


def _cancel(given: Arguments) -> bool:
    given.at_most(1)
    document, _ = given.document()
    return given.ls.schedule.cancel(document) > 0


def _pause(given: Arguments) -> bool:
    """True when reviewing is paused now. A document is reviewed again as soon as it is resumed."""
    given.at_most(1)
    return given.ls.schedule.pause(None if given.optional(0) is None else given.document()[0])


def _apply_safe_fixes(given: Arguments) -> int:
    """How many fixes were handed to the editor."""
    given.at_most(1)
    document, board = given.document()
    if not given.takes_edits():
        return 0
    shown = publish.shown(given.ls, document, board).findings
    edits, fixed = fixes.combined(document, board, shown, Route.APPLY)
    if edits:
        given.ls.tasks.start("apply", _apply(given.ls, document, edits, "Apply safe fixes"))
    return len(fixed)


def _apply_proposed(given: Arguments) -> int:
    """How many fixes the person is asked about: in the editor's own preview, or else in one question."""
    given.at_most(1)
    document, board = given.document()
    if not given.takes_edits():
        return 0
    shown = publish.shown(given.ls, document, board).findings
    edits, fixed = fixes.combined(document, board, shown, Route.PROPOSED)
    if edits:
        label = f"{len(fixed)} proposed fix{'es' if len(fixed) > 1 else ''}"
        previews = given.ls.client.document_changes and given.ls.client.change_annotations
        work = (
            _apply(given.ls, document, edits, label, confirm=label)
            if previews
            else _ask_and_apply(given.ls, document, edits, fixed, label)
        )
        given.ls.tasks.start("apply", work)
    return len(fixed)


async def _ask_and_apply(
    ls: Session, document: Document, edits: Sequence[TextEdit], fixed: Sequence[Held], label: str
) -> None:
    version = document.version
    titles = one_line("; ".join(held.finding.title for held in fixed), 500)
    question = {
        "type": 3,
        "message": f"Apply {label}? {titles}",
        "actions": [{"title": "Apply"}, {"title": "Cancel"}],
    }
    try:
        answer = await ls.protocol.ask(types.WINDOW_SHOW_MESSAGE_REQUEST, question, _A_PERSON_ANSWERS_WITHIN)
    except NoAnswerError:
        return
    if isinstance(answer, dict) and answer.get("title") == "Apply" and document.version == version:
        await _apply(ls, document, edits, label)


def _apply(
    ls: Session, document: Document, edits: Sequence[TextEdit], label: str, confirm: str | None = None
) -> Coroutine[Any, Any, bool]:
    """Hand edits of the present text to the editor, before the command is answered. What is returned waits for
    whether it applied them."""
    changes = convert.text_edits(document.lines, edits, ls.client.encoding)
    edit = convert.workspace_edit(document.uri, document.version, changes, ls.client, confirm)
    asked = ls.protocol.ask(types.WORKSPACE_APPLY_EDIT, {"label": label, "edit": edit}, _A_PERSON_ANSWERS_WITHIN)

    async def applied() -> bool:
        try:
            answer = await asked
        except NoAnswerError as error:
            ls.log_message(f"{label}: {error}.")
            return False
        return isinstance(answer, dict) and answer.get("applied") is True

    return applied()


def _dismiss(given: Arguments) -> None:
    given.at_most(4)
    document, board = given.document()
    finding = given.finding(board)
    wanted = "finding" if given.optional(2) is None else given.optional(2)
    scope = next((scope for scope in SCOPES if scope == wanted), None)
    reason = given.optional(3)
    if scope is None:
        raise given.bad(f"argument 3 must be one of {', '.join(SCOPES)}")
    if reason is not None and not isinstance(reason, str):
        raise given.bad("argument 4 must be text")
    given.ls.decisions.record(DecisionKind.DISMISSED, document, finding, scope, reason)
    _show_again(given.ls)


def _undismiss_all(given: Arguments) -> Coroutine[Any, Any, int]:
    """How many decisions were taken back. Fixes that were undone may be made again, too: the person starts over."""
    given.at_most(1)
    document, board = given.document()
    board.undone.clear()
    return _undismissed(given.ls, document)


async def _undismissed(ls: Session, document: Document) -> int:
    taken_back = await ls.decisions.forget(document)
    _show_again(ls)
    return taken_back


def _show_again(ls: Session) -> None:
    """A decision may count in every document."""
    for document in ls.documents:
        board = ls.boards[document.key]
        if board.review is not None:
            publish.publish(ls, document, board)
            status.send(ls, document, board, board.state)


def _defer(given: Arguments) -> None:
    given.at_most(2)
    document, board = given.document()
    finding = given.finding(board)
    if document.language != "markdown":
        raise given.bad("only a Markdown document has a section for open questions")
    edit = deferring(document.snapshot(), finding)
    applied = _apply(given.ls, document, [edit], "Defer to Open Questions")
    given.ls.tasks.start("apply", _deferred(given.ls, document, finding, applied))


async def _deferred(ls: Session, document: Document, finding: Finding, applied: Coroutine[Any, Any, bool]) -> None:
    if await applied:
        ls.decisions.record(DecisionKind.DEFERRED, document, finding)
        _show_again(ls)


def _show_report(given: Arguments) -> str | None:
    """The URI of the report, which is shown where the editor can show it."""
    given.at_most(1)
    document, board = given.document()
    if board.review is None:
        given.ls.show_message(f"{document.name} has not been reviewed yet.")
        return None
    standing = [held.finding for held in board.held if held.stands]
    try:
        path = report.write(
            document.name, report.report_markdown(document.name, board.consulted or board.review, standing)
        )
    except OSError as error:
        given.ls.show_message(f"The report could not be written ({error.strerror}).")
        return None
    uri = uris.from_path(path)
    if given.ls.client.show_document:
        given.ls.tasks.start("report", _show(given.ls, uri))
    return uri


async def _show(ls: Session, uri: str) -> None:
    try:
        await ls.protocol.ask(types.WINDOW_SHOW_DOCUMENT, {"uri": uri, "takeFocus": True})
    except NoAnswerError as error:
        ls.log_message(f"The report is not shown: {error}.")


def _clear_cache(given: Arguments) -> None:
    """Forget what models answered, about one document or all, and review again."""
    given.at_most(1)
    ls = given.ls
    uri = None if given.optional(0) is None else given.document()[0].uri
    forgotten = ls.worker.submit(lambda _: ls.engine.forget(uri))
    forgotten.add_done_callback(lambda _: ls.schedule.settings_changed())


def _debug_information(given: Arguments) -> str:
    """What helps to understand a report of a fault: versions, client, settings in force. No text, no keys."""
    given.at_most(1)
    if given.optional(0) is not None:
        given.text(0, "the URI of a document")
    ls = given.ls
    lines = [
        f"anchorline {anchorline.__version__}, Python {platform.python_version()} on {sys.platform}, pid {os.getpid()}",
        f"client {ls.client.name or 'unnamed'}, encoding {ls.client.encoding}, trusted {ls.client.trusted}",
        f"folders {len(ls.folders)}, paused {ls.schedule.paused}",
    ]
    for document in ls.documents:
        board = ls.boards[document.key]
        standing = sum(held.stands for held in board.held)
        lines.append(
            f"{document.uri}: {document.language}, version {document.version}, {len(document.text)} characters, "
            f"state {board.state}, {standing} of {len(board.held)} findings stand, checks on {board.policy.checks_on}"
        )
    text = "\n".join(lines)
    ls.log_message(text)
    return text


_COMMANDS: dict[str, Callable[[Arguments], Any]] = {
    commands.REVIEW: _review,
    commands.REVIEW_THOROUGHLY: _review_thoroughly,
    commands.CANCEL: _cancel,
    commands.PAUSE: _pause,
    commands.APPLY_SAFE_FIXES: _apply_safe_fixes,
    commands.APPLY_PROPOSED: _apply_proposed,
    commands.DISMISS: _dismiss,
    commands.DEFER: _defer,
    commands.UNDISMISS_ALL: _undismiss_all,
    commands.SHOW_REPORT: _show_report,
    commands.CLEAR_CACHE: _clear_cache,
    commands.DEBUG_INFORMATION: _debug_information,
}
