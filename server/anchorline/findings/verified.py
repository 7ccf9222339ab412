"""What a second look at the findings of one review came to, all of them together, before the gates weigh it."""

from __future__ import annotations

from dataclasses import dataclass, field

from anchorline.findings.review import ReviewerResult, Usage
from anchorline.findings.verification import Examined


@dataclass(frozen=True, slots=True)
class Verified:
    """What came of each candidate, in their order. `result` is the verifier's line among the reviewers, None when there
    was nothing to verify. `files_read` are paths from the root, sorted. `lacking`: a P0 or P1 could not be verified, so
    the review is not whole."""

    examined: tuple[Examined, ...]
    result: ReviewerResult | None = None
    usage: Usage = field(default_factory=Usage)
    files_read: tuple[str, ...] = ()
    lacking: bool = False
