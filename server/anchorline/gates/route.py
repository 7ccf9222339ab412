"""Route: where a finding is shown and what may be done with it, from anchor, class and proven fix.

What is recommended is said of a decision on a document only: elsewhere the route is the recommendation.
"""

from __future__ import annotations

from dataclasses import replace

from anchorline.findings.finding import Finding
from anchorline.findings.words import Action, Anchor, AutofixClass, Profile, Route
from anchorline.gates.base import GateContext, Passed
from anchorline.gates.calibration import concedes


def route(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:
    return Passed(tuple(_routed(finding, context) for finding in findings))


def _routed(finding: Finding, context: GateContext) -> Finding:
    autofix = finding.autofix_class
    if autofix is AutofixClass.SAFE_AUTO and not finding.edits:
        autofix = AutofixClass.GATED_AUTO
    if autofix is AutofixClass.GATED_AUTO and not finding.edits and not finding.suggested_fix:
        autofix = AutofixClass.MANUAL
    where = _route(finding.confidence, autofix)
    recommends = where is Route.DECISION and context.profile is Profile.DOCUMENT and not finding.from_checks
    action = _recommended(finding) if recommends else None
    return replace(finding, autofix_class=autofix, route=where, action=action)


def _recommended(finding: Finding) -> Action:
    """Whoever admits that the text holds asks for nothing; whoever names no remedy leaves the matter to be settled."""
    if concedes(finding.why_it_matters):
        return Action.SKIP
    return finding.action or Action.DEFER


def _route(confidence: Anchor, autofix: AutofixClass) -> Route:
    if confidence < Anchor.CONFIRMED or autofix is AutofixClass.ADVISORY:
        return Route.FYI
    if autofix is AutofixClass.MANUAL:
        return Route.DECISION
    if autofix is AutofixClass.SAFE_AUTO and confidence is Anchor.EVIDENT:
        return Route.APPLY
    return Route.PROPOSED
