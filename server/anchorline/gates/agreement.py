"""Agreement: a finding that independent reviewers raised is surer by one step.

`agreement = "persona"` counts reviewers, "model" counts the models behind them, "off" counts nothing.
"""

from __future__ import annotations

from dataclasses import replace

from anchorline.findings.finding import Finding
from anchorline.gates.base import GateContext, Passed


def agreement(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:
    if context.agreement == "off":
        return Passed(findings)
    return Passed(tuple(_promoted(finding, context) for finding in findings))


def _promoted(finding: Finding, context: GateContext) -> Finding:
    voices = {constituent.reviewer for constituent in finding.constituents}
    if context.agreement == "model":
        voices = {context.models.get(voice, voice) for voice in voices}
    if len(voices) < 2 or finding.confidence.next_up is finding.confidence:
        return finding
    return replace(finding, confidence=finding.confidence.next_up, promoted=True)
