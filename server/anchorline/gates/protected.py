"""Protected: plans, solutions, decisions and their like are what a team works with; nobody's finding deletes them.

Only a finding whose title or fix has such a file itself as its object is meant: to take a section out of a plan is
ordinary editing.
"""

from __future__ import annotations

import re

from anchorline.findings.finding import Raised
from anchorline.findings.ledger import Drop
from anchorline.findings.words import Profile
from anchorline.gates.base import GateContext, Passed
from anchorline.text.patterns import compiled

NAME = "protected"

_LONGEST = 2_000
_KINDS = r"(?:plan|solution|brainstorm|requirements|spec(?:ification)?|adr|decision\ record|design\ doc(?:ument)?)s?"
_FOLDERS = r"(?:plans?|solutions?|brainstorms?|ideation|requirements|specs?|adrs?|decisions?)"
_DELETES = rf"""
    \b(?:delete|deleting|remove|removing|purge|discard|drop|git\ rm|gitignore|ignore|get\ rid\ of
        |clean\ up|lösche|entferne)
    \ (?:(?:the|this|that|these|all|any|whole|entire|old|stale|obsolete|committed|completed|outdated|files?
        |in|from|under|diese[ns]?|den|die|das|alle)\ ){{0,4}}
    (?: `?(?:\.?[\w.-]{{1,40}}/){{0,4}}{_FOLDERS}/
      | {_KINDS}(?:\ (?:files?|documents?|artefacts?|artifacts?|folders?|director(?:y|ies)|itself))?
        (?= \s*(?:$|[.,;:!)])
          | \ (?:and|because|once|after|when|since|before|from\ (?:the\ )?(?:repo|branch|tree|version)))
    )
    """


def protected(raised: tuple[Raised, ...], context: GateContext) -> Passed[Raised]:
    if context.profile is not Profile.DOCUMENT:
        return Passed(raised)
    kept: list[Raised] = []
    drops: list[Drop] = []
    for finding in raised:
        if asks_to_delete(finding.title) or asks_to_delete(finding.suggested_fix or ""):
            drops.append(
                Drop(finding.title, finding.reviewer, NAME, "asks to delete a plan or another working document")
            )
        else:
            kept.append(finding)
    return Passed(tuple(kept), tuple(drops))


def asks_to_delete(advice: str) -> bool:
    return compiled(_DELETES, re.VERBOSE | re.IGNORECASE).search(" ".join(advice[:_LONGEST].split())) is not None
