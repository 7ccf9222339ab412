"""Memory: what was decided before holds, whatever a model says anew.

Dismissed findings are dropped while their evidence stands, deferred ones while their entry stands too, and counted; one
whose fix was applied and that is here all the same is told so; the fix of one that was undone is never applied
unattended again. On a review after an edit, what models newly find to be minor in sections that nobody touched is for
information only, so that rounds grow shorter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from anchorline.findings.decisions import (
    MOST_QUOTES,
    Claim,
    Decision,
    DecisionKind,
    Scope,
    claim_of,
    is_covered,
)
from anchorline.findings.deferral import Entries, standing
from anchorline.findings.finding import CHECKS, Finding
from anchorline.findings.ledger import Drop
from anchorline.findings.likeness import FAMILIAR, Likeness, Subject, matches
from anchorline.findings.remembered import Remembered
from anchorline.findings.rounds import Claims, changed_headings, heading_digest
from anchorline.findings.trace import WIDTH, Place, Trace, grams_of
from anchorline.findings.words import Profile, Route, Severity
from anchorline.gates.base import GateContext, Passed
from anchorline.text.span import Span

DECIDED = "decided"
BASELINE = "baseline"

DID_NOT_LAND = "Its fix was applied, and did not land."

_RECENT = 10  # rounds whose findings are nothing new


def memory(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:
    known = context.remembered
    baseline = known.baseline or known.baseline_moved
    if not findings or not (known.decisions or known.moved or baseline or known.rounds):
        return Passed(findings)
    recalled = _Recalled(findings, context, standing(known, _entries(context)))
    kept: list[Finding] = []
    drops: list[Drop] = []
    for number, finding in enumerate(findings):
        dropped = recalled.why_dropped(number)
        if dropped is not None:
            gate, reason, decisions = dropped
            drops.append(Drop(finding.title, finding.reviewers[0], gate, reason, decisions=decisions))
        else:
            kept.append(recalled.marked(number))
    return Passed(tuple(kept), tuple(drops))


def _entries(context: GateContext) -> Entries:
    written = "\n".join(span.of(context.text) for span in context.review_output)
    return Entries(written, (title for title, _ in context.own_sections))


class _Recalled:
    """The decisions about each of these findings."""

    def __init__(self, findings: Sequence[Finding], context: GateContext, known: Remembered) -> None:
        self._findings = findings
        self._context = context
        self._code = context.profile is Profile.CODE
        self._grams: dict[int, frozenset[int]] = {}
        self._places: dict[Span, Place] = {}
        rules = {finding.rule for finding in findings}  # to look for the rest in the text would take long
        self._by_rule: dict[str, list[Decision]] = {}
        for each in known.decisions:
            if each.scope is not Scope.FINDING:
                self._by_rule.setdefault(each.claim.rule, []).append(each)
        for each in known.moved:
            if each.scope is Scope.FILE and each.claim.rule in rules and self._at_home(each.claim.traces):
                self._by_rule.setdefault(each.claim.rule, []).append(each)
        # What was decided about a rule was decided about a finding first: a persona may file it elsewhere next time.
        about_one = list(known.decisions)
        elsewhere = [each for each in known.moved if each.scope is Scope.FINDING]
        self._of: dict[int, list[tuple[Decision, Likeness]]] = {}
        for decisions, strict in ((about_one, False), (elsewhere, True)):
            for kinds in ({DecisionKind.DISMISSED, DecisionKind.DEFERRED}, {DecisionKind.APPLIED},
                          {DecisionKind.UNDONE}, {DecisionKind.ACKNOWLEDGED}):  # fmt: skip
                # One kind at a time: that a fix was applied uses up no dismissal.
                self._match([each for each in decisions if each.kind in kinds], strict=strict)

    @cached_property
    def _subjects(self) -> list[Subject]:
        return [
            Subject(finding, [self._place(evidence.span) for evidence in finding.evidence[:MOST_QUOTES]])
            for finding in self._findings
        ]

    def _place(self, span: Span) -> Place:
        """One for all that rests on these words."""
        if span not in self._places:
            context = self._context
            self._places[span] = Place(context.text, span, context.section_of(span.start), code=self._code)
        return self._places[span]

    def _match(self, decisions: Sequence[Decision], *, strict: bool) -> None:
        if not decisions:
            return
        for match in matches([each.claim for each in decisions], self._subjects, strict=strict):
            self._of.setdefault(match.subject, []).append((decisions[match.claim], match.like))

    def why_dropped(self, number: int) -> tuple[str, str, tuple[Decision, ...]] | None:
        """(gate, reason, decisions that say so)."""
        finding = self._findings[number]
        silencing = self._by_rule.get(finding.rule, [])
        hiding = [
            decision
            for decision, like in self._of.get(number, ())
            if decision.kind.hides and like.stands and self._stands(like.unseen)
        ]
        behind = (*silencing, *hiding)
        if behind and is_covered(finding, [each.claim for each in hiding], self._by_rule.keys()):
            if silencing:
                where = "file" if silencing[0].scope is Scope.FILE else "workspace"
                return DECIDED, f"{finding.rule} is no problem in this {where}: decided earlier", behind
            return DECIDED, f"{hiding[0].kind.value} earlier, and its evidence stands", behind
        return (BASELINE, "known in the baseline", ()) if number in self._known else None

    @cached_property
    def _known(self) -> frozenset[int]:
        """Those of the baseline."""
        remembered = self._context.remembered
        if not (remembered.baseline or remembered.baseline_moved):
            return frozenset()
        about_one = [each.claim for each in remembered.baseline if each.scope is Scope.FINDING]
        rules = [each.claim.rule for each in remembered.baseline if each.scope is not Scope.FINDING]
        elsewhere = [each.claim for each in remembered.baseline_moved if each.scope is Scope.FINDING]
        raised = {finding.rule for finding in self._findings}
        rules += [
            each.claim.rule
            for each in remembered.baseline_moved
            if each.scope is Scope.FILE and each.claim.rule in raised and self._at_home(each.claim.traces)
        ]
        fitting: dict[int, list[Claim]] = {}
        for claims, strict in ((about_one, False), (elsewhere, True)):
            for match in matches(claims, self._subjects, strict=strict):
                if match.like.stands:
                    fitting.setdefault(match.subject, []).append(claims[match.claim])
        by_id: dict[str, list[Claim]] = {}
        for claim in (*about_one, *elsewhere):
            if claim.finding:
                by_id.setdefault(claim.finding, []).append(claim)
        found = []
        for number, finding in enumerate(self._findings):
            same = by_id.get(finding.id, [])
            nameless = any(not claim.reviewers for claim in same)
            if nameless or is_covered(finding, [*fitting.get(number, ()), *same], rules):
                found.append(number)
        return frozenset(found)

    def marked(self, number: int) -> Finding:
        finding = self._findings[number]
        latest = {decision.kind: decision for decision, _ in sorted(
            self._of.get(number, ()), key=lambda pair: pair[0].at
        )}  # fmt: skip
        applied, undone = latest.get(DecisionKind.APPLIED), latest.get(DecisionKind.UNDONE)
        if applied is not None and (undone is None or applied.at > undone.at):
            finding = replace(finding, landed=False, why_it_matters=f"{DID_NOT_LAND} {finding.why_it_matters}".strip())
        # What was applied and reads as before was taken back where nobody saw it: in a closed file, by a checkout.
        if (undone is not None or number in self._back) and finding.route is Route.APPLY:
            finding = replace(finding, route=Route.PROPOSED)
        if DecisionKind.ACKNOWLEDGED in latest:
            finding = replace(finding, route=Route.FYI)
        elif number in self._immaterial:
            finding = replace(finding, route=Route.FYI, held_back=True)
        return finding

    @cached_property
    def _back(self) -> frozenset[int]:
        """Those whose fix was applied, and whose old text stands."""
        return frozenset(
            number
            for number, about in self._of.items()
            if any(decision.kind is DecisionKind.APPLIED and like.stands for decision, like in about)
        )

    @cached_property
    def _immaterial(self) -> frozenset[int]:
        """What a model found only now, in text that is as it was, and what is nothing grave."""
        context = self._context
        rounds = context.earlier[-_RECENT:]
        if not context.materiality or not rounds or not rounds[-1].sections:
            return frozenset()
        minor = [number for number, finding in enumerate(self._findings) if self._is_minor(number, finding)]
        claims = Claims(claim_of(self._findings[number]) for number in minor)
        left = set(range(len(minor)))
        for each in reversed(rounds):  # most of it was there the last time
            if not left:
                break
            left -= {at for at, found in claims.first_among(each.claims).items() if not found.held_back}
        return frozenset(minor[at] for at in left)

    def _is_minor(self, number: int, finding: Finding) -> bool:
        """Whether a finding of a model is nothing grave, stands where nobody edited, and nothing is decided of it."""
        if finding.route is Route.FYI or finding.severity.rank < Severity.P2.rank or CHECKS in finding.reviewers:
            return False
        section_of = self._context.section_of
        return not self._of.get(number) and self._changed.isdisjoint(
            heading_digest(section_of(evidence.span.start)) for evidence in finding.evidence
        )

    @cached_property
    def _changed(self) -> frozenset[str]:
        return changed_headings(self._context.earlier[-1].sections, self._context.section_contents)

    def _stands(self, traces: Sequence[Trace]) -> bool:
        """Whether all of it stands somewhere in the text, under the headings that it stood under."""
        return all(trace.grams <= self._all_grams(trace.width) for trace in traces)

    def _at_home(self, traces: Sequence[Trace]) -> bool:
        """Whether all of it stands in the text, and what was around it too, more or less."""
        return self._stands(traces) and all(
            sum(gram in self._all_grams(WIDTH) or gram ^ 1 in self._all_grams(WIDTH) for gram in trace.around)
            >= FAMILIAR * len(trace.around)
            for trace in traces
        )

    def _all_grams(self, width: int) -> frozenset[int]:
        if width not in self._grams:
            self._grams[width] = frozenset(
                gram
                for title, span in self._context.own_sections
                for gram in grams_of(span.of(self._context.text), title, width, code=self._code)
            )
        return self._grams[width]
