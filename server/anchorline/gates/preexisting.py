"""Pre-existing: a code review speaks of the change; what was there before is left out and counted."""

from __future__ import annotations

from anchorline.findings.finding import Raised
from anchorline.findings.ledger import Drop
from anchorline.gates.base import GateContext, Passed

NAME = "pre_existing"


def preexisting(raised: tuple[Raised, ...], context: GateContext) -> Passed[Raised]:  # noqa: ARG001
    old = tuple(finding for finding in raised if finding.pre_existing)
    drops = tuple(Drop(finding.title, finding.reviewer, NAME, "not introduced by this change") for finding in old)
    return Passed(tuple(finding for finding in raised if not finding.pre_existing), drops)
