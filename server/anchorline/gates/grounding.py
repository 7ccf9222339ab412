"""Grounding: a finding lives by the place of its quotes.

Every quote is located in the snapshot, or dies; what earlier reviews wrote into the document proves nothing. A finding
none of whose quotes has a place is dropped; so is one that names symbols which are nowhere. Edits get their place here
too: their old text must stand once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from anchorline.evidence.fix import as_written
from anchorline.evidence.locate import Haystack, Refused, locate_all
from anchorline.findings.finding import CHECKS, Constituent, Edit, Evidence, Finding, Raised, RawEdit
from anchorline.findings.ledger import Drop
from anchorline.findings.words import Anchor, AutofixClass, Match, Profile
from anchorline.gates.base import GateContext
from anchorline.gates.code_symbols import unknown_in_code, words_of
from anchorline.gates.symbols import unknown_symbols
from anchorline.text.span import Span

NAME = "grounding"
OF_A_REVIEW = "quotes what an earlier review wrote"
MOST_ROUGH = 600
"""Quotes of one reviewer that are looked for with letters wrong: thirty findings with a dozen each have not so many,
and a reply of inventions is not to cost a minute."""


def grounding(raised: Iterable[Raised], context: GateContext) -> tuple[tuple[Finding, ...], tuple[Drop, ...]]:
    """(findings with places, drops)."""
    haystack = haystack_of(context)
    unknown_symbols = _symbols(context)
    kept: list[Finding] = []
    drops: list[Drop] = []
    rough: Counter[str] = Counter()
    for finding in raised:
        scope = context.section_span(finding.section)
        roughly = rough[finding.reviewer] < MOST_ROUGH
        answers = locate_all(haystack, finding.evidence, scope=scope or context.authored, roughly=roughly)
        rough[finding.reviewer] += sum(map(_was_sought_roughly, answers))
        found = [answer for answer in answers if isinstance(answer, Evidence)]
        # Checks read the author's own text alone, where it matters; a key is one wherever it stands.
        located = [e for e in found if finding.reviewer == CHECKS or not _is_output(e.span, context)]
        if not located and (taken := _taken_away(finding, context)) is not None:
            # Proven by what the change removed, but by nothing that stands: real perhaps, and never sure.
            located, finding = [taken], replace(finding, confidence=min(finding.confidence, Anchor.ADVISORY))  # noqa: PLW2901
        if not located:
            reasons = dict.fromkeys(answer.reason for answer in answers if isinstance(answer, Refused))
            reasons |= {OF_A_REVIEW: None} if found else {}
            drops.append(Drop(finding.title, finding.reviewer, NAME, "; ".join(reasons)))
            continue
        unknown = next(unknown_symbols(finding), None)
        if unknown is not None:
            drops.append(
                Drop(finding.title, finding.reviewer, NAME, f"names `{unknown}`, which is nowhere in the text")
            )
            continue
        kept.append(_grounded(finding, tuple(located), scope, context))
    return tuple(kept), tuple(drops)


def _was_sought_roughly(answer: Evidence | Refused) -> bool:
    return answer.match is Match.FUZZY if isinstance(answer, Evidence) else answer.kind == "missing"


def haystack_of(context: GateContext) -> Haystack:
    return context.haystack or Haystack(context.snapshot.lines, code=context.profile is Profile.CODE)


def _symbols(context: GateContext) -> Callable[[Raised], Iterator[str]]:
    """Gives the symbols of a finding that are nowhere."""
    if context.profile is Profile.DOCUMENT:
        return lambda finding: unknown_symbols(finding, context.text)
    known = known_names(context)
    files = (context.snapshot.name, *(name for name, _ in context.standards))
    around = "\n".join((*context.removed, *(text for _, text in context.standards)))
    return lambda finding: unknown_in_code(finding, known, context.text, files, around)


def known_names(context: GateContext) -> frozenset[str]:
    """The names that findings about source may use without further proof."""
    return words_of(context.text, *context.removed, *(text for _, text in context.standards)) | context.elsewhere


def _taken_away(finding: Raised, context: GateContext) -> Evidence | None:
    """Where text that the change took away used to stand, when a finding quotes it: the lines that the change touches
    there. A place to show, nothing to edit."""
    folded, starts = context.taken_away
    for quote in finding.evidence:
        wanted = " ".join(quote.text.split())
        at = folded.find(wanted) if wanted else -1
        if at < 0 or context.changed is None:
            continue
        span = context.changed[bisect_right(starts, at) - 1]
        written = span.of(context.text)
        start = span.start + len(written) - len(written.lstrip())
        place = Span(start, start + len(written.strip()))
        if place.start < place.end:
            return Evidence(place.of(context.text), place, Match.FUZZY)
    return None


def _grounded(finding: Raised, evidence: tuple[Evidence, ...], scope: Span | None, context: GateContext) -> Finding:
    section = context.section_of(evidence[0].span.start)
    # Checks know what they are about; a model's edit may count on a section only when the model named it, or when all
    # that stands elsewhere is what earlier reviews repeated.
    is_sure = finding.reviewer == CHECKS or all(_authored_once(edit.old, context) for edit in finding.edits)
    within = scope or (context.section_span(section) if is_sure else None)
    edits = placed_edits(finding.edits, within, context)
    if any(_is_output(edit.span, context) for edit in edits):
        edits = ()
    autofix = finding.autofix_class
    if autofix is AutofixClass.SAFE_AUTO and finding.requires_verification:
        autofix = AutofixClass.GATED_AUTO  # whoever wants a fix tried out does not want it applied unseen
    if edits and any(e.match is Match.FUZZY for e in evidence) and autofix is AutofixClass.SAFE_AUTO:
        autofix = AutofixClass.GATED_AUTO
    return Finding(
        rule=finding.rule,
        title=finding.title,
        severity=finding.severity,
        confidence=finding.confidence,
        autofix_class=autofix,
        finding_type=finding.finding_type,
        category=finding.category,
        section=section,
        why_it_matters=finding.why_it_matters,
        evidence=evidence,
        reviewers=(finding.reviewer,),
        suggested_fix=finding.suggested_fix,
        edits=edits,
        constituents=(Constituent(finding.reviewer, finding.title, finding.section, finding.confidence, finding.rule),),
        failure_path=finding.failure_path,
    )


def _authored_once(old: str, context: GateContext) -> bool:
    if not old or not context.review_output:
        return False
    found, at = 0, context.text.find(old)
    while at >= 0 and found < 2:
        found += not _is_output(Span(at, at + len(old)), context)
        at = context.text.find(old, at + 1)
    return found == 1


def _is_output(span: Span, context: GateContext) -> bool:
    return any(span.overlaps(output) for output in context.review_output)


def placed_edits(edits: tuple[RawEdit, ...], section: Span | None, context: GateContext) -> tuple[Edit, ...]:
    """All edits with their places; none when one of them has no certain place, for half a fix is a fault. `section` is
    that of which the finding speaks."""
    text = context.text
    title = context.section_of(section.start) if section is not None else ""
    placed: list[Edit] = []
    for edit in edits:
        span = _unique(edit, section, text)
        if span is None or any(span.overlaps(other.span) for other in placed):
            return ()
        placed.append(Edit(span, span.of(text), edit.new, title))
    return tuple(placed)


def _unique(edit: RawEdit, section: Span | None, text: str) -> Span | None:
    if not edit.old or edit.old == edit.new:
        return None
    for old in as_written(edit.old, text):
        for scope in (Span(0, len(text)), section):
            if scope is None:
                continue
            at = text.find(old, scope.start, scope.end)
            if at >= 0 and text.find(old, at + 1, scope.end) < 0:
                span = Span(at, at + len(old))
                # A reviewer that knows the place must mean this one.
                return span if edit.span in (None, span) else None
    return None
