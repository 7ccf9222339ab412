"""`--fix`: apply what is safe, write it, and look again. Only findings of route apply, only through `evidence.fix`, and
none that would break something."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from anchorline.cli.reading import Reviewing, stdin_data
from anchorline.cli.reviewed import Reviewed
from anchorline.cli.targets import Target
from anchorline.convergence import Course, Ending
from anchorline.evidence.fix import combine, fix_edits, fix_key
from anchorline.findings.decisions import DecisionKind
from anchorline.findings.finding import Finding
from anchorline.findings.words import Route, Status
from anchorline.text.edits import TextEdit, apply_edits
from anchorline.text.snapshot import BOM, Snapshot
from anchorline.text.source import error_count
from anchorline.workspace.files import write_document

Fix = tuple[Finding, tuple[TextEdit, ...]]


def fixed(reviewing: Reviewing, target: Target, rounds: int, *, strict: bool) -> tuple[Reviewed, bytes | None]:
    """(the review of what is left, the fixed text when the target is standard input).

    Each round fixes what the last review found, writes it and reviews the result, until `convergence` says why not.
    `strict` stops at a critical finding.
    """
    file = reviewing.review(target)
    course = Course(rounds, strict=strict)
    while file.snapshot is not None:
        before = file.snapshot
        fixes = _safe_fixes(reviewing, target, file, before)
        back = [finding for finding in file.review.findings if not finding.landed]
        step = course.after(file.review, before.text, [finding for finding, _ in fixes], back)
        if not step.apply:
            _say_why(reviewing, file, course, step.ending, step.reason)
            break
        chosen = [fix for fix in fixes if fix[0] in step.apply]
        edits, made = _together(before, chosen)
        if target.path is not None:
            problem = write_document(target.path, before, apply_edits(before.text, edits))
            if problem is not None:
                reviewing.say(problem)
                return _incomplete(file, problem), None
            _remember(reviewing, target.path, target.folder, made)
        course.made(made, [finding for finding, _ in chosen if finding not in made])
        file = reviewing.again(target, replace(before, text=apply_edits(before.text, edits), index=None))
    return file, None if target.path is not None else _text_of(file)


def _remember(reviewing: Reviewing, path: Path, folder: Path | None, made: Sequence[Finding]) -> None:
    """So that the next review can tell which fixes did not land."""
    root = reviewing.around.root_of(path, folder)
    memory = reviewing.memory(path, root, reviewing.around.settings_of(path, root).settings)
    if memory is None:
        return
    for finding in made:
        memory.record(DecisionKind.APPLIED, finding)
    for problem in memory.problems:
        reviewing.say(problem)


def _safe_fixes(reviewing: Reviewing, target: Target, file: Reviewed, snapshot: Snapshot) -> list[Fix]:
    """The fixes of route apply that can be made in this text, each of them alone. What is withheld is said."""
    fixes = [
        (finding, edits)
        for finding in file.review.findings
        if finding.route is Route.APPLY and (edits := fix_edits(snapshot, finding)[0])
    ]
    if not fixes:
        return []
    vetted = reviewing.vetting(target, snapshot).vet([finding for finding, _ in fixes])
    kept = []
    for finding, edits in fixes:
        reason = vetted.reasons.get(fix_key(finding))
        if reason is not None:
            reviewing.say(f"{file.path}: the fix of “{finding.title}” is withheld: {reason}.")
        elif fix_key(finding) not in vetted.apart:
            kept.append((finding, edits))
    return kept


def _together(snapshot: Snapshot, fixes: list[Fix]) -> tuple[tuple[TextEdit, ...], list[Finding]]:
    """(edits that fit together, whose they are)."""
    numbered = [(number, edits) for number, (_, edits) in enumerate(fixes)]
    combined = combine(numbered, snapshot.text, faults=lambda text: error_count(text, snapshot.language))
    return combined.edits, [finding for number, (finding, _) in enumerate(fixes) if number not in combined.losers]


def _say_why(reviewing: Reviewing, file: Reviewed, course: Course, ending: Ending | None, reason: str) -> None:
    """What was made, and why no more. Nothing to fix is nothing to say; what is incomplete is said already."""
    made = f"{course.applied} {'fix' if course.applied == 1 else 'fixes'} applied" if course.applied else ""
    if ending in (Ending.SETTLED, Ending.INCOMPLETE, Ending.BUDGET):
        if made:
            reviewing.say(f"{file.path}: {made}. {reason[:1].upper()}{reason[1:]}.")
        return
    reviewing.say(f"{file.path}: {made or 'nothing was fixed'}; {reason}.")


def _incomplete(file: Reviewed, reason: str) -> Reviewed:
    return replace(file, review=replace(file.review, status=Status.INCOMPLETE, reason=reason))


def _text_of(file: Reviewed) -> bytes:
    """What standard input becomes. What could not be read is passed on as it came, or a pipe would lose it."""
    if file.snapshot is None:
        data, problem = stdin_data()
        return data if problem is not None else data + sys.stdin.buffer.read()
    return ((BOM if file.snapshot.bom else "") + file.snapshot.text).encode("utf-8")
