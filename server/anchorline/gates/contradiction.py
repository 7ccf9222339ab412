"""Contradiction: when two reviewers would change the same text into different things, the person decides.

Both become one manual finding that shows both sides.
"""

from __future__ import annotations

from dataclasses import replace

from anchorline.findings.finding import Finding
from anchorline.findings.words import AutofixClass
from anchorline.gates.advice import advice, at_odds, opposed
from anchorline.gates.base import GateContext, Passed
from anchorline.gates.schema import one_line
from anchorline.gates.similarity import evidence_overlap, word_likeness
from anchorline.text.span import Span

_ONE_PLACE = 0.5
_ONE_MATTER = 60.0


def contradiction(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:  # noqa: ARG001
    result: list[Finding] = []
    reach: list[Span] = []
    merged = 0
    for finding in findings:
        own = _reach(finding)
        for index, other in enumerate(result):
            if not own.overlaps(reach[index]):
                continue
            # One reviewer cannot disagree with itself: its two edits are two fixes, applied one after the other.
            if not set(finding.reviewers) & set(other.reviewers) and _contradict(finding, other):
                result[index] = _both(other, finding)
                reach[index] = _reach(result[index])
                merged += 1
                break
        else:
            result.append(finding)
            reach.append(own)
    return Passed(tuple(result), merged=merged)


def _reach(finding: Finding) -> Span:
    """From the first to the last place that a finding speaks of. Where two are apart, so are the findings."""
    spans = [evidence.span for evidence in finding.evidence] + [edit.span for edit in finding.edits]
    return Span(min(span.start for span in spans), max(span.end for span in spans))


def _contradict(a: Finding, b: Finding) -> bool:
    """Opposite changes of one text; or opposite advice on one matter, which the same evidence and title show."""
    if opposed(a, b):
        return True
    if evidence_overlap(a, b) < _ONE_PLACE or not at_odds(advice(a), advice(b)):
        return False
    return word_likeness(a.title, b.title) >= _ONE_MATTER


def _both(a: Finding, b: Finding) -> Finding:
    lead = min(a, b, key=lambda f: (f.severity.rank, -int(f.confidence)))
    sides = "; or ".join(side for side in (_side(a), _side(b)) if side)
    return replace(
        lead,
        title=one_line(f"Reviewers disagree: {lead.title}"),
        category="contradiction",
        autofix_class=AutofixClass.MANUAL,
        confidence=max(a.confidence, b.confidence),
        why_it_matters=f"{a.why_it_matters} On the other side: {b.why_it_matters}",
        suggested_fix=f"Decide between: {sides}.",
        edits=(),
        evidence=(*a.evidence, *(e for e in b.evidence if all(e.span != known.span for known in a.evidence))),
        reviewers=tuple(dict.fromkeys((*a.reviewers, *b.reviewers))),
        constituents=(*a.constituents, *b.constituents),
    )


def _side(finding: Finding) -> str:
    """What one side proposes, with who proposes it."""
    fix = finding.suggested_fix or "; ".join(f"“{edit.old}” → “{edit.new}”" for edit in finding.edits)
    return f"{', '.join(finding.reviewers)}: {fix.rstrip('. ')}" if fix else ""
