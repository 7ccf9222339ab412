"""Workflow commands of GitHub Actions: one annotation for each finding."""

from __future__ import annotations

from collections.abc import Sequence

from anchorline.cli.output.conventional import worded
from anchorline.cli.output.escape import one_line, visible
from anchorline.cli.reviewed import Reviewed
from anchorline.findings.finding import Finding
from anchorline.findings.words import LspSeverity, Status

_LEVEL = {LspSeverity.ERROR: "error", LspSeverity.WARNING: "warning"}


def github_output(files: Sequence[Reviewed], *, conventional: bool) -> str:
    """Nothing but commands: a runner shows other lines as log, and a hostile one would be obeyed."""
    lines: list[str] = []
    for file in files:
        if file.review.status in (Status.FAILED, Status.INCOMPLETE):
            said = f"review {file.review.status.value}: {one_line(file.review.reason or 'no reason given')}"
            lines.append(_command("error", {"file": file.path, "title": "anchorline"}, said))
        for drop in file.review.ledger.unverified:
            said = f"{one_line(drop.title)}: {one_line(drop.reason)}"
            lines.append(_command("warning", {"file": file.path, "title": "anchorline"}, said))
        lines += [_annotation(file, finding, conventional=conventional) for finding in file.review.findings]
    return "".join(f"{line}\n" for line in lines)


def _annotation(file: Reviewed, finding: Finding, *, conventional: bool) -> str:
    start, end = file.lines.range(finding.span, "utf-16")
    properties = {"file": file.path, "line": str(start.line + 1), "endLine": str(end.line + 1)}
    if start.line == end.line:  # columns of a range over several lines are refused
        properties |= {"col": str(start.character + 1), "endColumn": str(end.character + 1)}
    properties["title"] = f"{finding.severity.value} {finding.rule}"
    said = worded(finding, conventional=conventional)
    if finding.why_it_matters:
        said += f"\n{one_line(finding.why_it_matters)}"
    if finding.suggested_fix:
        said += f"\nFix: {one_line(finding.suggested_fix)}"
    return _command(_LEVEL.get(finding.lsp_severity, "notice"), properties, said)


def _command(level: str, properties: dict[str, str], message: str) -> str:
    written = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{level} {written}::{_data(message)}"


def _data(text: str) -> str:
    return "%0A".join(visible(line).replace("%", "%25") for line in text.split("\n")).replace("##[", "#\\x23[")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
