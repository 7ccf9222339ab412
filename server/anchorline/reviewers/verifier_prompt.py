"""What a verifier is sent of one finding: what it says, and the lines around its evidence."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

from anchorline.findings.finding import Finding
from anchorline.reviewers.prompt import fence_marker
from anchorline.text.secrets import masked
from anchorline.text.snapshot import Snapshot

NAME = "verifier"
VERSION = "2"
"""Counts changes of the prompt: an answer to an earlier one is not taken for an answer to this one."""

_AROUND, _MOST_AROUND = 12, 120  # lines shown before and after the evidence, and in all
_LONGEST_LINE = 400


@cache
def rules() -> str:
    return resources.files("anchorline.reviewers").joinpath("verifier.md").read_text("utf-8").strip() + "\n"


def finding_text(finding: Finding, snapshot: Snapshot, secret: bytes) -> str:
    """The verifier's block: one finding without who raised it and how sure they were, and the lines around it."""
    lines = snapshot.lines
    told = {
        "title": finding.title,
        "severity": finding.severity.value,
        "category": finding.category,
        "why_it_matters": finding.why_it_matters,
        "failure_path": finding.failure_path,
        "evidence": [{"line": lines.line_of(e.span.start) + 1, "quote": e.quote} for e in finding.evidence],
        "suggested_fix": finding.suggested_fix,
        "edits": [{"old": edit.old, "new": edit.new} for edit in finding.edits],
    }
    around = _around(finding, snapshot)
    marker = fence_marker(secret, snapshot.uri, around)
    name = "".join(c if c.isprintable() else " " for c in snapshot.name)[:200]
    return (
        f"Reviewer: {NAME}\n\nVerify this one finding about {name}:\n\n"
        f"{masked(json.dumps(told, ensure_ascii=False, indent=1))}\n\n"
        f"The lines around its evidence, with their numbers, stand between the two lines with {marker}.\n\n"
        f"=== begin {marker} ===\n{around}=== end {marker} ===\n\nAnswer for this finding, and for nothing else."
    )


def _around(finding: Finding, snapshot: Snapshot) -> str:
    lines = snapshot.lines
    shown: set[int] = set()
    for evidence in finding.evidence:
        first, last = lines.line_of(evidence.span.start), lines.line_of(max(evidence.span.end - 1, evidence.span.start))
        shown |= set(range(max(first - _AROUND, 0), min(last + _AROUND + 1, len(lines))))
    covered = masked(snapshot.text)  # of the same length, with the same lines
    parts: list[str] = []
    before = -1
    for line in sorted(shown)[:_MOST_AROUND]:
        if line != before + 1:
            parts.append("…\n")
        # White space at line ends means nothing, and must not make a remembered verdict one about another text.
        parts.append(f"{line + 1}: {lines.line_span(line).of(covered)[:_LONGEST_LINE].rstrip()}\n")
        before = line
    return "".join(parts)
