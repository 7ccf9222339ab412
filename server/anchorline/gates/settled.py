"""Settled: a decision marked `session-settled:` was taken with the author. Who only disagrees with it informs.

A finding that brings evidence from elsewhere in the document, a contradiction, or a critical one is as strong as
before: it shows that the text has a fault, not that somebody would decide otherwise.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace

from anchorline.evidence.fix import SETTLED
from anchorline.findings.finding import Finding
from anchorline.findings.words import Anchor, Severity
from anchorline.gates.base import GateContext, Passed
from anchorline.text.span import Span

_FACTS = frozenset({"contradiction", "naming"})


def settled(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:
    if "session-settled:" not in context.text:
        return Passed(findings)
    places = _places(context)
    return Passed(tuple(_weighed(finding, places) for finding in findings))


def _places(context: GateContext) -> tuple[Span, ...]:
    """The line of each mark; a mark that stands alone on its line settles the one above."""
    lines = context.snapshot.lines
    places: list[Span] = []
    for match in SETTLED.finditer(context.text):
        first = last = lines.line_of(match.start())
        around = lines.line_text(first).replace(match.group(), "").strip(" \t<>!()-*_[]")
        if not around:
            first -= 1
            while first > 0 and not lines.line_text(first).strip():
                first -= 1
        places.append(Span(lines.line_span(max(first, 0)).start, max(match.end(), lines.line_span(last).end)))
    return tuple(places)


def _weighed(finding: Finding, places: tuple[Span, ...]) -> Finding:
    if finding.from_checks or finding.severity is Severity.P0 or finding.category in _FACTS:
        return finding
    if not all(_within(evidence.span, places) for evidence in finding.evidence):
        return finding
    return replace(finding, confidence=min(finding.confidence, Anchor.ADVISORY), promoted=False)


def _within(span: Span, places: tuple[Span, ...]) -> bool:
    at = bisect_right(places, span.start, key=lambda place: place.start) - 1
    return at >= 0 and span.end <= places[at].end
