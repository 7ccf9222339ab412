"""Shape: the one line that an editor shows. This gate composes; it never drops a finding."""

from __future__ import annotations

from dataclasses import replace

from anchorline.findings.finding import Finding
from anchorline.findings.words import FindingType, Route, Severity
from anchorline.gates.base import GateContext, Passed

MAX_MESSAGE = 100


def shape(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:
    return Passed(tuple(replace(finding, message=_message(finding, context)) for finding in findings))


def _message(finding: Finding, context: GateContext) -> str:
    if not context.prefix_messages:
        return finding.title
    prefixed = f"{conventional_label(finding)}: {finding.title}"
    return prefixed if len(prefixed) <= MAX_MESSAGE else finding.title


def conventional_label(finding: Finding) -> str:
    """The label and decoration of Conventional Comments, for example `issue (blocking)`."""
    decoration = "blocking" if finding.blocking else "non-blocking"
    if finding.route is Route.FYI and not finding.is_near_miss:
        label = "nitpick" if finding.severity is Severity.P3 else "question" if not finding.from_checks else "nitpick"
    elif finding.finding_type is FindingType.OMISSION or finding.severity is Severity.P3:
        label = "suggestion"
    else:
        label = "issue"
    return f"{label} ({decoration})"
