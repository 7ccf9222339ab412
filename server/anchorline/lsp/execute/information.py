"""Commands that tell."""

from __future__ import annotations

import os
import platform
import sys

import anchorline
from anchorline.lsp import report
from anchorline.lsp.execute.arguments import Arguments
from anchorline.lsp.preview import opened


def show_report(given: Arguments) -> str | None:
    """The URI of the report, which is shown where the editor can show it."""
    given.at_most(1)
    document, board = given.document()
    if board.review is None:
        given.ls.show_message(f"{document.name} has not been reviewed yet.")
        return None
    standing = [held.finding for held in board.held if held.stands]
    try:
        path = report.write(
            document.name, report.report_markdown(document.name, board.consulted or board.review, standing)
        )
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
            f"state {board.state}, {standing} of {len(board.held)} findings stand, checks on {board.policy.checks_on}"
        )
    text = "\n".join(lines)
    ls.log_message(text)
    return text
