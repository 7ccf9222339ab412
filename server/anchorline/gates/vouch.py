"""Vouch: only an edit that code can answer for may be applied unattended.

Grounding proves a quote, never an edit. A model's edit stays safe_auto only at anchor 100, when every word that it adds
already stands elsewhere in the document, or is a number that the document yields by counting, or repairs a spelling by
at most two letters; it is short, and brings in nothing that links, runs, hides or measures. Otherwise it is gated.
A check's edit is code already; but no edit of anyone may touch a mark of something settled.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from anchorline.evidence.fix import SETTLED
from anchorline.findings.finding import Edit, Finding
from anchorline.findings.words import Anchor, AutofixClass
from anchorline.gates.base import GateContext, Passed
from anchorline.gates.plain_edit import is_of_one_script, is_plain
from anchorline.text.span import Span

MAX_WORDS = 12

_WORD = re.compile(r"\w+(?:[-'’.]\w+)*")
_MAX_REPAIR = 2


def vouch(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:
    return Passed(tuple(_vouched(finding, context) for finding in findings))


def _vouched(finding: Finding, context: GateContext) -> Finding:
    if finding.autofix_class is not AutofixClass.SAFE_AUTO or not finding.edits:
        return finding
    if any(touches_settled(edit, context.text) for edit in finding.edits):
        return replace(finding, autofix_class=AutofixClass.GATED_AUTO)
    if finding.from_checks:
        return finding
    if finding.confidence is Anchor.EVIDENT and all(_answerable(edit, context) for edit in finding.edits):
        return finding
    return replace(finding, autofix_class=AutofixClass.GATED_AUTO)


def touches_settled(edit: Edit, text: str) -> bool:
    """Whether the edit reaches into a `session-settled:` mark, or would write one."""
    if "session-settled" in edit.new and SETTLED.findall(edit.new) != SETTLED.findall(edit.old):
        return True
    changed = _changed_span(edit)
    start, end = max(changed.start - 2100, 0), min(changed.end + 2100, len(text))
    if text.find("session-settled", start, end) < 0:
        return False
    return any(Span(*match.span()).overlaps(Span(changed.start, max(changed.end, changed.start + 1)))
               for match in SETTLED.finditer(text, start, end))  # fmt: skip


def _changed_span(edit: Edit) -> Span:
    """The part of the old text that really changes: without what both begin and end with."""
    old, new = edit.old, edit.new
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return Span(edit.span.start + head, edit.span.end - tail)


def _answerable(edit: Edit, context: GateContext) -> bool:
    old_words, new_words = _WORD.findall(edit.old), _WORD.findall(edit.new)
    added = list((Counter(new_words) - Counter(old_words)).elements())
    if len(added) > MAX_WORDS:
        return False
    if not is_plain(edit, context.text):
        return False
    elsewhere = context.text[: edit.span.start] + "\n" + context.text[edit.span.end :]
    return all(
        _stands_in(word, elsewhere) or _is_count(word, context) or _is_repair(word, old_words, elsewhere)
        for word in added
    )


def _stands_in(word: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) is not None


def _is_count(word: str, context: GateContext) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 6 and int(word) in context.counts


def _is_repair(word: str, old_words: list[str], elsewhere: str) -> bool:
    """A misspelt word made right: close to what it replaces, letters only, and what it replaces stands nowhere else."""
    from rapidfuzz.distance import DamerauLevenshtein  # noqa: PLC0415  # as in similarity

    if not word.isalpha() or len(word) < 4 or not is_of_one_script(word):
        return False
    return any(
        old.isalpha()
        and not _stands_in(old, elsewhere)
        and DamerauLevenshtein.distance(old.casefold(), word.casefold(), score_cutoff=_MAX_REPAIR) <= _MAX_REPAIR
        for old in old_words
    )
