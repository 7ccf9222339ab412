"""When a document is reviewed, and what is done with the result."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from anchorline.lsp import converging, fixes, publish, status, unread
from anchorline.lsp.board import APPLYING, Board
from anchorline.lsp.consultations import Consultations
from anchorline.lsp.documents import Document
from anchorline.lsp.engine import Outcome, Reason
from anchorline.lsp.logs import frames
from anchorline.lsp.markdown import one_line
from anchorline.lsp.progress import Token
from anchorline.lsp.protocol import State
from anchorline.lsp.run import Run
from anchorline.lsp.verdict import verdict
from anchorline.text.snapshot import Snapshot

if TYPE_CHECKING:
    from anchorline.lsp.session import Session

log = logging.getLogger(__name__)

QUIET = 0.2
"""Seconds without a change before the checks run."""
_IDLE = 1.0
"""Seconds after the checks of a change before its fixes are looked at."""
_LONG = 1.0
"""Seconds after which a review that nobody asked for is shown as work in progress."""


class Schedule:
    def __init__(self, server: Session) -> None:
        self._server = server
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self.paused = False
        self.consultations = Consultations(server)

    # --- occasions

    def opened(self, document: Document) -> None:
        self._unless_paused(document, Reason.OPEN)

    def changed(self, document: Document) -> None:
        board = self._server.boards[document.key]
        self._still(document)
        if board.converging is not None:
            return
        if board.state == "complete" or (board.state == "offline" and board.policy.checks_on != "change"):
            self.tell(document, board)  # at once: what was said is not true of this text
        if board.policy.enable and board.policy.checks_on == "change" and not self._is_paused(board):
            board.stop_vetting()
            loop = asyncio.get_running_loop()
            self._timers[document.key] = loop.call_later(QUIET, self._unless_paused, document, Reason.CHANGE)

    def saved(self, document: Document) -> None:
        board = self._server.boards[document.key]
        reason = Reason.AUTOMATIC_SAVE if board.automatic_save else Reason.SAVE
        board.automatic_save = False
        if board.converging in (APPLYING, document.snapshot().sha256):
            return
        self._server.tasks.cancel(converging.task_name(document))
        self._unless_paused(document, reason)

    def settings_changed(self) -> None:
        """Review every open document again, under the new settings, and so what is under way."""
        self._server.engine.invalidate()
        for document in self._server.documents:
            self.consultations.outdate(document)
            board = self._server.boards[document.key]
            if board.run is not None and board.run.is_under_way and board.run.snapshot.text != document.text:
                self._begin(document, board, board.run.anew())
            self._unless_paused(document, Reason.CHANGE)

    def commanded(
        self, document: Document, request: int | str | None, token: Token | None, *, thorough: bool = False
    ) -> None:
        self._start(document, Reason.THOROUGH if thorough else Reason.COMMAND, request, token)

    async def reviewed(self, document: Document) -> bool:
        """Review a document as by command, models included; whether it came to an end, not stopped by anything."""
        board = self._server.boards[document.key]
        self._start(document, Reason.COMMAND)
        stopped = False
        while (task := self._under_way(document, board)) is not None:  # another run may take it over
            await asyncio.wait([task])
            stopped = task.cancelled()
        return not stopped

    def again(self, document: Document, board: Board, run: Run) -> None:
        """Do what a consultation was for once more, of the text that it was for, under the settings of now."""
        if document.text != run.snapshot.text:
            run.wait(Reason.CHANGE)
        before = board.run
        if before is not None and before.is_under_way and not run.goes_before(before):
            joined = before.anew()
            joined.take_over(run)
            self._server.progresses.end(run.progress, "cancelled")  # no-op when it was taken over
            run = joined
        self._begin(document, board, run)

    def cancel(self, document: Document) -> int:
        """Stop what runs for a document, because somebody asked; how much that was."""
        rounds = self._server.tasks.cancel(converging.task_name(document))
        models = self.consultations.stop(document)
        if models:
            self._server.boards[document.key].stopped = True
        return rounds + self._stop(document) + models

    def closed(self, document: Document) -> None:
        self.cancel(document)

    def pause(self, document: Document | None) -> bool:
        """Stop reviewing one document, or all; again resumes. Whether it is paused now. Findings stay and follow."""
        documents = list(self._server.documents) if document is None else [document]
        if document is None:
            self.paused = not self.paused
            now = self.paused
        else:
            board = self._server.boards[document.key]
            board.paused = now = not board.paused
        for each in documents:
            if now:
                self.cancel(each)
                status.send(self._server, each, self._server.boards[each.key], "paused")
            else:
                self._unless_paused(each, Reason.CHANGE)
        return now

    def stop(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    # --- one review

    def _is_paused(self, board: Board) -> bool:
        return self.paused or board.paused

    def _still(self, document: Document) -> None:
        if timer := self._timers.pop(document.key, None):
            timer.cancel()

    def _stop(self, document: Document) -> int:
        self._still(document)
        return self._server.tasks.cancel(_name(document))

    def _unless_paused(self, document: Document, reason: Reason) -> None:
        board = self._server.boards.get(document.key)
        if board is None:
            return
        if self._is_paused(board):
            status.send(self._server, document, board, "paused")
        else:
            self._start(document, reason)

    def _under_way(self, document: Document, board: Board) -> asyncio.Task[None] | None:
        if board.run is not None and board.run.task is not None and not board.run.task.done():
            return board.run.task
        return self.consultations.task(document)

    def _start(
        self, document: Document, reason: Reason, request: int | str | None = None, token: Token | None = None
    ) -> None:
        board = self._server.boards[document.key]
        run = Run(reason, document.snapshot(), request, token)
        before = board.run
        if before is not None and before.is_under_way:
            if before.goes_before(run):
                before.wait(reason)
                return
            run.take_over(before)
        self._begin(document, board, run)

    def _begin(self, document: Document, board: Board, run: Run) -> None:
        self._stop(document)
        board.stop_vetting()
        status.send(self._server, document, board, "checking")
        run.task = self._server.tasks.start(_name(document), self._run(document, board, run), run.request)
        board.run = run
        # Not in the task itself: one that is cancelled before its first step never gets there.
        run.task.add_done_callback(lambda done: self._ended(document, board, run, done))

    def _ended(self, document: Document, board: Board, run: Run, task: asyncio.Task[None]) -> None:
        self._server.progresses.end(run.progress, "cancelled")  # no-op when it has ended
        is_last = board.run is run and self._server.boards.get(document.key) is board
        if not is_last or self._server.protocol.state is not State.RUNNING:
            return
        if not task.cancelled():
            if run.behind is not None:
                self._unless_paused(document, run.behind)
        elif board.state == "checking":
            board.looked_at.set()
            status.send(self._server, document, board, "idle", "cancelled")

    async def _run(self, document: Document, board: Board, run: Run) -> None:
        server = self._server
        await server.settings_known()
        snapshot, around = run.snapshot, server.surroundings(document)
        work = server.worker.submit(lambda unwanted: server.engine.review(snapshot, around, run.reason, unwanted))
        words = "cancelled"
        try:
            if run.progress is None and run.reason <= Reason.OPEN:
                await asyncio.wait([work], timeout=_LONG)
            if run.progress is None and not work.done():
                title = f"Reviewing {document.name}"
                run.progress = server.progresses.start(title, lambda: self.cancel(document), run.token)
            outcome = await work
            words = self._finished(document, board, snapshot, outcome, run.reason)
            if outcome.unasked:
                server.show_message(one_line(outcome.unasked, 500))
            if outcome.consultation is not None and self._server.boards.get(document.key) is board:
                # The models' part goes on under the same token.
                asking = Run(run.reason, snapshot, run.request, progress=run.progress)
                run.progress = None
                self.consultations.start(document, asking, outcome.consultation)
        except Exception as error:  # noqa: BLE001 - the one boundary of a review
            log.error("review failed: %s", frames(error))  # noqa: TRY400 - without the message, see frames
            words = "the review failed; the log says where"
            board.looked_at.set()
            status.send(server, document, board, "failed", words)
        finally:
            work.cancel()
            server.progresses.end(run.progress, words)

    def _finished(self, document: Document, board: Board, snapshot: Snapshot, outcome: Outcome, reason: Reason) -> str:
        """Take the result over for the text as it is now; a few words about it."""
        server = self._server
        if server.boards.get(document.key) is not board:
            return "closed"
        board.policy = outcome.policy
        server.report_problems(outcome.problems)
        server.decisions.taken_back(outcome.taken_back)
        if outcome.review is None or not outcome.policy.models:
            self.consultations.stop(document)  # settings that forbid it came in between
        if outcome.review is None:
            board.review, board.consulted, board.held = None, None, []
            board.looked_at.set()
            publish.clear(server, document, board)
            status.send(server, document, board, "idle", "switched off by settings")
            return "switched off"
        if outcome.unread is not None and self.consultations.task(document) is None:
            closed = outcome.unread == unread.IF_AGREED and self.consultations.put_off
            board.unread = unread.NO_ANSWER if closed else outcome.unread
        board.vetting = outcome.vetting
        board.vetting_delay = _IDLE if reason is Reason.CHANGE else 0.0
        board.take(outcome.review, snapshot.text, document.text)
        return self.announce(document, board)

    def announce(self, document: Document, board: Board) -> str:
        """Publish what stands and say in the status how the document was reviewed; the words."""
        now = publish.publish(self._server, document, board)
        fixes.record_turns(self._server, document, board)
        fixes.vet(self._server, board)
        return self.tell(document, board, now)

    def known_anew(self, board: Board) -> None:
        """More is known of the findings of a document: who lists them may ask again."""
        for document in self._server.documents:
            if self._server.boards.get(document.key) is board and board.state not in (
                "checking",
                "reviewing",
                "failed",
            ):
                self.tell(document, board)

    def tell(self, document: Document, board: Board, now: publish.Shown | None = None) -> str:
        """Say in the status how the text that is open now was reviewed; the words."""
        now = now or publish.shown(self._server, document, board)
        state, words, *_ = verdict(board, document.snapshot().sha256, now.count)
        if self._is_paused(board):
            state = "paused"  # a review that was asked for does not end the pause
        status.send(self._server, document, board, state, words)
        return words


def _name(document: Document) -> str:
    return f"review {document.key}"
