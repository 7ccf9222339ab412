"""Calibration: what a reviewer says of itself is held against its own words and its nature.

- A finding whose reasoning concedes that the text holds ("technically correct, but …") is at most P2: critical means
  that the text is wrong.
- A reviewer that argues about premises has a ceiling: nothing in the text can prove its case.
- A finding that rests on a fuzzy match alone is not evident from the text.
"""

from __future__ import annotations

import re
from dataclasses import replace

from anchorline.findings.finding import Finding
from anchorline.findings.words import Anchor, Match, Severity
from anchorline.gates.base import GateContext, Passed
from anchorline.text.patterns import compiled

_CONCEDES = r"""
      \b(?:is|are|was|be|remains?|stays?)\ (?:itself\ |still\ |in\ fact\ |strictly\ )?
        (?:correct|accurate|true|right|valid|fine),?\ (?:but|however|although|though|yet|while)\b
    | \b(?:technically|strictly\ speaking|literally|nominally|formally)\ (?:is\ |are\ |it\ is\ )?
        (?:correct|accurate|true|right|valid|fine)\b
    | \baccidentally\ (?:right|correct|true)\b
    | \b(?:right|correct|true)\ by\ accident\b
    | \b(?:fine|correct|true|right)\ in\ principle\b
    | \b(?:while|although|though)\ (?:this|it|that|the\ (?:statement|sentence|claim|number|text|count|value))
        \ (?:is|are)\ (?:technically\ )?(?:correct|accurate|true|right|valid)\b
    | \b(?:ist|sind|war|bleibt)\ (?:zwar\ |an\ sich\ |im\ Prinzip\ |grundsätzlich\ )?(?:korrekt|richtig|wahr|zutreffend)
        ,?\ (?:aber|jedoch|allerdings|obwohl|wenn\ auch)\b
    | \b(?:technisch|streng\ genommen|formal|rein\ formal)\ (?:gesehen\ )?(?:korrekt|richtig|wahr|zutreffend)\b
    | \b(?:zufällig|im\ Prinzip|grundsätzlich)\ (?:korrekt|richtig)\b
    | \bzwar\ (?:korrekt|richtig|zutreffend)\b
    """  # fmt: skip
_HOLDS = (
    "correct", "accurate", "true", "right", "valid", "fine", "korrekt", "richtig", "wahr", "zutreffend",
)  # fmt: skip
"""One of these is in every concession: to look for them first is quicker."""
_DENIES = re.compile(r"\b(?:not|never|no longer|isn't|aren't|nicht|kein\w*|nie)\s*$", re.IGNORECASE)


def concedes(reasoning: str) -> bool:
    """Whether the words admit that the statement they object to holds."""
    folded = reasoning.casefold()
    if not any(holds in folded for holds in _HOLDS):
        return False
    concessions = compiled(_CONCEDES, re.VERBOSE | re.IGNORECASE).finditer(" ".join(reasoning.split()))
    return any(not _DENIES.search(reasoning, 0, match.start()) for match in concessions)


def calibration(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:
    return Passed(tuple(_calibrated(finding, context) for finding in findings))


def _calibrated(finding: Finding, context: GateContext) -> Finding:
    severity, confidence = finding.severity, finding.confidence
    if severity.rank < Severity.P2.rank and not finding.from_checks and concedes(finding.why_it_matters):
        severity = Severity.P2
    for reviewer in finding.reviewers:
        confidence = min(confidence, context.ceilings.get(reviewer, Anchor.EVIDENT))
    if all(evidence.match is Match.FUZZY for evidence in finding.evidence):
        confidence = min(confidence, Anchor.CONFIRMED)
    if (severity, confidence) == (finding.severity, finding.confidence):
        return finding
    return replace(finding, severity=severity, confidence=confidence)
