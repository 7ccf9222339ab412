"""Line validity: a review of a change speaks of what the change touches.

A finding that is shown on a line which stood there before needs evidence on a changed line too: the line that is newly
broken, and the change that breaks it. Checks have a rule of their own for this, and are past it.
"""

from __future__ import annotations

from bisect import bisect_left

from anchorline.findings.finding import Finding
from anchorline.gates.base import GateContext, Passed, without
from anchorline.text.span import Span

NAME = "unchanged"


def changed(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:
    reason = "its evidence touches no line of this change"
    return without(findings, lambda finding: None if touches_change(finding, context) else reason, NAME)


def touches_change(finding: Finding, context: GateContext) -> bool:
    """Whether any of its evidence shares a line with what changed; always when all of the text is new."""
    return finding.from_checks or any(touches_lines(evidence.span, context) for evidence in finding.evidence)


def touches_lines(span: Span, context: GateContext) -> bool:
    """Whether a span shares a line with what changed; always when all of the text is new."""
    if context.changed is None:
        return True
    lines = context.snapshot.lines
    first, last = lines.line_of(span.start), lines.line_of(max(span.end - 1, span.start))
    places = context.changed_lines
    at = bisect_left(places, first, key=lambda place: place[1])  # the first place that does not end before
    return at < len(places) and places[at][0] <= last
