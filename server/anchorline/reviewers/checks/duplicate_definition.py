"""The same ID is defined twice in one place.

Why
    "R4" that stands for two requirements makes every reference to R4 ambiguous; it is most often a copied line whose
    number was not raised.

Fires
    When two headings under the same parent heading, or two labels of the same list or run of lists, carry the same ID
    of a family:

        - R1. Rename the command
        - R2. Update the skills
        - R2. Migrate the data

    fires on the second "R2".

Must not fire
    - on numbering that starts anew: Step 1 to 3 under every task, or under every bold sub-title
    - on tables and notes keyed by ID, where several rows or items speak of one unit
    - on a definition that is summarized in one place and written out in another
    - on parts of one thing: "Phase 1 (continued)", "Phase 1 deliverables"
    - in code, quotations, comments and deferred sections

Class
    P2, confidence 100, manual: which of the two keeps the number is the author's choice, and so is the new one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from anchorline.findings.finding import Raised
from anchorline.findings.words import Anchor, Severity
from anchorline.reviewers.base import Check, Scope, Subject
from anchorline.text.families import Definition, Family
from anchorline.text.labels import Form

_PART = re.compile(
    r"\b(?:cont(?:inued|\.|'d)?|continuation|part|again|revisited|revised|updated?|old|new|before|after|option"
    r"|alternative|alt|variant|draft|bis"
    r"|attempt|retry|take|review|follow-?up|summary|results?|notes?|deliverables|verification|checkpoint"
    r"|complete[d]?|fortsetzung|teil|neu|alt|suite|partie)\b",
    re.IGNORECASE,
)


def _run(subject: Subject) -> Iterator[Raised]:
    for family in subject.families.plan:
        for group in _groups(family):
            for first, second in _duplicates(subject, group):
                written = " ".join(second.label.of(subject.text).split())
                yield CHECK.raises(
                    subject,
                    f"{written} is defined twice here",
                    f"{written} labels two things in the same place; a reference to {written} can mean either.",
                    second.label,
                    first.label,
                )


def _groups(family: Family) -> Iterator[list[Definition]]:
    """Definitions of one form that stand in one place, in document order."""
    groups: dict[tuple[object, ...], list[Definition]] = {}
    for definition in family.definitions:
        if definition.form is not Form.CELL and definition.marked:
            groups.setdefault((definition.form, definition.section), []).append(definition)
    yield from (group for group in groups.values() if len(group) > 2)


def _duplicates(subject: Subject, group: list[Definition]) -> list[tuple[Definition, Definition]]:
    """Pairs, where the rest of the group counts upwards so plainly that the pair is a slip."""
    numbers = [definition.number for definition in group]
    if len(set(numbers)) < 2 or not all(number.parts for number in numbers):
        return []
    if len({definition.label for definition in group}) < len(group):
        return []  # one label names several: "R1–R3"
    seen: dict[object, Definition] = {}
    pairs: list[tuple[Definition, Definition]] = []
    for definition in group:
        if definition.number in seen:
            pairs.append((seen[definition.number], definition))
        seen.setdefault(definition.number, definition)
    if len(pairs) > max(1, len(group) // 6) or len(group) - len(pairs) < 2:
        return []
    doubled = {id(second) for _, second in pairs}
    rest = [definition.number for definition in group if id(definition) not in doubled]
    if rest != sorted(rest):
        return []
    result: list[tuple[Definition, Definition]] = []
    for first, second in pairs:
        position = next(i for i, d in enumerate(group) if d is second)
        previous = group[position - 1]
        # A first number that comes back after others starts a new count.
        restarts = second.number == group[0].number and previous is not first
        if restarts or not _same_place(subject, first, second) or _is_part(subject, first, second):
            continue
        result.append((first, second))
    return result


def _same_place(subject: Subject, first: Definition, second: Definition) -> bool:
    blocks = subject.markdown.blocks
    one, other = blocks[first.block], blocks[second.block]
    if first.form is Form.HEADING:
        return one.level == other.level
    return one.level == other.level and (first.container == second.container or (one.parent < 0) == (other.parent < 0))


def _is_part(subject: Subject, first: Definition, second: Definition) -> bool:
    text = subject.text
    lines = [text[d.label.end : _line_end(text, d.label.end)] for d in (first, second)]
    return any(_PART.search(line[:60]) for line in lines)


def _line_end(text: str, at: int) -> int:
    stop = text.find("\n", at)
    return len(text) if stop < 0 else stop


CHECK = Check(
    id="duplicate-definition",
    title="ID that is defined twice in one place",
    scope=Scope.PLAN,
    severity=Severity.P2,
    confidence=Anchor.EVIDENT,
    category="naming",
    run=_run,
)
