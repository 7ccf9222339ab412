"""Replies of models: untyped text in, findings as raised out.

Finding by finding: one that is malformed never costs its neighbours. What can be repaired without guessing at what was
meant is repaired and counted; what cannot (no anchor, no evidence, title, severity or reason) is dropped alone.
Every size is bounded, for a reply is as untrusted as the document it speaks of.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from anchorline.findings.finding import Quote, Raised, RawEdit
from anchorline.findings.ledger import Drop
from anchorline.findings.severity_words import severity_of
from anchorline.findings.wire.code_fields import CODE_FIELDS, category_of, flag_of, line_of
from anchorline.findings.wire.json_text import Parsed, parse_reply
from anchorline.findings.words import (
    DOCUMENT_CATEGORIES,
    Anchor,
    AutofixClass,
    FindingType,
    Outcome,
    Profile,
    Severity,
)
from anchorline.text.secrets import MASK

GATE = "schema"

MAX_FINDINGS = 500
MAX_QUOTES = 12
MAX_QUOTE = 2_000
MAX_EDITS = 8
MAX_EDIT = 8_000
MAX_PROSE = 4_000
MAX_NOTES = 30
MAX_NOTE = 500

_SEEN_TITLE = 100
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_KNOWN = frozenset({
    "title", "severity", "category", "section", "why_it_matters", "finding_type", "autofix_class", "suggested_fix",
    "edits", "confidence", "evidence",
})  # fmt: skip
_DOCUMENT_CLASSES = [AutofixClass.SAFE_AUTO, AutofixClass.GATED_AUTO, AutofixClass.MANUAL]
_ASIDE = frozenset({"reviewer"})  # a finding belongs to the reviewer that was called, whatever it says


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
        found = _Finding.model_validate(_repaired(item, profile, repairs))
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


def _repaired(item: Mapping[str, Any], profile: Profile, repairs: Counter[str]) -> dict[str, Any]:
    """The known fields, put right where that takes no guess; each repair is counted."""
    code = profile is Profile.CODE
    known = _KNOWN | CODE_FIELDS if code else _KNOWN
    unknown = sum(1 for key in item if key not in known and key not in _ASIDE)
    if unknown:
        repairs["unknown field"] += unknown
    severity = item.get("severity")
    if isinstance(severity, str) and severity not in Severity.__members__ and severity_of(severity) is not None:
        repairs["severity word"] += 1
    fields = {
        "title": _prose(item.get("title")),
        "severity": severity,
        "confidence": item.get("confidence"),
        "why_it_matters": _prose(item.get("why_it_matters")),
        "evidence": _quotes(item.get("evidence"), repairs),
        "category": _category(item.get("category"), profile, repairs),
        "section": _section(item.get("section"), repairs),
        "finding_type": _word(FindingType, item.get("finding_type"), FindingType.ERROR, "finding_type", repairs),
        "autofix_class": _autofix(item.get("autofix_class"), profile, repairs),
        "suggested_fix": _fix(item.get("suggested_fix"), repairs),
        "edits": _edits(item.get("edits"), repairs),
    }
    if not code:
        return fields
    path = item.get("failure_path")
    return fields | {
        "line": line_of(item.get("line"), repairs),
        "failure_path": _prose(path) if isinstance(path, str) and path.strip() else None,
        "pre_existing": flag_of(item, "pre_existing", repairs),
        "requires_verification": flag_of(item, "requires_verification", repairs),
    }


def _quotes(value: object, repairs: Counter[str]) -> tuple[str, ...]:
    if isinstance(value, str | Mapping):
        repairs["evidence is no list"] += 1
        value = [value]
    if not isinstance(value, list):
        return ()
    quotes: list[str] = []
    for item in value[:MAX_QUOTES]:
        quote = item.get("quote", item.get("text")) if isinstance(item, Mapping) else item
        if not isinstance(quote, str):
            repairs["evidence is no text"] += 1
        elif quote.strip():
            # The beginning of a verbatim quote is verbatim too.
            quotes.append(_whole(quote)[:MAX_QUOTE])
    return tuple(dict.fromkeys(quotes))


def _category(value: object, profile: Profile, repairs: Counter[str]) -> str:
    if profile is Profile.CODE:
        return category_of(value, repairs)
    word = value.strip().casefold() if isinstance(value, str) else ""
    if word in DOCUMENT_CATEGORIES:
        return word
    repairs["category"] += 1
    return "other"


def _section(value: object, repairs: Counter[str]) -> str:
    if isinstance(value, str):
        return str(_prose(value))[:300]
    repairs["section"] += 1
    return ""


def _word(
    kind: type[FindingType], value: object, default: FindingType, name: str, repairs: Counter[str]
) -> FindingType:
    word = value.strip().casefold() if isinstance(value, str) else ""
    if word in (member.value for member in kind):
        return kind(word)
    repairs[name] += 1
    return default


def _autofix(value: object, profile: Profile, repairs: Counter[str]) -> AutofixClass:
    """What is no class, or one for code only, is left to the reader."""
    word = value.strip().casefold().replace("-", "_") if isinstance(value, str) else ""
    classes = list(AutofixClass) if profile is Profile.CODE else _DOCUMENT_CLASSES
    if word in classes:
        return AutofixClass(word)
    repairs["autofix_class"] += 1
    return AutofixClass.MANUAL


def _fix(value: object, repairs: Counter[str]) -> str | None:
    if isinstance(value, str):
        return _prose(value) if value.strip() else None
    if value is not None:
        repairs["suggested_fix"] += 1
    return None


def _edits(value: object, repairs: Counter[str]) -> tuple[dict[str, str], ...]:
    """An edit is taken as it is or not at all: a piece of one is another edit."""
    if value is None:
        repairs["edits"] += 1
        return ()
    if isinstance(value, Mapping):
        repairs["edits"] += 1
        value = [value]
    edits: list[dict[str, str]] = []
    for item in value if isinstance(value, list) else ():
        old, new = (item.get("old"), item.get("new")) if isinstance(item, Mapping) else (None, None)
        if not isinstance(old, str) or not isinstance(new, str) or not old or MASK in old or MASK in new:
            continue  # among them one that would write the cover of a secret over the secret
        if max(len(old), len(new)) <= MAX_EDIT:
            edits.append({"old": _whole(old), "new": _whole(new)})
    if not isinstance(value, list) or len(edits) != len(value):
        repairs["edits"] += 1
    # Some of several edits would be half a fix.
    return tuple(edits) if isinstance(value, list) and len(edits) == len(value) <= MAX_EDITS else ()


def _notes(items: Iterable[object]) -> tuple[str, ...]:
    notes = (" ".join(_prose(item).split())[:MAX_NOTE] for item in items if isinstance(item, str))
    return tuple(dict.fromkeys(note for note in notes if note))[:MAX_NOTES]


def _prose(value: Any) -> Any:
    """Text for people, without control characters; anything else as it is, for the check to refuse."""
    return _CONTROL.sub(" ", _whole(value[:MAX_PROSE])) if isinstance(value, str) else value


def _whole(text: str) -> str:
    """Without half characters, which cannot be written anywhere."""
    return _SURROGATE.sub("\ufffd", text)


def _title(item: object) -> str:
    title = item.get("title") if isinstance(item, Mapping) else None
    return " ".join(_prose(title[:_SEEN_TITLE]).split()) if isinstance(title, str) else ""


def _reasons(error: ValidationError) -> str:
    """One line that names the fields, and no text of the reply."""
    reasons = dict.fromkeys(
        problem["msg"].removeprefix("Value error, ")
        if "none of" in problem["msg"]
        else f"{'/'.join(str(part) for part in problem['loc'])} is missing or empty"
        for problem in error.errors(include_url=False, include_input=False, include_context=False)
    )
    return "; ".join(reasons)
