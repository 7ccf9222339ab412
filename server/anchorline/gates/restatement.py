"""Restatement: a residual concern or deferred question that says what a surfaced finding says is left out."""

from __future__ import annotations

from collections.abc import Sequence

from anchorline.findings.finding import Finding
from anchorline.gates.similarity import word_likeness

_ALIKE = 85.0


def without_restatements(notes: Sequence[str], findings: Sequence[Finding]) -> tuple[str, ...]:
    """The notes that add something, in their order, each once."""
    claims = [claim for finding in findings for claim in (finding.title, f"{finding.title} {finding.why_it_matters}")]
    kept: list[str] = []
    for note in notes:
        cleaned = " ".join(note.split())
        if cleaned and not any(word_likeness(cleaned, said) >= _ALIKE for said in (*claims, *kept)):
            kept.append(cleaned)
    return tuple(kept)
