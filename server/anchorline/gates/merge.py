"""Merge: two findings are one when one fix resolves both. When unsure they stay two; opposing ones always do.

How alike two are is a number: the cosine of what they claim, rare words weighing more, and a little for evidence that
both rest on. They must rest on the same text or the same section. Clusters grow from the likest pair on, as long as all
their pairs together are alike enough and no single one is unlike, so that a chain of half-likenesses never draws
strangers together.

The merged finding keeps the highest severity and anchor, the evidence and reviewers of all, and every constituent.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from anchorline.findings.finding import Evidence, Finding
from anchorline.findings.words import Action, AutofixClass, Profile
from anchorline.gates.advice import advice, at_odds, opposed
from anchorline.gates.base import GateContext, Passed
from anchorline.gates.changed import touches_change
from anchorline.gates.merge_code import likeness_in_code
from anchorline.gates.similarity import claims, cosine, evidence_overlap, grounds

SAME = 0.29
"""Likeness from which two findings are taken for one."""
UNLIKE = 0.24
"""Likeness below which nothing brings two findings together."""
MOST_PAIRS = 250_000
"""Pairs that are compared. Where findings of one section make more, each is compared with those just before it."""
TOO_MANY = "{} findings are too many to compare each with all; some that say the same may be shown apart"
_FEWEST_NEIGHBOURS = 16
_CHECKS_AROUND = 64

_OVERLAP = 0.05  # the whole of the shorter evidence shared
_ONE_VOICE = 0.1  # a reviewer raises each cause once: its own two are rarely one
_CERTAIN = 2.0
_NEVER = -2.0
_CAUTION = list(AutofixClass)


def merge(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:
    groups = _repeated(findings)
    ones = [findings[group[0]] for group in groups]
    sections = _Sections.of(ones, context)
    code = context.profile is Profile.CODE
    likeness = likeness_in_code(ones, context, UNLIKE) if code else _likeness(ones, sections)
    clusters = _joined(len(ones), likeness | dict.fromkeys(_same_edits(ones), _CERTAIN))
    merged = tuple(
        _merged([findings[index] for index in sorted(index for one in cluster for index in groups[one])], context)
        for cluster in clusters
    )
    notes = (TOO_MANY.format(len(ones)),) if sections.flooded and not code else ()
    return Passed(merged, merged=len(findings) - len(merged), notes=notes)


@dataclass(frozen=True, slots=True)
class _Sections:
    """Indexes of findings by the sections that they rest on, in the order of the text. Those of model reviewers and
    those of checks are apart: two checks never mean the same, whatever their words."""

    models: Sequence[Sequence[int]]
    checks: Sequence[Sequence[int]]

    @classmethod
    def of(cls, findings: Sequence[Finding], context: GateContext) -> _Sections:
        models: defaultdict[str, list[int]] = defaultdict(list)
        checks: defaultdict[str, list[int]] = defaultdict(list)
        for index in sorted(range(len(findings)), key=lambda index: findings[index].span.start):
            finding = findings[index]
            for section in dict.fromkeys(context.section_of(evidence.span.start) for evidence in finding.evidence):
                (checks if finding.from_checks else models)[section].append(index)
        return cls([*models.values()], [checks[section] for section in models])

    @property
    def flooded(self) -> bool:
        return sum(len(section) ** 2 for section in self.models) > 2 * MOST_PAIRS

    def pairs(self, starts: Sequence[int]) -> Iterator[tuple[int, int]]:
        """The pairs that are compared; `starts` says where in the text each finding stands."""
        reach = MOST_PAIRS
        if self.flooded:
            reach = max(MOST_PAIRS // sum(map(len, self.models)), _FEWEST_NEIGHBOURS)
        for own, others in zip(self.models, self.checks, strict=True):
            for place, j in enumerate(own):
                yield from ((i, j) for i in own[max(place - reach, 0) : place])
                at = bisect_right(others, starts[j], key=starts.__getitem__)
                yield from ((i, j) for i in others[max(at - _CHECKS_AROUND, 0) : at + _CHECKS_AROUND])


def _likeness(findings: Sequence[Finding], sections: _Sections) -> dict[tuple[int, int], float]:
    """How alike each two findings are, by their indexes, lower first. Pairs left out have next to nothing in common."""
    if not sections.models:
        return {}
    said = claims(findings)
    advised = [advice(finding) for finding in findings]
    rests_on = [grounds(finding) for finding in findings]
    pairs: dict[tuple[int, int], float] = {}
    for pair in sections.pairs([finding.span.start for finding in findings]):
        i, j = sorted(pair)
        value = cosine(said[i], said[j])
        if value < UNLIKE - _OVERLAP:
            continue
        if opposed(advised[i], advised[j]) or at_odds(advised[i], advised[j]):
            pairs[i, j] = _NEVER
            continue
        own = not set(findings[i].reviewers).isdisjoint(findings[j].reviewers)
        pairs[i, j] = value + _OVERLAP * evidence_overlap(rests_on[i], rests_on[j]) - (_ONE_VOICE if own else 0.0)
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


def _joined(count: int, pairs: Mapping[tuple[int, int], float]) -> list[list[int]]:
    """Indexes of those that are one, each cluster in order, clusters by their first. The likest pairs come first;
    clusters that hold a pair that is unlike are not linked, and never will be."""
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


def _merged(cluster: list[Finding], context: GateContext) -> Finding:
    if len(cluster) == 1:
        return cluster[0]
    # The one that leads is the worst and surest of those that speak of the change, for a severity that no evidence on
    # it carries is not of it; a check leads over a model at equal rank, for it can be proven.
    lead = min(
        cluster,
        key=lambda f: (not touches_change(f, context), f.severity.rank, -int(f.confidence), not f.from_checks),
    )
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
