"""Alternatives: how a fix may be applied depends on whether another one would be as good.

- A manual finding that commits to one concrete remedy, be it an edit or only prose, is gated when its own words name no
  other: the author confirms one change instead of making it.
- A safe or gated finding whose own words name a real alternative is manual. To do nothing, or to leave it as it is, is
  no alternative: it is there for every finding.

A fix that only raises a question, or that asks somebody to choose, stays with the person. What is worth building is the
author's to say, whatever the words; so is which danger is worth bearing, as long as nobody has written the change down.

Each finding is judged by its own words before those that mean the same become one, and says what it recommends: its
remedy, to settle the matter first, to let the text stand, or nothing. Together they are gated when all that say
anything recommend the remedy: `promotion`, once nobody contradicts.
"""

from __future__ import annotations

from dataclasses import replace

from anchorline.findings.finding import Finding
from anchorline.findings.words import Action, AutofixClass
from anchorline.gates.base import GateContext, Passed

_THE_AUTHORS = frozenset({"premise", "scope"})
_THE_AUTHORS_IN_PROSE = _THE_AUTHORS | {"risk"}


def alternatives(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:  # noqa: ARG001
    return Passed(tuple(_judged(finding) for finding in findings))


def promotion(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:  # noqa: ARG001
    return Passed(tuple(_promoted(finding) for finding in findings))


def _judged(finding: Finding) -> Finding:
    if finding.from_checks or finding.autofix_class is AutofixClass.ADVISORY:
        return finding
    from anchorline.gates.remedy import names_an_alternative  # noqa: PLC0415 - checks alone never need its patterns

    if finding.autofix_class is not AutofixClass.MANUAL:
        if not names_an_alternative(finding.suggested_fix or "", finding.why_it_matters):
            return replace(finding, action=Action.APPLY)
        return replace(finding, autofix_class=AutofixClass.MANUAL, action=Action.DEFER)
    action = _recommended(finding)
    if action is Action.APPLY and not _is_the_authors(finding):
        return replace(finding, autofix_class=AutofixClass.GATED_AUTO, action=action)
    return replace(finding, action=action)


def _promoted(finding: Finding) -> Finding:
    together = len(finding.constituents) > 1 and finding.action is Action.APPLY
    if not together or finding.autofix_class is not AutofixClass.MANUAL:
        return finding
    if _is_the_authors(finding) or _recommended(finding) is not Action.APPLY:
        return finding
    return replace(finding, autofix_class=AutofixClass.GATED_AUTO)


def _is_the_authors(finding: Finding) -> bool:
    return finding.category in (_THE_AUTHORS if finding.edits else _THE_AUTHORS_IN_PROSE)


def _recommended(finding: Finding) -> Action | None:
    """What a manual finding's own words recommend; None when they leave the remedy unsaid."""
    from anchorline.gates import remedy  # noqa: PLC0415 - as above

    fix, why = finding.suggested_fix or "", finding.why_it_matters
    if len(finding.edits) == 1:
        return Action.DEFER if remedy.names_an_alternative(fix, why) or remedy.asks(fix) else Action.APPLY
    if not finding.edits and remedy.leaves_it(fix):
        return Action.SKIP
    if remedy.is_a_choice(fix, finding.title, why):
        return Action.DEFER
    return Action.APPLY if remedy.says_what_to_do(fix) else None
