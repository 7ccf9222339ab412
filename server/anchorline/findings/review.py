"""The result of reviewing one snapshot."""

from __future__ import annotations

from dataclasses import dataclass, field

from anchorline.findings.finding import Finding
from anchorline.findings.ledger import Ledger
from anchorline.findings.words import DocumentType, Outcome, Profile, Status, Verdict
from anchorline.text.span import Span


@dataclass(frozen=True, slots=True)
class ReviewerResult:
    name: str
    outcome: Outcome
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """Model use of one review. Tokens as the endpoint counts them; `usd` in US dollars."""

    calls: int = 0
    input_tokens: int = 0
    cache_write_tokens: int = 0
    cache_read_tokens: int = 0
    output_tokens: int = 0
    usd: float = 0.0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.cache_write_tokens + other.cache_write_tokens,
            self.cache_read_tokens + other.cache_read_tokens,
            self.output_tokens + other.output_tokens,
            round(self.usd + other.usd, 8),
        )


@dataclass(frozen=True, slots=True)
class Review:
    """Bound to one text: `sha256` is the hash of what was reviewed, and the verdict is void for any other. What is
    incomplete or failed never approves, whoever made it so."""

    sha256: str
    profile: Profile
    document_type: DocumentType
    status: Status = Status.COMPLETE
    reason: str | None = None
    verdict: Verdict = Verdict.APPROVE
    reviewers: tuple[ReviewerResult, ...] = ()
    findings: tuple[Finding, ...] = ()
    residual_risks: tuple[str, ...] = ()
    deferred_questions: tuple[str, ...] = ()
    testing_gaps: tuple[str, ...] = ()
    ledger: Ledger = field(default_factory=Ledger)
    usage: Usage = field(default_factory=Usage)
    problems: tuple[str, ...] = ()
    sections: tuple[tuple[str, Span], ...] = ()
    """Heading, and what stands under it up to the next one; units of source."""
    files_read: tuple[str, ...] = ()
    """Paths, from the root, of files around this one that a verifier was shown."""

    def __post_init__(self) -> None:
        if self.status in (Status.INCOMPLETE, Status.FAILED):
            object.__setattr__(self, "verdict", Verdict.REQUEST_CHANGES)
