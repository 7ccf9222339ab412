"""A count in the text differs from the list that it announces.

Why
    "6 requirements planned:" above five requirements means that one was lost, or that the count went stale. Readers
    who trust the number look for a requirement that is not there.

Fires
    On phrases that speak of a whole set, in digits or words, English or German:

    - "N Xs:", "N Xs planned:", "there are N Xs:", "… has|consists of|takes N Xs:", "… in|across N Xs:", "besteht aus N
      Xn:" directly above a list that has another number of items
    - "N Xs planned", "in|across N implementation units", "es gibt N Einheiten", "umgesetzt in N Einheiten" where X is a
      family of IDs that the document defines with another number of members

    For example:

        There are three steps:

        1. Build
        2. Ship

Must not fire
    - on parts of a set: "one of three", "two of the units", "the first two units", "these three", "the remaining two"
    - on bounds and estimates: "at least three", "up to 5", "about ten", "3–5", "two or three"
    - on statements about members: "two units appear disjoint", "three tests fail"
    - on families with optional, deferred or withdrawn members, with gaps, or that count from zero and leave it out
    - on measures and versions: "within 30 days:", "Python 3 requirements:", "Phase 2 tasks:"
    - on lists that some natural reading counts right: by their leaves, by their checked boxes, with the list that
      follows, by the numbers in their items, without struck-out items, with the ranges in their labels written out
    - on lists with a note, an optional or rejected item, or a recommendation at their end
    - where more follows the number: "in two phases plus a pilot", "in two phases, then a clean-up"
    - on "N Xs:" far from the length of its list, or "there are N Xs:" above a list of groups
    - on lists that go on ("…", "etc.")
    - in code, quotations, comments and deferred sections

Class
    P2, confidence 100. The list is the truth, so changing the number is the one right answer: safe_auto. Manual when
    several lists follow and it is open which one was counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from anchorline.findings.finding import Raised
from anchorline.findings.words import Anchor, AutofixClass, Severity
from anchorline.reviewers.announced_lists import claims_of_lists
from anchorline.reviewers.base import MOST_FINDINGS, Check, Scope, Subject, replacement
from anchorline.reviewers.counted_families import claims_of_families
from anchorline.text.numerals import written_like


def _run(subject: Subject) -> Iterator[Raised]:
    outline = subject.markdown
    seen: set[int] = set()
    for claim in islice(chain(claims_of_lists(subject), claims_of_families(subject)), MOST_FINDINGS):
        if claim.number.start in seen:
            continue
        seen.add(claim.number.start)
        text = subject.text
        written = claim.number.of(text)
        new = written_like(claim.actual, written)
        # In the middle of the title a number word has no capital.
        was, now = (word if word.isupper() else word.lower() for word in (written, new))
        section = outline.section_at(claim.number.start)
        within = section.own if section.level else None
        edits = (replacement(text, claim.number, new, within),) if claim.sure else ()
        yield CHECK.raises(
            subject,
            f"The text says {was} {claim.noun}, but there are {now}",
            f"The count is {was}; what it counts has {now} members. Whoever trusts the number looks for "
            + ("one that is not there." if claim.stated > claim.actual else "fewer than there are."),
            claim.number,
            fix=f"Change {written} to {new}." if claim.sure else None,
            edits=edits,
            autofix=AutofixClass.SAFE_AUTO if claim.sure else AutofixClass.MANUAL,
        )


CHECK = Check(
    id="count-mismatch",
    title="count that differs from its list",
    scope=Scope.PLAN,
    severity=Severity.P2,
    confidence=Anchor.EVIDENT,
    category="contradiction",
    run=_run,
)
