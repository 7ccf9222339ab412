"""Replies of models: untyped text in, findings as raised out.

Finding by finding: one that is malformed never costs its neighbours. What can be repaired without guessing at what was
meant is repaired and counted; what cannot (no anchor, no evidence, title, severity or reason) is dropped alone.
Every size is bounded, for a reply is as untrusted as the document it speaks of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from anchorline.findings.finding import Quote, Raised, RawEdit
from anchorline.findings.ledger import Drop
from anchorline.findings.severity_words import severity_of
from anchorline.findings.wire.json_text import Parsed, parse_reply
from anchorline.findings.wire.repair import prose_of, repaired
from anchorline.findings.words import Anchor, AutofixClass, FindingType, Outcome, Profile, Severity

GATE = "schema"

MAX_FINDINGS = 500
MAX_NOTES = 30
MAX_NOTE = 500
_SEEN_TITLE = 100


def _anchor(value: object) -> Anchor:
    """One of the five numbers, and nothing that would only become one by rounding or reading."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value not in (0, 25, 50, 75, 100):
        raise ValueError("confidence is none of 0, 25, 50, 75, 100")
    return Anchor(int(value))


def _severity(value: object) -> Severity:
    severity = severity_of(value)
    if severity is None:
        raise ValueError("severity is none of P0, P1, P2, P3")
    return severity


def _said(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("is empty")
    return value


class _Edit(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)

    old: str
    new: str


class _Finding(BaseModel):
    """A finding after repair: what is left to be wrong is not repaired."""

    model_config = ConfigDict(extra="forbid", strict=True)

    title: Annotated[str, BeforeValidator(_said)]
    severity: Annotated[Severity, BeforeValidator(_severity)]
    confidence: Annotated[Anchor, BeforeValidator(_anchor)]
    why_it_matters: Annotated[str, BeforeValidator(_said)]
    evidence: tuple[str, ...]
    category: str
    section: str
    finding_type: FindingType
    autofix_class: AutofixClass
    suggested_fix: str | None
    edits: tuple[_Edit, ...]
    line: int | None = None
    failure_path: str | None = None
    pre_existing: bool = False
    requires_verification: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """What one reviewer said. `malformed` are findings that could not be read; they count as produced.

    `outcome` is OK, CUT_OFF when the text ends too early, or MALFORMED when it is no reply at all. `repairs` counts
    what was put right, by what it was.
    """

    raised: tuple[Raised, ...] = ()
    malformed: tuple[Drop, ...] = ()
    residual_risks: tuple[str, ...] = ()
    deferred_questions: tuple[str, ...] = ()
    testing_gaps: tuple[str, ...] = ()
    outcome: Outcome = Outcome.OK
    detail: str = ""
    repairs: Mapping[str, int] = field(default_factory=dict)


def read_reply(
    text: str,
    reviewer: str,
    *,
    autofix: AutofixClass = AutofixClass.SAFE_AUTO,
    profile: Profile = Profile.DOCUMENT,
) -> Reply:
    """Read the reply of a reviewer of documents or of code. Never raises.

    `autofix` is the boldest class that this reviewer may claim; a bolder claim is brought down to it.
    """
    parsed = parse_reply(text)
    if parsed is None:
        return Reply(outcome=Outcome.MALFORMED, detail="the reply is not in the form that was asked for")
    repairs: Counter[str] = Counter(parsed.repairs)
    raised: list[Raised] = []
    drops: list[Drop] = []
    for item in parsed.findings[:MAX_FINDINGS]:
        finding = _finding(item, reviewer, autofix, profile, repairs)
        if isinstance(finding, Raised):
            raised.append(finding)
        else:
            drops.append(finding)
    drops += (
        Drop(_title(item), reviewer, GATE, f"more than {MAX_FINDINGS} findings in one reply")
        for item in parsed.findings[MAX_FINDINGS:]
    )
    return Reply(
        raised=tuple(raised),
        malformed=tuple(drops),
        residual_risks=_notes(parsed.residual_risks),
        deferred_questions=_notes(parsed.deferred_questions),
        testing_gaps=_notes(parsed.testing_gaps) if profile is Profile.CODE else (),
        outcome=_outcome(parsed),
        detail="the reply ends in the middle" if parsed.truncated else "",
        repairs=dict(repairs),
    )


def _outcome(parsed: Parsed) -> Outcome:
    if parsed.truncated:
        return Outcome.CUT_OFF
    if parsed.findings and not any(isinstance(item, Mapping) for item in parsed.findings):
        return Outcome.MALFORMED
    return Outcome.OK


def _finding(
    item: object, reviewer: str, autofix: AutofixClass, profile: Profile, repairs: Counter[str]
) -> Raised | Drop:
    if not isinstance(item, Mapping):
        return Drop("", reviewer, GATE, "is no table of fields")
    try:
        found = _Finding.model_validate(repaired(item, profile, repairs))
    except ValidationError as error:
        return Drop(_title(item), reviewer, GATE, _reasons(error))
    if not found.evidence:
        return Drop(_title(item), reviewer, GATE, "evidence is missing")
    claimed = found.autofix_class
    if claimed is AutofixClass.SAFE_AUTO and autofix is not AutofixClass.SAFE_AUTO:
        claimed = autofix
    return Raised(
        reviewer=reviewer,
        rule=f"{reviewer}/{found.category}",
        title=found.title,
        severity=found.severity,
        confidence=found.confidence,
        why_it_matters=found.why_it_matters,
        evidence=tuple(Quote(quote, line=found.line) for quote in found.evidence),
        category=found.category,
        section=found.section,
        finding_type=found.finding_type,
        autofix_class=claimed,
        suggested_fix=found.suggested_fix,
        edits=tuple(RawEdit(edit.old, edit.new) for edit in found.edits),
        failure_path=found.failure_path,
        pre_existing=found.pre_existing,
        requires_verification=found.requires_verification,
    )


def _notes(items: Iterable[object]) -> tuple[str, ...]:
    notes = (" ".join(prose_of(item).split())[:MAX_NOTE] for item in items if isinstance(item, str))
    return tuple(dict.fromkeys(note for note in notes if note))[:MAX_NOTES]


def _title(item: object) -> str:
    title = item.get("title") if isinstance(item, Mapping) else None
    return " ".join(prose_of(title[:_SEEN_TITLE]).split()) if isinstance(title, str) else ""


def _reasons(error: ValidationError) -> str:
    """One line that names the fields, and no text of the reply."""
    reasons = dict.fromkeys(
        problem["msg"].removeprefix("Value error, ")
        if "none of" in problem["msg"]
        else f"{'/'.join(str(part) for part in problem['loc'])} is missing or empty"
        for problem in error.errors(include_url=False, include_input=False, include_context=False)
    )
    return "; ".join(reasons)
