"""How alike two findings in source are: by what they claim, and by how near to each other they stand.

Reviewers who mean the same fault in code seldom point at the same line: one quotes the loop, one the bound, one the
call that fails. So lines that are near count for nearly as much as the same line, within one definition; and findings
that are far apart are two, whatever their words, for the same mistake made twice has to be mended twice.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence

from anchorline.findings.finding import Finding
from anchorline.gates.advice import advice, at_odds, opposed
from anchorline.gates.base import GateContext
from anchorline.gates.similarity import claims, cosine, evidence_overlap, grounds
from anchorline.gates.symbols import BACKTICKED

NEAR = 4
"""Lines between two places that can still be one fault."""
NEIGHBOURS = 256
"""Places that one more is compared with, those just before it. Only a flood has more."""

_NEVER = -2.0
_OVERLAP = 0.05
_CLOSE = 0.1
_SYMBOLS = 0.06  # at most, for names in backticks that both have
_ONE_VOICE = 0.1
_BONUS = _OVERLAP + _CLOSE + _SYMBOLS
_NAME = re.compile(r"[^\W\d]\w*")


def likeness_in_code(findings: Sequence[Finding], context: GateContext, least: float) -> dict[tuple[int, int], float]:
    """As `merge.likeness`: pairs that may reach `least` or must never meet."""
    said = claims(findings)
    advised = [advice(finding) for finding in findings]
    named = [_names(finding) for finding in findings]
    rests_on = [grounds(finding) for finding in findings]
    places = [_lines(finding, context) for finding in findings]
    pairs: dict[tuple[int, int], float] = {}
    for i, j in _near(places):
        a, b = findings[i], findings[j]
        value = cosine(said[i], said[j])
        if (a.from_checks and b.from_checks) or value < least - _BONUS:
            continue
        gap, shared = _gap(places[i], places[j]), evidence_overlap(rests_on[i], rests_on[j])
        if opposed(advised[i], advised[j]) or at_odds(advised[i], advised[j]):
            pairs[i, j] = _NEVER
            continue
        both, either = named[i] & named[j], named[i] | named[j]
        pairs[i, j] = (
            value
            + _OVERLAP * shared
            + (_CLOSE if gap <= 1 else _CLOSE / 2)
            + (_SYMBOLS * len(both) / len(either) if either else 0.0)
            - (_ONE_VOICE if set(a.reviewers) & set(b.reviewers) else 0.0)
        )
    return pairs


def _near(places: Sequence[Sequence[tuple[int, int]]]) -> Iterator[tuple[int, int]]:
    """Pairs of indexes, lower first, of findings some of whose evidence is near."""
    seen: set[tuple[int, int]] = set()
    before: deque[tuple[int, int]] = deque(maxlen=NEIGHBOURS)  # (last line, finding)
    for first, last, j in sorted((first, last, j) for j, spans in enumerate(places) for first, last in spans):
        for end, i in before:
            pair = (min(i, j), max(i, j))
            if i != j and first - end <= NEAR and pair not in seen:
                seen.add(pair)
                yield pair
        before.append((last, j))


def _gap(a: Sequence[tuple[int, int]], b: Sequence[tuple[int, int]]) -> int:
    """Lines from one to the other, where they are nearest; 0 on the same line."""
    return min(max(second[0] - first[1], first[0] - second[1], 0) for first in a for second in b)


def _lines(finding: Finding, context: GateContext) -> list[tuple[int, int]]:
    lines = context.snapshot.lines
    return [
        (lines.line_of(evidence.span.start), lines.line_of(max(evidence.span.end - 1, evidence.span.start)))
        for evidence in finding.evidence
    ]


def _names(finding: Finding) -> set[str]:
    claim = f"{finding.title} {finding.why_it_matters}"
    return {name for token in BACKTICKED.findall(claim) for name in _NAME.findall(token)}
