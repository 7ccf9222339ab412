"""The server: one connection, from its first byte to its exit status."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Awaitable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import cattrs
from pygls.lsp.server import LanguageServer

import anchorline
from anchorline.lsp import client as clients
from anchorline.lsp import initialize, register, wire
from anchorline.lsp.client import Client
from anchorline.lsp.protocol import Protocol, State
from anchorline.lsp.wire import Channel, Malformed

if TYPE_CHECKING:
    from anchorline.lsp.engine import Engine
    from anchorline.lsp.session import Session

log = logging.getLogger(__name__)

_AT_ONCE = 64
"""Messages that may wait for the event loop before the reader stops reading."""
_BEFORE_THE_ANSWER = 0.1
"""Seconds that the answer to `shutdown` may wait for a decision to be written; editors are not patient."""
_LAST_MOMENTS = 2.0
"""Seconds that the event loop has after the end of input before the process ends regardless."""


class Server(LanguageServer):
    """Knows the handshake and the end. Everything between is the session's, which is imported when it begins."""

    protocol: Protocol

    def __init__(self, engine: Engine | None = None) -> None:
        super().__init__(
            name="anchorline",
            version=anchorline.__version__,
            protocol_cls=Protocol,
            converter_factory=cattrs.Converter,  # never asked: see Protocol.converter
        )
        self._engine = engine
        self._client = Client()
        self._folders: list[str] = []
        self._ended: asyncio.Future[int] | None = None
        self._over = threading.Event()
        register.register(self)

    @cached_property
    def session(self) -> Session:
        """Begins with the first message after `initialize`, which is answered by then."""
        from anchorline.lsp.session import Session  # noqa: PLC0415

        register.load()
        return Session(self.protocol, self._client, self._folders, self._engine)

    @property
    def _has_session(self) -> bool:
        return "session" in self.__dict__

    # --- the connection

    def initialize(self, params: dict[str, Any]) -> dict[str, Any]:
        self._client = clients.resolve(params)
        self._folders = initialize.folders(params)
        self.protocol.state = State.RUNNING
        return initialize.result(self._client)

    def request_cancelled(self, msg_id: int | str) -> None:
        if self._has_session:
            self.session.tasks.cancel_request(msg_id)

    def shut_down(self) -> Awaitable[None] | None:
        """At once; what is returned waits a moment for what the person decided to be written."""
        self.protocol.state = State.SHUT_DOWN
        if not self._has_session:
            return None
        self.session.stop()
        return self.session.decisions.settled(_BEFORE_THE_ANSWER)

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
        if self._has_session:
            self.session.stop()
            await self.session.decisions.settled(_LAST_MOMENTS / 2)
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
