"""A number that the text gives for a set, and the families that nouns count."""

from __future__ import annotations

import re
from dataclasses import dataclass

from anchorline.reviewers.base import Subject
from anchorline.text.families import Families
from anchorline.text.family import Family, Role
from anchorline.text.plan_words import DECISIONS, MEASURES, REQUIREMENTS
from anchorline.text.span import Span

# "Besides the two phases": then the number counts a part.
OTHERS = re.compile(
    r"\b(?:besides|apart from|in addition to|aside from|except|after an?|on top of|neben|außer|zusätzlich zu"
    r"|nach (?:einem|einer))\b",
    re.IGNORECASE,
)
# A member or item that one reader counts and another does not.
EXTRA = re.compile(
    r"[^\n]{0,100}\b(?:optional|stretch|bonus|future|later|deferred|withdrawn|removed|dropped|cancell?ed|merged|rejected"
    r"|discarded|declined|ruled out|out of scope|not (?:chosen|planned|in scope|recommended)|do nothing|status quo"
    r"|zurückgestellt|entfällt|verworfen|abgelehnt|ausgeschlossen|nicht im umfang)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Claim:
    """A wrong number: where it stands, what it says, what there is, whether that is beyond doubt, and of what."""

    number: Span
    stated: int
    actual: int
    sure: bool
    noun: str


def names_members(subject: Subject, family: Family, noun: str) -> bool:
    """Whether a noun in the plural names the members of the family."""
    if not family.is_code:
        return (
            noun != family.key
            and noun.startswith(family.key[:-1])
            and len(noun) - len(family.key) <= 2
            and noun not in MEASURES
        )
    known = (
        REQUIREMENTS
        if family.role is Role.REQUIREMENT
        else DECISIONS
        if family.role is Role.DECISION
        else frozenset(("units", "tasks", "steps"))
    )
    if noun not in known:
        return False
    titles = " ".join(subject.markdown.sections[i].title for i in {d.section for d in family.definitions}).casefold()
    return noun in titles or noun.removesuffix("s") in titles.split()


def sizes_of(subject: Subject, named: list[Family]) -> list[int]:
    """How many members the families have; none where that is open for one of them."""
    sizes = [_size(subject.families, family) for family in named]
    return [size for size in sizes if size is not None] if None not in sizes else []


def _size(families: Families, family: Family) -> int | None:
    """How many members the family has; None where that is open: restarts, gaps, dotted numbers, further mentions."""
    if family.has_repeats or not all(number.whole for number in family.numbers):
        return None
    firsts = sorted(number.parts[0] for number in family.numbers)
    if (
        firsts != list(range(firsts[0], firsts[0] + len(firsts)))
        or len({d.section for d in family.definitions if d.form is family.definitions[0].form}) > 1
    ):
        return None
    if {n for n in families.known[family.key] if n.whole} - family.numbers:
        return None
    text = families.outline.text
    if any(EXTRA.match(text, d.label.end) for d in family.definitions):
        return None
    return len(firsts)
