"""Restatement: a residual concern or deferred question that says what a surfaced finding says is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from anchorline.findings.finding import Finding
from anchorline.gates.similarity import word_likeness

_ALIKE = 85.0
_SHARED = 1 / 3  # of the marks of the shorter; what is alike in full shares much more
_FEW = 2
_ONE_LENGTH = 2  # times as long at most; what is longer is alike only through words that both have


def without_restatements(notes: Sequence[str], findings: Sequence[Finding]) -> tuple[str, ...]:
    """The notes that add something, in their order, each once."""
    cleaned = dict.fromkeys(" ".join(note.split()) for note in notes)
    cleaned.pop("", None)
    if not cleaned:
        return ()
    said = _Said()
    for finding in findings:
        said.add(finding.title)
        said.add(f"{finding.title} {finding.why_it_matters}")
    kept: list[str] = []
    for note in cleaned:
        if not any(word_likeness(note, claim, _ALIKE) >= _ALIKE for claim in said.like(note)):
            kept.append(note)
            said.add(note)
    return tuple(kept)


@dataclass(slots=True)
class _Said:
    """What has been said, by the beginnings of its words: a note need not be held against everything, letter by
    letter."""

    claims: list[str] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)
    having: dict[str, list[int]] = field(default_factory=dict)

    def add(self, claim: str) -> None:
        marks = _marks(claim)
        for mark in marks:
            self.having.setdefault(mark, []).append(len(self.claims))
        self.claims.append(claim)
        self.marks.append(len(marks))

    def like(self, note: str) -> Iterable[str]:
        """What may be alike: it shares words, or both are of few words and of one length."""
        marks = _marks(note)
        shared = Counter(index for mark in marks for index in self.having.get(mark, ()))
        for index, number in shared.items():
            if number >= _SHARED * min(len(marks), self.marks[index]):
                yield self.claims[index]
        if len(marks) <= _FEW:
            for index, claim in enumerate(self.claims):
                if (
                    index not in shared
                    and len(claim) <= _ONE_LENGTH * len(note)
                    and len(note) <= _ONE_LENGTH * len(claim)
                ):
                    yield claim


def _marks(text: str) -> set[str]:
    return {word[:5] for word in text.casefold().split() if len(word) > 3}
