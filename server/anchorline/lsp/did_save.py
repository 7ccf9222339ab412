"""`textDocument/didSave`: compare texts, then review."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from lsprotocol import types

from anchorline.lsp.did_change import moved

if TYPE_CHECKING:
    from anchorline.lsp.session import Session

log = logging.getLogger(__name__)


def handle(ls: Session, params: types.DidSaveTextDocumentParams) -> None:
    document = ls.documents.get(params.text_document.uri)
    if document is None:
        return
    if isinstance(params.text, str) and (steps := ls.documents.resync(document, params.text)):
        log.warning("version %d was not what the client saved; its text is taken over", document.version)
        moved(ls, document, ls.boards[document.key], steps)
    ls.schedule.saved(document)
