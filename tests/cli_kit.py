"""Hand-made reviews for the renderers: no check, no gate, only what a renderer is given."""

from __future__ import annotations

from dataclasses import replace

from anchorline.cli.reviewed import Reviewed, not_reviewed
from anchorline.findings.finding import CHECKS, Constituent, Edit, Evidence, Finding
from anchorline.findings.ledger import Drop, Ledger
from anchorline.findings.review import Review, ReviewerResult
from anchorline.findings.words import (
    Anchor,
    AutofixClass,
    DocumentType,
    FindingType,
    LspSeverity,
    Match,
    Outcome,
    Profile,
    Route,
    Severity,
    Status,
)
from anchorline.text.snapshot import Snapshot
from anchorline.text.span import Span

TEXT = "# Move\n\nThere are 4 steps:\n\n1. Pack\n2. Drive\n3. Unpack\n"


def finding(text: str, quote: str, *more: str, **changes) -> Finding:
    """A finding on the first place of `quote`; `more` are further quotes."""
    evidence = tuple(
        Evidence(each, Span(text.index(each), text.index(each) + len(each)), Match.EXACT) for each in (quote, *more)
    )
    made = Finding(
        rule="count-mismatch",
        title="4 steps are announced, 3 follow",
        severity=Severity.P1,
        confidence=Anchor.EVIDENT,
        autofix_class=AutofixClass.MANUAL,
        finding_type=FindingType.ERROR,
        category="contradiction",
        section="Move",
        why_it_matters="A reader waits for a step that never comes.",
        evidence=evidence,
        reviewers=(CHECKS,),
        constituents=(Constituent(CHECKS, "4 steps are announced, 3 follow", "Move", Anchor.EVIDENT),),
        route=Route.DECISION,
        id="0123456789abcdef",
        message="4 steps are announced, 3 follow",
        lsp_severity=LspSeverity.WARNING,
    )
    return replace(made, **changes)


def edit(text: str, old: str, new: str) -> Edit:
    at = text.index(old)
    return Edit(Span(at, at + len(old)), old, new)


def reviewed(text: str, *findings: Finding, path: str = "docs/plan.md", **changes) -> Reviewed:
    snapshot = Snapshot("", text, name=path)
    review = Review(
        sha256=snapshot.sha256,
        profile=Profile.DOCUMENT,
        document_type=DocumentType.PLAN,
        reviewers=(ReviewerResult(CHECKS, Outcome.OK),),
        findings=findings,
        ledger=Ledger(len(findings), 0, len(findings)),
    )
    return Reviewed(path, replace(review, **changes), snapshot)


SAFE = finding(
    TEXT,
    "4",
    "1. Pack",
    autofix_class=AutofixClass.SAFE_AUTO,
    route=Route.APPLY,
    edits=(edit(TEXT, "are 4 steps", "are 3 steps"),),
    suggested_fix="Say 3.",
)
HINT = finding(
    TEXT,
    "Drive",
    rule="coherence/naming",
    severity=Severity.P3,
    confidence=Anchor.ADVISORY,
    route=Route.FYI,
    title="Drive is said once",
    message="Drive is said once",
    lsp_severity=LspSeverity.HINT,
    reviewers=("coherence",),
    id="fedcba9876543210",
)
PLAN = reviewed(
    TEXT,
    SAFE,
    HINT,
    ledger=Ledger(4, 1, 2, (Drop("Nothing to see", "coherence", "grounding", "quote not found"),)),
)
FAILED = not_reviewed("docs/gone.md", Status.FAILED, "docs/gone.md does not exist; check the path.")
