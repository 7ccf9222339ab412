"""Model reviews under way: at most one for a document, asked for once saves are quiet, shown when it is whole."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lsprotocol import types

from anchorline.lsp import fixes, status, unread
from anchorline.lsp.documents import Document
from anchorline.lsp.engine import ALWAYS, NEVER, THIS_FILE, Consent, Consultation, Reason
from anchorline.lsp.logs import frames
from anchorline.lsp.markdown import one_line
from anchorline.lsp.protocol import NoAnswerError
from anchorline.lsp.run import Run

if TYPE_CHECKING:
    from anchorline.lsp.session import Session

log = logging.getLogger(__name__)

_A_PERSON_ANSWERS_WITHIN = 3600.0


@dataclass(slots=True, eq=False)
class _UnderWay:
    run: Run
    asking: bool = False
    """Whether text was sent, or is about to be."""
    outdated: bool = False
    """Whether settings changed since it was planned."""

    def serves(self, run: Run) -> bool:
        """Whether what another run wants comes of this one, or is worth less than it."""
        if self.run.snapshot.sha256 != run.snapshot.sha256:
            return not run.reason.supersedes and run.reason < self.run.reason
        return run.reason <= self.run.reason or (self.asking and run.reason is not Reason.THOROUGH)


class Consultations:
    def __init__(self, server: Session) -> None:
        self._server = server
        self._under_way: dict[str, _UnderWay] = {}
        """By document."""
        self._offer: asyncio.Future[None] | None = None
        self.put_off = False
        """Whether the person closed the question, and saves do not put it again."""

    def start(self, document: Document, run: Run, consultation: Consultation) -> None:
        """A newer text supersedes the review under way; the same text joins it."""
        server = self._server
        now = self._under_way.get(document.key)
        if now is not None and now.serves(run):
            server.progresses.end(run.progress, "already under way")
            return
        board = server.boards[document.key]
        superseded = self.stop(document) and board.state == "reviewing"
        board.stopped = False
        if superseded:
            server.schedule.tell(document, board)
        this = self._under_way[document.key] = _UnderWay(run)
        run.task = server.tasks.start(_name(document), self._run(document, this, consultation), run.request)
        run.task.add_done_callback(lambda _: self._ended(document, this))

    def task(self, document: Document) -> asyncio.Task[None] | None:
        """Of the review by models that is under way, if one is."""
        now = self._under_way.get(document.key)
        return None if now is None or now.run.task is None or now.run.task.done() else now.run.task

    def outdate(self, document: Document) -> None:
        """The settings are others now: what is not sent yet is planned anew, what is sent is judged anew."""
        if now := self._under_way.get(document.key):
            now.outdated = True

    def stop(self, document: Document) -> int:
        if (board := self._server.boards.get(document.key)) is not None:
            board.readers = ()  # at once: what is told before the task ends is told of a review that is no more
        self._under_way.pop(document.key, None)
        return self._server.tasks.cancel(_name(document))

    def _ended(self, document: Document, this: _UnderWay) -> None:
        if self._under_way.get(document.key) is this:
            del self._under_way[document.key]
        self._server.progresses.end(this.run.progress, "cancelled")  # no-op when it has ended

    async def _run(self, document: Document, this: _UnderWay, consultation: Consultation) -> None:
        server, run = self._server, this.run
        board = server.boards[document.key]
        words = "cancelled"
        try:
            if consultation.waiting and not run.reason.commanded:
                await asyncio.sleep(consultation.settle_s)
            if consultation.waiting and (why := await self._why_not(document, consultation, run)):
                words = f"checks only: {why}"
                self._tell(document, why)
                return
            if consultation.waiting and this.outdated:
                server.schedule.again(document, board, run.anew())
                return
            this.asking = True
            board.unread = ""
            if consultation.waiting and consultation.paused is None and run.progress is None:
                run.progress = server.progresses.start(
                    f"Reviewing {document.name}", lambda: server.schedule.cancel(document)
                )
            answers = await self._answers(document, this, consultation)
            board.stop_vetting()  # what the models said comes first; the vetting is taken up again behind it
            review = await server.worker.submit(lambda _: consultation.conclude(answers))
            if server.boards.get(document.key) is not board:
                return
            board.money = await server.worker.submit(lambda _: server.engine.spent(document.uri))
            if self._is_last(document, this):
                board.readers = ()
            board.take_whole(review, run.snapshot.text, document.text)
            words = server.schedule.announce(document, board)
            if this.outdated:
                server.schedule.again(document, board, Run(Reason.OPEN, run.snapshot))
        except asyncio.CancelledError:
            is_last = self._is_last(document, this) and server.boards.get(document.key) is board
            if is_last and board.state == "reviewing":
                board.readers = ()
                board.stopped = True
                server.schedule.announce(document, board)
            elif is_last and board.state != "checking":
                fixes.vet(server, board)  # it may have been stopped for what the models said
                if board.stopped and board.state != "paused":
                    server.schedule.tell(document, board)
            raise
        except Exception as error:  # noqa: BLE001 - the boundary of a model review
            log.error("model review failed: %s", frames(error))  # noqa: TRY400 - without the message, see frames
            words = "the review failed; the log says where"
            board.looked_at.set()
            if self._is_last(document, this):
                board.readers = ()
            status.send(server, document, board, "failed", words)
        finally:
            server.progresses.end(run.progress, words)

    def _is_last(self, document: Document, this: _UnderWay) -> bool:
        """Whether no other came in its place."""
        return self._under_way.get(document.key, this) is this

    async def _answers(self, document: Document, this: _UnderWay, consultation: Consultation) -> object:
        server, board = self._server, self._server.boards[document.key]
        states = dict.fromkeys(consultation.names, "reviewing")
        calls = consultation.waiting > 0 and consultation.paused is None

        def tell() -> None:
            if calls and self._under_way.get(document.key) is this and server.boards.get(document.key) is board:
                board.readers, board.being_read = tuple(states.items()), this.run.snapshot.text
                status.send(server, document, board, "reviewing")

        def done(name: str, outcome: str) -> None:
            states[name] = outcome
            tell()
            if this.run.progress is not None:
                ready = sum(state != "reviewing" for state in states.values())
                this.run.progress.report(f"{name}: {outcome} ({ready} of {len(states)})")

        tell()
        if calls:
            server.worker.submit(lambda _: consultation.prepare())
        return await consultation.ask(done)

    async def _why_not(self, document: Document, consultation: Consultation, run: Run) -> str:
        """Why no text may be sent, in a few words; "" where it may. The person is asked once; whoever closes the
        question is asked again by command."""
        server = self._server
        consent = await server.worker.submit(lambda _: consultation.consent())
        if consent is Consent.REFUSED and run.reason.commanded:
            server.show_message(unread.NEVER_ASKED)
        if consent is Consent.UNKNOWN and (self._offer is not None or run.reason.commanded or not self.put_off):
            self._tell(document, unread.WAITS)
            if run.progress is not None:
                run.progress.report("waits for your answer")
            consent = await self._answer(consultation)
        match consent:
            case Consent.GIVEN:
                return ""
            case Consent.REFUSED:
                return unread.NEVER
            case Consent.UNKNOWN:
                return unread.NO_ANSWER

    def _tell(self, document: Document, why: str) -> None:
        board = self._server.boards.get(document.key)
        if board is None:
            return
        board.unread = why
        if board.review is not None and board.state not in ("checking", "reviewing", "failed"):
            self._server.schedule.tell(document, board)

    async def _answer(self, consultation: Consultation) -> Consent:
        server = self._server
        if self._offer is not None:
            await asyncio.wait([self._offer])
            return await server.worker.submit(lambda _: consultation.consent())
        self._offer = asyncio.get_running_loop().create_future()
        try:
            return await self._asked(consultation)
        finally:
            self._offer.set_result(None)
            self._offer = None

    async def _asked(self, consultation: Consultation) -> Consent:
        server = self._server
        question = {
            "type": 3,
            "message": one_line(consultation.offer, 500),
            "actions": [{"title": title} for title in (ALWAYS, THIS_FILE, NEVER)],
        }
        try:
            answer = await server.protocol.ask(types.WINDOW_SHOW_MESSAGE_REQUEST, question, _A_PERSON_ANSWERS_WITHIN)
        except NoAnswerError:
            answer = None
        title = answer.get("title") if isinstance(answer, dict) else None
        if title not in (ALWAYS, THIS_FILE, NEVER):
            self.put_off = True
            return Consent.UNKNOWN
        given = Consent.REFUSED if title == NEVER else Consent.GIVEN
        await server.worker.submit(lambda _: consultation.remember(given, this_file=title == THIS_FILE))
        return given


def _name(document: Document) -> str:
    return f"models {document.key}"
