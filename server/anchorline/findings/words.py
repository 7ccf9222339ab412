"""The closed sets of words a finding is described with, and the order that some of them have."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum, StrEnum

from anchorline.text.doctype import DocumentType as DocumentType  # noqa: PLC0414  # one of our words too


class Severity(StrEnum):
    """How bad. P0 critical, P1 major, P2 minor, P3 info."""

    P0 = "P0"
    P1 = "P1"
    P2 = "P2"
    P3 = "P3"

    @property
    def rank(self) -> int:
        """0 is worst."""
        return int(self.value[1])


class Anchor(IntEnum):
    """How sure, as one of five behaviours; no other number is a confidence."""

    FALSE = 0
    UNVERIFIED = 25
    ADVISORY = 50
    CONFIRMED = 75
    EVIDENT = 100

    @property
    def next_up(self) -> Anchor:
        return {50: Anchor.CONFIRMED, 75: Anchor.EVIDENT}.get(int(self), self)


class AutofixClass(StrEnum):
    """How a fix may be applied. Later members are more cautious; `advisory` is for code and carries no fix."""

    SAFE_AUTO = "safe_auto"
    GATED_AUTO = "gated_auto"
    MANUAL = "manual"
    ADVISORY = "advisory"


class Route(StrEnum):
    """Where a finding is shown and what may be done with it."""

    APPLY = "apply"
    PROPOSED = "proposed"
    DECISION = "decision"
    FYI = "fyi"


class Action(StrEnum):
    """What is recommended for a finding that the person decides. Later members are more cautious, and win."""

    APPLY = "apply"
    DEFER = "defer"
    SKIP = "skip"

    @property
    def words(self) -> str:
        """For people, after "recommended:"."""
        return {"apply": "make the suggested change", "defer": "settle it first", "skip": "leave the text as it is"}[
            self
        ]

    @classmethod
    def most_cautious(cls, actions: Iterable[Action | None]) -> Action | None:
        """What several voices recommend together; None where none says anything."""
        said = {action for action in actions if action is not None}
        return next((action for action in reversed(cls) if action in said), None)


class FindingType(StrEnum):
    ERROR = "error"
    OMISSION = "omission"


class Match(StrEnum):
    """How a quote was found in the text. A fuzzy match may be shown, never edited."""

    EXACT = "exact"
    NORMALIZED = "normalized"
    FUZZY = "fuzzy"


class Profile(StrEnum):
    DOCUMENT = "document"
    CODE = "code"


class Status(StrEnum):
    COMPLETE = "complete"
    INCOMPLETE = "incomplete"
    FAILED = "failed"
    SKIPPED = "skipped"


class Verdict(StrEnum):
    APPROVE = "approve"
    REQUEST_CHANGES = "request_changes"


class Outcome(StrEnum):
    """How one reviewer's part of a review ended."""

    OK = "ok"
    CACHED = "cached"
    TIMEOUT = "timeout"
    OVERLOADED = "overloaded"
    CUT_OFF = "cut_off"
    REFUSED = "refused"
    MALFORMED = "malformed"
    OVER_BUDGET = "over_budget"
    UNAUTHORIZED = "unauthorized"
    ERROR = "error"

    @property
    def complete(self) -> bool:
        return self in (Outcome.OK, Outcome.CACHED)


class LspSeverity(StrEnum):
    """The four words of the Language Server Protocol."""

    ERROR = "Error"
    WARNING = "Warning"
    INFORMATION = "Information"
    HINT = "Hint"


DOCUMENT_CATEGORIES = frozenset({
    "contradiction", "omission", "ambiguity", "infeasible", "sequence", "scope", "premise", "naming", "security",
    "privacy", "ux", "testing", "risk", "other",
})  # fmt: skip
