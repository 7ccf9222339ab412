"""Verification: what a second look said of each finding decides whether it stands.

The look itself is made elsewhere; here its answers are weighed. One that was not confirmed is dropped with the reason;
one whose score misses its bar is dropped with the score, or kept for information when it misses it narrowly; one that
could not be verified is dropped too, for nobody vouches for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from anchorline.findings.finding import Finding
from anchorline.findings.ledger import Drop
from anchorline.findings.verification import UNVERIFIED, Examined, Unverified, Verdict, Verification
from anchorline.findings.words import AutofixClass, Severity
from anchorline.gates.agreement import voices
from anchorline.gates.base import GateContext, Passed, drops_of

NAME = "verification"

BARS: Mapping[str, int] = MappingProxyType({"chill": 90, "balanced": 80, "assertive": 70})
"""The judge's bar by strictness, before it is adapted to a finding."""

_BY_SEVERITY = {Severity.P0: -15, Severity.P1: -10, Severity.P2: 0, Severity.P3: 10}
_AGREED = -10


def bar_of(strictness: str, threshold: int | None) -> int:
    """The judge's bar of a review; `threshold` is a person's own number in its place."""
    return BARS[strictness] if threshold is None else threshold


def bar_for(finding: Finding, context: GateContext) -> int:
    """The bar that this finding's score must reach: graver findings are let through more easily, for missing one costs
    more, and so are those that several reviewers raised."""
    agreed = _AGREED if voices(finding, context) > 1 else 0
    return min(max(context.bar + _BY_SEVERITY[finding.severity] + agreed, 0), 100)


def verified(findings: tuple[Finding, ...], examined: Sequence[Examined], context: GateContext) -> Passed[Finding]:
    """`examined` is what came of each, in their order. Those that nobody was to look at pass as they are."""
    kept: list[Finding] = []
    drops: list[Drop] = []
    for finding, what in zip(findings, examined, strict=True):
        result = _weighed(finding, what, context)
        if isinstance(result, Finding):
            kept.append(result)
        else:
            drops += result
    return Passed(tuple(kept), tuple(drops), merged=len(findings) - len(kept) - len(drops))


def _weighed(finding: Finding, what: Examined, context: GateContext) -> Finding | tuple[Drop, ...]:
    if what is None:
        return finding
    if isinstance(what, Unverified):
        return drops_of(finding, NAME, f"{UNVERIFIED}: {what.reason}")
    weighed = Verification(what, bar_for(finding, context))
    if not what.validated:
        return drops_of(finding, NAME, f"not confirmed: {_reason(what)}", what.final)
    if weighed.passed or (weighed.is_near_miss and _is_issue(finding)):
        return replace(finding, verification=weighed)
    return drops_of(finding, NAME, f"score {what.final} is below {weighed.bar}", what.final)


def _is_issue(finding: Finding) -> bool:
    """An issue or a suggestion; a note without a remedy that is not even surely right helps nobody."""
    return finding.autofix_class is not AutofixClass.ADVISORY


def _reason(verdict: Verdict) -> str:
    return " ".join(verdict.reason.split()).rstrip(".") or "no reason given"
