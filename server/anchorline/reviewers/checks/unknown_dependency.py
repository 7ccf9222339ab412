"""A unit depends on a unit that the plan does not define.

Why
    Whoever schedules the work follows the dependency fields. An ID that nothing in the plan carries is either a unit
    that was lost or a number that went stale when units were renumbered; both stop the work at that point.

Fires
    On an ID in a unit's field "Dependencies", "Depends on" or "Blocked by" (or their German, French, Spanish and other
    forms, or a table column of that name), when the ID belongs to a family that the plan defines and no place in the
    plan defines it:

        ### Unit 1: Schema
        ### Unit 2: Importer
        **Dependencies:** Unit 1, Unit 4

    fires on "Unit 4".

Must not fire
    - on what stands after the first parenthesis, dash or full stop: "None; until Unit 4 extends it", "Unit 1 (feeds
      Unit 9)"
    - on IDs of families that the plan does not define ("PR 12"), or of another document ("Unit 9 of the billing plan")
    - on IDs that a heading, a list, a table, a range, code or a quotation of the plan may define
    - on plans with an `origin:` document that defines the ID, or that cannot be read
    - on a number alone ("Dependencies: 4"), which may be a count
    - on IDs that the plan says were withdrawn, merged, renumbered or deferred

Class
    P1, confidence 100, manual: the text proves that the ID is missing, not which one was meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from anchorline.findings.finding import Raised
from anchorline.findings.words import Anchor, Severity
from anchorline.reviewers.base import Check, Scope, Subject
from anchorline.reviewers.local_ids import undefined_here


def _run(subject: Subject) -> Iterator[Raised]:
    families = subject.families
    missing = [
        dependency
        for dependency in subject.dependencies
        if families.by_key[dependency.key].is_plan
        and dependency.number not in families.by_key[dependency.key].numbers
        and dependency.number not in families.known[dependency.key]
        and families.by_key[dependency.key].has_depth_of(dependency.number)
        and not dependency.soft
        and not dependency.lone
    ]
    explained = undefined_here(subject, {(d.key, d.number) for d in missing})
    seen: set[object] = set()
    for dependency in missing:
        if (dependency.key, dependency.number) not in explained or dependency.span in seen:
            continue
        seen.add(dependency.span)
        written = " ".join(dependency.span.of(subject.text).split())
        if written.isdecimal():  # the 7 of "Units 2 and 7"
            written = families.by_key[dependency.key].name(dependency.number)
        owner = dependency.of.label.of(subject.text)
        yield CHECK.raises(
            subject,
            f"{owner} depends on {written}, which is not defined",
            f"The dependencies of {owner} name {written}, but no heading, list or table of this document defines it; "
            "the order of the work cannot be followed from here.",
            dependency.span,
        )


CHECK = Check(
    id="unknown-dependency",
    title="dependency on an undefined unit",
    scope=Scope.PLAN,
    severity=Severity.P1,
    confidence=Anchor.EVIDENT,
    category="sequence",
    run=_run,
)
