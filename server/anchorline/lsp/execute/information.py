"""Commands that tell."""

from __future__ import annotations

import os
import platform
import sys

import anchorline
from anchorline.lsp import report, status
from anchorline.lsp.board import Board
from anchorline.lsp.documents import Document
from anchorline.lsp.execute.arguments import Arguments
from anchorline.lsp.preview import opened
from anchorline.lsp.verdict import is_older, latest


def show_report(given: Arguments) -> str | None:
    """The URI of the report, which is shown where the editor can show it."""
    given.at_most(1)
    document, board = given.document()
    review = latest(board)
    if review is None:
        given.ls.show_message(f"{document.name} has not been reviewed yet.")
        return None
    standing = [(held.finding, document.lines.line_of(held.span.start) + 1) for held in board.held if held.stands]
    try:
        older = review.sha256 != document.snapshot().sha256
        models = status.progress(document, board) if board.readers else ""
        unread = board.unread if board.consulted is None else ""
        text = report.report_markdown(document.name, review, standing, older=older, in_flight=models, unread=unread)
        path = report.write(document.name, text)
    except OSError as error:
        given.ls.show_message(f"The report could not be written ({error.strerror}).")
        return None
    return opened(given.ls, path)


def debug_information(given: Arguments) -> str:
    """What helps to understand a report of a fault: versions, client, settings in force. No text, no keys."""
    given.at_most(1)
    if given.optional(0) is not None:
        given.text(0, "the URI of a document")
    ls = given.ls
    lines = [
        f"anchorline {anchorline.__version__}, Python {platform.python_version()} on {sys.platform}, pid {os.getpid()}",
        f"client {ls.client.name or 'unnamed'}, encoding {ls.client.encoding}, trusted {ls.client.trusted}",
        f"folders {len(ls.folders)}, paused {ls.schedule.paused}",
    ]
    for document in ls.documents:
        board = ls.boards[document.key]
        standing = sum(held.stands for held in board.held)
        lines.append(
            f"{document.uri}: {document.language}, version {document.version}, {len(document.text)} characters, "
            f"state {board.state}, {_read(document, board)}, {standing} of {len(board.held)} findings stand, "
            f"checks on {board.policy.checks_on}"
        )
    text = "\n".join(lines)
    ls.log_message(text)
    return text


def _read(document: Document, board: Board) -> str:
    if board.readers:
        return f"models in flight {status.progress(document, board)}"
    if board.consulted is None:
        return "read by no model"
    older = is_older(board.consulted, document.snapshot().sha256)
    return "models read an older text" if older else "models were asked about this text"
