"""The one place that runs a review, from a snapshot to a Review.

Everything that touches the outside (files, git, settings) is handed in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from anchorline import gates
from anchorline.evidence.locate import Haystack
from anchorline.findings.finding import CHECKS, Raised
from anchorline.findings.opinion import Opinion
from anchorline.findings.remembered import NOTHING, Remembered
from anchorline.findings.review import Review, ReviewerResult
from anchorline.findings.rounds import STAGNATION, remarks, round_of
from anchorline.findings.words import DocumentType, LspSeverity, Outcome, Profile, Severity, Status, Verdict
from anchorline.gates.base import GateContext
from anchorline.gates.restatement import without_restatements
from anchorline.reviewers.base import Check, Scope, Subject, Workspace
from anchorline.reviewers.checks import all_checks
from anchorline.settings import Settings
from anchorline.text.changes import changed_lines
from anchorline.text.doctype import document_type
from anchorline.text.outline import read_outline
from anchorline.text.snapshot import Snapshot
from anchorline.text.source import outline_source

MAX_LENGTH = 4_000_000
"""Characters. Beyond it a review would take seconds and nobody reads the text either."""

Cancelled = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Checked:
    """A document after its checks: what models are asked about, and what the gates have not seen yet."""

    subject: Subject
    profile: Profile
    raised: tuple[Raised, ...]
    results: tuple[ReviewerResult, ...]
    finished: bool
    haystack: Haystack
    """The text as quotes are looked for in it; what is computed for one pass through the gates serves the next."""


def review(
    snapshot: Snapshot,
    settings: Settings,
    workspace: Workspace,
    *,
    base_text: str | None = None,
    profile: Profile | None = None,
    cancelled: Cancelled = lambda: False,
    remembered: Remembered = NOTHING,
) -> Review:
    """Run the deterministic checks and the gates. For the arguments see `check` and `conclude`."""
    checked = check(snapshot, settings, workspace, base_text=base_text, profile=profile, cancelled=cancelled)
    return checked if isinstance(checked, Review) else conclude(checked, settings, remembered=remembered)


def check(
    snapshot: Snapshot,
    settings: Settings,
    workspace: Workspace,
    *,
    base_text: str | None = None,
    profile: Profile | None = None,
    cancelled: Cancelled = lambda: False,
) -> Checked | Review:
    """Run the deterministic checks; a Review where there is nothing to run them on.

    `base_text` is the document at the base of the change; None makes all of it new. `cancelled` is asked between
    checks; a cancelled review is incomplete and its caller drops it.
    """
    profile = profile or (Profile.DOCUMENT if snapshot.is_markdown else Profile.CODE)
    if len(snapshot.text) > MAX_LENGTH:
        named = snapshot.name or "the text"
        reason = f"{named} is longer than {MAX_LENGTH:,} characters; split it or add it to review.exclude"
        return Review(snapshot.sha256, profile, DocumentType.OTHER, Status.FAILED, reason, Verdict.REQUEST_CHANGES)
    subject = examine(snapshot, workspace, base_text)
    raised, results, finished = run_checks(subject, settings, cancelled)
    haystack = Haystack(snapshot.lines, code=profile is Profile.CODE)
    return Checked(subject, profile, tuple(raised), results, finished, haystack)


def models_read(checked: Checked, settings: Settings) -> bool:
    """Whether model reviewers read this document at all."""
    subject = checked.subject
    if checked.profile is not Profile.DOCUMENT or subject.outline is None or not subject.text.strip():
        return False
    return subject.document_type.is_plan or settings.review.documents == "all"


def examine(snapshot: Snapshot, workspace: Workspace, base_text: str | None = None) -> Subject:
    """Read the document's structure, once for all reviewers."""
    if snapshot.is_markdown:
        outline = read_outline(snapshot.text, snapshot.lines)
        return Subject(snapshot, outline, None, document_type(outline), workspace)
    changed = None if base_text is None else changed_lines(base_text, snapshot.text)
    source = outline_source(snapshot.text, snapshot.language)
    return Subject(snapshot, None, source, DocumentType.OTHER, workspace, changed)


def applicable(check: Check, subject: Subject) -> bool:
    match check.scope:
        case Scope.PLAN:
            return subject.outline is not None and subject.document_type.is_plan
        case Scope.MARKDOWN:
            return subject.outline is not None
        case Scope.SOURCE:
            return subject.outline is None
        case Scope.TEXT:
            return True


def run_checks(
    subject: Subject, settings: Settings, cancelled: Cancelled
) -> tuple[list[Raised], tuple[ReviewerResult, ...], bool]:
    """(what the checks raised, how they ended, whether all of them ran)."""
    raised: list[Raised] = []
    broken: list[str] = []
    for check in all_checks():
        if check.id in settings.checks.disable or not applicable(check, subject):
            continue
        if cancelled():
            return raised, (), False
        try:
            raised += check.run(subject)
        except Exception as error:  # noqa: BLE001  # the boundary of a check: the others go on, and the review says so
            broken.append(f"{check.id} failed ({type(error).__name__})")
    outcome = Outcome.ERROR if broken else Outcome.OK
    return raised, (ReviewerResult(CHECKS, outcome, "; ".join(broken)),), True


def conclude(
    checked: Checked, settings: Settings, opinion: Opinion | None = None, remembered: Remembered = NOTHING
) -> Review:
    """Send what was raised through the gates and sum up. `opinion` is what model reviewers said, None without any;
    `remembered` is what was decided and found before."""
    asked, opinion = opinion is not None, opinion or Opinion()
    subject, results = checked.subject, (*checked.results, *opinion.results)
    context = gate_context(checked, settings, opinion, remembered)
    findings, ledger = gates.run((*checked.raised, *opinion.raised), context, opinion.malformed)
    complete = checked.finished and all(result.outcome.complete for result in results)
    bar = Severity(settings.address_severity.upper())
    to_address = any(finding.actionable and finding.severity.rank <= bar.rank for finding in findings)
    problems = subject.outline.problems if subject.outline is not None else ()
    details = (f"{result.name}: {result.detail or result.outcome}" for result in results if not result.outcome.complete)
    reason = None if checked.finished else "cancelled"
    result = Review(
        sha256=subject.snapshot.sha256,
        profile=checked.profile,
        document_type=subject.document_type,
        status=Status.COMPLETE if complete else Status.INCOMPLETE,
        reason=reason or "; ".join(details) or None,
        verdict=Verdict.REQUEST_CHANGES if to_address else Verdict.APPROVE,
        reviewers=results,
        findings=findings,
        residual_risks=without_restatements(opinion.residual_risks, findings),
        deferred_questions=without_restatements(opinion.deferred_questions, findings),
        ledger=ledger,
        usage=opinion.usage,
        problems=problems,
        sections=context.own_sections,
    )
    earlier = context.earlier
    if not asked or len(earlier) < STAGNATION - 1:
        return result
    said = remarks((*earlier, round_of(result, subject.text)))
    return replace(result, problems=(*problems, *said))


def gate_context(
    checked: Checked, settings: Settings, opinion: Opinion, remembered: Remembered = NOTHING
) -> GateContext:
    subject = checked.subject
    source = subject.source
    units = source.units if source is not None else ()
    comments = source.comments if source is not None and (source.comments or source.units) else None
    return GateContext(
        snapshot=subject.snapshot,
        profile=checked.profile,
        outline=subject.outline,
        sections=tuple((unit.name, unit.span) for unit in units),
        comments=comments,
        agreement=settings.agreement,
        floors=opinion.floors,
        ceilings=opinion.ceilings,
        models=opinion.models,
        severity_map={key: LspSeverity(value.capitalize()) for key, value in settings.severity_map.items()},
        filters=frozenset(settings.filters),
        prefix_messages=settings.conventional_comments == "everywhere",
        haystack=checked.haystack,
        remembered=remembered,
        materiality=settings.memory.materiality,
    )
