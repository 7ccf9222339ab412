"""JSON out of what a model wrote: whole, in a fence, inside prose, or cut off in the middle.

The lists of a reply are found and taken apart element by element, so that a reply that ends too early, or holds one
element that is no JSON, keeps the others. Linear in the length of the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

_LIST = r'"{}"\s{{0,50}}:\s{{0,50}}\['
_FINDINGS = re.compile(_LIST.format("findings"))
_RISKS = re.compile(_LIST.format("residual_risks"))
_QUESTIONS = re.compile(_LIST.format("deferred_questions"))
_GAPS = re.compile(_LIST.format("testing_gaps"))
_STRUCTURE = re.compile(r'["\\\[\]{},]')
_MOST_STARTS = 20
_DEEPEST = 100
_MOST_ELEMENTS = 5_000  # more say nothing to anybody, and take a second to take apart


@dataclass(frozen=True, slots=True)
class Parsed:
    """The lists of a reply, with elements of any type. `truncated`: the text ends before its list of findings does."""

    findings: Sequence[object] = ()
    residual_risks: Sequence[object] = ()
    deferred_questions: Sequence[object] = ()
    truncated: bool = False
    testing_gaps: Sequence[object] = ()
    repairs: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Broken:
    """An element that is no JSON."""


def parse_reply(text: str) -> Parsed | None:
    """The reply in a model's text; None when there is none."""
    whole = loads(text.strip().removeprefix("\ufeff"))
    if isinstance(whole, list) and any(isinstance(item, Mapping) for item in whole):
        return Parsed(whole[:_MOST_ELEMENTS], repairs={"no table around the findings": 1})
    if isinstance(whole, Mapping):
        return _of_table(whole)
    return _in_pieces(text)


def loads(text: str) -> object:
    """The value, or `Broken`. Numbers that are no numbers are broken too."""
    try:
        value: object = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return Broken()
    return value


def _refuse(word: str) -> object:
    raise ValueError(word)


def _of_table(table: Mapping[str, object]) -> Parsed | None:
    findings = table.get("findings")
    if isinstance(findings, Mapping):
        findings, repairs = [findings], {"findings is no list": 1}
    elif isinstance(findings, list):
        findings, repairs = findings[:_MOST_ELEMENTS], {}
    else:
        return None
    return Parsed(
        findings,
        _list(table, "residual_risks"),
        _list(table, "deferred_questions"),
        testing_gaps=_list(table, "testing_gaps"),
        repairs=repairs,
    )


def _list(table: Mapping[str, object], name: str) -> Sequence[object]:
    value = table.get(name)
    return value if isinstance(value, list) else [value] if isinstance(value, str) else ()


def _in_pieces(text: str) -> Parsed | None:
    """The list of findings with most elements, wherever in the text it begins."""
    best: tuple[list[object], bool, int, int] | None = None
    at = 0
    for _ in range(_MOST_STARTS):
        match = _FINDINGS.search(text, at)
        if match is None:
            break
        elements, end = _elements(text, match.end())
        if best is None or len(elements) > len(best[0]):
            best = (elements, end is None, match.start(), len(text) if end is None else end)
        at = len(text) if end is None else end
    if best is None:
        return None
    elements, truncated, start, end = best
    risks, questions, gaps = (
        _elements(text, found.end())[0] if found is not None else ()
        for found in (
            pattern.search(text, end) or pattern.search(text, 0, start) for pattern in (_RISKS, _QUESTIONS, _GAPS)
        )
    )
    repairs = {"text around the JSON": 1} if not truncated else {}
    return Parsed(elements, risks, questions, truncated, gaps, repairs)


def _elements(text: str, start: int) -> tuple[list[object], int | None]:
    """(the whole elements of the list that opens before `start`, where it closes or None when it never does)."""
    elements: list[object] = []
    depth = 0
    begin = at = start
    while (match := _STRUCTURE.search(text, at)) is not None:
        mark, at = match.group(), match.end()
        if mark == '"':
            closing = _string_end(text, at)
            if closing is None:
                return elements, None
            at = closing
        elif mark in "[{":
            depth += 1
            if depth > _DEEPEST:
                return elements, None
        elif mark in "]}" and depth:
            depth -= 1
        elif mark == "]" or (mark == "," and not depth):
            piece = text[begin : match.start()].strip()
            if piece:
                elements.append(loads(piece))
            if mark == "]":
                return elements, at
            if len(elements) >= _MOST_ELEMENTS:
                return elements, None
            begin = at
    return elements, None


def _string_end(text: str, at: int) -> int | None:
    """The place after the quotation mark that closes the string around `at`."""
    while True:
        quote = text.find('"', at)
        if quote < 0:
            return None
        slashes = 0
        while text[quote - 1 - slashes] == "\\" and quote - 1 - slashes >= at:
            slashes += 1
        if slashes % 2 == 0:
            return quote + 1
        at = quote + 1
