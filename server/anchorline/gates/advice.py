"""What findings advise: whether two want the same text changed into different things, or go in opposite directions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Set
from dataclasses import dataclass

from anchorline.findings.finding import Edit, Finding
from anchorline.gates.similarity import IDLE

_REMOVES = r"remove|delete|drop|cut|strike|exclude|omit|entferne|lösche|streiche"
_KEEPS = r"keep|retain|restore|leave|include|add|behalte|füge|ergänze"
_RAISES = r"increase|raise|extend|lengthen|widen|erhöhe|verlängere"
_LOWERS = r"decrease|lower|reduce|shorten|narrow|senke|verringere|verkürze"
_LEAD = re.compile(
    rf"^\W*(?:(?P<removes>{_REMOVES})|(?P<keeps>{_KEEPS})|(?P<raises>{_RAISES})|(?P<lowers>{_LOWERS}))n?\b",
    re.IGNORECASE,
)
_OPPOSITES = frozenset({("removes", "keeps"), ("keeps", "removes"), ("raises", "lowers"), ("lowers", "raises")})
_MENU = re.compile(r"\b(?:or|oder)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_LONGEST = 2_000  # characters of one text that are read


@dataclass(frozen=True, slots=True)
class Advice:
    """What one finding advises, read once. `words` are empty where it offers a menu or says nothing."""

    lead: str
    words: Set[str]
    taken: Set[str]
    brought: Set[str]


def advice(finding: Finding) -> Advice:
    fix = " ".join((finding.suggested_fix or "")[:_LONGEST].split())
    if _MENU.search(fix):
        fix = ""
    lead = _LEAD.match(fix)
    taken: set[str] = set()
    brought: set[str] = set()
    for edit in finding.edits:
        gone, come = _changed_words(edit)
        taken |= gone - IDLE
        brought |= come - IDLE
    return Advice((lead and lead.lastgroup) or "", frozenset(_WORD.findall(fix.casefold())), taken, brought)


def at_odds(a: Advice, b: Advice) -> bool:
    """Whether they go in opposite directions, be it for places apart: one says remove where the other says keep, they
    want different numbers, or one writes into the text all that the other takes out of it."""
    if (a.lead, b.lead) in _OPPOSITES:
        return True
    if (a.taken and a.taken <= b.brought) or (b.taken and b.taken <= a.brought):
        return True
    return _differ_in_numbers_only(a.words, b.words)


def _differ_in_numbers_only(a: Set[str], b: Set[str]) -> bool:
    return bool(a - b) and bool(b - a) and all(word.isdecimal() for word in a ^ b)


def opposed(a: Finding, b: Finding) -> bool:
    """Whether both would change the same text into different things: no one fix resolves them.

    The same change in other words is no opposition, nor are two additions to the same place.
    """
    return any(
        x.span.overlaps(y.span) and (x.old == y.old or x.span == y.span) and _apart(x, y)
        for x in a.edits
        for y in b.edits
    )


def _apart(x: Edit, y: Edit) -> bool:
    if _WORD.findall(x.new) == _WORD.findall(y.new):
        return "".join(x.new.split()) != "".join(y.new.split())
    (taken_x, brought_x), (taken_y, brought_y) = _changed_words(x), _changed_words(y)
    if not taken_x and not taken_y:
        return False
    numbers_x, numbers_y = ({word for word in words if word.isdecimal()} for words in (brought_x, brought_y))
    if numbers_x and numbers_y and numbers_x != numbers_y:
        return True
    shared = len(taken_x & taken_y) + len(brought_x & brought_y)
    return shared < 0.5 * (len(taken_x | taken_y) + len(brought_x | brought_y))


def _changed_words(edit: Edit) -> tuple[set[str], set[str]]:
    """(words that the edit takes away, words that it brings)."""
    old, new = (Counter(_WORD.findall(side[:_LONGEST].casefold())) for side in (edit.old, edit.new))
    return set(old - new), set(new - old)
