"""The arguments of one command, checked one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from anchorline.findings.finding import Finding
from anchorline.lsp.board import Board
from anchorline.lsp.documents import Document

if TYPE_CHECKING:
    from anchorline.lsp.session import Session


class Arguments:
    """Every check that fails answers -32602 with a sentence."""

    def __init__(self, ls: Session, params: types.ExecuteCommandParams) -> None:
        self.ls = ls
        self.command = params.command
        self.given: list[Any] = list(params.arguments or ())
        self.token: int | str | None = params.work_done_token

    def at_most(self, count: int) -> None:
        if len(self.given) > count:
            raise self.bad(f"takes at most {count} arguments")

    def optional(self, position: int) -> Any:
        return self.given[position] if position < len(self.given) else None

    def text(self, position: int, what: str) -> str:
        value = self.optional(position)
        if not isinstance(value, str) or not value:
            raise self.bad(f"argument {position + 1} must be {what}")
        return value

    def document(self) -> tuple[Document, Board]:
        uri = self.text(0, "the URI of an open document")
        document, board = self.ls.documents.get(uri), self.ls.board(uri)
        if document is None or board is None:
            raise self.bad("argument 1 must be the URI of a document that is open here")
        return document, board

    def finding(self, board: Board) -> Finding:
        wanted = self.text(1, "the id of a finding")
        for held in board.held:
            if held.finding.id == wanted:
                return held.finding
        raise self.bad("argument 2 must be the id of a finding of this document")

    def takes_edits(self) -> bool:
        """Whether the editor lets a server edit; where it does not, the person is told."""
        if not self.ls.client.apply_edit:
            self.ls.show_message("This editor takes no edits from Anchorline; use the quick fixes of the findings.")
        return self.ls.client.apply_edit

    def bad(self, reason: str) -> JsonRpcInvalidParams:
        return JsonRpcInvalidParams(f"{self.command}: {reason}")
