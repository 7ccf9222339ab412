"""Placement: the diagnostic severity of a finding. Red means proven and must be fixed."""

from __future__ import annotations

from dataclasses import replace

from anchorline.findings.finding import Finding
from anchorline.findings.words import LspSeverity, Profile, Route, Severity
from anchorline.gates.base import GateContext, Passed

_ERROR, _WARNING, _INFORMATION, _HINT = LspSeverity
_TABLE = {
    (Severity.P0, 100): _ERROR, (Severity.P0, 75): _WARNING, (Severity.P0, 50): _HINT,
    (Severity.P1, 100): _WARNING, (Severity.P1, 75): _WARNING, (Severity.P1, 50): _HINT,
    (Severity.P2, 100): _INFORMATION, (Severity.P2, 75): _INFORMATION, (Severity.P2, 50): _HINT,
    (Severity.P3, 100): _INFORMATION, (Severity.P3, 75): _INFORMATION, (Severity.P3, 50): _HINT,
}  # fmt: skip


def placement(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:
    return Passed(tuple(replace(finding, lsp_severity=_placed(finding, context)) for finding in findings))


def _placed(finding: Finding, context: GateContext) -> LspSeverity:
    severity, anchor = finding.severity, int(finding.confidence)
    for key in (f"{severity}/{anchor}", str(severity)):
        if key in context.severity_map:
            return context.severity_map[key]
    if finding.route is Route.FYI:
        return _HINT  # whatever its severity: there is nothing that must be done, or nobody is sure enough of it
    if context.profile is Profile.CODE and severity is Severity.P0 and anchor == 50:
        return _WARNING  # the P0 escape
    return _TABLE.get((severity, anchor), _HINT)
