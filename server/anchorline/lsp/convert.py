"""From offsets and findings to what goes over the wire: plain dicts, the cheapest thing to send."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from anchorline.findings.finding import Finding
from anchorline.findings.words import LspSeverity
from anchorline.lsp.client import Client
from anchorline.lsp.markdown import one_line
from anchorline.text.edits import TextEdit
from anchorline.text.lines import Encoding, LineIndex, Position, Range
from anchorline.text.span import Span

SEVERITY = {LspSeverity.ERROR: 1, LspSeverity.WARNING: 2, LspSeverity.INFORMATION: 3, LspSeverity.HINT: 4}
_MESSAGE = 100


def wire_range(lines: LineIndex, span: Span, encoding: Encoding) -> dict[str, Any]:
    start, end = lines.range(span, encoding)
    return {
        "start": {"line": start.line, "character": start.character},
        "end": {"line": end.line, "character": end.character},
    }


def text_range(given: Any) -> Range:
    """From lsprotocol's Range."""
    return Range(Position(given.start.line, given.start.character), Position(given.end.line, given.end.character))


def diagnostic(
    finding: Finding,
    spans: Sequence[Span],
    uri: str,
    ranged: Callable[[Span], dict[str, Any]],
    client: Client,
    sha256: str,
    link: str | None,
) -> dict[str, Any]:
    """`spans` are the present places of the finding's evidence, its own range first."""
    shown: dict[str, Any] = {
        "range": ranged(spans[0]),
        "severity": SEVERITY[finding.lsp_severity],
        "code": finding.rule,
        "source": "anchorline",
        "message": one_line(finding.message or finding.title, _MESSAGE),
    }
    if client.diagnostic_data:
        shown["data"] = {"id": finding.id, "hash": sha256}
    if link is not None and client.code_description:
        shown["codeDescription"] = {"href": link}
    if client.related_information and len(spans) > 1:
        shown["relatedInformation"] = [
            {"location": {"uri": uri, "range": ranged(span)}, "message": one_line(evidence.quote, _MESSAGE)}
            for span, evidence in zip(spans[1:], finding.evidence[1:], strict=True)
        ]
    return shown


def text_edits(lines: LineIndex, edits: Sequence[TextEdit], encoding: Encoding) -> list[dict[str, Any]]:
    return [{"range": wire_range(lines, edit.span, encoding), "newText": edit.new_text} for edit in edits]


def workspace_edit(
    uri: str,
    version: int,
    edits: list[dict[str, Any]],
    client: Client,
    confirm: str | None = None,
) -> dict[str, Any]:
    """Versioned where the client can; `confirm` asks the person first, under this label, where the client can."""
    if not client.document_changes:
        return {"changes": {uri: edits}}
    annotations = {}
    if confirm is not None and client.change_annotations:
        annotations = {"changeAnnotations": {"anchorline": {"label": confirm, "needsConfirmation": True}}}
        edits = [{**edit, "annotationId": "anchorline"} for edit in edits]
    return {"documentChanges": [{"textDocument": {"uri": uri, "version": version}, "edits": edits}], **annotations}
