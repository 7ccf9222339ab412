"""Commands that apply fixes."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from anchorline.findings.words import Route
from anchorline.lsp import convert, editing, fixes, preview, publish
from anchorline.lsp.board import Board
from anchorline.lsp.documents import Document
from anchorline.lsp.execute.arguments import Arguments
from anchorline.lsp.fixes import Combination
from anchorline.lsp.preview import counted

if TYPE_CHECKING:
    from anchorline.lsp.session import Session

_ON_SAVE = 0.8
"""Seconds: editors that apply fixes before they save wait a second for the command."""

Count = int | Coroutine[Any, Any, int]


def apply_safe_fixes(given: Arguments) -> Count:
    """How many fixes were handed to the editor."""
    return _with_fixes(given, _hand_over_safe)


def apply_proposed(given: Arguments) -> Count:
    """How many fixes the person is asked about: in the editor's own preview, or else in a document, after which the
    same command again applies what was shown."""
    return _with_fixes(given, _propose)


def _with_fixes(given: Arguments, work: Callable[[Session, Document, Board], int]) -> Count:
    """Do it now, or once it is known what the fixes would break."""
    given.at_most(1)
    document, board = given.document()
    if not given.takes_edits():
        return 0
    if not fixes.is_unknown(board, board.held):
        return work(given.ls, document, board)

    async def later() -> int:
        await fixes.waited(board, _ON_SAVE)
        return work(given.ls, document, board) if given.ls.boards.get(document.key) is board else 0

    return later()


def _is_asked(ls: Session, document: Document, asked: editing.Asked | None) -> bool:
    """Whether the editor is busy with an edit, which the person is told: to send another one might make it twice."""
    if asked is None:
        return False
    busy = "the editor has not answered yet about the change before"
    waits = "the fixes wait for you to confirm them in the editor" if asked.of_a_person else busy
    ls.show_message(f"{document.name}: {waits}; nothing was asked again.")
    return True


def _hand_over_safe(ls: Session, document: Document, board: Board) -> int:
    if _is_asked(ls, document, editing.under_way(document, board, of_a_person=False)):
        return 0
    safe = fixes.combined(document, board, publish.shown(ls, document, board).findings, Route.APPLY)
    if safe.edits:
        label = counted(len(safe.findings), "safe fix")
        ls.tasks.start("apply", editing.hand_over(ls, document, board, safe.edits, label, have_landed(board, safe)))
    return len(safe.findings)


def _propose(ls: Session, document: Document, board: Board) -> int:
    if _is_asked(ls, document, editing.under_way(document, board)):
        return 0
    proposed = fixes.combined(document, board, publish.shown(ls, document, board).findings, Route.PROPOSED)
    if not proposed.edits:
        return 0
    label = counted(len(proposed.findings), "proposed fix")
    landed = have_landed(board, proposed)
    if ls.client.previews_edits:
        edit = convert.annotated_edit(document.uri, document.version, document.lines, proposed.by_finding, ls.client)
        ls.tasks.start("apply", editing.hand_over_edit(ls, document, board, edit, label, landed, of_a_person=True))
    elif board.previewed == preview.stamp(proposed):
        board.previewed = None
        ls.tasks.start("apply", editing.hand_over(ls, document, board, proposed.edits, label, landed))
    else:
        _show(ls, document, board, proposed)
    return len(proposed.findings)


def _show(ls: Session, document: Document, board: Board, proposed: Combination) -> None:
    try:
        path = preview.write(document.name, proposed)
    except OSError as error:
        ls.show_message(f"The preview could not be written ({error.strerror}); use the quick fixes of the findings.")
        return
    board.previewed = preview.stamp(proposed)
    preview.opened(ls, path)
    shown = counted(len(proposed.findings), "proposed fix")
    ls.show_message(f"{shown}: see {path}. Nothing is changed yet; run the same again to apply what is shown there.")


def have_landed(board: Board, made: Combination) -> Callable[[], bool]:
    """Tells whether, by now, all of these fixes stand in the text."""
    wanted = {held.finding.id for held in made.findings}
    return lambda: not any(held.finding.id in wanted and held.stands for held in board.held)
