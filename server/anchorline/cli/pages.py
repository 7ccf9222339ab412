"""The page of a check: its module's docstring, with the facts that the code states."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from inspect import cleandoc

from anchorline.findings.words import Severity
from anchorline.reviewers.base import Check, Scope
from anchorline.reviewers.checks import all_checks

SCOPE_WORDS = {
    Scope.PLAN: "plans, requirements, specifications and ADRs in Markdown",
    Scope.MARKDOWN: "Markdown documents",
    Scope.SOURCE: "source files",
    Scope.TEXT: "every file",
}


@dataclass(frozen=True, slots=True)
class Page:
    """`summary` is the first paragraph of `text` in one line. `text` is Markdown."""

    id: str
    title: str
    severity: Severity
    confidence: int
    category: str
    scope: Scope
    summary: str
    text: str


def page_of(rule: str) -> Page | None:
    """The page of a check; None for a rule that is no check."""
    return next((page(check) for check in all_checks() if check.id == rule), None)


def page(check: Check) -> Page:
    text = cleandoc(sys.modules[check.run.__module__].__doc__ or check.title)
    summary = " ".join(text.split("\n\n", 1)[0].split())
    return Page(
        check.id, check.title, check.severity, int(check.confidence), check.category, check.scope, summary, text
    )


def page_markdown(of: Page) -> str:
    """The page as a file of the documentation."""
    facts = (
        f"Runs on {SCOPE_WORDS[of.scope]}. Severity {of.severity}, confidence {of.confidence}, category {of.category}."
    )
    return f"# {of.id}: {of.title}\n\n{facts}\n\n{of.text}\n"
