"""Work done progress: one token for each review, forgotten when it ends."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from anchorline.lsp.protocol import NoAnswerError

if TYPE_CHECKING:
    from anchorline.lsp.session import Session

Token = int | str


class Progress:
    """Begin, reports, end, in that order whatever the client's answer to `create` is waiting for."""

    def __init__(self, token: Token, send: Callable[[Token, dict[str, Any]], None], title: str) -> None:
        self.token = token
        self._send = send
        self._title = title
        self._begun = False
        self._ended: str | None = None

    def begin(self) -> None:
        self._begun = True
        self._send(self.token, {"kind": "begin", "title": self._title, "cancellable": True})
        if self._ended is not None:
            self._send(self.token, {"kind": "end", "message": self._ended})

    def report(self, message: str) -> None:
        if self._begun and self._ended is None:
            self._send(self.token, {"kind": "report", "message": message, "cancellable": True})

    def end(self, message: str) -> None:
        if self._ended is None:
            self._ended = message
            if self._begun:
                self._send(self.token, {"kind": "end", "message": message})


class Progresses:
    def __init__(self, server: Session) -> None:
        self._server = server
        self._ids = itertools.count(1)
        self._open: dict[Token, tuple[Progress, Callable[[], object]]] = {}

    def start(self, title: str, cancel: Callable[[], object], token: Token | None = None) -> Progress | None:
        """Begin under the client's own token, or under one that it is asked to create; None when it shows none."""
        if token is not None:
            progress = self._hold(token, title, cancel)
            progress.begin()
            return progress
        if not self._server.client.progress:
            return None
        progress = self._hold(f"anchorline-{next(self._ids)}", title, cancel)
        self._server.tasks.start("progress", self._create(progress))
        return progress

    def end(self, progress: Progress | None, message: str) -> None:
        if progress is not None:
            self._open.pop(progress.token, None)
            progress.end(message)

    def cancelled(self, token: Token) -> None:
        if held := self._open.get(token):
            held[1]()

    def _hold(self, token: Token, title: str, cancel: Callable[[], object]) -> Progress:
        progress = Progress(token, self._send, title)
        self._open[token] = (progress, cancel)
        return progress

    async def _create(self, progress: Progress) -> None:
        try:
            await self._server.protocol.ask(types.WINDOW_WORK_DONE_PROGRESS_CREATE, {"token": progress.token})
        except NoAnswerError:
            self._open.pop(progress.token, None)  # a token that was refused must not be used
            return
        progress.begin()

    def _send(self, token: Token, value: dict[str, Any]) -> None:
        self._server.protocol.notify(types.PROGRESS, {"token": token, "value": value})
