"""Quoted fix: prose that says no more than "replace this by that", both verbatim, is an edit already.

Only such a sentence alone counts: whatever else it asks for would be left out. The old text must be part of the
evidence and stand once in the document, or in the finding's section, as whole words. The edit is the finding's as if
its reviewer had written it down, except that it is never safe: it is shown first.
"""

from __future__ import annotations

import re
from dataclasses import replace

from anchorline.findings.finding import Edit, Finding, RawEdit
from anchorline.findings.words import AutofixClass
from anchorline.gates.base import GateContext, Passed
from anchorline.gates.grounding import placed_edits
from anchorline.text.patterns import compiled
from anchorline.text.secrets import MASK

_LONGEST = 1_200  # characters of a fix that are read


def _quoted(name: str) -> str:
    return rf"""(?:`(?P<{name}1>[^`]{{1,400}})`|"(?P<{name}2>[^"]{{1,400}})"|[“„](?P<{name}3>[^“”„]{{1,400}})[“”])"""


def _pair(before: str, between: str, after: str = "", *, new_first: bool = False) -> str:
    first, second = ("new", "old") if new_first else ("old", "new")
    return f"{before}{_quoted(first)}{between}{_quoted(second)}{after}"


_TAIL = re.compile(
    r"(?:,? (?:in|at|under|within|im|unter|so that|because|since|as|to match|like|wie|damit|weil)"
    r"\b(?!.*\b(?:and|or|und|oder|also|both|all|every|each|everywhere|throughout|beide|alle|überall)\b)[^;?!]{1,200})?"
    r"[.!]?",
    re.IGNORECASE | re.DOTALL,
)
_SAYS = (
    _pair("(?:replace|swap|change|rename|correct|reword) ", " (?:with|by|to|into) "),
    _pair("(?:the (?:sentence|phrase|word|line|text|value|heading) )?", " (?:should|must|needs to) (?:read|say) "),
    _pair("(?:use|say|write|put) ", " (?:instead of|rather than|in place of) ", new_first=True),
    _pair("ersetze ", " durch "),
    _pair("ändere ", " (?:in|zu|auf) "),
    _pair("", " durch ", " ersetzen"),
    _pair("", " in ", " ändern"),
    _pair("", " (?:muss|sollte|soll) ", " (?:heißen|lauten)"),
    _pair("(?:schreibe?|verwende|nimm|nutze) ", " (?:statt|anstelle von) ", new_first=True),
)


def quoted_fix(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:
    return Passed(tuple(_written_down(finding, context) for finding in findings))


def quoted_change(fix: str) -> tuple[str, str] | None:
    """(old, new) of a fix that asks for one replacement and nothing else; None of any other."""
    fix = fix.strip()
    if len(fix) > _LONGEST:
        return None
    for says in _SAYS:
        match = compiled(says, re.IGNORECASE).match(fix)
        if match is not None and _TAIL.fullmatch(fix, match.end()):
            old, new = (next(match[f"{side}{n}"] for n in (1, 2, 3) if match[f"{side}{n}"]) for side in ("old", "new"))
            return None if old == new else (old, new)
    return None


def _written_down(finding: Finding, context: GateContext) -> Finding:
    if finding.edits or finding.from_checks or not finding.suggested_fix:
        return finding
    change = quoted_change(finding.suggested_fix)
    if change is None or any(MASK in side or not _is_plain(side) for side in change):
        return finding
    named = finding.constituents[0].section if finding.constituents else ""
    edits = placed_edits((RawEdit(*change),), context.section_span(named), context)
    if not edits or not _is_meant(edits[0], finding, context.text):
        return finding
    autofix = finding.autofix_class
    if autofix is AutofixClass.SAFE_AUTO:
        autofix = AutofixClass.GATED_AUTO
    return replace(finding, edits=edits, autofix_class=autofix)


def _is_plain(side: str) -> bool:
    return all(c.isprintable() or c in "\n\r\t" for c in side)


def _is_meant(edit: Edit, finding: Finding, text: str) -> bool:
    """Whether the words quoted as old are what the finding objects to: in its evidence, no part of a longer word ("cat"
    in "category"), and no name of what is to have the new value ("change `status` to `active`", "`limit` to `5`")."""
    start, end = edit.span
    if not any(edit.span.overlaps(evidence.span) for evidence in finding.evidence):
        return False
    if text[end : end + 3].lstrip(' *_`"').startswith((":", "=")) and not edit.old.rstrip().endswith((":", "=")):
        return False
    if any(c.isdigit() for c in edit.new) and not any(c.isalpha() for c in edit.new) and edit.old.isalpha():
        return False
    cuts_before = start > 0 and _in_word(text[start - 1]) and _in_word(text[start])
    cuts_after = end < len(text) and _in_word(text[end - 1]) and _in_word(text[end])
    return not cuts_before and not cuts_after


def _in_word(c: str) -> bool:
    return c.isalnum() or c == "_"
