"""What survives. One file per gate, each a pure function from findings to findings; this module states the order.

Invariant: a gate never invents, moves or hides silently. What goes in comes out published, merged into another finding,
or in the ledger with a reason: `produced == merged + published + sum(dropped)`.
"""

from __future__ import annotations

from collections.abc import Iterable

from anchorline.findings.finding import Finding, Raised
from anchorline.findings.ledger import Drop, Ledger
from anchorline.findings.words import Profile
from anchorline.gates.agreement import agreement
from anchorline.gates.alternatives import alternatives, promotion
from anchorline.gates.anchor import NAME as CONFIDENCE
from anchorline.gates.anchor import anchor_gate
from anchorline.gates.base import Gate, GateContext
from anchorline.gates.calibration import calibration
from anchorline.gates.contradiction import contradiction
from anchorline.gates.grounding import NAME as GROUNDING
from anchorline.gates.grounding import grounding
from anchorline.gates.identity import identity
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
from anchorline.gates.vouch import vouch

# A new gate is one file and one line here. Gates before grounding see findings as raised, those after it with places.
BEFORE_GROUNDING: dict[Profile, tuple[Gate[Raised], ...]] = {
    Profile.DOCUMENT: (schema, protected, anchor_gate),
    Profile.CODE: (schema, preexisting, anchor_gate),
}
AFTER_GROUNDING: dict[Profile, tuple[Gate[Finding], ...]] = {
    Profile.DOCUMENT: (
        calibration, silence, quoted_fix, alternatives, merge, agreement, contradiction, promotion, settled, vouch,
        route, placement, order, identity, memory, shape,
    ),
    Profile.CODE: (
        calibration, silence, merge, agreement, contradiction, vouch, route, placement, order, identity,
        memory, shape,
    ),
}  # fmt: skip


DROPPING = {
    Profile.DOCUMENT: (SCHEMA, PROTECTED, CONFIDENCE, GROUNDING, INLINE, FILTERED, DECIDED, BASELINE),
    Profile.CODE: (SCHEMA, PRE_EXISTING, CONFIDENCE, GROUNDING, INLINE, FILTERED, DECIDED, BASELINE),
}
"""The names under which a gate may drop a finding, in the order of the gates."""


def run(
    raised: Iterable[Raised], context: GateContext, malformed: Iterable[Drop] = ()
) -> tuple[tuple[Finding, ...], Ledger]:
    """All gates in order. `malformed` are findings that could not even be read; they count as produced."""
    candidates = tuple(raised)
    drops = list(malformed)
    produced = len(candidates) + len(drops)
    merged = 0
    notes: list[str] = []
    for early in BEFORE_GROUNDING[context.profile]:
        passed = early(candidates, context)
        candidates, merged = passed.findings, merged + passed.merged
        drops += passed.drops
    findings, ungrounded = grounding(candidates, context)
    drops += ungrounded
    for late in AFTER_GROUNDING[context.profile]:
        result = late(findings, context)
        findings, merged = result.findings, merged + result.merged
        drops += result.drops
        notes += result.notes
    ledger = Ledger(produced, merged, len(findings), tuple(drops), tuple(notes))
    assert ledger.balanced
    return findings, ledger
