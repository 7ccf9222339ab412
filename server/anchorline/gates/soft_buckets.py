"""Soft buckets: what is only advice for later is no finding in code.

A P2 or P3 that carries the class advisory and was raised by testing or maintainability alone goes to the testing gaps
or the residual risks while a person edits, and is dropped where nobody reads along.
"""

from __future__ import annotations

from anchorline.findings.finding import Finding
from anchorline.findings.words import AutofixClass, Severity
from anchorline.gates.base import GateContext, Passed, without

NAME = "soft_bucket"

TESTING, MAINTAINABILITY = "testing", "maintainability"


def soft_buckets(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:
    return without(findings, lambda finding: _reason(finding, context) if is_soft(finding) else None, NAME)


def is_soft(finding: Finding) -> bool:
    return (
        finding.severity.rank >= Severity.P2.rank
        and finding.autofix_class is AutofixClass.ADVISORY
        and set(finding.reviewers) <= {TESTING, MAINTAINABILITY}
    )


def notes(findings: tuple[Finding, ...], context: GateContext) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(testing gaps, residual risks) that soft findings become, in their order; none where they are dropped."""
    soft = () if context.headless else tuple(finding for finding in findings if is_soft(finding))
    gaps = tuple(_note(finding) for finding in soft if TESTING in finding.reviewers)
    return gaps, tuple(_note(finding) for finding in soft if TESTING not in finding.reviewers)


def _note(finding: Finding) -> str:
    return f"{finding.title} ({finding.section})" if finding.section else finding.title


def _reason(finding: Finding, context: GateContext) -> str:
    if context.headless:
        return "advice for later, which is left out where no person edits"
    return f"advice for later, moved to the {'testing gaps' if TESTING in finding.reviewers else 'residual risks'}"
