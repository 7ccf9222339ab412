"""`--fix`: apply what is safe, write it, and look again. Only findings of route apply, only through `evidence.fix`."""

from __future__ import annotations

import sys
from dataclasses import replace

from anchorline.cli.reading import Reviewing, stdin_data
from anchorline.cli.reviewed import Reviewed
from anchorline.cli.targets import Target
from anchorline.evidence.fix import combine, fix_edits
from anchorline.findings.words import Route, Severity, Status
from anchorline.text.edits import TextEdit, apply_edits
from anchorline.text.snapshot import BOM, Snapshot
from anchorline.text.source import error_count
from anchorline.workspace.files import write_document


def fixed(reviewing: Reviewing, target: Target, rounds: int, *, strict: bool) -> tuple[Reviewed, bytes | None]:
    """(the review of what is left, the fixed text when the target is standard input).

    Each round fixes what the last review found, writes it and reviews the result; a round that can fix nothing is the
    last one. `strict` stops at a critical finding: somebody has to look at the text before a program goes on.
    """
    file = reviewing.review(target)
    applied = 0
    for _ in range(rounds):
        edits, count = _safe_edits(file, strict=strict)
        if not edits or file.snapshot is None:
            break
        before = file.snapshot
        after = apply_edits(before.text, edits)
        if target.path is not None:
            problem = write_document(target.path, before, after)
            if problem is not None:
                reviewing.say(problem)
                return _incomplete(file, problem), None
        applied += count
        file = reviewing.again(target, _snapshot_after(before, after))
    if applied:
        reviewing.say(f"{file.path}: {applied} {'fix' if applied == 1 else 'fixes'} applied.")
    return file, None if target.path is not None else _text_of(file)


def _safe_edits(file: Reviewed, *, strict: bool) -> tuple[tuple[TextEdit, ...], int]:
    """(edits that fit together, of how many fixes)."""
    snapshot, findings = file.snapshot, file.review.findings
    if snapshot is None or (strict and any(f.actionable and f.severity is Severity.P0 for f in findings)):
        return (), 0
    fixes = [
        (finding.id, edits)
        for finding in findings
        if finding.route is Route.APPLY and (edits := fix_edits(snapshot, finding)[0])
    ]
    combined = combine(fixes, snapshot.text, faults=lambda text: error_count(text, snapshot.language))
    return combined.edits, len(fixes) - len(combined.losers)


def _snapshot_after(before: Snapshot, text: str) -> Snapshot:
    return replace(before, text=text, index=None)


def _incomplete(file: Reviewed, reason: str) -> Reviewed:
    return replace(file, review=replace(file.review, status=Status.INCOMPLETE, reason=reason))


def _text_of(file: Reviewed) -> bytes:
    """What standard input becomes. What could not be read is passed on as it came, or a pipe would lose it."""
    if file.snapshot is None:
        data, problem = stdin_data()
        return data if problem is not None else data + sys.stdin.buffer.read()
    return ((BOM if file.snapshot.bom else "") + file.snapshot.text).encode("utf-8")
