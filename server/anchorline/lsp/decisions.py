"""What a person has decided about findings. Kept for the session; a store that lasts takes the same place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from anchorline.findings.decisions import DecisionKind, Scope
from anchorline.findings.finding import Finding
from anchorline.lsp.documents import Document

SCOPES: tuple[Scope, ...] = tuple(Scope)


class Decisions(Protocol):
    """Called on the event loop; nothing here waits for a file, what lasts is written on the worker's thread.

    Findings are known again by reviewer and evidence, not by wording: titles change from run to run.
    """

    def record(
        self,
        kind: DecisionKind,
        document: Document,
        finding: Finding,
        scope: Scope = Scope.FINDING,
        reason: str | None = None,
    ) -> None:
        """Remember a decision about a finding of this document. Counts at once."""
        ...

    def dismissed(self, document: str, finding: Finding) -> bool:
        """Whether a finding of the document with this key is hidden: dismissed or deferred, it or its rule."""
        ...

    async def forget(self, document: Document) -> int:
        """Take back what hides findings of this document, and what does so in its whole workspace; how many decisions
        that were."""
        ...


@dataclass(frozen=True, slots=True)
class _Place:
    """`section` tells equal evidence of one document apart; empty when the decision holds wherever it stands."""

    document: str
    rule: str
    evidence: tuple[str, ...]
    section: str


class SessionDecisions:
    """In memory, for as long as the server runs."""

    def __init__(self) -> None:
        self._taken: dict[_Place, str | None] = {}

    def record(
        self,
        kind: DecisionKind,
        document: Document,
        finding: Finding,
        scope: Scope = Scope.FINDING,
        reason: str | None = None,
    ) -> None:
        if kind in (DecisionKind.DISMISSED, DecisionKind.DEFERRED):
            self._taken[_place(document.key, finding, scope)] = reason

    def dismissed(self, document: str, finding: Finding) -> bool:
        return bool(self._taken) and any(_place(document, finding, scope) in self._taken for scope in SCOPES)

    async def forget(self, document: Document) -> int:
        gone = [place for place in self._taken if place.document in (document.key, "")]
        for place in gone:
            del self._taken[place]
        return len(gone)


def _place(document: str, finding: Finding, scope: Scope) -> _Place:
    evidence = tuple(sorted({" ".join(item.quote.split()) for item in finding.evidence}))
    return _Place(
        document=document if scope != "workspace" else "",
        rule=finding.rule,
        evidence=evidence,
        section=finding.section if scope == "finding" else "\0any",
    )
