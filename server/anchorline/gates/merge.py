"""Merge: two findings are one when one fix resolves both. When unsure they stay two; opposing ones always do.

How alike two are is a number: the cosine of what they claim, rare words weighing more, and a little for evidence that
both rest on. They must rest on the same text or the same section. Clusters grow from the likest pair on, as long as all
their pairs together are alike enough and no single one is unlike, so that a chain of half-likenesses never draws
strangers together.

The merged finding keeps the highest severity and anchor, the evidence and reviewers of all, and every constituent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from anchorline.findings.finding import Evidence, Finding
from anchorline.findings.words import AutofixClass
from anchorline.gates.base import GateContext, Passed
from anchorline.gates.similarity import at_odds, claim_likeness, claims, evidence_overlap, opposed

SAME = 0.33
"""Likeness from which two findings are taken for one."""
UNLIKE = 0.18
"""Likeness below which nothing brings two findings together."""

_OVERLAP = 0.1  # the whole of the shorter evidence shared
_ONE_VOICE = 0.1  # a reviewer raises each cause once: its own two are rarely one
_CERTAIN = 2.0  # the same edit
_NEVER = -2.0
_CAUTION = list(AutofixClass)


def merge(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:
    merged = tuple(_merged([findings[index] for index in cluster]) for cluster in _clusters(findings, context))
    return Passed(merged, merged=len(findings) - len(merged))


def likeness(findings: Sequence[Finding], context: GateContext) -> dict[tuple[int, int], float]:
    """How alike each two findings are, by their indexes in order. Pairs that are left out have nothing in common."""
    said = claims(findings)
    return {
        (i, j): _likeness(findings[i], findings[j], claim_likeness(said[i], said[j]))
        for i, j in _neighbours(findings, context)
    }


def _neighbours(findings: Sequence[Finding], context: GateContext) -> Iterator[tuple[int, int]]:
    """Pairs that rest on a section in common; two checks only where they rest on one place."""
    if len(findings) < 2:
        return
    sections: list[set[str]] = [{context.section_of(e.span.start) for e in finding.evidence} for finding in findings]
    for j, finding in enumerate(findings):
        for i in range(j):
            other = findings[i]
            if finding.from_checks and other.from_checks and finding.span != other.span:
                continue
            if not sections[i].isdisjoint(sections[j]):
                yield i, j


def _likeness(a: Finding, b: Finding, claimed: float) -> float:
    if a.from_checks and b.from_checks:
        return _CERTAIN if a.rule == b.rule and a.span == b.span else _NEVER
    if a.edits and b.edits:
        if opposed(a, b):
            return _NEVER
        if {(e.span, e.new) for e in a.edits} == {(e.span, e.new) for e in b.edits}:
            return _CERTAIN
    if claimed < UNLIKE - _OVERLAP:
        return claimed
    if at_odds(a, b):
        return _NEVER
    own = set(a.reviewers) & set(b.reviewers)
    return claimed + _OVERLAP * evidence_overlap(a, b) - (_ONE_VOICE if own else 0.0)


def _clusters(findings: tuple[Finding, ...], context: GateContext) -> list[list[int]]:
    """Indexes of findings that are one, each cluster in order, clusters by their first."""
    pairs = likeness(findings, context)
    cluster_of = {index: [index] for index in range(len(findings))}
    for _, i, j in sorted((-alike, i, j) for (i, j), alike in pairs.items() if alike >= SAME):
        a, b = cluster_of[i], cluster_of[j]
        if a is b:
            continue
        across = [pairs.get((min(x, y), max(x, y)), 0.0) for x in a for y in b]
        if min(across) >= UNLIKE and sum(across) >= SAME * len(across):
            joined = sorted(a + b)
            for index in joined:
                cluster_of[index] = joined
    return [cluster for index, cluster in cluster_of.items() if cluster[0] == index]


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
