"""`textDocument/publishDiagnostics`: which findings are shown, where they stand now, for the client's own version."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lsprotocol import types

from anchorline.links import check_page
from anchorline.lsp import convert
from anchorline.lsp.board import Board, Held
from anchorline.lsp.convert import DiagnosticText
from anchorline.lsp.documents import Document

if TYPE_CHECKING:
    from anchorline.lsp.session import Session


@dataclass(frozen=True, slots=True)
class Shown:
    """Findings in the order of the review. `more` stand back behind the limit of actionable ones."""

    findings: tuple[Held, ...]
    more: int


def shown(server: Session, document: Document, board: Board) -> Shown:
    """The findings whose evidence stands, not dismissed; blocking ones always, others up to the limit."""
    room = board.policy.max_actionable
    kept: list[Held] = []
    more = 0
    for held in board.held:
        finding = held.finding
        if not held.stands or server.decisions.dismissed(document.key, finding):
            continue
        if finding.actionable:
            room -= 1
            if room < 0 and not finding.blocking:
                more += 1
                continue
        kept.append(held)
    return Shown(tuple(kept), more)


def publish(server: Session, document: Document, board: Board) -> Shown:
    """Send what is shown, for the present version."""
    now = shown(server, document, board)
    lines, encoding = document.lines, server.client.encoding
    uri = json.dumps(document.uri)
    diagnostics = [
        _text(server, board, held).at(
            [convert.range_json(lines, mark.span, encoding) for mark in held.state.marks], uri
        )
        for held in now.findings
    ]
    _send(server, document, diagnostics)
    board.shown = bool(diagnostics)
    return now


def _text(server: Session, board: Board, held: Held) -> DiagnosticText:
    finding = held.finding
    text = board.texts.get(id(finding))
    if text is None:
        link = check_page(finding.rule) if finding.from_checks else None
        sha256 = board.review.sha256 if board.review else ""
        text = board.texts[id(finding)] = convert.diagnostic_text(finding, server.client, sha256, link)
    return text


def after_change(server: Session, document: Document, board: Board) -> None:
    """Keep what the client shows on the text it has now. A document without findings costs nothing."""
    if board.shown or any(held.stands for held in board.held):
        publish(server, document, board)


def clear(server: Session, document: Document, board: Board) -> None:
    """`[]`, for a document that is closed or no longer reviewed."""
    _send(server, document, [])
    board.shown = False


def _send(server: Session, document: Document, diagnostics: list[str]) -> None:
    server.protocol.send_text(
        f'{{"jsonrpc":"2.0","method":"{types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS}","params":{{"uri":'
        f'{json.dumps(document.uri)},"version":{document.version},"diagnostics":[{",".join(diagnostics)}]}}}}'
    )
