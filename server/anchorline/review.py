"""The one place that runs a review, from a snapshot to a Review.

Everything that touches the outside (files, git, settings) is handed in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from anchorline import gates
from anchorline.evidence.locate import Haystack
from anchorline.findings.finding import CHECKS, Raised
from anchorline.findings.ledger import Ledger
from anchorline.findings.opinion import Opinion
from anchorline.findings.remembered import NOTHING, Remembered
from anchorline.findings.review import Review, ReviewerResult
from anchorline.findings.rounds import STAGNATION, remarks, round_of
from anchorline.findings.verification import UNVERIFIED
from anchorline.findings.verified import Verified
from anchorline.findings.words import DocumentType, LspSeverity, Outcome, Profile, Severity, Status, Verdict
from anchorline.gates.base import GateContext
from anchorline.gates.restatement import without_restatements
from anchorline.gates.verified import bar_of
from anchorline.gates.vouch import possible_repairs
from anchorline.reviewers.base import Check, Scope, Subject, Workspace
from anchorline.reviewers.checks import all_checks
from anchorline.reviewers.unread import Unread, is_code, unread, unread_document
from anchorline.settings import Settings
from anchorline.spelling import repaired
from anchorline.text.changeset import ChangeSet, change_of
from anchorline.text.doctype import document_type
from anchorline.text.outline import read_outline
from anchorline.text.snapshot import Snapshot
from anchorline.text.source import outline_source
from anchorline.workspace.private import is_private

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
    change: ChangeSet | None = None,
    profile: Profile | None = None,
    cancelled: Cancelled = lambda: False,
    remembered: Remembered = NOTHING,
) -> Review:
    """Run the deterministic checks and the gates. For the arguments see `check` and `conclude`."""
    checked = check(
        snapshot, settings, workspace, base_text=base_text, change=change, profile=profile, cancelled=cancelled
    )
    return checked if isinstance(checked, Review) else conclude(checked, settings, remembered=remembered)


def check(
    snapshot: Snapshot,
    settings: Settings,
    workspace: Workspace,
    *,
    base_text: str | None = None,
    change: ChangeSet | None = None,
    profile: Profile | None = None,
    cancelled: Cancelled = lambda: False,
) -> Checked | Review:
    """Run the deterministic checks; a Review where there is nothing to run them on.

    `base_text` is the document at the base of the change; None makes all of it new. Who knows more of the change than
    that hands in `change`. `cancelled` is asked between checks; a cancelled review is incomplete and its caller drops
    it.
    """
    profile = profile or (Profile.DOCUMENT if snapshot.is_markdown else Profile.CODE)
    if len(snapshot.text) > MAX_LENGTH:
        named = snapshot.name or "the text"
        reason = f"{named} is longer than {MAX_LENGTH:,} characters; split it or add it to review.exclude"
        return Review(snapshot.sha256, profile, DocumentType.OTHER, Status.FAILED, reason)
    subject = examine(snapshot, workspace, base_text, change)
    raised, results, finished = run_checks(subject, settings, cancelled)
    haystack = Haystack(snapshot.lines, code=profile is Profile.CODE)
    return Checked(subject, profile, tuple(raised), results, finished, haystack)


def models_read(checked: Checked, settings: Settings) -> bool:
    """Whether model reviewers read this document at all."""
    return _is_for_models(checked, settings) and why_no_model(checked, settings) is None


def why_no_model(checked: Checked, settings: Settings) -> Unread | None:
    """Why no model reads this text though it is of a kind that they read."""
    if not _is_for_models(checked, settings):
        return None
    name = checked.subject.snapshot.name
    if is_private(name.replace("\\", "/").split("/")[-1:]):
        return Unread("it is of a kind that holds keys; no model reads it")
    return unread(checked.subject) if checked.profile is Profile.CODE else unread_document(checked.subject)


def _is_for_models(checked: Checked, settings: Settings) -> bool:
    subject = checked.subject
    if checked.profile is Profile.CODE:
        return is_code(subject.snapshot.language)
    if subject.outline is None or not subject.text.strip():
        return False
    return subject.document_type.is_plan or settings.review.documents == "all"


def without_models(review: Review, checked: Checked, settings: Settings) -> Review:
    """The review by checks alone of a text that models were to read: it says why they do not."""
    why = why_no_model(checked, settings)
    if why is None or review.status is not Status.COMPLETE:
        return review
    return replace(
        review,
        status=Status.INCOMPLETE if why.failed else Status.SKIPPED,
        reason=why.reason,
        verdict=Verdict.REQUEST_CHANGES if why.owed else review.verdict,
    )


def examine(
    snapshot: Snapshot, workspace: Workspace, base_text: str | None = None, change: ChangeSet | None = None
) -> Subject:
    """Read the document's structure, once for all reviewers."""
    if snapshot.is_markdown:
        outline = read_outline(snapshot.text, snapshot.lines)
        return Subject(snapshot, outline, None, document_type(outline), workspace, change=change)
    change = change or change_of(base_text, snapshot.text)
    source = outline_source(snapshot.text, snapshot.language)
    return Subject(snapshot, None, source, DocumentType.OTHER, workspace, change.lines, change)


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
    checked: Checked,
    settings: Settings,
    opinion: Opinion | None = None,
    verified: Verified | None = None,
    *,
    remembered: Remembered = NOTHING,
    headless: bool = False,
) -> Review:
    """Send what was raised through the gates and sum up. `opinion` is what model reviewers said, None without any;
    `verified` what a second look at the candidates came to, None where nobody looked; `remembered` is what was decided
    and found before. `headless`: no person judges each finding before it counts."""
    asked, opinion, second = opinion is not None, opinion or Opinion(), verified or Verified(())
    looked = () if second.result is None else (second.result,)
    subject, results = checked.subject, (*checked.results, *opinion.results, *looked)
    context = gate_context(checked, settings, opinion, remembered, headless=headless)
    waiting = candidates(checked, opinion, context)
    judged = gates.finish(waiting, context, None if verified is None else verified.examined)
    findings = judged.findings
    needed = (*checked.results, *opinion.results, *(looked if second.lacking else ()))
    lacking = [result for result in needed if not result.outcome.complete]
    complete = checked.finished and not lacking
    bar = Severity(settings.address_severity.upper())
    to_address = any(finding.actionable and finding.severity.rank <= bar.rank for finding in findings)
    misread = subject.outline.problems if subject.outline is not None else ()
    problems = (*misread, *(f"{note}." for note in judged.ledger.notes), *_unverified(judged.ledger))
    said: dict[str, list[str]] = {}
    for each in lacking:
        said.setdefault(each.detail or each.outcome, []).append(each.name)
    details = (f"{', '.join(names)}: {detail}" for detail, names in said.items())
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
        residual_risks=without_restatements((*opinion.residual_risks, *judged.residual_risks), findings),
        testing_gaps=without_restatements((*opinion.testing_gaps, *judged.testing_gaps), findings),
        deferred_questions=without_restatements(opinion.deferred_questions, findings),
        ledger=judged.ledger,
        usage=opinion.usage + second.usage,
        problems=problems,
        files_read=second.files_read,
        sections=context.own_sections,
    )
    earlier = context.earlier
    if not asked or len(earlier) < STAGNATION - 1:
        return result
    noted = remarks((*earlier, round_of(result, subject.text)))
    return replace(result, problems=(*problems, *noted))


def _unverified(ledger: Ledger) -> tuple[str, ...]:
    """What is said of findings that are held back for want of a second look."""
    held = ledger.unverified
    if not held:
        return ()
    number = "1 finding" if len(held) == 1 else f"{len(held):,} findings"
    reasons = "; ".join(dict.fromkeys(drop.reason.removeprefix(f"{UNVERIFIED}: ") for drop in held))
    return (f"{number} {UNVERIFIED} and {'is' if len(held) == 1 else 'are'} not shown ({reasons}); review again.",)


def candidates(checked: Checked, opinion: Opinion, context: GateContext) -> gates.Candidates:
    """What a second look is for, and what `conclude` goes on with: the same from the same."""
    return gates.candidates((*checked.raised, *opinion.raised), context, opinion.malformed)


def gate_context(
    checked: Checked,
    settings: Settings,
    opinion: Opinion,
    remembered: Remembered = NOTHING,
    *,
    headless: bool = False,
) -> GateContext:
    subject = checked.subject
    source = subject.source
    units = source.units if source is not None else ()
    comments = source.comments if source is not None and source.is_known else None
    change = subject.change if checked.profile is Profile.CODE else None
    trial = subject.change if subject.change is not None and subject.change.on_trial else None
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
        changed=None if change is None else change.spans(subject.snapshot.lines),
        removed=() if change is None else tuple("\n".join(change.removed(hunk)) for hunk in change.hunks),
        brought=frozenset() if trial is None else trial.lines_of(len(subject.snapshot.lines)),
        standards=opinion.standards,
        elsewhere=opinion.elsewhere,
        repairs=_repairs(opinion, subject.text) if checked.profile is Profile.DOCUMENT else frozenset(),
        bar=bar_of(settings.strictness, settings.per_comment_confidence_threshold),
        headless=headless,
    )


def _repairs(opinion: Opinion, text: str) -> frozenset[tuple[str, str]]:
    return repaired(possible_repairs(opinion.raised, text), text)
