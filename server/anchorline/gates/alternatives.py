"""Alternatives: how a fix may be applied depends on whether another one would be as good.

- A manual finding that commits to one concrete remedy, be it an edit or only prose, is gated when its own words name no
  other: the author confirms one change instead of making it.
- A safe or gated finding whose own words name a real alternative is manual. To do nothing, or to leave it as it is, is
  no alternative: it is there for every finding.

A fix that only raises a question, or that asks somebody to choose, stays with the person. What is worth building is the
author's to say, whatever the words; so is which danger is worth bearing, as long as nobody has written the change down.

Each finding is judged by its own words, before those that mean the same become one: of their classes the most cautious
counts. The same words say what to do with a finding that stays with the person.
"""

from __future__ import annotations

from dataclasses import replace

from anchorline.findings.finding import Finding
from anchorline.findings.words import Action, AutofixClass
from anchorline.gates.base import GateContext, Passed
from anchorline.gates.calibration import concedes
from anchorline.gates.remedy import asks, is_one_remedy, leaves_it, names_an_alternative

_THE_AUTHORS = frozenset({"premise", "scope"})
_THE_AUTHORS_IN_PROSE = _THE_AUTHORS | {"risk"}


def alternatives(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:  # noqa: ARG001
    return Passed(tuple(_reclassed(finding) for finding in findings))


def _reclassed(finding: Finding) -> Finding:
    if finding.from_checks or finding.autofix_class is AutofixClass.ADVISORY:
        return finding
    fix, why = finding.suggested_fix or "", finding.why_it_matters
    autofix = finding.autofix_class
    if autofix is not AutofixClass.MANUAL:
        commits = not names_an_alternative(fix, why)
    elif len(finding.edits) == 1:
        commits = not names_an_alternative(fix, why) and not asks(fix)
    else:
        commits = is_one_remedy(fix, finding.title, why)
    if not commits:
        autofix = AutofixClass.MANUAL
    elif autofix is AutofixClass.MANUAL and not _is_the_authors(finding):
        autofix = AutofixClass.GATED_AUTO
    action = Action.APPLY if autofix is not AutofixClass.MANUAL else _recommended(finding, commits=commits)
    return replace(finding, autofix_class=autofix, action=action)


def _is_the_authors(finding: Finding) -> bool:
    return finding.category in (_THE_AUTHORS if finding.edits else _THE_AUTHORS_IN_PROSE)


def _recommended(finding: Finding, *, commits: bool) -> Action:
    """What a manual finding's own words recommend: its remedy, a decision first, or to let the text stand."""
    if concedes(finding.why_it_matters) or (not finding.edits and leaves_it(finding.suggested_fix or "")):
        return Action.SKIP
    return Action.APPLY if commits else Action.DEFER
