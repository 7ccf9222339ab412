"""Handing an edit to the editor, and what its answer means. One action is one workspace edit, and so one undo step."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from anchorline.lsp import convert, publish
from anchorline.lsp.board import Board
from anchorline.lsp.documents import Document
from anchorline.lsp.markdown import one_line
from anchorline.lsp.protocol import NoAnswerError
from anchorline.text.edits import TextEdit

if TYPE_CHECKING:
    from anchorline.lsp.session import Session

WITHIN = 10.0
"""Seconds in which an editor applies an edit that nobody is asked about."""
A_PERSON_ANSWERS_WITHIN = 600.0
ARRIVES_WITHIN = 10.0
"""Seconds from an editor's yes to the change of the text: some announce changes only after a while."""


@dataclass(slots=True, eq=False)
class Asked:
    """An edit that the editor was asked to make. While it is under way no other is sent for the same document: it would
    be the same once more, or be meant for a text that is about to change. `until` in seconds of the loop's clock."""

    landed: Callable[[], bool]
    text: str
    until: float
    of_a_person: bool
    """Whether a person is to confirm it, which may take long. Editors that can do that know what text it is for."""
    made: bool = False
    stood: bool = False
    """Whether the text read as it should at some time."""

    def stands(self) -> bool:
        self.stood = self.stood or self.landed()
        return self.stood

    def is_under_way(self, text: str) -> bool:
        if self.stands() or asyncio.get_running_loop().time() >= self.until:
            return False
        return not (self.made and text is not self.text)


def under_way(document: Document, board: Board, *, of_a_person: bool = True) -> Asked | None:
    """The edit of this document that is under way. To be called after every change of the text: the next one may hide
    that an edit was made."""
    board.asked = [asked for asked in board.asked if asked.is_under_way(document.text)]
    return next((asked for asked in board.asked if of_a_person or not asked.of_a_person), None)


async def settled(document: Document, board: Board) -> None:
    """Until no edit is under way, but for what a person is to confirm."""
    while (asked := under_way(document, board, of_a_person=False)) is not None:
        board.touched.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout_at(asked.until):
                await board.touched.wait()


def hand_over(
    ls: Session,
    document: Document,
    board: Board,
    edits: Sequence[TextEdit],
    label: str,
    landed: Callable[[], bool],
) -> Coroutine[Any, Any, bool]:
    """Hand edits of the present text to the editor, now. What is returned waits for whether they were made; where they
    were not, the person is told, once, and what is shown stays shown. See `hand_over_edit`."""
    changes = convert.text_edits(document.lines, edits, ls.client.encoding)
    edit = convert.workspace_edit(document.uri, document.version, changes, ls.client)
    return hand_over_edit(ls, document, board, edit, label, landed)


def hand_over_edit(
    ls: Session,
    document: Document,
    board: Board,
    edit: dict[str, Any],
    label: str,
    landed: Callable[[], bool],
    *,
    of_a_person: bool = False,
) -> Coroutine[Any, Any, bool]:
    """The same for a workspace edit. `landed` says whether the text reads as it should by now: it is the text that
    counts, for an editor may answer wrongly, with an error, late or never. `of_a_person`: somebody is to confirm it."""
    within = A_PERSON_ANSWERS_WITHIN if of_a_person else WITHIN
    asked = Asked(landed, document.text, asyncio.get_running_loop().time() + within, of_a_person)
    board.asked.append(asked)
    answer_to = ls.protocol.ask(types.WORKSPACE_APPLY_EDIT, {"label": label, "edit": edit}, within)

    async def answered() -> bool:
        reason = ""
        try:
            answer = await answer_to
        except NoAnswerError as error:
            reason = str(error)
        else:
            if isinstance(answer, dict):
                if answer.get("applied") is True:
                    asked.made, asked.until = True, asyncio.get_running_loop().time() + ARRIVES_WITHIN
                    return True
                given = answer.get("failureReason")
                reason = given if isinstance(given, str) else ""
        finally:
            if not asked.made and asked in board.asked:
                board.asked.remove(asked)
            board.touched.set()
        if asked.stands():
            return True
        if ls.boards.get(document.key) is board:
            publish.after_change(ls, document, board)  # where the findings stand by now, for the version of now
            because = f" ({one_line(reason, 200)})" if reason else ""
            what = (
                "nothing was applied; the change is made only if it is ticked in the editor's preview"
                if of_a_person and not reason
                else f"the editor did not make the change{because}"
            )
            ls.show_message(f"{label}: {what}. It is offered again.")
        return False

    return answered()
