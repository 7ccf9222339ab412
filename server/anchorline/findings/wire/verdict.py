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


def read_verdict(text: str) -> Verdict | None:
    """The verdict in a model's text: whole, in a fence or inside prose, the last of several; None when there is none.

    Nothing of it is repaired, for what it says decides alone: a truth value, a reason that says something, and for a
    finding that is validated three whole numbers from 0 to 100.
    """
    for table in reversed(list(_tables(text[:_LONGEST]))):
        validated, reason = table["validated"], table.get("reason")
        said = " ".join(_UNSEEN.sub(" ", reason).split())[:_LONGEST_REASON] if isinstance(reason, str) else ""
        marks = [_mark(table.get(name)) for name in MARKS]
        if not isinstance(validated, bool) or not said or (validated and None in marks):
            return None
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


def _mark(value: object) -> int | None:
    """A whole number, be it written as 90.0."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 100 or value != int(value):
        return None
    return int(value)
