"""Findings whose fix landed, or was taken back, known by their place as decisions are: an equal fix of another place is
another one, and a title that is worded anew makes no other one."""

from __future__ import annotations

from collections.abc import Sequence

from anchorline.findings.decisions import Claim, claim_of
from anchorline.findings.finding import Finding
from anchorline.findings.likeness import at_home, matches


class Places:
    """Of one document."""

    def __init__(self) -> None:
        self._claims: list[Claim] = []
        self._latest: tuple[tuple[Finding, ...], frozenset[str]] = ((), frozenset())

    def add(self, finding: Finding, among: Sequence[Finding]) -> bool:
        """Whether it was not there yet. `among` are all the findings of the document."""
        if finding.id in self.ids_among(among):
            return False
        self._claims.append(claim_of(finding))
        self._latest = ((), frozenset())
        return True

    def ids_among(self, findings: Sequence[Finding]) -> frozenset[str]:
        """Which of all the findings of the document stand at such a place: of several that are alike, the likest."""
        if not self._claims:
            return frozenset()
        known, ids = self._latest
        if len(known) != len(findings) or any(a is not b for a, b in zip(known, findings, strict=True)):
            found = matches(self._claims, [at_home(each) for each in findings], strict=True)
            ids = frozenset(findings[match.subject].id for match in found)
            self._latest = (tuple(findings), ids)
        return ids
