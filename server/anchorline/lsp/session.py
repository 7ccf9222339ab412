"""What one client's session consists of, once the handshake is done: documents, findings, settings, reviews."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from anchorline.lsp import create_message, report, uris
from anchorline.lsp.board import Board
from anchorline.lsp.configuration import Configuration
from anchorline.lsp.decisions import Decisions, LastingDecisions
from anchorline.lsp.documents import Document, Documents
from anchorline.lsp.engine import Engine, LazyEngine, Surroundings
from anchorline.lsp.initialized import pull_settings
from anchorline.lsp.markdown import one_line
from anchorline.lsp.places import Places
from anchorline.lsp.progress import Progresses
from anchorline.lsp.schedule import Schedule
from anchorline.lsp.tasks import Tasks
from anchorline.lsp.worker import Worker

if TYPE_CHECKING:
    from anchorline.lsp.client import Client
    from anchorline.lsp.protocol import Protocol

_SETTINGS_WITHIN = 1.0
"""Seconds that a review waits for the settings that the editor was asked for."""


class Session:
    """The `ls` of every handler. Lives on the event loop."""

    def __init__(
        self,
        protocol: Protocol,
        client: Client,
        folders: list[str],
        engine: Engine | None = None,
        decisions: Decisions | None = None,
    ) -> None:
        self.protocol = protocol
        self.client = client
        self.folders = folders
        self.documents = Documents(client.encoding)
        self.boards: dict[str, Board] = {}
        self.undone: dict[str, Places] = {}
        """Fixes that the person took back, by document: closing it takes nothing back."""
        self.configuration = Configuration(options=client.settings)
        self.tasks = Tasks()
        self.worker = Worker()
        self.engine: Engine = engine or LazyEngine()
        self.decisions: Decisions = decisions or LastingDecisions(self)
        self.progresses = Progresses(self)
        self.schedule = Schedule(self)
        self._asking: asyncio.Task[None] | None = None
        self._said: set[str] = set()

    def stop(self) -> None:
        """Cancel whatever runs or waits."""
        self.schedule.stop()
        self.tasks.cancel_all()

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
            editor_model=create_message.access(self),
        )

    def is_own_report(self, document: Document) -> bool:
        """A report is output of a review, never reviewed itself."""
        return document.path is not None and report.is_report(document.path)

    # --- telling the person

    def log_message(self, text: str) -> None:
        """Into the editor's log of this server, which nobody has to read."""
        self.protocol.notify(types.WINDOW_LOG_MESSAGE, {"type": 3, "message": text})

    def show_message(self, text: str) -> None:
        """Something is not as the person wants it."""
        self._message(types.MessageType.Warning, text)

    def inform(self, text: str) -> None:
        """What was done, where it does not show by itself."""
        self._message(types.MessageType.Info, text)

    def _message(self, kind: types.MessageType, text: str) -> None:
        self.protocol.notify(types.WINDOW_SHOW_MESSAGE, {"type": kind.value, "message": text})

    def report_problems(self, problems: Sequence[str]) -> None:
        """Each problem with the settings is said once in a session."""
        for problem in problems:
            if problem not in self._said:
                self._said.add(problem)
                self.show_message(one_line(problem, 500))
