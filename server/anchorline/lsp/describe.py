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


def finding_markdown(finding: Finding, *, titled: bool = True) -> str:
    """Title, reasoning, confidence in words, reviewers, evidence, and the fix as a diff. Foreign text is escaped.
    Without `titled` where a heading says severity and title already."""
    parts = [
        f"**{finding.severity.value}** {inline(finding.title, 200)}" if titled else "",
        inline(finding.why_it_matters),
        f"How it fails: {inline(finding.failure_path)}" if finding.failure_path else "",
    ]
    if finding.edits:  # near the top, for hovers are low
        parts += ["Fix:", fenced(diff(finding.edits), "diff")]
    if finding.suggested_fix:
        parts.append(f"Suggested: {inline(finding.suggested_fix)}")
    for evidence in finding.evidence[:_QUOTES]:
        parts.append(("Evidence" if evidence.match is not Match.FUZZY else "Evidence, found by similarity") + ":")
        parts.append(fenced(evidence.quote, lines=6))
    parts += [_second_look(finding, inline), _facts(finding, inline)]
    return "\n\n".join(part for part in parts if part)


def finding_plain(finding: Finding) -> str:
    """The same without markup."""
    parts = [
        f"{finding.severity.value} {one_line(finding.title, 200)}",
        one_line(finding.why_it_matters),
        f"How it fails: {one_line(finding.failure_path)}" if finding.failure_path else "",
        "Fix:\n" + visible(diff(finding.edits)) if finding.edits else "",
        f"Suggested: {one_line(finding.suggested_fix)}" if finding.suggested_fix else "",
        *(f"Evidence: {one_line(evidence.quote, 300)}" for evidence in finding.evidence[:_QUOTES]),
        _second_look(finding, one_line),
        _facts(finding, one_line),
    ]
    return "\n\n".join(part for part in parts if part)


def diff(edits: tuple[Edit, ...]) -> str:
    """The lines that edits take out and put in, as in a unified diff without its headers; what stays is context."""
    lines: list[str] = []
    for edit in edits:
        old = visible(edit.old).split("\n") if edit.old else []
        new = visible(edit.new).split("\n") if edit.new else []
        above = _shared(old, new)
        below = _shared(old[above:][::-1], new[above:][::-1])
        lines += [f"  {line}" for line in old[:above]]
        lines += [f"- {line}" for line in old[above : len(old) - below]]
        lines += [f"+ {line}" for line in new[above : len(new) - below]]
        lines += [f"  {line}" for line in old[len(old) - below :]]
    return "\n".join(lines)


def _shared(old: list[str], new: list[str]) -> int:
    """How many lines both begin with."""
    return next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))


def _second_look(finding: Finding, shown: Callable[[str], str]) -> str:
    """What the verifier said and how it scored; nothing where nobody looked twice."""
    if finding.verification is None:
        return ""
    verdict, bar = finding.verification.verdict, finding.verification.bar
    outcome = "Verified" if finding.verification.passed else "Verified, but just below the bar"
    return (
        f"{outcome}: {shown(verdict.reason)} Score {verdict.final} of {bar} needed "
        f"(correctness {verdict.correctness}, completeness {verdict.completeness}, "
        f"no regressions {verdict.no_regressions})."
    )


def _facts(finding: Finding, shown: Callable[[str], str]) -> str:
    raised_by = ", ".join(dict.fromkeys((*finding.reviewers, *(part.reviewer for part in finding.constituents))))
    confidence = _ANCHOR[finding.confidence] + (", raised by several reviewers" if finding.promoted else "")
    route = _ROUTE[finding.route] + (f"; recommended: {finding.action.words}" if finding.action is not None else "")
    return f"{shown(finding.rule)} · {confidence} · {route} · raised by {shown(raised_by)}"
