"""Whether a finding that was put off still has its entry among the document's open questions.

A deferral counts while its entry stands: who undoes the edit, or takes the entry out, has the question back. An entry
is known by the part that no one rewords, `(rule, “the beginning of the quote”)`, however its lines are wrapped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from anchorline.findings.decisions import Decision, DecisionKind
from anchorline.findings.remembered import Remembered
from anchorline.findings.trace import grams_of, words_of

_LONGEST = 400  # characters of an entry's mark
_MOST_ENTRIES = 200  # of one rule
_MOST_SECTIONS = 500
_SHOWN_POINT = re.compile(r"⟨U\+[0-9A-F]{4,6}⟩")


class Entries:
    """The entries in a text. `headings` are those of its sections, for decisions that are known by hash alone."""

    def __init__(self, text: str, headings: Iterable[str] = ()) -> None:
        self._text = text
        self._given = headings
        self._quoted: dict[str, list[str]] = {}

    def hold(self, rule: str, quote: str) -> bool:
        """Whether a finding of this rule that quotes this is entered."""
        whole = _letters(quote)
        return any(whole.startswith(_letters(each.removesuffix("…"))) for each in self._quotes(rule))

    def hold_decision(self, decision: Decision) -> bool:
        rule = decision.claim.rule
        if decision.quotes:
            return self.hold(rule, decision.quotes[0])
        grams = {gram for trace in decision.claim.traces for gram in trace.grams}
        widths = {trace.width for trace in decision.claim.traces}
        return any(
            not grams.isdisjoint(grams_of(_plain(quote), heading, width))
            for quote in self._quotes(rule)
            for heading in self._headings
            for width in widths
        )

    @cached_property
    def _headings(self) -> Sequence[str]:
        return list(dict.fromkeys(self._given))[:_MOST_SECTIONS]

    def _quotes(self, rule: str) -> Sequence[str]:
        known = self._quoted.get(rule)
        if known is None:
            known = self._quoted[rule] = _quotes(self._text, rule)
        return known


def standing(remembered: Remembered, entries: Entries) -> Remembered:
    """What is remembered, without deferrals whose entry is gone."""
    known = (*remembered.decisions, *remembered.moved)
    if not any(each.kind is DecisionKind.DEFERRED for each in known):
        return remembered
    return replace(
        remembered,
        decisions=tuple(each for each in remembered.decisions if _counts(each, entries)),
        moved=tuple(each for each in remembered.moved if _counts(each, entries)),
    )


def _counts(decision: Decision, entries: Entries) -> bool:
    return decision.kind is not DecisionKind.DEFERRED or entries.hold_decision(decision)


def _quotes(text: str, rule: str) -> list[str]:
    start = f"({rule},"
    found: list[str] = []
    at = text.find(start)
    while at >= 0 and len(found) < _MOST_ENTRIES:
        rest = text[at + len(start) : at + len(start) + _LONGEST].lstrip()
        end = rest.find("”)")
        if rest.startswith("“") and end > 1:
            found.append(rest[1:end])
        at = text.find(start, at + 1)
    return found


def _letters(text: str) -> str:
    return "".join(words_of("".join(c for c in _plain(text) if c.isprintable() or c.isspace())))


def _plain(text: str) -> str:
    return _SHOWN_POINT.sub("", text).replace("\\", "")
