"""What findings advise: whether two want the same text changed into different things, or go in opposite directions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass

from anchorline.findings.finding import Edit, Finding
from anchorline.gates.similarity import IDLE

_REMOVES = r"remove|delete|drop|cut|strike|exclude|omit|purge|erase|discard|entferne|lösche|streiche"
_KEEPS = r"keep|retain|preserve|restore|leave|include|add|behalte|füge|ergänze"
_RAISES = r"increase|raise|extend|lengthen|widen|erhöhe|verlängere"
_LOWERS = r"decrease|lower|reduce|shorten|narrow|senke|verringere|verkürze"
_LEAD = re.compile(
    rf"^\W*(?:(?P<removes>{_REMOVES})|(?P<keeps>{_KEEPS})|(?P<raises>{_RAISES})|(?P<lowers>{_LOWERS}))n?\b",
    re.IGNORECASE,
)
# "Make sure that the files are gone" says remove.
_RESULT = re.compile(
    r"""
      ^\W{0,10}(?:check|confirm|ensure|verify|make\ sure|guarantee)\b
      (?:(?!\b(?:not|never|no|nothing|without|until|before|while)\b)[^.;:]){0,120}?
      \b(?:is|are|be|been|gets?|was|were)\ (?:(?P<removes>gone|deleted|removed|purged|erased|discarded|dropped)
        | (?P<keeps>kept|retained|preserved|restored|left))\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_OPPOSITES = {"removes": "keeps", "keeps": "removes", "raises": "lowers", "lowers": "raises"}
_MENU = re.compile(r"\b(?:or|oder)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_LONGEST = 2_000  # characters of one text that are read


@dataclass(frozen=True, slots=True)
class Change:
    """One edit, with the words that it takes away, those that it brings, and all that it would have stand there."""

    edit: Edit
    taken: Set[str]
    brought: Set[str]
    words: Sequence[str]


@dataclass(frozen=True, slots=True)
class Advice:
    """What one finding advises, read once. `words` are those of its fix but for `numbers`, and none where it offers a
    menu or says nothing. `taken` and `brought` are what all its edits take away and bring, without idle words."""

    lead: str
    words: Set[str]
    numbers: Set[str]
    changes: Sequence[Change]
    taken: Set[str]
    brought: Set[str]

    @property
    def contrary(self) -> str:
        """The lead that goes in the opposite direction, or ""."""
        return _OPPOSITES.get(self.lead, "")


def advice(finding: Finding) -> Advice:
    fix = " ".join((finding.suggested_fix or "")[:_LONGEST].split())
    if _MENU.search(fix):
        fix = ""
    lead = _LEAD.match(fix) or _RESULT.match(fix)
    words = frozenset(_WORD.findall(fix.casefold()))
    numbers = frozenset(word for word in words if word.isdecimal())
    changes = tuple(_change(edit) for edit in finding.edits)
    return Advice(
        lead=(lead and lead.lastgroup) or "",
        words=words - numbers,
        numbers=numbers,
        changes=changes,
        taken=frozenset(word for change in changes for word in change.taken) - IDLE,
        brought=frozenset(word for change in changes for word in change.brought) - IDLE,
    )


def _change(edit: Edit) -> Change:
    old, new = (Counter(_WORD.findall(side[:_LONGEST].casefold())) for side in (edit.old, edit.new))
    return Change(edit, frozenset(old - new), frozenset(new - old), tuple(_WORD.findall(edit.new)))


def at_odds(a: Advice, b: Advice) -> bool:
    """Whether they go in opposite directions, be it for places apart: one says remove where the other says keep, they
    want different numbers, or one writes into the text all that the other takes out of it."""
    if a.lead and a.contrary == b.lead:
        return True
    if (a.taken and a.taken <= b.brought) or (b.taken and b.taken <= a.brought):
        return True
    return _differ_in_numbers_only(a, b)


def _differ_in_numbers_only(a: Advice, b: Advice) -> bool:
    return bool(a.numbers - b.numbers) and bool(b.numbers - a.numbers) and a.words == b.words


def opposed(a: Advice, b: Advice) -> bool:
    """Whether both would change the same text into different things: no one fix resolves them.

    The same change in other words is no opposition, nor are two additions to the same place.
    """
    return any(_meet(x.edit, y.edit) and _apart(x, y) for x in a.changes for y in b.changes)


def _meet(x: Edit, y: Edit) -> bool:
    return x.span.overlaps(y.span) and (x.old == y.old or x.span == y.span)


def _apart(x: Change, y: Change) -> bool:
    if x.words == y.words:
        return "".join(x.edit.new.split()) != "".join(y.edit.new.split())
    if not x.taken and not y.taken:
        return False
    numbers_x, numbers_y = ({word for word in change.brought if word.isdecimal()} for change in (x, y))
    if numbers_x and numbers_y and numbers_x != numbers_y:
        return True
    shared = len(x.taken & y.taken) + len(x.brought & y.brought)
    return shared < 0.5 * (len(x.taken | y.taken) + len(x.brought | y.brought))
