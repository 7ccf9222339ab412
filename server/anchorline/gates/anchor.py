"""Anchor gate: how sure a finding must be to go on.

Documents surface from 50: no linter stands behind them, they are read in private, and premises cannot be proven.
Code surfaces from 75: linters and tests stand behind it; only a P0 escapes at 50. A reviewer's own floor may be higher,
never lower.
"""

from __future__ import annotations

from anchorline.findings.finding import Raised
from anchorline.findings.ledger import Drop
from anchorline.findings.words import Anchor, Profile, Severity
from anchorline.gates.base import GateContext, Passed

NAME = "confidence"


def anchor_gate(raised: tuple[Raised, ...], context: GateContext) -> Passed[Raised]:
    kept: list[Raised] = []
    drops: list[Drop] = []
    for finding in raised:
        bar = _bar(finding, context.profile)
        floor = context.floors.get(finding.reviewer, bar)
        if finding.confidence >= max(bar, floor):
            kept.append(finding)
            continue
        reason = f"confidence {int(finding.confidence)} is below {int(max(bar, floor))}"
        if floor > bar:
            reason += f", the floor of {finding.reviewer}"
        drops.append(Drop(finding.title, finding.reviewer, NAME, reason))
    return Passed(tuple(kept), tuple(drops))


def _bar(finding: Raised, profile: Profile) -> Anchor:
    if profile is Profile.CODE and finding.severity is not Severity.P0:
        return Anchor.CONFIRMED
    return Anchor.ADVISORY
