"""The JSON output, `schema_version` 1: field by field, in the order in which it is written.

Plain frozen dataclasses, because writing a report must not pay for a validation library; `schema.py` has pydantic
read the very same classes to derive the JSON Schema and to check a report that comes in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from anchorline.findings.words import (
    Anchor,
    AutofixClass,
    DocumentType,
    FindingType,
    LspSeverity,
    Match,
    Outcome,
    Profile,
    Route,
    Severity,
    Status,
    Verdict,
)

_CONFIG: dict[str, Any] = {"extra": "forbid", "use_attribute_docstrings": True}
"""For pydantic, which looks for it on each class; a plain dict, so that nothing is imported for it."""


@dataclass(frozen=True, slots=True)
class WirePosition:
    """Zero-based line; only `\\n`, `\\r\\n` and `\\r` end one. `character` counts UTF-16 code units."""

    __pydantic_config__ = _CONFIG

    line: int
    character: int


@dataclass(frozen=True, slots=True)
class WireRange:
    """Half-open: `end` is the first position after the range."""

    __pydantic_config__ = _CONFIG

    start: WirePosition
    end: WirePosition


@dataclass(frozen=True, slots=True)
class WireEvidence:
    """A quote, as it stands in the text, with its place and the way it was found."""

    __pydantic_config__ = _CONFIG

    quote: str
    range: WireRange
    match: Match


@dataclass(frozen=True, slots=True)
class WireEdit:
    """Replace exactly the text of `range` by `new_text`."""

    __pydantic_config__ = _CONFIG

    range: WireRange
    new_text: str


@dataclass(frozen=True, slots=True)
class WireConstituent:
    """A finding that was merged into this one, as its reviewer raised it."""

    __pydantic_config__ = _CONFIG

    reviewer: str
    title: str
    section: str
    confidence: Anchor


@dataclass(frozen=True, slots=True)
class WireFinding:
    """One finding that came through the gates."""

    __pydantic_config__ = _CONFIG

    id: str
    """The same for the same finding on the same text, in every run."""
    rule: str
    """A check's id, or `persona/category`."""
    title: str
    severity: Severity
    """How bad: P0 critical, P1 major, P2 minor, P3 a note."""
    confidence: Anchor
    """How sure, as one of five behaviours: 0, 25, 50, 75 or 100."""
    autofix_class: AutofixClass
    route: Route
    """`apply`: safe to apply unattended; `proposed`: to be confirmed; `decision`: the reader's; `fyi`: a hint."""
    finding_type: FindingType
    category: str
    section: str
    """The nearest heading above the evidence; empty before the first."""
    why_it_matters: str
    suggested_fix: str | None
    message: str
    """The one line that an editor shows. It contains the title."""
    lsp_severity: LspSeverity
    range: WireRange
    """The first evidence."""
    evidence: tuple[WireEvidence, ...]
    edits: tuple[WireEdit, ...]
    reviewers: tuple[str, ...]
    promoted: bool
    """Raised by several reviewers, and therefore one step surer."""
    blocking: bool
    """P0 or P1, and no hint."""
    constituents: tuple[WireConstituent, ...]


@dataclass(frozen=True, slots=True)
class WireReviewer:
    """How one reviewer's part ended. Anything but `ok` and `cached` makes the review incomplete."""

    __pydantic_config__ = _CONFIG

    name: str
    outcome: Outcome
    detail: str


@dataclass(frozen=True, slots=True)
class WireDrop:
    """A finding that a gate took out, and why. `score` is the judge's, for code."""

    __pydantic_config__ = _CONFIG

    title: str
    reviewer: str
    gate: str
    reason: str
    score: int | None


@dataclass(frozen=True, slots=True)
class WireLedger:
    """What became of every finding raised: `produced = merged + published + sum(dropped)`."""

    __pydantic_config__ = _CONFIG

    produced: int
    merged: int
    dropped: dict[str, int]
    """By gate."""
    published: int
    drops: tuple[WireDrop, ...]
    """One entry for each drop when `--explain` was given, else empty."""


@dataclass(frozen=True, slots=True)
class WireUsage:
    """Model use. Not part of the promise that the same inputs give the same bytes."""

    __pydantic_config__ = _CONFIG

    calls: int
    input_tokens: int
    cache_write_tokens: int
    cache_read_tokens: int
    output_tokens: int
    usd: float


@dataclass(frozen=True, slots=True)
class WireReview:
    """The review of one file."""

    __pydantic_config__ = _CONFIG

    path: str
    """From the folder the command ran in where the file lies below it, else absolute; `/` between its parts."""
    sha256: str
    """Of the reviewed text in UTF-8, without a byte order mark; empty when nothing could be read."""
    profile: Profile
    document_type: DocumentType
    status: Status
    reason: str | None
    """Why the review is skipped, failed or incomplete; null for a complete one."""
    verdict: Verdict
    """Bound to `sha256`: void for any other text."""
    reviewers: tuple[WireReviewer, ...]
    findings: tuple[WireFinding, ...]
    residual_risks: tuple[str, ...]
    deferred_questions: tuple[str, ...]
    testing_gaps: tuple[str, ...]
    ledger: WireLedger
    usage: WireUsage


@dataclass(frozen=True, slots=True)
class WireTool:
    """The program that wrote the report."""

    __pydantic_config__ = _CONFIG

    name: str
    version: str


@dataclass(frozen=True, slots=True)
class WireReport:
    """What `anchorline review --format json` prints."""

    __pydantic_config__ = _CONFIG

    schema_version: Literal[1]
    tool: WireTool
    reviews: tuple[WireReview, ...]
