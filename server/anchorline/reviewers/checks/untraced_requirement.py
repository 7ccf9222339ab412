"""A requirement that no unit of the plan takes up, though the units cite requirements.

Why
    In a plan whose units say which requirements they serve, a requirement that none of them names is one that may be
    forgotten.

Fires
    When a plan defines requirements (R1, FR-001, REQ-5 …) and units (or steps, phases, tasks), most units cite
    requirements, and one requirement is cited by none and named nowhere else:

        - R1. Rename
        - R2. Migrate
        - R3. Report progress

        ### Unit 1: Command (R1)
        ### Unit 2: Data (R2)

    fires on "R3". Ranges count for all that they span: "R1–R3" cites R2.

Must not fire
    - on plans whose units do not cite requirements as a rule, or where several requirements are not cited
    - on requirements that are deferred, optional, withdrawn, out of scope, or that ask for nothing new
      ("leave the format unchanged")
    - where a unit speaks of all requirements, or of the branch that the requirement belongs to (R2 for R2.1)
    - on requirements that any other place of the document names

Class
    P2, confidence 50 (FYI), manual: the plan may serve the requirement without naming it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import islice

from anchorline.findings.finding import Raised
from anchorline.findings.words import Anchor, FindingType, Severity
from anchorline.reviewers.base import Check, Scope, Subject
from anchorline.text.families import MAX_MENTIONS
from anchorline.text.family import Definition, Family, Role
from anchorline.text.ids import Number
from anchorline.text.labels import Form
from anchorline.text.span import Span

_LEFT_ALONE = re.compile(
    r"defer|out of scope|not in scope|non-goal|no change|unchanged|not chang|without chang|\bkeep|\bremain"
    r"|\bpreserv|\bleav(?:e|es)\b|\bstays?\b|\bretain|\bmaintain|\bexisting\b"
    r"|\balready\b|\bfuture\b|\blater\b|\bwon't\b|\bwill not\b|\bmust not\b|\bno new\b|\bnot\b|\bnever\b|withdr"
    r"|\bremoved\b|\bdropped\b|\boptional|nice to have|stretch|\bcould\b|\bmay\b|satisfied|\bmet\b"
    r"|\bdone\b|\bn/a\b|~~|unverändert|nicht|kein|zurückgestellt|bleib|behalten|bestehend|optional|später"
    r"|inchangé|conserv|différé|hors périmètre|sin cambios|mantener|inalterad",
    re.IGNORECASE,
)
_ALL = re.compile(
    r"\ball (?:of the )?(?:\w+ )?(?:requirements|rs|frs|reqs)\b|\bevery requirement"
    r"|requirements?[*_]{0,3}:[*_ ]{0,4}all\b|alle anforderungen|toutes les exigences|todos los requisitos"
    r"|\b[A-Z]{1,4}-?\d+\+|onwards",
    re.IGNORECASE,
)


def _run(subject: Subject) -> Iterator[Raised]:
    requirements = [family for family in subject.families.plan if family.role is Role.REQUIREMENT]
    works = [family for family in subject.families.plan if family.role is Role.WORK]
    if not requirements or not works:
        return
    for family in requirements:
        if not family.has_repeats and not any(d.form is Form.HEADING for d in family.definitions):
            yield from _untraced(subject, family, works)


def _untraced(subject: Subject, family: Family, works: list[Family]) -> Iterator[Raised]:
    outline = subject.markdown
    mentions = [
        (m.span.start, m) for m in islice(subject.families.mentions(outline.text), MAX_MENTIONS) if m.key == family.key
    ]
    starts = sorted(at for at, _ in mentions)
    for work in works:
        units = _units(work)
        if len(units) < 2:
            continue
        citing = [unit for unit in units if _holds(unit.extent, starts)]
        if len(citing) * 3 < len(units) * 2:
            continue
        labels = {definition.label.start for definition in family.definitions}
        cited: set[Number] = set()
        for at, mention in mentions:
            if at not in labels:
                cited.update(mention.numbers())
        cited |= {Number(n.parts[:depth]) for n in cited for depth in range(1, len(n.parts))} | {
            Number(n.parts) for n in cited
        }
        missing = [d for d in family.definitions if not _is_cited(d.number, cited)]
        if (
            not missing
            or len(missing) > max(1, len(family.numbers) // 5)
            or any(_ALL.search(outline.text, *unit.extent) for unit in units)
        ):
            return
        for definition in missing:
            if not _is_left_alone(subject, definition):
                written = definition.label.of(subject.text)
                yield CHECK.raises(
                    subject,
                    f"No {work.prefix} cites {written}",
                    f"{len(citing)} of {len(units)} units name the requirements they serve; none names {written}.",
                    definition.label,
                )
        return


def _units(work: Family) -> list[Definition]:
    """The members with the text that belongs to them: of an ID that is labelled twice, the longer one."""
    best: dict[Number, Definition] = {}
    for definition in work.definitions:
        known = best.get(definition.number)
        if known is None or _length(definition.extent) > _length(known.extent):
            best[definition.number] = definition
    return list(best.values())


def _holds(span: Span, starts: list[int]) -> bool:
    """Whether one of the sorted places lies in the span."""
    return bisect_left(starts, span.start) < bisect_left(starts, span.end)


def _length(span: Span) -> int:
    return span.end - span.start


def _is_cited(number: Number, cited: set[Number]) -> bool:
    return number in cited or any(Number(number.parts[:depth]) in cited for depth in range(1, len(number.parts) + 1))


def _is_left_alone(subject: Subject, definition: Definition) -> bool:
    outline = subject.markdown
    extent = (
        definition.extent
        if _length(definition.extent) < 1500
        else Span(definition.label.start, definition.label.start + 1500)
    )
    if _LEFT_ALONE.search(outline.text, *extent):
        return True
    index = definition.section
    while index > 0:
        if _LEFT_ALONE.search(outline.sections[index].title):
            return True
        index = outline.sections[index].parent
    return False


CHECK = Check(
    id="untraced-requirement",
    title="requirement that no unit takes up",
    scope=Scope.PLAN,
    severity=Severity.P2,
    confidence=Anchor.ADVISORY,
    category="omission",
    run=_run,
    finding_type=FindingType.OMISSION,
)
