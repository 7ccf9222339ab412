"""What a person has decided about findings. Kept for the session; a store that lasts takes the same place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from anchorline.findings.finding import Finding

Scope = Literal["finding", "file", "workspace"]
SCOPES: tuple[Scope, ...] = ("finding", "file", "workspace")


class Decisions(Protocol):
    """Findings are known again by rule and evidence, not by wording: titles change from run to run."""

    def dismiss(self, document: str, finding: Finding, scope: Scope, reason: str | None) -> None: ...

    def dismissed(self, document: str, finding: Finding) -> bool: ...

    def forget(self, document: str) -> int:
        """Take back what was dismissed in this document, and for the whole workspace; how many decisions."""
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

    def dismiss(self, document: str, finding: Finding, scope: Scope, reason: str | None) -> None:
        self._taken[_place(document, finding, scope)] = reason

    def dismissed(self, document: str, finding: Finding) -> bool:
        return bool(self._taken) and any(_place(document, finding, scope) in self._taken for scope in SCOPES)

    def forget(self, document: str) -> int:
        gone = [place for place in self._taken if place.document in (document, "")]
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
