"""Commands that start and stop reviews."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from anchorline.lsp import converging, unread
from anchorline.lsp.documents import Document
from anchorline.lsp.execute.arguments import Arguments

if TYPE_CHECKING:
    from anchorline.lsp.session import Session


def review(given: Arguments) -> None:
    given.at_most(1)
    document, _ = given.document()
    given.ls.schedule.commanded(document, given.ls.protocol.current, given.token)


def review_thoroughly(given: Arguments) -> None:
    given.at_most(1)
    document, _ = given.document()
    given.ls.schedule.commanded(document, given.ls.protocol.current, given.token, thorough=True)


def cancel(given: Arguments) -> bool:
    given.at_most(1)
    document, _ = given.document()
    return given.ls.schedule.cancel(document) > 0


def pause(given: Arguments) -> bool:
    """True when reviewing is paused now. A document is reviewed again as soon as it is resumed."""
    given.at_most(1)
    return given.ls.schedule.pause(None if given.optional(0) is None else given.document()[0])


def converge(given: Arguments) -> bool:
    """False when that is under way already."""
    given.at_most(1)
    document, board = given.document()
    if not given.takes_edits() or board.converging:
        return False
    converging.start(given.ls, document, board, given.ls.protocol.current, given.token)
    return True


def ask_again(given: Arguments) -> Coroutine[Any, Any, int]:
    """Forget the answers to the question whether models may read, and review, which puts it again; how many answers
    that were."""
    given.at_most(1)
    document, _ = given.document()
    return _asked_again(given.ls, document)


async def _asked_again(ls: Session, document: Document) -> int:
    around = ls.surroundings(document)
    forgotten = await ls.worker.submit(lambda _: ls.engine.ask_again(around))
    if forgotten is None:
        ls.show_message(unread.NOBODY_ASKED)
        return 0
    ls.schedule.consultations.put_off = False
    ls.inform(unread.ASKED_AGAIN)
    ls.schedule.commanded(document, None, None)
    return forgotten


def clear_cache(given: Arguments) -> None:
    """Forget what models answered, about one document or all, and review again."""
    given.at_most(1)
    ls = given.ls
    uri = None if given.optional(0) is None else given.document()[0].uri
    forgotten = ls.worker.submit(lambda _: ls.engine.forget(uri))
    forgotten.add_done_callback(lambda _: ls.schedule.settings_changed())
