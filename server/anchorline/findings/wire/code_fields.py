"""What a reply about code has beyond one about a document: untyped values in, typed ones out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from anchorline.findings.words import CODE_CATEGORIES

CODE_FIELDS = frozenset({"line", "failure_path", "pre_existing", "requires_verification"})

_RULE = re.compile(r"@?[A-Za-z0-9][A-Za-z0-9_./:@-]{0,79}")
_NUMBER = re.compile(r"[0-9]{1,7}")
_YES = frozenset({"true", "yes"})


def category_of(value: object, repairs: Counter[str]) -> str:
    """A word of the list, or the name of a lint rule as the linter writes it."""
    word = value.strip() if isinstance(value, str) else ""
    folded = word.casefold().replace("_", "-").replace(" ", "-")
    if folded in CODE_CATEGORIES:
        return folded
    if _RULE.fullmatch(word):
        return word
    repairs["category"] += 1
    return "other"


def line_of(value: object, repairs: Counter[str]) -> int | None:
    """The zero-based line that a reply means: it counts from 1, and names the first of several in words at times."""
    if value is None:
        return None
    if isinstance(value, list) and value:
        repairs["line"] += 1
        value = value[0]
    if isinstance(value, str):
        repairs["line"] += 1
        found = _NUMBER.search(value[:40])
        value = int(found.group()) if found is not None else None
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value < 10_000_000:
        repairs["line"] += 1
        return None
    return value - 1


def flag_of(item: Mapping[str, object], name: str, repairs: Counter[str]) -> bool:
    """Missing means no."""
    value = item.get(name, False)
    if isinstance(value, bool):
        return value
    repairs[name] += 1
    return isinstance(value, str) and value.strip().casefold() in _YES
