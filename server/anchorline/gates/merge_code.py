"""How alike two findings in source are: by what they claim, and by how near to each other they stand.

Reviewers who mean the same fault in code seldom point at the same line: one quotes the loop, one the bound, one the
call that fails. So lines that are near count for nearly as much as the same line, within one definition. The same
mistake made twice has to be mended twice: findings of two definitions are two, and so are those with fixes for other
lines, or that quote two lines of one form. So are, whatever they say, one on a line of the change and one beside it.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence, Set

from anchorline.findings.finding import Finding
from anchorline.gates.advice import advice, at_odds, opposed
from anchorline.gates.base import GateContext
from anchorline.gates.changed import touches_change
from anchorline.gates.similarity import claims, cosine, evidence_overlap, grounds
from anchorline.gates.symbols import BACKTICKED
from anchorline.text.patterns import compiled
from anchorline.text.span import Span

NEAR = 4
"""Lines between two places that can still be one fault."""
NEIGHBOURS = 256
"""Places that one more is compared with, those just before it. Only a flood has more."""

_NEVER = -2.0
_OVERLAP = 0.05
_CLOSE = 0.1
_SYMBOLS = 0.06  # at most, for names in backticks that both have
_ONE_VOICE = 0.1
_SAME_CAUSE = 0.15
_BONUS = _OVERLAP + _CLOSE + _SYMBOLS + _SAME_CAUSE
_NAME = re.compile(r"[^\W\d]\w*")
_TOKEN = re.compile(r"[^\W\d]\w*|\d+|[^\w\s]")
_LEAST_FORM = 4  # tokens of a quote that has a form of its own
_LONGEST = 500  # characters of one quote or title that are read
# One cause in the words of different people, as titles have them.
_CAUSES = (
    r"\b(?:never|not|n't|without being) (?:un)?(?:releas|lock)ed\b|\bunreleased\b|\bdeadlock"
    r"|\b(?:left|leav\w{1,3}|stays?|remains?|keeps?|still)\b.{0,40}\b(?:held|locked)\b",
    r"\b(?:never|not|n't) closed\b|\bunclosed\b|\bleft open\b"
    r"|\b(?:handle|file|connection|descriptor|socket)s?\b.{0,30}\bleak"
    r"|\bleak\w{0,3}\b.{0,30}\b(?:handle|file|connection|descriptor|socket)",
    r"\brac(?:e|es|ing|y)\b|\bunsynchroni|\bwithout (?:a |any |the )?(?:lock|synchroni)"
    r"|\bnot (?:thread-?safe|atomic)\b",
    r"\boff[- ]by[- ]one\b|\bout of (?:range|bounds)\b|\b(?:beyond|past) the (?:end|last)\b|\bindex ?error\b",
    r"\bdivi\w{1,5} by zero\b|\bzerodivision",
    r"\bsql injection\b|\binjection\b.{0,30}\b(?:sql|query)\b|\binterpolat\w{1,4}\b.{0,40}\b(?:sql|query)\b",
)


def likeness_in_code(findings: Sequence[Finding], context: GateContext, least: float) -> dict[tuple[int, int], float]:
    """As `merge.likeness`: pairs that may reach `least` or must never meet."""
    said = claims(findings)
    advised = [advice(finding) for finding in findings]
    named = [_names(finding) for finding in findings]
    rests_on = [grounds(finding) for finding in findings]
    places = [_lines(finding, context) for finding in findings]
    stand_in = [{context.unit_of(evidence.span) for evidence in finding.evidence} for finding in findings]
    mends = [[_rows(edit.span, context) for edit in finding.edits] for finding in findings]
    forms = [_form(finding.evidence[0].quote) for finding in findings]
    of_change = [touches_change(finding, context) for finding in findings]
    causes = [_causes(finding) for finding in findings]
    pairs: dict[tuple[int, int], float] = {}
    for i, j in _near(places):
        a, b = findings[i], findings[j]
        value = cosine(said[i], said[j])
        if (a.from_checks and b.from_checks) or value < least - _BONUS:
            continue
        gap, shared = _gap(places[i], places[j]), evidence_overlap(rests_on[i], rests_on[j])
        if (
            of_change[i] is not of_change[j]
            or opposed(advised[i], advised[j])
            or at_odds(advised[i], advised[j])
            or (not shared and (not _in_one(stand_in[i], stand_in[j]) or (gap and _of_one_form(forms[i], forms[j]))))
            or (mends[i] and mends[j] and _gap(mends[i], mends[j]))
        ):
            pairs[i, j] = _NEVER
            continue
        both, either = named[i] & named[j], named[i] | named[j]
        pairs[i, j] = (
            value
            + _OVERLAP * shared
            + (_CLOSE if gap <= 1 else _CLOSE / 2)
            + (_SYMBOLS * len(both) / len(either) if either else 0.0)
            + (_SAME_CAUSE if causes[i] & causes[j] else 0.0)
            - (_ONE_VOICE if set(a.reviewers) & set(b.reviewers) else 0.0)
        )
    return pairs


def _in_one(a: Set[Span | None], b: Set[Span | None]) -> bool:
    """Whether one definition holds some of both, be it with a definition between. What stands in none is by itself."""
    return any(x == y or (x is not None and y is not None and (_holds(x, y) or _holds(y, x))) for x in a for y in b)


def _holds(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _of_one_form(a: Sequence[str], b: Sequence[str]) -> bool:
    """Whether two quotes differ in names and numbers alone."""
    return len(a) >= _LEAST_FORM and a == b


def _form(quote: str) -> list[str]:
    return ["x" if token[0].isalnum() or token[0] == "_" else token for token in _TOKEN.findall(quote[:_LONGEST])]


def _causes(finding: Finding) -> frozenset[int]:
    title = finding.title[:_LONGEST]
    return frozenset(number for number, cause in enumerate(_CAUSES) if compiled(cause, re.IGNORECASE).search(title))


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
    return [_rows(evidence.span, context) for evidence in finding.evidence]


def _rows(span: Span, context: GateContext) -> tuple[int, int]:
    """The first and the last line of a span."""
    lines = context.snapshot.lines
    return lines.line_of(span.start), lines.line_of(max(span.end - 1, span.start))


def _names(finding: Finding) -> set[str]:
    claim = f"{finding.title} {finding.why_it_matters}"
    return {name for token in BACKTICKED.findall(claim) for name in _NAME.findall(token)}
