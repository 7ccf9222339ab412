"""Alternatives: how a fix may be applied depends on whether another one would be as good.

- A manual finding with one concrete edit, whose reason and fix name no other remedy, is gated: the author confirms one
  change instead of making it.
- A safe or gated finding whose own words name a real alternative is manual. To do nothing, or to leave it as it is, is
  no alternative: it is there for every finding.

A fix that only raises a question, or that asks somebody to choose, stays with the person.
"""

from __future__ import annotations

import re
from dataclasses import replace

from anchorline.findings.finding import Finding
from anchorline.findings.words import Anchor, AutofixClass
from anchorline.gates.base import GateContext, Passed

_LONGEST = 4_000

_NOTHING = (
    r"(?:do(?:ing)?\ nothing|(?:leav|keep)(?:e|ing)?\ (?:it|this|that|them|things)\b|accept\ (?:it|this|the\ risk)"
    r"|nichts\ tun|so\ lassen)"
)
_VERBS = (
    "accept|add|adopt|allow|amend|build|call|change|choose|combine|cut|declare|defer|define|delete|derive|describe|"
    "disable|document|drop|enable|exclude|extend|fix|give|have|include|introduce|keep|let|limit|link|list|make|mark|"
    "merge|move|name|note|offer|omit|pass|pin|postpone|put|record|reduce|remove|rename|replace|require|restore|reword|"
    "rewrite|run|say|scope|set|settle|show|shorten|skip|specify|split|state|stop|store|swap|take|treat|turn|update|use|"
    "widen|write"
)
_MENU = re.compile(
    rf"""
      \b(?:or|oder)\ (?:else\ |rather\ |instead\ |at\ least\ |stattdessen\ )?(?!{_NOTHING})(?:{_VERBS})\b
    | \beither\b(?!\ way)[^.;]{{1,200}}\bor\b(?!\ {_NOTHING}) | \bentweder\b[^.;]{{1,200}}\boder\b
    | \b(?:decide|choose|pick)\ (?:between|whether|which|one\ of|among)\b | \bentscheide\w*,?\ ob\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
_EITHER_WAY = re.compile(
    r"""
      \balternatively\b
    | \b(?:could|can|might|may)\ go\ either\ way\b
    | \b(?:equally|just\ as)\ (?:valid|good|defensible|reasonable)\b
    | \bboth\ (?:are|would\ be|readings\ are|options\ are)\ (?:valid|defensible|reasonable|possible)\b
    | \bwould\ (?:also\ |equally\ )?be\ (?:as\ good|an\ option)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ASKS = re.compile(r"^\W*(?:decide|choose|discuss|clarify|consider|ask|entscheide|kläre)\b|\?\s*$", re.IGNORECASE)


def alternatives(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:  # noqa: ARG001
    return Passed(tuple(_reclassed(finding) for finding in findings))


def names_an_alternative(fix: str, why: str) -> bool:
    """Whether a finding names a second remedy that an author could prefer. A reason is full of "or" and names none:
    there only the plain words count."""
    fix, why = (" ".join(text[:_LONGEST].split()) for text in (fix, why))
    return bool(_MENU.search(fix) or _EITHER_WAY.search(fix) or _EITHER_WAY.search(why))


def _reclassed(finding: Finding) -> Finding:
    if finding.from_checks:
        return finding
    offered = names_an_alternative(finding.suggested_fix or "", finding.why_it_matters)
    if finding.autofix_class in (AutofixClass.SAFE_AUTO, AutofixClass.GATED_AUTO):
        return replace(finding, autofix_class=AutofixClass.MANUAL) if offered else finding
    if finding.autofix_class is AutofixClass.MANUAL and not offered and _is_concrete(finding):
        return replace(finding, autofix_class=AutofixClass.GATED_AUTO)
    return finding


def _is_concrete(finding: Finding) -> bool:
    """One change, sure enough to show, that answers more than a question. What is worth building is the author's."""
    return (
        len(finding.edits) == 1
        and finding.confidence >= Anchor.CONFIRMED
        and finding.category != "premise"
        and not _ASKS.search((finding.suggested_fix or "")[:_LONGEST])
    )
