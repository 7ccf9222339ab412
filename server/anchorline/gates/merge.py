"""Merge: two findings are one when one fix resolves both. When unsure they stay two; opposing ones always do.

How alike two are is a number: the cosine of what they claim, rare words weighing more, and a little for evidence that
both rest on. They must rest on the same text or the same section. Clusters grow from the likest pair on, as long as all
their pairs together are alike enough and no single one is unlike, so that a chain of half-likenesses never draws
strangers together.

The merged finding keeps the highest severity and anchor, the evidence and reviewers of all, and every constituent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace

from anchorline.findings.finding import Evidence, Finding
from anchorline.findings.words import Action, AutofixClass
from anchorline.gates.advice import advice, at_odds, opposed
from anchorline.gates.base import GateContext, Passed
from anchorline.gates.similarity import claims, cosine, evidence_overlap

SAME = 0.29
"""Likeness from which two findings are taken for one."""
UNLIKE = 0.24
"""Likeness below which nothing brings two findings together."""
NEIGHBOURS = 256
"""Findings of one section that one more is compared with, those just before it. Only a flood has more."""

_OVERLAP = 0.05  # the whole of the shorter evidence shared
_ALIKE = UNLIKE - _OVERLAP
_ONE_VOICE = 0.1  # a reviewer raises each cause once: its own two are rarely one
_CERTAIN = 2.0
_NEVER = -2.0
_CAUTION = list(AutofixClass)


def merge(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:
    merged = tuple(_merged([findings[index] for index in cluster]) for cluster in _clusters(findings, context))
    return Passed(merged, merged=len(findings) - len(merged))


def likeness(findings: Sequence[Finding], context: GateContext) -> dict[tuple[int, int], float]:
    """How alike each two findings are, by their indexes, lower first. Pairs left out have next to nothing in common."""
    if all(finding.from_checks for finding in findings):
        return {}
    advised = [advice(finding) for finding in findings]
    pairs: dict[tuple[int, int], float] = {}
    for (i, j), claimed in _alike(findings, context).items():
        a, b = findings[i], findings[j]
        if opposed(advised[i], advised[j]) or at_odds(advised[i], advised[j]):
            pairs[i, j] = _NEVER
            continue
        own = not set(a.reviewers).isdisjoint(b.reviewers)
        pairs[i, j] = claimed + _OVERLAP * evidence_overlap(a, b) - (_ONE_VOICE if own else 0.0)
    return pairs | dict.fromkeys(_same_edits(findings), _CERTAIN)


def _alike(findings: Sequence[Finding], context: GateContext) -> dict[tuple[int, int], float]:
    """Pairs of one section whose claims are alike, by their indexes, lower first.

    Two checks never mean the same, whatever their words: each has a matter of its own.
    """
    said = claims(findings)
    models: defaultdict[str, list[int]] = defaultdict(list)
    checks: defaultdict[str, list[int]] = defaultdict(list)
    pairs: dict[tuple[int, int], float] = {}
    for j in sorted(range(len(findings)), key=lambda index: findings[index].span.start):
        finding = findings[j]
        for section in dict.fromkeys(context.section_of(evidence.span.start) for evidence in finding.evidence):
            near = models[section][-NEIGHBOURS:]
            if finding.from_checks:
                checks[section].append(j)
            else:
                near += checks[section][-NEIGHBOURS:]
                models[section].append(j)
            for i in near:
                if (value := cosine(said[i], said[j])) >= _ALIKE:
                    pairs[min(i, j), max(i, j)] = value
    return pairs


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
    ones = _joined(len(groups), likeness([findings[group[0]] for group in groups], context))
    return [sorted(index for one in cluster for index in groups[one]) for cluster in ones]


def _joined(count: int, pairs: Mapping[tuple[int, int], float]) -> list[list[int]]:
    """The likest pairs first. Clusters that hold a pair that is unlike are not linked, and never will be."""
    members = [[index] for index in range(count)]
    cluster_of = list(range(count))
    links: list[dict[int, float]] = [{} for _ in range(count)]  # to another cluster: the sum of all pairs across
    for (i, j), value in pairs.items():
        if value >= UNLIKE:
            links[i][j] = links[j][i] = value
    for _, i, j in sorted((-value, i, j) for (i, j), value in pairs.items() if value >= SAME):
        a, b = sorted((cluster_of[i], cluster_of[j]))
        if a == b or links[a].get(b, _NEVER) < SAME * len(members[a]) * len(members[b]):
            continue
        both = {other: links[a][other] + links[b][other] for other in links[a].keys() & links[b].keys()}
        for one in (a, b):
            for other in links[one]:
                del links[other][one]
        for other, value in both.items():
            links[other][a] = value
        links[a], links[b] = both, {}
        for index in members[b]:
            cluster_of[index] = a
        members[a] += members[b]
        members[b] = []
    return [cluster for cluster in members if cluster]


def _merged(cluster: list[Finding]) -> Finding:
    if len(cluster) == 1:
        return cluster[0]
    # The one that leads is the worst and surest; a check leads over a model at equal rank, for it can be proven.
    lead = min(cluster, key=lambda f: (f.severity.rank, -int(f.confidence), not f.from_checks))
    evidence: list[Evidence] = list(lead.evidence)
    known = {e.span for e in evidence}
    for e in (e for other in cluster for e in other.evidence):
        if e.span not in known:
            known.add(e.span)
            evidence.append(e)
    with_edits = [f for f in [lead, *cluster] if f.edits]
    donor = with_edits[0] if with_edits else lead
    return replace(
        lead,
        confidence=max(f.confidence for f in cluster),
        autofix_class=max((f.autofix_class for f in cluster), key=_CAUTION.index),
        action=Action.most_cautious(f.action for f in cluster),
        evidence=tuple(evidence),
        reviewers=tuple(dict.fromkeys(name for f in [lead, *cluster] for name in f.reviewers)),
        edits=donor.edits,
        suggested_fix=lead.suggested_fix or donor.suggested_fix,
        constituents=tuple(constituent for f in cluster for constituent in f.constituents),
    )
