"""Route: where a finding is shown and what may be done with it, from anchor, class and proven fix.

What is recommended is said of a decision only: elsewhere the route is the recommendation.
"""

from __future__ import annotations

from dataclasses import replace

from anchorline.findings.finding import Finding
from anchorline.findings.words import Anchor, AutofixClass, Route
from anchorline.gates.base import GateContext, Passed


def route(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:  # noqa: ARG001
    return Passed(tuple(_routed(finding) for finding in findings))


def _routed(finding: Finding) -> Finding:
    autofix = finding.autofix_class
    if autofix is AutofixClass.SAFE_AUTO and not finding.edits:
        autofix = AutofixClass.GATED_AUTO
    if autofix is AutofixClass.GATED_AUTO and not finding.edits and not finding.suggested_fix:
        autofix = AutofixClass.MANUAL
    where = _route(finding.confidence, autofix)
    action = finding.action if where is Route.DECISION else None
    return replace(finding, autofix_class=autofix, route=where, action=action)


def _route(confidence: Anchor, autofix: AutofixClass) -> Route:
    if confidence < Anchor.CONFIRMED or autofix is AutofixClass.ADVISORY:
        return Route.FYI
    if autofix is AutofixClass.MANUAL:
        return Route.DECISION
    if autofix is AutofixClass.SAFE_AUTO and confidence is Anchor.EVIDENT:
        return Route.APPLY
    return Route.PROPOSED
