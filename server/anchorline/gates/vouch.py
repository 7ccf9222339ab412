"""Vouch: only an edit that code can answer for may be applied unattended.

Grounding proves a quote, never an edit. A model's edit stays safe_auto only at anchor 100, when it is made where the
evidence stands and puts words for words, few of them (`word_changes`): each one stands elsewhere in the document, or is
a number that the document yields by counting, or repairs a spelling by at most two letters, as a list of words knows;
and when it brings in nothing that links, runs, hides or measures (`plain_edit`). Otherwise it is gated. A check's edit
is code already; but no edit of anyone may touch a mark of something settled.
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
from anchorline.gates.word_changes import MAX_WORDS, answers_for, are_few, are_kept, changes, is_in_prose
from anchorline.text.span import Span

_WORD = re.compile(r"\w+(?:[-'’.]\w+)*")
_MAX_REPAIR = 2
_LONG_FOR_PLACES, _LONG_FOR_DOUBLE, _LONG_FOR_ONE, _LONG_FOR_TWO = 5, 6, 8, 10  # letters
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
    if finding.confidence is Anchor.EVIDENT and _is_answered_for(finding, context):
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


def _is_answered_for(finding: Finding, context: GateContext) -> bool:
    if any(len(side) > _LONGEST for edit in finding.edits for side in (edit.old, edit.new)):
        return False  # nor compared word by word, which would take long
    made = [changes(edit, context.text) for edit in finding.edits]
    return are_few([change for each in made for change in each]) and all(
        _is_at_fault(edit, finding, context)
        and is_plain(edit, context.text)
        and not _is_in_front_matter(edit, context)
        and is_in_prose(_changed_span(edit), context)
        and are_kept(each)
        and all(answers_for(change, edit, context) for change in each)
        for edit, each in zip(finding.edits, made, strict=True)
    )


def _is_at_fault(edit: Edit, finding: Finding, context: GateContext) -> bool:
    """Whether it is made in lines that the evidence stands in."""
    line_of = context.snapshot.lines.line_of
    first, last = line_of(edit.span.start), line_of(max(edit.span.end - 1, edit.span.start))
    return any(
        line_of(evidence.span.start) <= last and first <= line_of(max(evidence.span.end - 1, evidence.span.start))
        for evidence in finding.evidence
    )


def _is_in_front_matter(edit: Edit, context: GateContext) -> bool:
    """What a document is, and how far it has come, is for its author to say."""
    matter = context.outline.front_matter if context.outline is not None else None
    return matter is not None and edit.span.overlaps(matter.span)


def _stands_in(word: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) is not None


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
            away = DamerauLevenshtein.distance(old.casefold(), new.casefold(), score_cutoff=_MAX_REPAIR)
            if away <= _MAX_REPAIR and old[0].casefold() == new[0].casefold() and _is_slip(old, new, away):
                yield old, new


def _is_slip(old: str, new: str, away: int) -> bool:
    """Whether so much difference is a slip, not another word: "stdin" is no "stain", "colour" no fault. Letters that
    changed places, and double ones that are single, are slips in short words, too."""
    if away > 1:
        return len(old) >= _LONG_FOR_TWO
    if sorted(old) == sorted(new):
        return len(old) >= _LONG_FOR_PLACES
    longer, shorter = (old, new) if len(old) > len(new) else (new, old)
    if len(longer) > len(shorter):
        doubled = any(
            longer[at] == longer[at - 1] and longer[:at] + longer[at + 1 :] == shorter for at in range(1, len(longer))
        )
        return len(old) >= (_LONG_FOR_DOUBLE if doubled else _LONG_FOR_ONE)
    swapped = {pair for pair in zip(old.casefold(), new.casefold(), strict=True) if pair[0] != pair[1]}
    return len(old) >= _LONG_FOR_ONE and not swapped <= {("s", "z"), ("z", "s")}
