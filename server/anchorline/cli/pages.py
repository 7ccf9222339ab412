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
    text = _as_markdown(cleandoc(sys.modules[check.run.__module__].__doc__ or check.title))
    summary = " ".join(text.split("\n\n", 1)[0].split())
    return Page(
        check.id, check.title, check.severity, int(check.confidence), check.category, check.scope, summary, text
    )


def page_markdown(of: Page) -> str:
    """The page as a file of the documentation."""
    facts = (
        f"Runs on {SCOPE_WORDS[of.scope]}. Severity {of.severity}, confidence {of.confidence}, category {of.category}."
    )
    return f"# {of.id}\n\n{of.text}\n\n## Facts\n\n{facts}\n"


def _as_markdown(docstring: str) -> str:
    """A word alone on a line with indented text below it is a heading there; the text moves to the margin."""
    lines = docstring.split("\n")
    shown: list[str] = []
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if line and not line.startswith(" ") and following.startswith("    "):
            shown += [f"## {line}", ""]
        else:
            shown.append(line.removeprefix("    "))
    return "\n".join(shown)
