"""Order: severity, errors before omissions, surer before less sure, then as they stand in the document."""

from __future__ import annotations

from anchorline.findings.finding import Finding
from anchorline.findings.words import FindingType
from anchorline.gates.base import GateContext, Passed


def order(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:  # noqa: ARG001
    return Passed(tuple(sorted(findings, key=_key)))


def _key(finding: Finding) -> tuple[int, bool, int, int, int, str, str]:
    return (
        finding.severity.rank,
        finding.finding_type is FindingType.OMISSION,
        -int(finding.confidence),
        finding.span.start,
        finding.span.end,
        finding.rule,
        finding.title,
    )
