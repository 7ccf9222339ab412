"""Handing an edit to the editor, and what its answer means. One action is one workspace edit, and so one undo step."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
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
    return hand_over_edit(ls, document, board, edit, label, landed, WITHIN)


def hand_over_edit(
    ls: Session,
    document: Document,
    board: Board,
    edit: dict[str, Any],
    label: str,
    landed: Callable[[], bool],
    within: float,
) -> Coroutine[Any, Any, bool]:
    """The same for a workspace edit. `landed` says whether the text reads as it should by now: it is the text that
    counts, for an editor may answer wrongly, with an error, late or never."""
    asked = ls.protocol.ask(types.WORKSPACE_APPLY_EDIT, {"label": label, "edit": edit}, within)

    async def answered() -> bool:
        reason = ""
        try:
            answer = await asked
        except NoAnswerError as error:
            reason = str(error)
        else:
            if isinstance(answer, dict):
                if answer.get("applied") is True:
                    return True
                given = answer.get("failureReason")
                reason = given if isinstance(given, str) else ""
        if landed():
            return True
        if ls.boards.get(document.key) is board:
            publish.after_change(ls, document, board)  # where the findings stand by now, for the version of now
            because = f" ({one_line(reason, 200)})" if reason else ""
            ls.show_message(f"{label}: the editor did not make the change{because}. It is offered again.")
        return False

    return answered()
