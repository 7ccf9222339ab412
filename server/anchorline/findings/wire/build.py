"""From a review to its JSON shape. Offsets become ranges here, by the snapshot's own line index."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from anchorline.findings.finding import Edit, Evidence, Finding
from anchorline.findings.ledger import Ledger
from anchorline.findings.review import Review
from anchorline.findings.wire.report import (
    WireConstituent,
    WireDrop,
    WireEdit,
    WireEvidence,
    WireFinding,
    WireLedger,
    WirePosition,
    WireRange,
    WireReport,
    WireReview,
    WireReviewer,
    WireTool,
    WireUsage,
)
from anchorline.text.lines import LineIndex
from anchorline.text.span import Span


def wire_report(reviews: Iterable[WireReview], name: str, version: str) -> WireReport:
    return WireReport(1, WireTool(name, version), tuple(reviews))


def wire_review(path: str, review: Review, lines: LineIndex, gates: Sequence[str], *, explain: bool) -> WireReview:
    """`lines` belong to the text that was reviewed. `gates` are the names that may drop, in their order."""
    return WireReview(
        path=path,
        sha256=review.sha256,
        profile=review.profile,
        document_type=review.document_type,
        status=review.status,
        reason=review.reason,
        verdict=review.verdict,
        reviewers=tuple(WireReviewer(r.name, r.outcome, r.detail) for r in review.reviewers),
        findings=tuple(wire_finding(finding, lines) for finding in review.findings),
        residual_risks=review.residual_risks,
        deferred_questions=review.deferred_questions,
        testing_gaps=review.testing_gaps,
        ledger=_ledger(review.ledger, gates, explain=explain),
        usage=WireUsage(
            review.usage.calls,
            review.usage.input_tokens,
            review.usage.cache_write_tokens,
            review.usage.cache_read_tokens,
            review.usage.output_tokens,
            float(review.usage.usd),
        ),
    )


def wire_finding(finding: Finding, lines: LineIndex) -> WireFinding:
    return WireFinding(
        id=finding.id,
        rule=finding.rule,
        title=finding.title,
        severity=finding.severity,
        confidence=finding.confidence,
        autofix_class=finding.autofix_class,
        route=finding.route,
        finding_type=finding.finding_type,
        category=finding.category,
        section=finding.section,
        why_it_matters=finding.why_it_matters,
        suggested_fix=finding.suggested_fix,
        message=finding.message,
        lsp_severity=finding.lsp_severity,
        range=wire_range(finding.span, lines),
        evidence=tuple(_evidence(evidence, lines) for evidence in finding.evidence),
        edits=tuple(_edit(edit, lines) for edit in finding.edits),
        reviewers=finding.reviewers,
        promoted=finding.promoted,
        blocking=finding.blocking,
        constituents=tuple(
            WireConstituent(part.reviewer, part.title, part.section, part.confidence) for part in finding.constituents
        ),
    )


def wire_range(span: Span, lines: LineIndex) -> WireRange:
    start, end = lines.range(span, "utf-16")
    return WireRange(WirePosition(*start), WirePosition(*end))


def _evidence(evidence: Evidence, lines: LineIndex) -> WireEvidence:
    return WireEvidence(evidence.quote, wire_range(evidence.span, lines), evidence.match)


def _edit(edit: Edit, lines: LineIndex) -> WireEdit:
    return WireEdit(wire_range(edit.span, lines), edit.new)


def _ledger(ledger: Ledger, gates: Sequence[str], *, explain: bool) -> WireLedger:
    """Every gate is named, zeros too: a reader sees what was asked, not only what said no."""
    drops = ledger.drops if explain else ()
    return WireLedger(
        produced=ledger.produced,
        merged=ledger.merged,
        dropped=dict.fromkeys(gates, 0) | ledger.dropped,
        published=ledger.published,
        drops=tuple(WireDrop(d.title, d.reviewer, d.gate, d.reason, d.score) for d in drops),
    )
