"""A finding in words, for hover and report."""

from __future__ import annotations

from collections.abc import Callable

from anchorline.findings.finding import Edit, Finding
from anchorline.findings.words import Anchor, Match, Route
from anchorline.lsp.markdown import fenced, inline, one_line, visible

_ANCHOR = {
    Anchor.EVIDENT: "the text itself confirms it",
    Anchor.CONFIRMED: "double-checked; a reader will hit it",
    Anchor.ADVISORY: "real, but advisory",
    Anchor.UNVERIFIED: "could not be verified",
    Anchor.FALSE: "not held up",
}
_ROUTE = {
    Route.APPLY: "safe fix",
    Route.PROPOSED: "proposed fix, to be confirmed",
    Route.DECISION: "yours to decide",
    Route.FYI: "for your information",
}
_QUOTES = 6


def finding_markdown(finding: Finding) -> str:
    """Title, reasoning, confidence in words, reviewers, evidence, and the fix as a diff. Foreign text is escaped."""
    parts = [
        f"**{finding.severity.value}** {inline(finding.title, 200)}",
        inline(finding.why_it_matters),
        _facts(finding, inline),
    ]
    for evidence in finding.evidence[:_QUOTES]:
        parts.append(("Evidence" if evidence.match is not Match.FUZZY else "Evidence, found by similarity") + ":")
        parts.append(fenced(evidence.quote, lines=6))
    if finding.suggested_fix:
        parts.append(f"Suggested: {inline(finding.suggested_fix)}")
    if finding.edits:
        parts += ["Fix:", fenced(diff(finding.edits), "diff")]
    return "\n\n".join(part for part in parts if part)


def finding_plain(finding: Finding) -> str:
    """The same without markup."""
    parts = [
        f"{finding.severity.value} {one_line(finding.title, 200)}",
        one_line(finding.why_it_matters),
        _facts(finding, one_line),
    ]
    parts += [f"Evidence: {one_line(evidence.quote, 300)}" for evidence in finding.evidence[:_QUOTES]]
    if finding.suggested_fix:
        parts.append(f"Suggested: {one_line(finding.suggested_fix)}")
    if finding.edits:
        parts.append("Fix:\n" + visible(diff(finding.edits)))
    return "\n\n".join(part for part in parts if part)


def diff(edits: tuple[Edit, ...]) -> str:
    """The lines that edits take out and put in, as in a unified diff without its headers."""
    lines = []
    for edit in edits:
        if edit.old:
            lines += [f"- {line}" for line in visible(edit.old).split("\n")]
        if edit.new:
            lines += [f"+ {line}" for line in visible(edit.new).split("\n")]
    return "\n".join(lines)


def _facts(finding: Finding, shown: Callable[[str], str]) -> str:
    raised_by = ", ".join(dict.fromkeys((*finding.reviewers, *(part.reviewer for part in finding.constituents))))
    confidence = _ANCHOR[finding.confidence] + (", raised by several reviewers" if finding.promoted else "")
    route = _ROUTE[finding.route] + (f"; recommended: {finding.action.words}" if finding.action is not None else "")
    return f"{shown(finding.rule)} · {confidence} · {route} · raised by {shown(raised_by)}"
