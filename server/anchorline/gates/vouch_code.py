"""Vouch for a fix of source: what may be applied unattended, and what waits for the person.

A model's edit stays safe_auto only when the finding was verified and is evident, the edit is short and keeps within one
definition, which the change touches and the evidence stands in, it is made where evidence or change is and takes away
nothing from elsewhere, every word that it adds already stands elsewhere in the file, no comment grows by it, the file
parses before and after, and no other finding speaks of the same text. Everything else is gated. A check's edit is code
already.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from anchorline.evidence.between import trimmed
from anchorline.findings.finding import Edit, Finding
from anchorline.findings.words import Anchor, AutofixClass
from anchorline.gates.base import GateContext, Passed
from anchorline.gates.changed import touches_lines
from anchorline.gates.vouch import touches_settled
from anchorline.gates.word_changes import MAX_WORDS
from anchorline.text.edits import TextEdit, apply_edits
from anchorline.text.source import error_count, outline_source

MAX_LINES = 10
"""Lines that a fix takes out and puts in, the greater of the two."""

UNVERIFIED_FIXES = (
    "a reviewer's fix of code is applied unattended only when it was verified, by `anchorline review --fix` or with"
    " the setting validation = always"
)

_WORD = re.compile(r"\w+")
_LOADED = re.compile(r"://|www\.|\bjavascript:|\bdata:")
_EOL = re.compile(r"\r\n|\n|\r")


def vouch_code(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:
    vouched = tuple(_vouched(finding, findings, context) for finding in findings)
    # What would be applied, had anybody looked twice.
    waiting = sum(
        now is not before and before.verification is None and before.confidence is Anchor.EVIDENT
        for before, now in zip(findings, vouched, strict=True)
    )
    if not waiting:
        return Passed(vouched)
    number = "1 fix waits" if waiting == 1 else f"{waiting:,} fixes wait"
    return Passed(vouched, notes=(f"{number} for you: {UNVERIFIED_FIXES}",))


def _vouched(finding: Finding, findings: Sequence[Finding], context: GateContext) -> Finding:
    if finding.autofix_class is not AutofixClass.SAFE_AUTO or not finding.edits:
        return finding
    if any(touches_settled(edit, context.text) for edit in finding.edits):
        return replace(finding, autofix_class=AutofixClass.GATED_AUTO)
    if finding.from_checks or (
        finding.is_verified
        and finding.confidence is Anchor.EVIDENT
        and _is_short(finding.edits)
        and _in_the_unit(finding, context)
        and all(_is_at_fault(edit, finding, context) for edit in finding.edits)
        and all(_adds_nothing_foreign(edit, context.text) for edit in finding.edits)
        and not any(_speaks_of(other, finding.edits) for other in findings if other is not finding)
        and _parses(finding.edits, context)
    ):
        return finding
    return replace(finding, autofix_class=AutofixClass.GATED_AUTO)


def _is_short(edits: Sequence[Edit]) -> bool:
    lines = sum(max(len(_EOL.findall(edit.old)), len(_EOL.findall(edit.new))) + 1 for edit in edits)
    return lines <= MAX_LINES


def _in_the_unit(finding: Finding, context: GateContext) -> bool:
    """Whether the innermost definition around all the edits is one and the same, one that the change touches and in
    which evidence stands. What holds a whole definition, or the border of two, is in neither of them."""
    around = {context.unit_of(edit.span) for edit in finding.edits}
    unit = around.pop()
    if around or unit is None or not touches_lines(unit, context):
        return False
    if not any(context.unit_of(evidence.span) == unit for evidence in finding.evidence):
        return False
    inner = [span for _, span in context.sections if span.start >= unit.start and span.end <= unit.end and span != unit]
    return not any(edit.span.overlaps(span) for edit in finding.edits for span in inner)


def _is_at_fault(edit: Edit, finding: Finding, context: GateContext) -> bool:
    """Whether each line that the edit really changes is one of the evidence or of the change. Next to evidence it may
    add, and take nothing away: a guard that stood before is no part of what this change broke."""
    lines = context.snapshot.lines
    core = trimmed(TextEdit(edit.span, edit.new), context.text)
    altered = range(lines.line_of(core.span.start), lines.line_of(max(core.span.end - 1, core.span.start)) + 1)
    shown = {
        line
        for evidence in finding.evidence
        for line in range(lines.line_of(evidence.span.start), lines.line_of(max(evidence.span.end - 1, 0)) + 1)
    }
    if all(line in shown or _is_changed(line, context) for line in altered):
        return True
    takes = Counter(_WORD.findall(edit.old)) - Counter(_WORD.findall(edit.new))
    return not takes and any({line - 1, line, line + 1} & shown for line in altered)


def _is_changed(line: int, context: GateContext) -> bool:
    return context.changed is not None and touches_lines(context.snapshot.lines.line_span(line), context)


def _adds_nothing_foreign(edit: Edit, text: str) -> bool:
    if not all(c.isprintable() or c in "\r\n\t" for c in edit.new):
        return False
    if Counter(_LOADED.findall(edit.new)) - Counter(_LOADED.findall(edit.old)):
        return False
    added = list((Counter(_WORD.findall(edit.new)) - Counter(_WORD.findall(edit.old))).elements())
    elsewhere = frozenset(_WORD.findall(text[: edit.span.start])) | frozenset(_WORD.findall(text[edit.span.end :]))
    return len(added) <= MAX_WORDS and elsewhere.issuperset(added)


def _speaks_of(other: Finding, edits: Sequence[Edit]) -> bool:
    places = [evidence.span for evidence in other.evidence] + [edit.span for edit in other.edits]
    return any(place.overlaps(edit.span) for place in places for edit in edits)


def _parses(edits: Sequence[Edit], context: GateContext) -> bool:
    """Whether the parser finds no error before and none after, and no words in comments that were not in one; no where
    it cannot tell."""
    text, language = context.text, context.snapshot.language
    if error_count(text, language) != 0:
        return False
    after = apply_edits(text, [TextEdit(edit.span, edit.new) for edit in sorted(edits, key=lambda edit: edit.span)])
    return error_count(after, language) == 0 and not _commented(after, language) - _commented(text, language)


def _commented(text: str, language: str) -> Counter[str]:
    comments = outline_source(text, language).comments
    return Counter(word for comment in comments for word in _WORD.findall(comment.of(text)))
