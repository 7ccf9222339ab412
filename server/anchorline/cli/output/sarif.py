"""SARIF 2.1.0: for code scanning, and for editors that show its logs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from anchorline import __version__
from anchorline.cli.output.conventional import worded
from anchorline.cli.output.escape import one_line, visible
from anchorline.cli.pages import Page, page_of
from anchorline.cli.reviewed import Reviewed
from anchorline.findings.finding import Edit, Finding
from anchorline.findings.wire.text import json_text
from anchorline.findings.words import LspSeverity, Severity, Status
from anchorline.links import HOME, check_page
from anchorline.text.lines import LineIndex
from anchorline.text.span import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
ROOT = "SRCROOT"

_LEVEL = {LspSeverity.ERROR: "error", LspSeverity.WARNING: "warning"}
_LEVEL_OF_SEVERITY = {Severity.P0: "error", Severity.P1: "warning"}


def sarif_output(files: Sequence[Reviewed], *, conventional: bool) -> str:
    rules = sorted({finding.rule for file in files for finding in file.review.findings})
    run: dict[str, Any] = {
        "tool": {
            "driver": {
                "name": "anchorline",
                "version": __version__,
                "semanticVersion": __version__,
                "informationUri": HOME,
                "rules": [_rule(rule, page_of(rule)) for rule in rules],
            }
        },
        "invocations": [_invocation(files)],
        # No address: the consumer knows where the sources are, and the log is the same on every machine.
        "originalUriBaseIds": {ROOT: {"description": {"text": "The folder in which the review was started."}}},
        "artifacts": [{"location": _artifact(file.path), "roles": ["analysisTarget"]} for file in files],
        "columnKind": "utf16CodeUnits",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "results": [
            _result(file, index, finding, rules, conventional=conventional)
            for index, file in enumerate(files)
            for finding in file.review.findings
        ],
    }
    return json_text({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(rule: str, page: Page | None) -> dict[str, Any]:
    if page is None:
        return {"id": _text(rule), "shortDescription": {"text": _text(rule)}}
    return {
        "id": rule,
        "shortDescription": {"text": page.title},
        "fullDescription": {"text": page.summary},
        "helpUri": check_page(rule),
        "help": {"text": page.text, "markdown": page.text},
        "defaultConfiguration": {"level": _LEVEL_OF_SEVERITY.get(page.severity, "note")},
        "properties": {"tags": [page.category]},
    }


def _result(file: Reviewed, index: int, finding: Finding, rules: list[str], *, conventional: bool) -> dict[str, Any]:
    said = worded(finding, conventional=conventional)
    if finding.why_it_matters:
        said = f"{said.rstrip('.')}. {one_line(finding.why_it_matters)}"
    result: dict[str, Any] = {
        "ruleId": _text(finding.rule),
        "ruleIndex": rules.index(finding.rule),
        "level": _LEVEL.get(finding.lsp_severity, "note"),
        "message": {"text": _text(said)},
        "locations": [_location(file, index, finding.span)],
        "partialFingerprints": {"anchorlineFindingId/v1": finding.id},
    }
    if len(finding.evidence) > 1:
        result["relatedLocations"] = [
            {"id": number, **_location(file, index, evidence.span), "message": {"text": "further evidence"}}
            for number, evidence in enumerate(finding.evidence[1:], 1)
        ]
    if finding.edits:
        result["fixes"] = [_fix(file, index, finding)]
    result["properties"] = {
        "severity": finding.severity.value,
        "confidence": int(finding.confidence),
        "route": finding.route.value,
        "category": _text(finding.category),
        "section": one_line(finding.section),
        "reviewers": [_text(name) for name in finding.reviewers],
        "blocking": finding.blocking,
    }
    return result


def _fix(file: Reviewed, index: int, finding: Finding) -> dict[str, Any]:
    return {
        "description": {"text": _text(one_line(finding.suggested_fix or "Apply the fix."))},
        "artifactChanges": [
            {
                "artifactLocation": _artifact(file.path, index),
                "replacements": [_replacement(edit, file.lines) for edit in finding.edits],
            }
        ],
    }


def _replacement(edit: Edit, lines: LineIndex) -> dict[str, Any]:
    """The inserted text stays exactly as it is: it is data for a program, not shown."""
    replacement: dict[str, Any] = {"deletedRegion": _region(edit.span, lines)}
    if edit.new:
        replacement["insertedContent"] = {"text": edit.new}
    return replacement


def _invocation(files: Sequence[Reviewed]) -> dict[str, Any]:
    troubled = [
        (index, file) for index, file in enumerate(files) if file.review.status in (Status.FAILED, Status.INCOMPLETE)
    ]
    invocation: dict[str, Any] = {"executionSuccessful": not troubled}
    said = [
        ("error", f"Review {file.review.status.value}: {one_line(file.review.reason or '')}", index, file)
        for index, file in troubled
    ] + [
        ("warning", f"{one_line(drop.title)}: {one_line(drop.reason)}", index, file)
        for index, file in enumerate(files)
        for drop in file.review.ledger.unverified
    ]
    if said:
        invocation["toolExecutionNotifications"] = [
            {
                "level": level,
                "message": {"text": _text(text)},
                "locations": [{"physicalLocation": {"artifactLocation": _artifact(file.path, index)}}],
            }
            for level, text, index, file in said
        ]
    return invocation


def _location(file: Reviewed, index: int, span: Span) -> dict[str, Any]:
    return {"physicalLocation": {"artifactLocation": _artifact(file.path, index), "region": _region(span, file.lines)}}


def _region(span: Span, lines: LineIndex) -> dict[str, int]:
    """Lines and columns from 1; the end column is that of the first character after the region."""
    start, end = lines.range(span, "utf-16")
    return {
        "startLine": start.line + 1,
        "startColumn": start.character + 1,
        "endLine": end.line + 1,
        "endColumn": end.character + 1,
    }


def _artifact(path: str, index: int | None = None) -> dict[str, Any]:
    location: dict[str, Any] = {"uri": artifact_uri(path)}
    if not location["uri"].startswith("file:"):
        location["uriBaseId"] = ROOT
    if index is not None:
        location["index"] = index
    return location


def artifact_uri(path: str) -> str:
    """Percent-encoded; relative to the working folder where the file lies below it."""
    if path.startswith("/"):
        return "file://" + quote(_octets(path), safe="/")
    if len(path) > 2 and path[1:3] == ":/":  # with a drive
        return "file:///" + quote(_octets(path), safe="/:")
    # Colons are encoded too, so the first part can never be read as a scheme.
    return quote(_octets(path), safe="/")


def _octets(path: str) -> bytes:
    """The bytes that the file system has for the name; it need not be text."""
    try:
        return path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half a character: only Windows has such names
        return path.encode("utf-8", "replace")


def _text(text: str) -> str:
    return "\n".join(visible(line) for line in text.split("\n"))
