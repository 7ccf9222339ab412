"""Findings: as a reviewer raises them, and as the gates pass them on."""

from __future__ import annotations

from dataclasses import dataclass

from anchorline.findings.verification import Verification
from anchorline.findings.words import (
    Action,
    Anchor,
    AutofixClass,
    FindingType,
    LspSeverity,
    Match,
    Route,
    Severity,
)
from anchorline.text.span import Span

CHECKS = "checks"
"""The reviewer name that every deterministic check carries."""


@dataclass(frozen=True, slots=True)
class Quote:
    """Verbatim text that a finding rests on.

    A check knows where it stands and says so; a model only quotes, and the place is proven by locating it.
    `line` (zero-based) is a hint that may choose between places and proves nothing.
    """

    text: str
    span: Span | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class RawEdit:
    """Replace `old`, verbatim text of the document, by `new`. `span` when the reviewer knows the place."""

    old: str
    new: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Raised:
    """A finding as its reviewer raised it: validated in form, in nothing else.

    `rule` is the name shown to people: the check, or `persona/category`. `section` is the heading the reviewer
    named, or "" to let the evidence decide.
    """

    reviewer: str
    rule: str
    title: str
    severity: Severity
    confidence: Anchor
    why_it_matters: str
    evidence: tuple[Quote, ...]
    category: str = "other"
    section: str = ""
    finding_type: FindingType = FindingType.ERROR
    autofix_class: AutofixClass = AutofixClass.MANUAL
    suggested_fix: str | None = None
    edits: tuple[RawEdit, ...] = ()
    failure_path: str | None = None
    pre_existing: bool = False
    requires_verification: bool = False


@dataclass(frozen=True, slots=True)
class Evidence:
    """A quote with its unique place in the snapshot. `quote` is the text as it stands there."""

    quote: str
    span: Span
    match: Match


@dataclass(frozen=True, slots=True)
class Edit:
    """A replacement whose old text was found, exactly once in the document, or in `section`: the heading that the
    finding named, "" where it named none."""

    span: Span
    old: str
    new: str
    section: str = ""


@dataclass(frozen=True, slots=True)
class Constituent:
    """One of the findings that were merged into one, as raised."""

    reviewer: str
    title: str
    section: str
    confidence: Anchor
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Home:
    """What a piece of evidence is surrounded by: a few words before and after, and the heading that it stands under."""

    before: str
    after: str
    section: str
    code: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding that hangs on the text. `id` is stable for the same finding on the same text.

    `section` is the text of the nearest heading above the first evidence. `edits` are proven by place; whether they
    may be applied is the route. `message` is composed by the shape gate, `lsp_severity` by placement. `action` is what
    the reviewers' words recommend, for the one who decides; None where they say nothing. `verification` is what a
    second look came to, None where there was none.
    `homes` are the surroundings of the evidence, one by one. `landed` is False when its fix was applied before and it
    is here all the same; `held_back`, that it would be more than information, had it been raised before the text was
    edited elsewhere.
    """

    rule: str
    title: str
    severity: Severity
    confidence: Anchor
    autofix_class: AutofixClass
    finding_type: FindingType
    category: str
    section: str
    why_it_matters: str
    evidence: tuple[Evidence, ...]
    reviewers: tuple[str, ...]
    suggested_fix: str | None = None
    edits: tuple[Edit, ...] = ()
    constituents: tuple[Constituent, ...] = ()
    route: Route = Route.DECISION
    promoted: bool = False
    id: str = ""
    message: str = ""
    lsp_severity: LspSeverity = LspSeverity.HINT
    failure_path: str | None = None
    action: Action | None = None
    homes: tuple[Home, ...] = ()
    landed: bool = True
    held_back: bool = False
    verification: Verification | None = None

    @property
    def span(self) -> Span:
        """Where the finding is shown: its first located evidence."""
        return self.evidence[0].span

    @property
    def edit_section(self) -> str:
        """Where old text of its edits must stand once, should it stand several times in the document; "": nowhere."""
        return self.edits[0].section if self.edits else ""

    @property
    def actionable(self) -> bool:
        return self.route is not Route.FYI

    @property
    def blocking(self) -> bool:
        return self.actionable and self.severity.rank <= Severity.P1.rank

    @property
    def from_checks(self) -> bool:
        return self.reviewers == (CHECKS,)

    @property
    def is_verified(self) -> bool:
        """Whether a second look confirmed it and its score reached the bar."""
        return self.verification is not None and self.verification.passed

    @property
    def is_near_miss(self) -> bool:
        """Whether a second look confirmed it, and its score missed the bar narrowly."""
        return self.verification is not None and self.verification.is_near_miss
