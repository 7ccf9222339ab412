"""Merge: two findings are one when one fix resolves both. When unsure they stay two; opposing ones always do.

The merged finding keeps the highest severity and anchor, the evidence and reviewers of all, and every constituent.
Clusters hold by all pairs, so that a chain of half-likenesses never draws unlike findings together.
"""

from __future__ import annotations

from dataclasses import replace

from anchorline.findings.finding import Evidence, Finding
from anchorline.findings.words import AutofixClass
from anchorline.gates.base import GateContext, Passed
from anchorline.gates.similarity import claim_likeness, evidence_overlap, opposed, title_likeness

_CAUTION = list(AutofixClass)


def merge(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:  # noqa: ARG001
    clusters: list[list[Finding]] = []
    for finding in findings:
        for cluster in clusters:
            if all(same_fix(finding, other) for other in cluster):
                cluster.append(finding)
                break
        else:
            clusters.append([finding])
    merged = tuple(_merged(cluster) for cluster in clusters)
    return Passed(merged, merged=len(findings) - len(merged))


def same_fix(a: Finding, b: Finding) -> bool:
    if opposed(a, b):
        return False
    if a.from_checks and b.from_checks:
        return a.rule == b.rule and a.span == b.span
    if a.edits and b.edits and {(e.span, e.new) for e in a.edits} == {(e.span, e.new) for e in b.edits}:
        return True
    overlap = evidence_overlap(a, b)
    if overlap <= 0:
        return False
    return title_likeness(a, b) >= 50 and claim_likeness(a, b) >= 65


def _merged(cluster: list[Finding]) -> Finding:
    if len(cluster) == 1:
        return cluster[0]
    # The one that leads is the worst and surest; a check leads over a model at equal rank, for it can be proven.
    lead = min(cluster, key=lambda f: (f.severity.rank, -int(f.confidence), not f.from_checks, cluster.index(f)))
    evidence: list[Evidence] = list(lead.evidence)
    for other in cluster:
        evidence += (e for e in other.evidence if all(e.span != known.span for known in evidence))
    with_edits = [f for f in [lead, *cluster] if f.edits]
    donor = with_edits[0] if with_edits else lead
    return replace(
        lead,
        confidence=max(f.confidence for f in cluster),
        autofix_class=max((f.autofix_class for f in cluster), key=_CAUTION.index),
        evidence=tuple(evidence),
        reviewers=tuple(dict.fromkeys(name for f in [lead, *cluster] for name in f.reviewers)),
        edits=donor.edits,
        suggested_fix=lead.suggested_fix or donor.suggested_fix,
        constituents=tuple(constituent for f in cluster for constituent in f.constituents),
    )
