"""The verifier's answer: untyped text in, a verdict out. What is no verdict stays none; nobody guesses at one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from anchorline.findings.verification import Verdict

MARKS = ("correctness", "completeness", "no_regressions")

_LONGEST = 200_000  # characters that are read
_MOST_STARTS = 50
_LONGEST_REASON = 500
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_WORDS = {"true": True, "yes": True, "false": False, "no": False}


def read_verdict(text: str) -> Verdict | None:
    """The verdict in a model's text: whole, in a fence or inside prose, the last of several; None when there is none.

    A finding that is not validated needs no marks. For one that is, each must be a number from 0 to 100.
    """
    for table in reversed(list(_tables(text[:_LONGEST]))):
        validated = _flag(table.get("validated"))
        if validated is None:
            continue
        marks = [_mark(table.get(name)) for name in MARKS]
        if validated and None in marks:
            return None
        reason = table.get("reason")
        said = " ".join(_UNSEEN.sub(" ", reason).split())[:_LONGEST_REASON] if isinstance(reason, str) else ""
        return Verdict(validated, said, *(mark or 0 for mark in marks))
    return None


def verdict_schema() -> dict[str, object]:
    """The JSON Schema of the answer. The reason comes first: whoever has to give one judges by it."""
    mark = {"type": "integer"}
    properties: dict[str, object] = {
        "reason": {"type": "string"}, "validated": {"type": "boolean"}, **dict.fromkeys(MARKS, mark),
    }  # fmt: skip
    return {
        "type": "object", "properties": properties, "required": list(properties), "additionalProperties": False,
    }  # fmt: skip


def _tables(text: str) -> Iterator[Mapping[str, object]]:
    """The JSON objects of a text that say whether something is validated, in order."""
    decoder = json.JSONDecoder()
    at = text.find("{")
    for _ in range(_MOST_STARTS):
        if at < 0:
            return
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            if isinstance(value, Mapping) and "validated" in value:
                yield value
        at = text.find("{", end)


def _flag(value: object) -> bool | None:
    if isinstance(value, bool):
        return value
    return _WORDS.get(value.strip().casefold()) if isinstance(value, str) else None


def _mark(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 100:
        return None
    return int(value)
