"""Run one check on source written in the test."""

from __future__ import annotations

from anchorline.findings.finding import Raised
from anchorline.findings.words import DocumentType
from anchorline.reviewers.base import Check, NoWorkspace, Subject, Workspace
from anchorline.text.changes import changed_lines
from anchorline.text.snapshot import Snapshot
from anchorline.text.source import outline_source


def findings(
    check: Check, text: str, language: str, *, base: str | None = None, workspace: Workspace | None = None
) -> list[Raised]:
    """What the check raises on a source file; `base` is its text at HEAD."""
    snapshot = Snapshot("file:///a", text, language=language, name="a")
    changed = None if base is None else changed_lines(base, text)
    around = workspace if workspace is not None else NoWorkspace()
    subject = Subject(snapshot, None, outline_source(text, language), DocumentType.OTHER, around, changed)
    found = list(check.run(subject))
    for each in found:
        for quote in each.evidence:
            assert quote.span is not None
            assert quote.span.of(text) == quote.text
    return found
