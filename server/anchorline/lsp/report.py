"""The report of one document: everything a review found, limits aside, as Markdown in a file of the state folder."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from anchorline.findings.finding import Finding
from anchorline.findings.review import Review
from anchorline.findings.words import LspSeverity, Route
from anchorline.lsp.describe import finding_markdown
from anchorline.lsp.markdown import inline
from anchorline.lsp.verdict import Count

_SUFFIX = ".anchorline-report.md"
_PARTS = (
    (Route.DECISION, "Decisions"),
    (Route.APPLY, "Safe fixes"),
    (Route.PROPOSED, "Proposed fixes"),
    (Route.FYI, "For your information"),
)

_OLDER = (
    "The text was edited since that review. The findings are those whose evidence still stands; the account, the "
    "coverage, the calls and the dollars below belong to the older text."
)


def is_report(path: str) -> bool:
    return path.endswith(_SUFFIX)


def report_markdown(
    name: str,
    review: Review,
    standing: list[tuple[Finding, int]],
    *,
    older: bool = False,
    in_flight: str = "",
    unread: str = "",
) -> str:
    """`standing` are the findings whose evidence stands in the present text, each with its line there, counted from 1,
    in the review's order. `older` says that the review is of another text than that, `in_flight` how far the models are
    that read it now, `unread` why none has."""
    ledger = review.ledger
    lines = [f"# Review of {inline(name, 200)}", "", _summary(review, [each for each, _ in standing], older=older), ""]
    if unread:
        lines += [f"Checks only: {inline(unread)}.", ""]
    if older:
        lines += [_OLDER, ""]
    if in_flight:
        lines += [f"Models are reviewing now ({inline(in_flight)}); what they say is not in this report.", ""]
    for route, title in _PARTS:
        findings = [(finding, line) for finding, line in standing if finding.route is route]
        if findings:
            lines += [f"## {title}", ""]
            for finding, line in sorted(findings, key=lambda each: (each[0].severity.rank, each[1])):
                where = f", “{inline(finding.section, 120)}”" if finding.section else ""
                heading = f"{finding.severity.value} {inline(finding.title, 200)} (line {line}{where})"
                lines += [f"### {heading}", "", finding_markdown(finding, titled=False), ""]
    for title, items in (
        ("Residual risks", review.residual_risks),
        ("Deferred questions", review.deferred_questions),
        ("Testing gaps", review.testing_gaps),
    ):
        if items:
            lines += [f"## {title}", "", *(f"- {inline(item)}" for item in items), ""]
    dropped = ", ".join(f"{gate} {count}" for gate, count in ledger.dropped.items()) or "none"
    lines += [
        "## Account",
        "",
        f"Raised {ledger.produced}, merged {ledger.merged}, dropped {len(ledger.drops)} ({inline(dropped)}), "
        f"published {ledger.published} "
        f"({ledger.produced} = {ledger.merged} + {len(ledger.drops)} + {ledger.published}).",
        "",
    ]
    if ledger.suspicious:
        lines += ["Nearly everything that was raised came through. The gates are not biting; read with care.", ""]
    lines += [
        f"- dropped by {inline(d.gate)}: {inline(d.title, 200)} ({inline(d.reason)}"
        f"{f', score {d.score}' if d.score is not None and 'score' not in d.reason else ''})"
        for d in ledger.drops
    ]
    lines += ["", *(inline(problem) for problem in review.problems)] if review.problems else []
    lines += ["", "## Coverage", "", "| reviewer | outcome | |", "|---|---|---|"]
    lines += [f"| {inline(r.name)} | {r.outcome.value} | {inline(r.detail)} |" for r in review.reviewers]
    if review.files_read:
        lines += ["", f"Looked up in the workspace: {', '.join(inline(path, 200) for path in review.files_read)}."]
    usage = review.usage
    if usage.calls:
        read = usage.input_tokens + usage.cache_write_tokens + usage.cache_read_tokens
        cost = (
            f"{read:,} tokens read ({usage.cache_read_tokens:,} from the cache), {usage.output_tokens:,} written, "
            f"${usage.usd:.4f}"
        )
        told = read or usage.output_tokens or usage.usd
        text = " For the older text." if older else ""
        lines += ["", f"{_calls(usage.calls)}, {cost if told else 'their tokens and cost were not told'}.{text}"]
    lines.append("")
    return "\n".join(lines)


def _calls(count: int) -> str:
    return "1 call" if count == 1 else f"{count} calls"


def _summary(review: Review, standing: list[Finding], *, older: bool) -> str:
    hints = sum(finding.lsp_severity is LspSeverity.HINT for finding in standing)
    count = Count(len(standing) - hints, hints)
    how = ", ".join(f"{inline(result.name)}: {result.outcome.value}" for result in review.reviewers)
    reason = f" ({inline(review.reason)})" if review.reason else ""
    of = " of an older text" if older else ""
    return f"Standing: {count}. The review{of} is {review.status.value}{reason}. {how}"


def write(name: str, text: str) -> str:
    """Write the report where only this person can read it; the path. Raises OSError."""
    import platformdirs  # noqa: PLC0415 - not on the way to `initialize`

    folder = Path(platformdirs.user_state_dir("anchorline", appauthor=False)) / "reports"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    safe = "".join(character if character.isalnum() or character in "-_." else "_" for character in name)[:80]
    path = folder / f"{safe}{_SUFFIX}"
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=".report")
    with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as file:
        file.write(text)
    Path(temporary).replace(path)
    return str(path)
