"""One finding of a reply, field by field: what can be put right without a guess is, and is counted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from anchorline.findings.severity_words import severity_of
from anchorline.findings.wire.code_fields import CODE_FIELDS, category_of, flag_of, line_of
from anchorline.findings.words import DOCUMENT_CATEGORIES, AutofixClass, FindingType, Profile, Severity
from anchorline.text.secrets import MASK

MAX_QUOTES = 12
MAX_QUOTE = 2_000
MAX_EDITS = 8
MAX_EDIT = 8_000
MAX_PROSE = 4_000
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_KNOWN = frozenset({
    "title", "severity", "category", "section", "why_it_matters", "finding_type", "autofix_class", "suggested_fix",
    "edits", "confidence", "evidence",
})  # fmt: skip
_DOCUMENT_CLASSES = [AutofixClass.SAFE_AUTO, AutofixClass.GATED_AUTO, AutofixClass.MANUAL]
_ASIDE = frozenset({"reviewer"})  # a finding belongs to the reviewer that was called, whatever it says


def repaired(item: Mapping[str, Any], profile: Profile, repairs: Counter[str]) -> dict[str, Any]:
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
        "title": prose_of(item.get("title")),
        "severity": severity,
        "confidence": item.get("confidence"),
        "why_it_matters": prose_of(item.get("why_it_matters")),
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
        "failure_path": prose_of(path) if isinstance(path, str) and path.strip() else None,
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
        return str(prose_of(value))[:300]
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
        return prose_of(value) if value.strip() else None
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


def prose_of(value: Any) -> Any:
    """Text for people, without control characters; anything else as it is, for the check to refuse."""
    return _CONTROL.sub(" ", _whole(value[:MAX_PROSE])) if isinstance(value, str) else value


def _whole(text: str) -> str:
    """Without half characters, which cannot be written anywhere."""
    return _SURROGATE.sub("\ufffd", text)
