"""What may be said of the text that is open now: by whom it was reviewed, and how that ended."""

from __future__ import annotations

from typing import NamedTuple

from anchorline.findings.review import Review
from anchorline.findings.verification import UNVERIFIED
from anchorline.findings.words import Outcome as ReviewerOutcome
from anchorline.findings.words import Status
from anchorline.lsp.board import Board


class Count(NamedTuple):
    """Findings that stand: hints apart, and those behind the limit, which count all the same."""

    findings: int
    hints: int = 0
    more: int = 0

    def __str__(self) -> str:
        parts = [(self.findings + self.more, "finding"), (self.hints, "hint")]
        return (
            ", ".join(f"{count} {name}{'' if count == 1 else 's'}" for count, name in parts if count) or "no findings"
        )


class Verdict(NamedTuple):
    state: str
    words: str
    review: Review
    """The one that this is about."""
    older: bool
    """Whether what models said is about another text."""


def verdict(board: Board, sha256: str, count: Count) -> Verdict:
    """For the text with this hash, of which `count` findings stand. `board.review` is not None. A review speaks for
    the text that was read and no other: what is shown of it may stand, but no word says that this text is reviewed."""
    review, consulted = board.review, latest(board)
    assert review is not None
    assert consulted is not None
    older = is_older(consulted, sha256)
    state, words = _of(consulted, count)
    if older and state == "complete":
        known = review if consulted is not review else consulted
        said = "models stopped; they read an older text" if board.stopped else "edited since the models read it"
        return Verdict("idle", f"{count}; {said}", known, older)
    if older and state == "incomplete":
        return Verdict(state, f"{words}; edited since", consulted, older)
    if state == "offline":
        if board.stopped:
            words += ": models were stopped"
        elif board.unread:
            words += f": {board.unread}"
        if board.policy.checks_on != "change" and review.sha256 != sha256:
            state, words = "idle", f"{count}; edited since the checks ran"
    return Verdict(state, words, consulted, older)


def latest(board: Board) -> Review | None:
    """The latest that models took part in, unless there is none or the checks came to no end since."""
    broken = board.review is not None and board.review.status in (Status.INCOMPLETE, Status.FAILED)
    return board.review if broken or board.consulted is None else board.consulted


def is_older(review: Review, sha256: str) -> bool:
    """Whether models took part in it and read another text."""
    return review.sha256 != sha256 and any(result.name != "checks" for result in review.reviewers)


def _of(review: Review, count: Count) -> tuple[str, str]:
    held = len(review.ledger.unverified)
    unverified = f"; {held} {UNVERIFIED}" if held else ""
    if review.status is Status.FAILED:
        return "failed", review.reason or "the review failed"
    if review.status is Status.INCOMPLETE:
        missing = [result for result in review.reviewers if not result.outcome.complete]
        if missing and all(result.outcome is ReviewerOutcome.OVER_BUDGET for result in missing):
            return "paused", missing[0].detail
        if not missing:
            return "incomplete", review.reason or "the review is incomplete"
        lacking = "missing: " + ", ".join(f"{result.name} ({result.outcome})" for result in missing)
        why = "; ".join(dict.fromkeys(result.detail for result in missing if result.detail))
        return "incomplete", f"{count}; {lacking}{f': {why}' if why else ''}{unverified}"
    if review.status is Status.SKIPPED:
        return "idle", review.reason or "skipped"
    words = f"{count}{unverified}"
    by_models = any(result.name != "checks" for result in review.reviewers)
    return ("complete", words) if by_models else ("offline", f"{words}; checks only")
