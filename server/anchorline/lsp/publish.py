"""`textDocument/publishDiagnostics`: which findings are shown, where they stand now, for the client's own version."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lsprotocol import types

from anchorline.findings.finding import Finding
from anchorline.findings.words import LspSeverity
from anchorline.links import check_page
from anchorline.lsp import convert
from anchorline.lsp.board import Board, Held
from anchorline.lsp.convert import DiagnosticText
from anchorline.lsp.documents import Document
from anchorline.lsp.verdict import Count

if TYPE_CHECKING:
    from anchorline.lsp.session import Session


_REST = 0.05
"""Seconds without a change before the client is told where findings have moved to."""
_AT_LATEST = 0.5
"""Seconds that this may be put off by further changes."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Findings in the order of the review. `more` stand back behind the limit of actionable ones."""

    findings: tuple[Held, ...]
    more: int

    @property
    def count(self) -> Count:
        hints = sum(held.finding.lsp_severity is LspSeverity.HINT for held in self.findings)
        return Count(len(self.findings) - hints, hints, self.more)


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
    return _publish(server, document, board, shown(server, document, board))


def _publish(server: Session, document: Document, board: Board, now: Shown) -> Shown:
    _put_off(board)
    lines, encoding = document.lines, server.client.encoding
    uri = json.dumps(document.uri)
    diagnostics = [
        _text(server, board, held).at(
            [convert.range_json(lines, mark.span, encoding) for mark in held.state.marks], uri
        )
        for held in now.findings
    ]
    _send(server, document, diagnostics)
    board.shown = _told(now)
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
    """Keep what the client shows on the text it has now, at once for what came or went, and for the first change of
    several. What only moved by the next ones is told when they rest: editors move their marks with the text by
    themselves, and to draw a hundred of them anew at every key makes an editor slow. A document without findings costs
    nothing."""
    if not board.shown and not any(held.stands for held in board.held):
        return
    loop = asyncio.get_running_loop()
    time, before = loop.time(), board.changed_at
    board.changed_at = time
    now = shown(server, document, board)
    if time - before > _REST or _told(now) != board.shown:
        _publish(server, document, board, now)
        return
    latest = board.due[1] if board.due is not None else time + _AT_LATEST
    _put_off(board)
    board.due = loop.call_at(min(time + _REST, latest), publish, server, document, board), latest


def clear(server: Session, document: Document, board: Board) -> None:
    """`[]`, for a document that is closed or no longer reviewed."""
    _put_off(board)
    _send(server, document, [])
    board.shown = ()


def _told(now: Shown) -> tuple[tuple[Finding, int], ...]:
    return tuple((held.finding, len(held.state.marks)) for held in now.findings)


def _put_off(board: Board) -> None:
    if board.due is not None:
        board.due[0].cancel()
        board.due = None


def _send(server: Session, document: Document, diagnostics: list[str]) -> None:
    server.protocol.send_text(
        f'{{"jsonrpc":"2.0","method":"{types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS}","params":{{"uri":'
        f'{json.dumps(document.uri)},"version":{document.version},"diagnostics":[{",".join(diagnostics)}]}}}}'
    )
