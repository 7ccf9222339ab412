"""Contradiction: when two reviewers would change the same text into different things, the person decides.

Both become one manual finding that shows both sides. What is recommended is the more cautious: to let the text stand
where one side would, and otherwise to settle the matter first, for not both can be done.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace

from anchorline.findings.finding import Finding
from anchorline.findings.words import Action, AutofixClass
from anchorline.gates.advice import Advice, advice, at_odds, opposed
from anchorline.gates.base import GateContext, Passed
from anchorline.gates.schema import one_line
from anchorline.gates.similarity import evidence_overlap, grounds, word_likeness
from anchorline.text.span import Span

_ONE_PLACE = 0.5
_ONE_MATTER = 60.0
_KEEP = re.compile(r"\W{0,10}(?:keep|retain|leave|behalten?|belassen?|lassen?)\b", re.IGNORECASE)
_CELL = 512  # characters
MOST_RIVALS = 64
"""Findings of one stretch of text that one more is held against: those just before it. Only a flood has more."""
TOO_MANY = "{} findings are too many to hold each against all; some that disagree may be shown apart"


def contradiction(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:  # noqa: ARG001
    result: list[Finding] = []
    advised: list[Advice] = []
    filed: defaultdict[Hashable, list[int]] = defaultdict(list)
    flooded = False
    for finding in findings:
        own = advice(finding)
        rivals: set[int] = set()
        for key in _keys(finding, own, of_rivals=True):
            known = filed.get(key, ())
            flooded = flooded or len(known) > MOST_RIVALS
            rivals.update(known[-MOST_RIVALS:])
        for index in sorted(rivals):
            other = result[index]
            # One reviewer cannot disagree with itself: its two edits are two fixes, applied one after the other.
            if not set(finding.reviewers) & set(other.reviewers) and _contradict(finding, other, own, advised[index]):
                result[index] = _both(other, finding)
                advised[index] = advice(result[index])
                break
        else:
            index = len(result)
            result.append(finding)
            advised.append(own)
        for key in _keys(result[index], advised[index], of_rivals=False):
            filed[key].append(index)
    notes = (TOO_MANY.format(len(findings)),) if flooded else ()
    return Passed(tuple(result), merged=len(findings) - len(result), notes=notes)


def _keys(finding: Finding, own: Advice, *, of_rivals: bool) -> Iterator[Hashable]:
    """What a finding is filed under, or its rivals are: a stretch of text that it rests on or would change, with what
    it takes to be at odds there. So that only findings are compared that have both in common."""
    leads = own.contrary if of_rivals else {own.lead} - {""}
    # What one denies the other asserts: either may come first.
    said = [name for name, words in (("denies", own.denied), ("asserts", own.asserted)) if words]
    denials = [{"denies": "asserts", "asserts": "denies"}[name] for name in said] if of_rivals else said
    if own.changes:
        yield from (("edit", cell) for cell in _cells(change.edit.span for change in own.changes))
    if not (leads or denials or own.numbers or own.changes):
        return
    for cell in _cells(evidence.span for evidence in finding.evidence):
        yield from ((lead, cell) for lead in sorted(leads))
        yield from ((denial, cell) for denial in denials)
        if own.numbers:
            yield own.words, cell
        if own.changes:
            yield "changes", cell


def _cells(spans: Iterable[Span]) -> set[int]:
    """Stretches of text, by number, that the spans touch: spans that overlap have one in common."""
    return {cell for span in spans for cell in range(span.start // _CELL, span.end // _CELL + 1)}


def _contradict(a: Finding, b: Finding, advice_a: Advice, advice_b: Advice) -> bool:
    """Opposite changes of one text; or opposite advice on one matter, which the same evidence and title show."""
    if opposed(advice_a, advice_b):
        return True
    if not at_odds(advice_a, advice_b) or evidence_overlap(grounds(a), grounds(b)) < _ONE_PLACE:
        return False
    return word_likeness(a.title, b.title, _ONE_MATTER) >= _ONE_MATTER


def _both(a: Finding, b: Finding) -> Finding:
    lead = min(a, b, key=lambda f: (f.severity.rank, -int(f.confidence)))
    sides = f"{_side(a)}; or {_side(b)}"
    return replace(
        lead,
        title=one_line(f"Reviewers disagree: {lead.title}"),
        category="contradiction",
        autofix_class=AutofixClass.MANUAL,
        action=Action.most_cautious((Action.DEFER, a.action, b.action, *(_stay(side) for side in (a, b)))),
        confidence=max(a.confidence, b.confidence),
        why_it_matters=f"{a.why_it_matters} On the other side: {b.why_it_matters}",
        suggested_fix=f"Decide between: {sides}.",
        edits=(),
        evidence=(*a.evidence, *(e for e in b.evidence if all(e.span != known.span for known in a.evidence))),
        reviewers=tuple(dict.fromkeys((*a.reviewers, *b.reviewers))),
        constituents=(*a.constituents, *b.constituents),
    )


def _stay(side: Finding) -> Action | None:
    """Skip, where a side says no more than that what the other would change stays."""
    return Action.SKIP if not side.edits and _KEEP.match(side.suggested_fix or "") else None


def _side(finding: Finding) -> str:
    """What one side proposes, with who proposes it."""
    edits = "; ".join(f"“{edit.old}” → “{edit.new}”" for edit in finding.edits)
    said = finding.suggested_fix or edits or finding.title
    return f"{', '.join(finding.reviewers)}: {said.rstrip('. ')}"
