"""Findings for people: where, what, the line itself, why it matters, and the fix."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from anchorline.cli.output.conventional import worded
from anchorline.cli.output.diff import small_diff
from anchorline.cli.output.escape import disarmed, one_line
from anchorline.cli.output.snippet import clipped, expanded, marked
from anchorline.cli.output.style import Style
from anchorline.cli.reviewed import Reviewed
from anchorline.findings.finding import Finding
from anchorline.findings.verification import UNVERIFIED
from anchorline.findings.words import Route, Status
from anchorline.text.lines import LineIndex

_FURTHER = 4
_FIX_LABEL = {Route.APPLY: "fix", Route.PROPOSED: "proposed fix", Route.DECISION: "possible fix", Route.FYI: "hint"}


@dataclass(frozen=True, slots=True)
class TextOptions:
    """`width` in terminal cells. `disarm`: the output is read by a CI runner that obeys commands in it."""

    style: Style
    width: int = 100
    conventional: bool = True
    explain: bool = False
    disarm: bool = False


def text_output(files: Sequence[Reviewed], options: TextOptions) -> str:
    blocks = [block for file in files for block in _file(file, options)]
    blocks.append(_summary(files, options))
    text = "\n\n".join(blocks) + "\n"
    return disarmed(text) if options.disarm else text


def _file(file: Reviewed, options: TextOptions) -> Iterator[str]:
    """Why a file was not reviewed is a problem, and said on standard error; here it is counted."""
    for finding in file.review.findings:
        yield "\n".join(_finding(file, finding, options))
    if options.explain and file.snapshot is not None:
        yield "\n".join(_account(file, options))


def _finding(file: Reviewed, finding: Finding, options: TextOptions) -> Iterator[str]:
    style, lines = options.style, file.lines
    place = f"{one_line(file.path)}:{_place(lines, finding.span.start)}"
    severity = style.severity(finding.severity, finding.severity.value)
    yield (
        f"{style.bold(place)}: {severity} {style.cyan(one_line(finding.rule))} "
        f"{worded(finding, conventional=options.conventional)}"
    )
    spot = marked(lines, finding.span, max(options.width - 8, 20))
    gutter = max(len(str(spot.line + 1)), 5)
    bar = style.dim("│")
    yield f"{style.dim(str(spot.line + 1).rjust(gutter))} {bar} {spot.text}".rstrip()
    yield f"{' ' * gutter} {bar} {' ' * spot.indent}{style.severity(finding.severity, '^' * max(spot.width, 1))}"
    margin = " " * gutter + " "
    if finding.why_it_matters:
        yield f"{margin}{style.dim('= why:')} {one_line(finding.why_it_matters)}"
    if finding.failure_path:
        yield f"{margin}{style.dim('= fails:')} {one_line(finding.failure_path)}"
    if finding.verification is not None:
        verdict, needed = finding.verification.verdict, finding.verification.bar
        yield f"{margin}{style.dim('= verified:')} score {verdict.final} of {needed} needed. {one_line(verdict.reason)}"
    for evidence in finding.evidence[1 : _FURTHER + 1]:
        quote = clipped(one_line(evidence.quote, 200), max(options.width - 30, 20))
        yield f"{margin}{style.dim('= see:')} {one_line(file.path)}:{_place(lines, evidence.span.start)} {quote}"
    if len(finding.evidence) > _FURTHER + 1:
        yield f"{margin}{style.dim('= see:')} {len(finding.evidence) - _FURTHER - 1} more places"
    yield from _fix(finding, lines, margin, options)
    if finding.action is not None:
        yield f"{margin}{style.dim('= recommended:')} {finding.action.words}"


def _fix(finding: Finding, lines: LineIndex, margin: str, options: TextOptions) -> Iterator[str]:
    style = options.style
    label = f"= {_FIX_LABEL[finding.route]}:"
    if finding.suggested_fix:
        yield f"{margin}{style.dim(label)} {one_line(finding.suggested_fix)}"
        label = " " * len(label)
    change = small_diff(finding.edits, lines) if finding.edits else None
    if change is None:
        if finding.edits and not finding.suggested_fix:
            yield f"{margin}{style.dim(label)} {len(finding.edits)} edits"
        return
    room = max(options.width - len(margin) - len(label) - 3, 20)
    before, after = change
    for sign, paint, changed in (("-", style.red, before), ("+", style.green, after)):
        for line in changed:
            yield f"{margin}{style.dim(label)} {paint(f'{sign} {clipped(expanded(line), room)}')}"
            label = " " * len(label)


def _account(file: Reviewed, options: TextOptions) -> Iterator[str]:
    ledger = file.review.ledger
    by_gate = ", ".join(f"{gate} {count}" for gate, count in ledger.dropped.items())
    dropped = f"{len(ledger.drops)} dropped" + (f" ({by_gate})" if by_gate else "")
    path = options.style.bold(one_line(file.path))
    yield f"{path}: {ledger.produced} produced, {ledger.merged} merged, {dropped}, {ledger.published} published"
    if ledger.suspicious:
        yield "  nearly everything came through: the gates are not biting; read with care"
    for drop in ledger.drops:
        score = "" if drop.score is None or drop.reason.startswith("score") else f" (score {drop.score})"
        yield f"  dropped by {drop.gate}: {one_line(drop.title, 120)}: {one_line(drop.reason, 200)}{score}"
    scores = [drop.score for drop in ledger.drops if drop.score is not None]
    if scores:
        yield f"  {len(scores)} dropped by the judge, score {sum(scores) // len(scores)} on average"
    if file.review.files_read:
        yield f"  looked up in the workspace: {', '.join(one_line(path, 200) for path in file.review.files_read)}"


def _summary(files: Sequence[Reviewed], options: TextOptions) -> str:
    findings = [finding for file in files for finding in file.review.findings]
    # A file that was reviewed in part counts by its findings; without any, it would look clean.
    reviewed = sum(bool(file.review.findings) or file.review.status is Status.COMPLETE for file in files)
    parts = [f"{_counted(len(findings), 'finding')} in {_counted(reviewed, 'file')}"]
    counts = Counter("FYI" if finding.route is Route.FYI else finding.severity.value for finding in findings)
    if findings:
        parts[0] += (
            " (" + ", ".join(f"{counts[key]} {key}" for key in ("P0", "P1", "P2", "P3", "FYI") if counts[key]) + ")"
        )
    else:
        parts[0] = f"No findings in {_counted(reviewed, 'file')}"
    fixable = sum(finding.route is Route.APPLY for finding in findings)
    if fixable:
        parts.append(f"{fixable} fixable with --fix")
    unverified = sum(len(file.review.ledger.unverified) for file in files)
    if unverified:
        parts.append(f"{_counted(unverified, 'finding')} {UNVERIFIED}")
    for status in (Status.INCOMPLETE, Status.FAILED, Status.SKIPPED):
        amount = sum(file.review.status is status for file in files)
        if amount:
            parts.append(f"{_counted(amount, 'review')} {status.value}")
    return options.style.bold("; ".join(parts) + ".")


def _place(lines: LineIndex, offset: int) -> str:
    """Line and column for people: both from 1, the column in characters."""
    line, character = lines.position(offset, "utf-32")
    return f"{line + 1}:{character + 1}"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
