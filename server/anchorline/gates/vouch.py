"""Vouch: only an edit that code can answer for may be applied unattended.

Grounding proves a quote, never an edit. A model's edit stays safe_auto only at anchor 100, when every word that it adds
already stands elsewhere in the document, or is a number that the document yields by counting, or repairs a spelling by
at most two letters, as a list of words knows; it is short, and brings in nothing that links, runs, hides or measures.
Otherwise it is gated. A check's edit is code already; but no edit of anyone may touch a mark of something settled.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from anchorline.evidence.fix import SETTLED
from anchorline.findings.finding import Edit, Finding, Raised, RawEdit
from anchorline.findings.words import Anchor, AutofixClass
from anchorline.gates.base import GateContext, Passed
from anchorline.gates.plain_edit import is_of_one_script, is_plain
from anchorline.text.span import Span

MAX_WORDS = 12

_WORD = re.compile(r"\w+(?:[-'’.]\w+)*")
_MAX_REPAIR = 2
_LONGEST = 2_000  # characters of an edit's side


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
    if not is_plain(edit, context.text) or _is_in_front_matter(edit, context):
        return False
    elsewhere = context.text[: edit.span.start] + "\n" + context.text[edit.span.end :]
    return all(
        _stands_in(word, elsewhere) or _is_count(word, context) or _is_repair(word, old_words, elsewhere, context)
        for word in added
    )


def _is_in_front_matter(edit: Edit, context: GateContext) -> bool:
    """What a document is, and how far it has come, is for its author to say."""
    matter = context.outline.front_matter if context.outline is not None else None
    return matter is not None and edit.span.overlaps(matter.span)


def _stands_in(word: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) is not None


def _is_count(word: str, context: GateContext) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 6 and int(word) in context.counts


def _is_repair(word: str, old_words: list[str], elsewhere: str, context: GateContext) -> bool:
    """A misspelt word made right, as a list of words knows, and what it replaces stands nowhere else. Two letters are
    enough to make "nine" of "five"."""
    return any((old, word) in context.repairs and not _stands_in(old, elsewhere) for old in old_words)


def possible_repairs(raised: Iterable[Raised], text: str) -> frozenset[tuple[str, str]]:
    """(old word, new word) of edits that might be repairs of a spelling: letters only, two of them different at most,
    and a new word that the text does not have."""
    pairs: set[tuple[str, str]] = set()
    for finding in raised:
        if finding.autofix_class is AutofixClass.SAFE_AUTO and finding.confidence is Anchor.EVIDENT:
            for edit in finding.edits:
                pairs.update(_close_words(edit))
    return frozenset((old, new) for old, new in pairs if not _stands_in(new, text))


def _close_words(edit: RawEdit) -> Iterator[tuple[str, str]]:
    from rapidfuzz.distance import DamerauLevenshtein  # noqa: PLC0415  # as in similarity

    old_words, new_words = (Counter(_WORD.findall(side[:_LONGEST])) for side in (edit.old, edit.new))
    gone = [word for word in old_words - new_words if word.isalpha()][: 2 * MAX_WORDS]
    for new in list(new_words - old_words)[:MAX_WORDS]:
        if len(new) < 4 or not new.isalpha() or not is_of_one_script(new):
            continue
        for old in gone:
            if DamerauLevenshtein.distance(old.casefold(), new.casefold(), score_cutoff=_MAX_REPAIR) <= _MAX_REPAIR:
                yield old, new
