"""From offsets and findings to what goes over the wire: plain dicts, and text where it has to be fast."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from anchorline.findings.finding import Finding
from anchorline.findings.words import LspSeverity
from anchorline.lsp.client import Client
from anchorline.lsp.markdown import one_line
from anchorline.lsp.positions import position_at
from anchorline.text.edits import TextEdit
from anchorline.text.lines import Encoding, LineIndex, Position, Range
from anchorline.text.span import Span

SEVERITY = {LspSeverity.ERROR: 1, LspSeverity.WARNING: 2, LspSeverity.INFORMATION: 3, LspSeverity.HINT: 4}
_MESSAGE = 100


def wire_range(lines: LineIndex, span: Span, encoding: Encoding) -> dict[str, Any]:
    start, end = (position_at(lines, offset, encoding) for offset in span)
    return {
        "start": {"line": start[0], "character": start[1]},
        "end": {"line": end[0], "character": end[1]},
    }


def range_json(lines: LineIndex, span: Span, encoding: Encoding) -> str:
    """`wire_range` as JSON. With a hundred findings, building and dumping dicts is most of what a keystroke costs."""
    line, character = position_at(lines, span.start, encoding)
    end_line, end_character = position_at(lines, span.end, encoding)
    return (
        f'{{"start":{{"line":{line},"character":{character}}},"end":{{"line":{end_line},"character":{end_character}}}}}'
    )


def text_range(given: Any) -> Range:
    """From lsprotocol's Range."""
    return Range(Position(given.start.line, given.start.character), Position(given.end.line, given.end.character))


class DiagnosticText(NamedTuple):
    """The JSON of a diagnostic but for its places: `tail` follows its range, each of `related` one of the others."""

    tail: str
    related: tuple[str, ...]

    def at(self, ranges: Sequence[str], uri_json: str) -> str:
        """The diagnostic. `ranges` are the present places of the finding's evidence, its own range first."""
        if not self.related:
            return f'{{"range":{ranges[0]},{self.tail}}}'
        others = ",".join(
            [
                f'{{"location":{{"uri":{uri_json},"range":{place}}},"message":{message}}}'
                for place, message in zip(ranges[1:], self.related, strict=True)
            ]
        )
        return f'{{"range":{ranges[0]},{self.tail},"relatedInformation":[{others}]}}'


def diagnostic_text(finding: Finding, client: Client, sha256: str, link: str | None) -> DiagnosticText:
    """What of a finding's diagnostic stays the same while the text moves. `sha256` is of the reviewed text."""
    shown: dict[str, Any] = {
        "severity": SEVERITY[finding.lsp_severity],
        "code": finding.rule,
        "source": "anchorline",
        "message": one_line(finding.message or finding.title, _MESSAGE),
    }
    if client.diagnostic_data:
        shown["data"] = {"id": finding.id, "hash": sha256}
    if link is not None and client.code_description:
        shown["codeDescription"] = {"href": link}
    further = finding.evidence[1:] if client.related_information else ()
    return DiagnosticText(
        json.dumps(shown, separators=(",", ":"))[1:-1],
        tuple(json.dumps(one_line(evidence.quote, _MESSAGE)) for evidence in further),
    )


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


def annotated_edit(
    uri: str, version: int, lines: LineIndex, fixes: Sequence[tuple[Finding, Sequence[TextEdit]]], client: Client
) -> dict[str, Any]:
    """The edits of several findings, each under its finding, to be confirmed one by one. Only for clients that can."""
    edits, annotations = [], {}
    for finding, of_finding in fixes:
        annotations[finding.id] = {
            "label": one_line(finding.title, _MESSAGE),
            "description": one_line(finding.suggested_fix or finding.why_it_matters, 200),
            "needsConfirmation": True,
        }
        edits += [{**edit, "annotationId": finding.id} for edit in text_edits(lines, of_finding, client.encoding)]
    edits.sort(key=lambda edit: (edit["range"]["start"]["line"], edit["range"]["start"]["character"]))
    document = {"textDocument": {"uri": uri, "version": version}, "edits": edits}
    return {"documentChanges": [document], "changeAnnotations": annotations}
