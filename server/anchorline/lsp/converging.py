"""`anchorline.converge`: review, apply the safe fixes, review again, until `convergence` says why to stop.

While that goes on, a change or a save of the text that is under review starts no review of its own; a save of another
text ends it, for the person went on.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from anchorline.findings.review import Review
from anchorline.findings.words import Route
from anchorline.lsp import editing, fixes, publish, status
from anchorline.lsp.board import APPLYING, Board
from anchorline.lsp.documents import Document
from anchorline.lsp.execute.fixing import have_landed
from anchorline.lsp.fixes import Combination
from anchorline.lsp.logs import frames
from anchorline.lsp.markdown import one_line
from anchorline.lsp.preview import counted
from anchorline.lsp.progress import Progress, Token

if TYPE_CHECKING:
    from anchorline.convergence import Course
    from anchorline.lsp.session import Session

log = logging.getLogger(__name__)


def start(ls: Session, document: Document, board: Board, request: int | str | None, token: Token | None) -> None:
    progress = ls.progresses.start(f"Converging {document.name}", lambda: ls.schedule.cancel(document), token)
    board.converging = APPLYING
    task = ls.tasks.start(task_name(document), _run(ls, document, board, progress), request)
    task.add_done_callback(lambda _: _ended(ls, document, board, progress))


def task_name(document: Document) -> str:
    return f"converge {document.key}"


def _ended(ls: Session, document: Document, board: Board, progress: Progress | None) -> None:
    board.converging = None
    ls.progresses.end(progress, "cancelled")  # no-op when it has ended
    if ls.boards.get(document.key) is board and (board.review is None or board.review.sha256 != _sha256(document)):
        ls.schedule.changed(document)  # what was typed meanwhile is looked at as ever


async def _run(ls: Session, document: Document, board: Board, progress: Progress | None) -> None:
    from anchorline.convergence import Course  # noqa: PLC0415 - not on the way to `initialize`

    course = Course()
    try:
        words = await _rounds(ls, document, board, course, progress)
    except Exception as error:  # noqa: BLE001 - the boundary of a run
        log.error("converging failed: %s", frames(error))  # noqa: TRY400 - without the message, see frames
        words = "it failed; the log says where"
    made = f"{counted(course.applied, 'safe fix')} made" if course.applied else "Nothing was changed"
    said = one_line(f"{made}; {words}.", 500)
    ls.progresses.end(progress, said)
    board.converging = None
    if ls.boards.get(document.key) is board:
        status.send(ls, document, board, board.state, said)
        ls.show_message(f"{document.name}: {said}")


async def _rounds(ls: Session, document: Document, board: Board, course: Course, progress: Progress | None) -> str:
    """Why it ended, in a few words."""
    while True:
        if progress is not None:
            progress.report(f"round {course.fixing_rounds + 1}: reviewing")
        review = await _reviewed(ls, document, board)
        if review is None:
            return "the review did not come to an end"
        await editing.settled(document, board)  # what a command before this one asked for
        shown = publish.shown(ls, document, board).findings
        safe = fixes.combined(document, board, shown, Route.APPLY).findings
        undone = [h.finding for h in shown if not h.finding.landed or board.is_undone(h.finding)]
        step = course.after(review, document.text, [held.finding for held in safe], undone)
        if not step.apply:
            return step.reason
        chosen = fixes.combined(document, board, [h for h in safe if h.finding in step.apply], Route.APPLY)
        if progress is not None:
            progress.report(f"round {course.fixing_rounds + 1}: {counted(len(chosen.findings), 'safe fix')}")
        if not await _applied(ls, document, board, chosen):
            return "the editor did not make the change"
        fixed = [held.finding for held in chosen.findings]
        course.made(fixed, [h.finding for h in shown if h.finding.route is Route.APPLY and h.finding not in fixed])


async def _reviewed(ls: Session, document: Document, board: Board) -> Review | None:
    """A whole review of the text as it is now, its fixes looked at; None when it was stopped or failed."""
    board.converging = _sha256(document)
    if not await ls.schedule.reviewed(document) or ls.boards.get(document.key) is not board:
        return None
    board.vetting_wanted.set()
    await board.looked_at.wait()
    review, consulted = board.review, board.consulted
    if review is None or board.state == "failed":
        return None
    return consulted if consulted is not None and consulted.sha256 == review.sha256 else review


async def _applied(ls: Session, document: Document, board: Board, chosen: Combination) -> bool:
    """Whether the fixes stand in the text."""
    board.converging = APPLYING
    landed = have_landed(board, chosen)
    label = counted(len(chosen.findings), "safe fix")
    if not await editing.hand_over(ls, document, board, chosen.edits, label, landed):
        return False
    try:
        async with asyncio.timeout(editing.ARRIVES_WITHIN):
            while not landed():
                board.touched.clear()
                await board.touched.wait()
    except TimeoutError:
        return False
    return True


def _sha256(document: Document) -> str:
    return document.snapshot().sha256
