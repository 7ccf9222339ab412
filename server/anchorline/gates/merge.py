"""Merge: two findings are one when one fix resolves both. When unsure they stay two; opposing ones always do.

How alike two are is a number: the cosine of what they claim, rare words weighing more, and a little for evidence that
both rest on. They must rest on the same text or the same section. Clusters grow from the likest pair on, as long as all
their pairs together are alike enough and no single one is unlike, so that a chain of half-likenesses never draws
strangers together.

The merged finding keeps the highest severity and anchor, the evidence and reviewers of all, and every constituent.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

from anchorline.findings.finding import Evidence, Finding
from anchorline.findings.words import AutofixClass, Profile
from anchorline.gates.advice import advice, at_odds, opposed
from anchorline.gates.base import GateContext, Passed
from anchorline.gates.merge_code import likeness_in_code
from anchorline.gates.similarity import alike, claims, evidence_overlap

SAME = 0.29
"""Likeness from which two findings are taken for one."""
UNLIKE = 0.24
"""Likeness below which nothing brings two findings together."""

_OVERLAP = 0.05  # the whole of the shorter evidence shared
_ONE_VOICE = 0.1  # a reviewer raises each cause once: its own two are rarely one
_CERTAIN = 2.0
_NEVER = -2.0
_CAUTION = list(AutofixClass)


def merge(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:
    merged = tuple(_merged([findings[index] for index in cluster]) for cluster in _clusters(findings, context))
    return Passed(merged, merged=len(findings) - len(merged))


def likeness(findings: Sequence[Finding], context: GateContext) -> dict[tuple[int, int], float]:
    """How alike each two findings are, by their indexes, lower first. Pairs left out have next to nothing in common."""
    if context.profile is Profile.CODE:
        return likeness_in_code(findings, context, UNLIKE) | dict.fromkeys(_same_edits(findings), _CERTAIN)
    in_document_order = sorted(range(len(findings)), key=lambda index: findings[index].span.start)
    claimed = alike(claims(findings), in_document_order, UNLIKE - _OVERLAP)
    sections = [{context.section_of(evidence.span.start) for evidence in finding.evidence} for finding in findings]
    advised = [advice(finding) for finding in findings]
    pairs: dict[tuple[int, int], float] = {}
    for (i, j), value in claimed.items():
        a, b = findings[i], findings[j]
        # Two checks never mean the same, whatever their words: each has a matter of its own.
        if (a.from_checks and b.from_checks) or sections[i].isdisjoint(sections[j]):
            continue
        if opposed(a, b) or at_odds(advised[i], advised[j]):
            pairs[i, j] = _NEVER
            continue
        own = set(a.reviewers) & set(b.reviewers)
        pairs[i, j] = value + _OVERLAP * evidence_overlap(a, b) - (_ONE_VOICE if own else 0.0)
    return pairs | dict.fromkeys(_same_edits(findings), _CERTAIN)


def _same_edits(findings: Sequence[Finding]) -> Iterator[tuple[int, int]]:
    """Pairs that would make the very same change."""
    first: dict[Hashable, int] = {}
    for index, finding in enumerate(findings):
        change = frozenset((edit.span, edit.new) for edit in finding.edits)
        if change and not finding.from_checks and first.setdefault(change, index) != index:
            yield first[change], index


def _repeated(findings: Sequence[Finding]) -> list[list[int]]:
    """Indexes of findings that say the same to the letter, or are one check on one place.

    Every finding is in one group; groups are in the order of their first.
    """
    groups: dict[Hashable, list[int]] = {}
    for index, finding in enumerate(findings):
        spans = tuple(evidence.span for evidence in finding.evidence)
        said = (finding.title, finding.why_it_matters, finding.suggested_fix, finding.edits, spans)
        key: Hashable = (finding.rule, finding.span) if finding.from_checks else said
        groups.setdefault(key, []).append(index)
    return list(groups.values())


def _clusters(findings: tuple[Finding, ...], context: GateContext) -> list[list[int]]:
    """Indexes of findings that are one, each cluster in order, clusters by their first."""
    groups = _repeated(findings)
    pairs = likeness([findings[group[0]] for group in groups], context)
    cluster_of = {index: [index] for index in range(len(groups))}
    for _, i, j in sorted((-value, i, j) for (i, j), value in pairs.items() if value >= SAME):
        a, b = cluster_of[i], cluster_of[j]
        if a is b:
            continue
        across = [pairs.get((min(x, y), max(x, y)), 0.0) for x in a for y in b]
        if min(across) >= UNLIKE and sum(across) >= SAME * len(across):
            joined = sorted(a + b)
            for index in joined:
                cluster_of[index] = joined
    ones = [cluster for index, cluster in cluster_of.items() if cluster[0] == index]
    return [sorted(index for one in cluster for index in groups[one]) for cluster in ones]


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
