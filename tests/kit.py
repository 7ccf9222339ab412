"""Builders that let a test state its case in one line."""

from __future__ import annotations

import weakref

from anchorline.findings.finding import Constituent, Edit, Evidence, Finding, Quote, Raised, RawEdit
from anchorline.findings.words import Anchor, AutofixClass, FindingType, Match, Profile, Severity
from anchorline.gates.base import GateContext
from anchorline.memory.spend import Spending, Spent
from anchorline.memory.store import Store
from anchorline.text.outline import read_outline
from anchorline.text.snapshot import Snapshot
from anchorline.text.span import Span


def snapshot(text: str, language: str = "markdown") -> Snapshot:
    return Snapshot("file:///plan.md", text, language=language, name="plan.md")


def context(text: str, profile: Profile = Profile.DOCUMENT, **options: object) -> GateContext:
    return GateContext(snapshot(text), profile, read_outline(text), **options)  # type: ignore[arg-type]


def day(spent: float = 0.0) -> Spending:
    """An account of its own, with so many US dollars spent already."""
    store = Store(None)
    spending = Spending(store)
    weakref.finalize(spending, store.close)
    if spent:
        spending.add(Spent("file:///other.md", "coherence", "claude-haiku-5-5", 1, 1, 0, 0, 1, spent))
    return spending


def raised(
    *quotes: str,
    reviewer: str = "coherence",
    rule: str | None = None,
    title: str = "Two sentences disagree",
    why: str = "A reader follows the wrong one.",
    severity: str = "P1",
    confidence: int = 75,
    autofix: str = "manual",
    fix: str | None = None,
    edits: tuple[tuple[str, str], ...] = (),
    **options: object,
) -> Raised:
    return Raised(
        reviewer=reviewer,
        rule=rule or f"{reviewer}/other",
        title=title,
        severity=Severity(severity),
        confidence=Anchor(confidence),
        why_it_matters=why,
        evidence=tuple(Quote(quote) for quote in quotes),
        autofix_class=AutofixClass(autofix),
        suggested_fix=fix,
        edits=tuple(RawEdit(old, new) for old, new in edits),
        **options,  # type: ignore[arg-type]
    )


def finding(
    text: str,
    *quotes: str,
    reviewer: str = "coherence",
    rule: str | None = None,
    title: str = "Two sentences disagree",
    why: str = "A reader follows the wrong one.",
    severity: str = "P1",
    confidence: int = 75,
    autofix: str = "manual",
    fix: str | None = None,
    edits: tuple[tuple[str, str], ...] = (),
    finding_type: str = "error",
    match: str = "exact",
    **options: object,
) -> Finding:
    """A grounded finding: every quote and old text is taken at its first place in `text`."""

    def place(quote: str) -> Span:
        return Span(text.index(quote), text.index(quote) + len(quote))

    return Finding(
        rule=rule or f"{reviewer}/other",
        title=title,
        severity=Severity(severity),
        confidence=Anchor(confidence),
        autofix_class=AutofixClass(autofix),
        finding_type=FindingType(finding_type),
        category="other",
        section="",
        why_it_matters=why,
        evidence=tuple(Evidence(quote, place(quote), Match(match)) for quote in quotes),
        reviewers=(reviewer,),
        suggested_fix=fix,
        edits=tuple(Edit(place(old), old, new) for old, new in edits),
        constituents=(Constituent(reviewer, title, "", Anchor(confidence)),),
        **options,  # type: ignore[arg-type]
    )
