"""Agreement: a finding that independent reviewers raised is surer by one step.

`agreement = "persona"` counts reviewers, "model" counts the models behind them, "off" counts nothing.
"""

from __future__ import annotations

from dataclasses import replace

from anchorline.findings.finding import Finding
from anchorline.findings.words import Anchor
from anchorline.gates.base import GateContext, Passed


def agreement(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:
    if context.agreement == "off":
        return Passed(findings)
    return Passed(tuple(_promoted(finding, context) for finding in findings))


def voices(finding: Finding, context: GateContext) -> int:
    """How many independent reviewers raised it, as far as the setting lets them count. Who could not verify what it
    said, or took it back, is no voice."""
    names = {part.reviewer for part in finding.constituents if part.confidence >= Anchor.ADVISORY}
    if context.agreement == "model":
        names = {context.models.get(name, name) for name in names}
    return min(len(names), 1) if context.agreement == "off" else len(names)


def _promoted(finding: Finding, context: GateContext) -> Finding:
    if voices(finding, context) < 2 or finding.confidence.next_up is finding.confidence:
        return finding
    return replace(finding, confidence=finding.confidence.next_up, promoted=True)
