"""What survives. One file per gate, each a pure function from findings to findings; this module states the order.

Documents go through in one pass (`run`). Code may stop half-way: `candidates` gives what is worth a second look by
somebody who is asked for it, and `finish` goes on with what that came to.

Invariant: a gate never invents, moves or hides silently. What goes in comes out published, merged into another finding,
or in the ledger with a reason: `produced == merged + published + sum(dropped)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from anchorline.findings.finding import Finding, Raised
from anchorline.findings.ledger import Drop, Ledger
from anchorline.findings.verification import Examined
from anchorline.findings.words import Profile
from anchorline.gates.agreement import agreement
from anchorline.gates.alternatives import alternatives, promotion
from anchorline.gates.anchor import NAME as CONFIDENCE
from anchorline.gates.anchor import anchor_gate
from anchorline.gates.base import Gate, GateContext
from anchorline.gates.calibration import calibration
from anchorline.gates.changed import NAME as UNCHANGED
from anchorline.gates.changed import changed
from anchorline.gates.contradiction import contradiction
from anchorline.gates.grounding import NAME as GROUNDING
from anchorline.gates.grounding import grounding
from anchorline.gates.identity import identity
from anchorline.gates.lint_ignored import NAME as LINT_IGNORED
from anchorline.gates.lint_ignored import lint_ignored
from anchorline.gates.memory import BASELINE, DECIDED, memory
from anchorline.gates.merge import merge
from anchorline.gates.order import order
from anchorline.gates.placement import placement
from anchorline.gates.preexisting import NAME as PRE_EXISTING
from anchorline.gates.preexisting import preexisting
from anchorline.gates.protected import NAME as PROTECTED
from anchorline.gates.protected import protected
from anchorline.gates.quoted_fix import quoted_fix
from anchorline.gates.route import route
from anchorline.gates.schema import NAME as SCHEMA
from anchorline.gates.schema import schema
from anchorline.gates.settled import settled
from anchorline.gates.shape import shape
from anchorline.gates.silence import FILTERED, INLINE, silence
from anchorline.gates.soft_buckets import NAME as SOFT_BUCKET
from anchorline.gates.soft_buckets import notes, soft_buckets
from anchorline.gates.verified import NAME as VERIFICATION
from anchorline.gates.verified import verified
from anchorline.gates.vouch import vouch
from anchorline.gates.vouch_code import vouch_code

# A new gate is one file and one line here. Gates before grounding see findings as raised, those after it with places.
BEFORE_GROUNDING: dict[Profile, tuple[Gate[Raised], ...]] = {
    Profile.DOCUMENT: (schema, protected, anchor_gate),
    Profile.CODE: (schema, preexisting, lint_ignored),
}
BEFORE_VERIFICATION: dict[Profile, tuple[Gate[Finding], ...]] = {
    Profile.DOCUMENT: (),
    Profile.CODE: (calibration, silence, merge, agreement, contradiction, anchor_gate),
}
AFTER_VERIFICATION: dict[Profile, tuple[Gate[Finding], ...]] = {
    Profile.DOCUMENT: (
        calibration, silence, quoted_fix, alternatives, merge, agreement, contradiction, promotion, settled, vouch,
        route, order, identity, memory, placement, shape,
    ),
    Profile.CODE: (soft_buckets, changed, vouch_code, route, order, identity, memory, placement, shape),
}  # fmt: skip


DROPPING = {
    Profile.DOCUMENT: (SCHEMA, PROTECTED, CONFIDENCE, GROUNDING, INLINE, FILTERED, DECIDED, BASELINE),
    Profile.CODE: (
        SCHEMA, PRE_EXISTING, LINT_IGNORED, GROUNDING, INLINE, FILTERED, CONFIDENCE, VERIFICATION, SOFT_BUCKET,
        UNCHANGED, DECIDED, BASELINE,
    ),
}  # fmt: skip
"""The names under which a gate may drop a finding, in the order of the gates."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """What came through the gates before verification, and the account so far."""

    findings: tuple[Finding, ...]
    produced: int
    merged: int
    drops: tuple[Drop, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """What is published. `testing_gaps` and `residual_risks` are findings that became notes; the ledger has them among
    its drops."""

    findings: tuple[Finding, ...]
    ledger: Ledger
    testing_gaps: tuple[str, ...] = ()
    residual_risks: tuple[str, ...] = ()


def run(
    raised: Iterable[Raised], context: GateContext, malformed: Iterable[Drop] = ()
) -> tuple[tuple[Finding, ...], Ledger]:
    """All gates in order, without a second look at anything. `malformed` are findings that could not even be read; they
    count as produced."""
    judged = finish(candidates(raised, context, malformed), context)
    return judged.findings, judged.ledger


def candidates(raised: Iterable[Raised], context: GateContext, malformed: Iterable[Drop] = ()) -> Candidates:
    """The gates before verification."""
    early = tuple(raised)
    drops = list(malformed)
    produced = len(early) + len(drops)
    merged = 0
    said: list[str] = []
    for gate in BEFORE_GROUNDING[context.profile]:
        passed = gate(early, context)
        early, merged = passed.findings, merged + passed.merged
        drops += passed.drops
    findings, ungrounded = grounding(early, context)
    drops += ungrounded
    for late in BEFORE_VERIFICATION[context.profile]:
        result = late(findings, context)
        findings, merged = result.findings, merged + result.merged
        drops += result.drops
        said += result.notes
    return Candidates(findings, produced, merged, tuple(drops), tuple(said))


def finish(waiting: Candidates, context: GateContext, examined: Sequence[Examined] | None = None) -> Judged:
    """The gates from verification on. `examined` is what came of each candidate, in their order; None where nobody
    looked."""
    findings, merged, drops, said = waiting.findings, waiting.merged, list(waiting.drops), list(waiting.notes)
    if examined is not None:
        weighed = verified(findings, examined, context)
        findings, merged = weighed.findings, merged + weighed.merged
        drops += weighed.drops
    gaps, risks = notes(findings, context) if context.profile is Profile.CODE else ((), ())
    for gate in AFTER_VERIFICATION[context.profile]:
        result = gate(findings, context)
        findings, merged = result.findings, merged + result.merged
        drops += result.drops
        said += result.notes
    ledger = Ledger(waiting.produced, merged, len(findings), tuple(drops), tuple(said))
    assert ledger.balanced
    return Judged(findings, ledger, gaps, risks)
