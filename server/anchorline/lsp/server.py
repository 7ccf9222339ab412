"""The server: one connection's state, and the loop that feeds it."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Sequence
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

import anchorline
from anchorline.lsp import client as clients
from anchorline.lsp import initialize, register, report, uris, wire
from anchorline.lsp.board import Board
from anchorline.lsp.client import Client
from anchorline.lsp.configuration import Configuration
from anchorline.lsp.converter import lenient_converter
from anchorline.lsp.decisions import Decisions, SessionDecisions
from anchorline.lsp.documents import Document, Documents
from anchorline.lsp.engine import Engine, LazyEngine, Surroundings
from anchorline.lsp.initialized import pull_settings
from anchorline.lsp.markdown import one_line
from anchorline.lsp.progress import Progresses
from anchorline.lsp.protocol import Protocol, State
from anchorline.lsp.schedule import Schedule
from anchorline.lsp.tasks import Tasks
from anchorline.lsp.wire import Channel, Malformed
from anchorline.lsp.worker import Worker

log = logging.getLogger(__name__)

_AT_ONCE = 64
"""Messages that may wait for the event loop before the reader stops reading."""
_SETTINGS_WITHIN = 1.0
"""Seconds that a review waits for the settings that the editor was asked for."""
_LAST_MOMENTS = 2.0
"""Seconds that the event loop has after the end of input before the process ends regardless."""


class Server(LanguageServer):
    protocol: Protocol

    def __init__(self, engine: Engine | None = None, decisions: Decisions | None = None) -> None:
        super().__init__(
            name="anchorline",
            version=anchorline.__version__,
            protocol_cls=Protocol,
            converter_factory=lenient_converter,
        )
        self.client = Client()
        self.documents = Documents()
        self.boards: dict[str, Board] = {}
        self.folders: list[str] = []
        self.tasks = Tasks()
        self.worker = Worker()
        self.engine: Engine = engine or LazyEngine()
        self.decisions: Decisions = decisions or SessionDecisions()
        self.configuration = Configuration()
        self.progresses = Progresses(self)
        self.schedule = Schedule(self)
        self._asking: asyncio.Task[None] | None = None
        self._said: set[str] = set()
        self._ended: asyncio.Future[int] | None = None
        self._over = threading.Event()
        register.register(self)

    # --- the connection

    def initialize(self, params: dict[str, Any]) -> dict[str, Any]:
        self.client = clients.resolve(params)
        self.documents = Documents(self.client.encoding)
        self.folders = initialize.folders(params)
        self.configuration = Configuration(options=self.client.settings)
        self.protocol.state = State.RUNNING
        return initialize.result(self.client)

    def request_cancelled(self, msg_id: int | str) -> None:
        self.tasks.cancel_request(msg_id)

    def shut_down(self) -> None:
        self.protocol.state = State.SHUT_DOWN
        self.schedule.stop()
        self.tasks.cancel_all()

    def exit(self) -> None:
        self.end(self._status())

    def end(self, status: int) -> None:
        """End the loop with an exit status. The first call decides."""
        self.protocol.close()
        if self._ended is not None and not self._ended.done():
            self._ended.set_result(status)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Errors go to the log alone. pygls shows them in a message, also after exit, where that fails and recurses."""
        log.error("%s in %s", type(error).__name__, getattr(source, "__name__", source))

    # --- settings

    def ask_for_settings(self) -> None:
        self._asking = self.tasks.start("settings", pull_settings(self))

    async def settings_known(self) -> None:
        """Wait for the editor's answer, but not for long: a review by the wrong settings would flicker."""
        if self._asking is not None and not self._asking.done():
            await asyncio.wait([self._asking], timeout=_SETTINGS_WITHIN)

    # --- documents

    def board(self, uri: str) -> Board | None:
        return self.boards.get(uris.key(uri))

    def surroundings(self, document: Document) -> Surroundings:
        folders = (uris.path(folder) for folder in self.folders)
        return Surroundings(
            path=document.path,
            folders=tuple(folder for folder in folders if folder is not None),
            trusted=self.client.trusted,
            editor=self.configuration.layers(document.uri),
        )

    def is_own_report(self, document: Document) -> bool:
        """A report is output of a review, never reviewed itself."""
        return document.path is not None and report.is_report(document.path)

    # --- telling the person

    def log_message(self, text: str) -> None:
        """Into the editor's log of this server, which nobody has to read."""
        self.protocol.notify(types.WINDOW_LOG_MESSAGE, {"type": 3, "message": text})

    def show_message(self, text: str) -> None:
        self.protocol.notify(types.WINDOW_SHOW_MESSAGE, {"type": 2, "message": text})

    def report_problems(self, problems: Sequence[str]) -> None:
        """Each problem with the settings is said once in a session."""
        for problem in problems:
            if problem not in self._said:
                self._said.add(problem)
                self.show_message(one_line(problem, 500))

    # --- running

    async def run(self, channel: Channel) -> int:
        """Serve one client until it is done. The exit status: 0 after a shutdown, 1 without."""
        loop = asyncio.get_running_loop()
        self._ended = loop.create_future()
        self.protocol.write = channel.write
        self.protocol.on_gone = lambda: self.end(self._status())
        reader = threading.Thread(target=self._read, args=(channel, loop), name="anchorline-reader", daemon=True)
        reader.start()
        status = await self._ended
        self.schedule.stop()
        self.tasks.cancel_all()
        channel.close()
        self._over.set()
        return status

    def _status(self) -> int:
        return 0 if self.protocol.state is State.SHUT_DOWN else 1

    def _read(self, channel: Channel, loop: asyncio.AbstractEventLoop) -> None:
        """The reader's thread: from bytes to bodies, one hand-over each, never more than the loop can take."""
        room = threading.Semaphore(_AT_ONCE)

        def handle(body: bytes | Malformed) -> None:
            room.release()
            if isinstance(body, Malformed):
                log.warning("received %s", body.reason)
                self.protocol.malformed(body.reason)
            else:
                self.protocol.receive(body)

        try:
            for body in wire.bodies(channel.read, first_line_decides=channel.first_line_decides):
                room.acquire()
                loop.call_soon_threadsafe(handle, body)
        except wire.NoHeaderError:
            log.warning("the first line is no header of the language server protocol; the connection is closed")
        except OSError as error:
            log.warning("reading ended: %s", error.strerror)
        except RuntimeError:
            return  # the loop is closed: the server ended first
        try:
            loop.call_soon_threadsafe(lambda: self.end(self._status()))
        except RuntimeError:
            return
        # A client that stopped reading may hold the loop in a write; the end of input ends the process all the same.
        if not self._over.wait(_LAST_MOMENTS):
            os._exit(self._status())


def serve(channel: Channel, engine: Engine | None = None) -> int:
    """Run a server on this channel until the client is done; the exit status."""
    return asyncio.run(Server(engine).run(channel))
