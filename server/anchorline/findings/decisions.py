"""What a person, or a run that acted for one, decided about a finding.

A decision belongs to a reviewer and to text, never to wording: models reword titles and choose categories anew. It
counts while that text stands: who edits the evidence asks the question anew. How it is found again: `likeness`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import chain, repeat

from anchorline.findings.finding import CHECKS, Evidence, Finding, Home
from anchorline.findings.trace import Place, Trace
from anchorline.text.span import Span

MOST_QUOTES = 8
"""Pieces of evidence of one finding that are remembered."""


class DecisionKind(StrEnum):
    """DISMISSED: no problem. DEFERRED: not now. APPLIED: its fix was made. UNDONE: its fix was taken back.
    ACKNOWLEDGED: seen, and left as it is."""

    DISMISSED = "dismissed"
    DEFERRED = "deferred"
    APPLIED = "applied"
    UNDONE = "undone"
    ACKNOWLEDGED = "acknowledged"

    @property
    def hides(self) -> bool:
        return self in (DecisionKind.DISMISSED, DecisionKind.DEFERRED)


class Scope(StrEnum):
    """How far a decision reaches: this finding, or its rule in this file, or in this workspace."""

    FINDING = "finding"
    FILE = "file"
    WORKSPACE = "workspace"


@dataclass(frozen=True, slots=True)
class Claim:
    """What is compared of a finding, or of what was decided about one.

    `reviewers` are names of personas, and `checks/RULE` for a check. `finding` is its id at that time. `title` is ""
    where it is not known.
    """

    reviewers: tuple[str, ...]
    rule: str
    traces: tuple[Trace, ...]
    finding: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """`workspace` is the folder that the document belongs to, "" when none does; `document` is the digest of its path
    in there (of its URI, without a workspace). `at` in seconds since 1970.

    `path`, `section`, `quotes` and `reason` are text for people, which is kept in the person's own store only: "" for
    what came in a file. `own` says whether it is the person's.
    """

    kind: DecisionKind
    scope: Scope
    claim: Claim
    workspace: str = ""
    document: str = ""
    at: int = 0
    path: str = ""
    section: str = ""
    quotes: tuple[str, ...] = ()
    reason: str = ""
    own: bool = True

    @property
    def id(self) -> str:
        """The same for the same decision about the same text of the same document, whenever and wherever taken."""
        claim = self.claim
        parts = [self.kind, self.scope, "" if self.scope is Scope.WORKSPACE else self.document]
        if self.scope is Scope.FINDING:
            parts += [*claim.reviewers, *(f"{trace.size}:{sorted(trace.grams)}:{sorted(trace.around)}"
                                          for trace in claim.traces)]  # fmt: skip
        else:
            parts.append(claim.rule)
        return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def reviewers_of(finding: Finding) -> tuple[str, ...]:
    """Who raised it, as a decision knows them; all of them when it was merged."""
    named = {
        f"{CHECKS}/{part.rule or finding.rule}" if part.reviewer == CHECKS else part.reviewer
        for part in finding.constituents
    }
    return tuple(sorted(named)) or tuple(sorted(finding.reviewers))


def is_covered(finding: Finding, claims: Iterable[Claim], rules: Collection[str]) -> bool:
    """Whether claims that fit the finding, and rules that are silent, say so of every part of it: what was merged with
    something that nobody decided about is heard."""
    named = {name for claim in claims for name in claim.reviewers}
    parts = [(part.reviewer, part.rule or finding.rule) for part in finding.constituents]
    parts = parts or [(each, finding.rule) for each in finding.reviewers]
    return all(rule in rules or (f"{CHECKS}/{rule}" if who == CHECKS else who) in named for who, rule in parts)


def claim_of(finding: Finding) -> Claim:
    """By the surroundings that the finding carries (`homes`), and nothing else."""
    traces = tuple(_trace_at_home(evidence.quote, home) for evidence, home in evidence_at_home(finding))
    return Claim(reviewers_of(finding), finding.rule, traces, finding.id, finding.title)


def decision_about(
    finding: Finding,
    kind: DecisionKind,
    scope: Scope = Scope.FINDING,
    *,
    workspace: str = "",
    document: str = "",
    path: str = "",
    at: int = 0,
    reason: str = "",
) -> Decision:
    return Decision(
        kind=kind,
        scope=scope,
        claim=claim_of(finding),
        workspace=workspace,
        document=document,
        at=at,
        path=path,
        section=finding.section,
        quotes=tuple(evidence.quote for evidence in finding.evidence[:MOST_QUOTES]),
        reason=reason,
    )


def digest(text: str) -> str:
    """What a document is called where its name is nobody's business."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def evidence_at_home(finding: Finding) -> Iterable[tuple[Evidence, Home]]:
    """Each piece of evidence with the surroundings that the finding carries."""
    nowhere = Home("", "", finding.section)
    return zip(finding.evidence[:MOST_QUOTES], chain(finding.homes, repeat(nowhere)), strict=False)


def place_at_home(quote: str, home: Home) -> Place:
    span = Span(len(home.before), len(home.before) + len(quote))
    return Place(home.before + quote + home.after, span, home.section, code=home.code)


@lru_cache(maxsize=512)
def _trace_at_home(quote: str, home: Home) -> Trace:
    """Kept, for a review asks for it several times, and so does the next one of a text that was edited elsewhere."""
    return place_at_home(quote, home).trace()


def without_text(decision: Decision) -> Decision:
    """What may leave the person's own folder: hashes, and the names of rules and reviewers."""
    claim = replace(decision.claim, title="")
    return replace(decision, claim=claim, workspace="", path="", section="", quotes=(), reason="", own=False)
