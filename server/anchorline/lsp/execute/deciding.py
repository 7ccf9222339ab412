"""Commands by which a person says no, or not now."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from anchorline.findings.decisions import DecisionKind, Scope
from anchorline.findings.finding import Finding
from anchorline.lsp import editing, publish, status
from anchorline.lsp.board import Board
from anchorline.lsp.decisions import SCOPES
from anchorline.lsp.documents import Document
from anchorline.lsp.execute.arguments import Arguments
from anchorline.lsp.markdown import one_line
from anchorline.text.edits import TextEdit
from anchorline.text.snapshot import Snapshot

if TYPE_CHECKING:
    from anchorline.lsp.session import Session

_ATTEMPTS = 5
_KEPT_WITHIN = 0.5  # seconds
_MOST_IDS = 100


def dismiss(given: Arguments) -> Coroutine[Any, Any, None]:
    """Hides at once; the answer says that the decision is kept, or that it takes long."""
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
    hides = len(board.held) - len(_heard(given.ls, document, board))
    given.ls.decisions.record(DecisionKind.DISMISSED, document, finding, scope, reason)
    _show_again(given.ls)
    if scope is not Scope.FINDING:
        more = len(board.held) - len(_heard(given.ls, document, board)) - hides
        given.ls.inform(one_line(_how_far(document, finding, scope, more), 500))
    return given.ls.decisions.settled(_KEPT_WITHIN)


def _heard(ls: Session, document: Document, board: Board) -> list[Finding]:
    return [held.finding for held in board.held if not ls.decisions.dismissed(document.key, held.finding)]


def _how_far(document: Document, finding: Finding, scope: Scope, more: int) -> str:
    """A whole rule is silent by this, which the finding that it was said of does not show."""
    where = document.name if scope is Scope.FILE else "this workspace"
    count = "1 finding" if more == 1 else f"{more} findings"
    return (
        f"{finding.rule} says nothing in {where} any more ({count} hidden here). To take it back, show what was "
        "dismissed again."
    )


def undismiss(given: Arguments) -> Coroutine[Any, Any, int]:
    """Take back what hides one finding: its id, where it was hidden since the last review, or else the ids of the
    decisions, as `anchorline/findings` lists them. How many decisions were taken back."""
    given.at_most(1 + _MOST_IDS)
    document, board = given.document()
    ids = [given.text(at, "the id of a finding or decision") for at in range(1, max(len(given.given), 2))]
    held = next((held.finding for held in board.held if held.finding.id == ids[0]), None)
    if held is not None and not given.ls.decisions.dismissed(document.key, held):
        held = None
    return _restored(given.ls, document, held, () if held is not None else ids)


async def _restored(ls: Session, document: Document, finding: Finding | None, ids: Sequence[str]) -> int:
    if _is_entered(ls, document, finding, ids):
        ls.inform(one_line(f"{document.name}: its entry among the open questions stays; it is yours to take out."))
    taken_back = await ls.decisions.restore(document, finding, ids)
    _show_again(ls)
    return taken_back


def _is_entered(ls: Session, document: Document, finding: Finding | None, ids: Sequence[str]) -> bool:
    """Whether what is taken back is a deferral."""
    if finding is not None:
        return ls.decisions.deferred(document.key, finding)
    board = ls.boards[document.key]
    drops = [drop for review in (board.review, board.consulted) if review is not None for drop in review.ledger.drops]
    return any(each.id in ids and each.kind is DecisionKind.DEFERRED for drop in drops for each in drop.decisions)


def undismiss_all(given: Arguments) -> Coroutine[Any, Any, int]:
    """How many decisions were taken back. A fix that was undone stays undone."""
    given.at_most(1)
    document, _ = given.document()
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
            if board.state in ("checking", "reviewing", "failed"):
                status.send(ls, document, board, board.state)
            else:
                ls.schedule.tell(document, board)


def defer(given: Arguments) -> None:
    given.at_most(2)
    document, board = given.document()
    finding = given.finding(board)
    if document.language != "markdown":
        raise given.bad("only a Markdown document has a section for open questions")
    if given.takes_edits():
        given.ls.tasks.start("defer", _deferred(given.ls, document, board, finding))


def _placed(snapshot: Snapshot, finding: Finding, _: object) -> TextEdit | str:
    """On the worker's thread. The day is the person's own."""
    from anchorline.lsp.defer import deferring  # noqa: PLC0415 - reads Markdown; not on the way to `initialize`

    return deferring(snapshot, finding, datetime.now().astimezone().date())


async def _deferred(ls: Session, document: Document, board: Board, finding: Finding) -> None:
    async with board.deferring:
        await _entered(ls, document, board, finding)


async def _entered(ls: Session, document: Document, board: Board, finding: Finding) -> None:
    """Where the entry goes is read on the worker's thread, and once more when the text has changed meanwhile."""
    from anchorline.lsp import defer as deferral  # noqa: PLC0415 - as above

    for _ in range(_ATTEMPTS):
        await editing.settled(document, board)
        snapshot = document.snapshot()
        edit = await ls.worker.submit(partial(_placed, snapshot, finding))
        if ls.boards.get(document.key) is not board:
            return
        if document.text == snapshot.text and not editing.under_way(document, board, of_a_person=False):
            break
    else:
        ls.show_message("The text changes too fast to defer anything; try again.")
        return
    if isinstance(edit, str):
        if edit != deferral.ALREADY:
            ls.show_message(edit)
            return
    elif not await editing.hand_over(
        ls, document, board, [edit], "Defer to Open Questions", lambda: deferral.stands(document.text, finding)
    ):
        return
    else:
        last = edit.span.start + len(edit.new_text.rstrip())
        line = document.lines.line_of(min(last, len(document.text))) + 1
        ls.inform(one_line(f"{document.name}, line {line}: entered among the open questions."))
    ls.decisions.record(DecisionKind.DEFERRED, document, finding)
    _show_again(ls)
