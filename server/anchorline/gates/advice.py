"""What findings advise: whether two want the same text changed into different things, or go in opposite directions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from anchorline.findings.finding import Edit, Finding
from anchorline.gates.similarity import IDLE, stem_of

_REMOVES = r"remove|delete|drop|cut|strike|exclude|omit|purge|erase|discard|entferne|lösche|streiche"
_KEEPS = r"keep|retain|preserve|restore|leave|include|add|behalte|füge|ergänze"
# Who raises an error moves nothing up.
_RAISES = (
    r"increase|raise(?!\ (?:an?\ |the\ )?`?(?:\w{1,40}\ )?\w{0,40}(?:error|exception|warning|interrupt)\b)"
    r"|extend|lengthen|widen|erhöhe|verlängere"
)
_LOWERS = r"decrease|lower|reduce|shorten|narrow|senke|verringere|verkürze"
_DENIES = r"do\ not|don['’]t|never|must\ not|should\ not|nicht"
_LEAD = re.compile(
    rf"""
      ^\W{{0,10}}(?P<denied>(?:{_DENIES})\ )?
      (?:(?P<removes>{_REMOVES})|(?P<keeps>{_KEEPS})|(?P<raises>{_RAISES})|(?P<lowers>{_LOWERS}))n?\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_GONE = r"gone|deleted|removed|purged|erased|discarded|dropped"
_STAYS = r"kept|retained|preserved|restored|left"
# "Make sure that the files are gone" says remove.
_RESULT = re.compile(
    rf"""
      ^\W{{0,10}}(?:check|confirm|ensure|verify|make\ sure|guarantee)\b
      (?:(?!\b(?:not|never|no|nothing|without|until|before|while)\b)[^.;:]){{0,120}}?
      \b(?:is|are|be|been|gets?|was|were)\ (?:(?P<removes>{_GONE})|(?P<keeps>{_STAYS}))\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
# So does "The files must be removed", be it a title.
_DEMAND = re.compile(
    rf"""
      \b(?:must|should|shall|ha(?:s|ve)\ to|needs?\ to|ought\ to)\ (?P<denied>(?:not|never)\ )?be[ ]
      (?:(?P<removes>{_GONE})|(?P<keeps>{_STAYS}|added|included)
        |(?P<raises>increased|raised|extended|lengthened|widened)|(?P<lowers>decreased|lowered|reduced|shortened|narrowed))\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_DENIED = {"removes": "keeps", "keeps": "removes"}
_OPPOSITES: Mapping[str, frozenset[str]] = {
    "removes": frozenset({"keeps", "raises"}),
    "keeps": frozenset({"removes"}),
    "raises": frozenset({"lowers", "removes"}),
    "lowers": frozenset({"raises"}),
}
# "not block", "non-blocking", "without a lock": the word that is denied.
_DENIAL = re.compile(
    r"""
      (?:\b(?:not|never|cannot|without|avoid|stop|nicht|kein\w{0,2}|ohne)|n['’]t)[ ]
        (?:(?:be|to|a|an|the|any|ein\w{0,2}|d(?:er|ie|as))\ ){0,2}(?P<word>[^\W_]+)
    | \bn(?:on|icht)-(?P<joined>[^\W_]+)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_NEGATORS = frozenset("don t doesn non avoid stop never without cannot instead nicht ohne".split())
_ONE_MATTER = 0.5  # share of the shorter advice that both say
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
    menu or says nothing. `denied` and `asserted` are stems of what it is about, by whether it says "not" to them.
    `taken` and `brought` are what all its edits take away and bring, without idle words."""

    lead: str
    words: Set[str]
    denied: Set[str]
    asserted: Set[str]
    numbers: Set[str]
    changes: Sequence[Change]
    taken: Set[str]
    brought: Set[str]

    @property
    def contrary(self) -> Set[str]:
        """The leads that go in the opposite direction."""
        return _OPPOSITES.get(self.lead, frozenset())


def advice(finding: Finding) -> Advice:
    said = " ".join((finding.suggested_fix or "")[:_LONGEST].split())
    fix = "" if _MENU.search(said) else said
    # Where the fix does not say in which direction it goes, the title may demand it.
    lead = _way(_LEAD.match(fix) or _RESULT.match(fix) or _DEMAND.search(fix))
    if not lead and fix == said:
        lead = _way(_DEMAND.search(finding.title[:_LONGEST]))
    denied, asserted = _denials(fix)
    words = frozenset(_WORD.findall(fix.casefold()))
    numbers = frozenset(word for word in words if word.isdecimal())
    changes = tuple(_change(edit) for edit in finding.edits)
    return Advice(
        lead=lead,
        words=words - numbers,
        denied=denied,
        asserted=asserted,
        numbers=numbers,
        changes=changes,
        taken=frozenset(word for change in changes for word in change.taken) - IDLE,
        brought=frozenset(word for change in changes for word in change.brought) - IDLE,
    )


def _way(found: re.Match[str] | None) -> str:
    """In which direction the words go, "" where that is not clear."""
    if found is None:
        return ""
    ways = found.groupdict()
    way = next(name for name in _OPPOSITES if ways.get(name))
    return way if not ways.get("denied") else _DENIED.get(way, "")


def _denials(said: str) -> tuple[frozenset[str], frozenset[str]]:
    """Stems that the words say "not" to, and the others; a word that stands on both sides is on neither."""
    folded = said.casefold()
    denied = frozenset(stem_of(match["word"] or match["joined"]) for match in _DENIAL.finditer(folded))
    rest = _DENIAL.sub(" ", folded)
    asserted = frozenset(stem_of(word) for word in _WORD.findall(rest) if word not in IDLE and word not in _NEGATORS)
    return denied - asserted, asserted - denied


def _change(edit: Edit) -> Change:
    old, new = (Counter(_WORD.findall(side[:_LONGEST].casefold())) for side in (edit.old, edit.new))
    return Change(edit, frozenset(old - new), frozenset(new - old), tuple(_WORD.findall(edit.new)))


def at_odds(a: Advice, b: Advice) -> bool:
    """Whether they go in opposite directions, be it for places apart: one says remove where the other says keep, one
    says of a matter what the other denies, they want different numbers, or one writes into the text all that the other
    takes out of it."""
    if b.lead in a.contrary or _deny(a, b) or _deny(b, a):
        return True
    if (a.taken and a.taken <= b.brought) or (b.taken and b.taken <= a.brought):
        return True
    return _differ_in_numbers_only(a, b)


def _deny(a: Advice, b: Advice) -> bool:
    """Whether the first says "not" to what the second asks for, of the same matter."""
    clash = a.denied & b.asserted
    if not clash:
        return False
    own, others = a.denied | a.asserted, b.denied | b.asserted
    return len(own & others) >= _ONE_MATTER * min(len(own), len(others))


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
