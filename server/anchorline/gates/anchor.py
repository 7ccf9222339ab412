"""Anchor gate: how sure a finding must be to go on.

Documents surface from 50: no linter stands behind them, they are read in private, and premises cannot be proven.
Code surfaces from 75: linters and tests stand behind it; only a P0 escapes at 50. There the gate comes after agreement,
for what two reviewers half believe is worth a look. A reviewer's own floor may be higher, never lower.
"""

from __future__ import annotations

from typing import TypeVar

from anchorline.findings.finding import Finding, Raised
from anchorline.findings.ledger import Drop
from anchorline.findings.words import Anchor, Profile, Severity
from anchorline.gates.base import GateContext, Passed, drops_of

NAME = "confidence"

AnyFinding = TypeVar("AnyFinding", Raised, Finding)


def anchor_gate(findings: tuple[AnyFinding, ...], context: GateContext) -> Passed[AnyFinding]:
    kept: list[AnyFinding] = []
    drops: list[Drop] = []
    for finding in findings:
        bar = _bar(finding, context.profile)
        floor, reviewer = min((context.floors.get(name, bar), name) for name in _reviewers(finding))
        if finding.confidence >= max(bar, floor):
            kept.append(finding)
            continue
        reason = f"confidence {int(finding.confidence)} is below {int(max(bar, floor))}"
        if floor > bar:
            reason += f", the floor of {reviewer}"
        if isinstance(finding, Finding):
            drops += drops_of(finding, NAME, reason)
        else:
            drops.append(Drop(finding.title, finding.reviewer, NAME, reason))
    return Passed(tuple(kept), tuple(drops), merged=len(findings) - len(kept) - len(drops))


def _reviewers(finding: Raised | Finding) -> tuple[str, ...]:
    return finding.reviewers if isinstance(finding, Finding) else (finding.reviewer,)


def _bar(finding: Raised | Finding, profile: Profile) -> Anchor:
    if profile is Profile.CODE and finding.severity is not Severity.P0:
        return Anchor.CONFIRMED
    return Anchor.ADVISORY
