"""The JSON output. Its shape is `findings.wire`'s; this only gathers what goes into it."""

from __future__ import annotations

from collections.abc import Sequence

from anchorline import __version__
from anchorline.cli.reviewed import Reviewed
from anchorline.findings.wire.build import wire_report, wire_review
from anchorline.findings.wire.text import report_text
from anchorline.findings.words import Profile
from anchorline.gates.anchor import NAME as CONFIDENCE
from anchorline.gates.grounding import NAME as GROUNDING
from anchorline.gates.preexisting import NAME as PRE_EXISTING
from anchorline.gates.protected import NAME as PROTECTED
from anchorline.gates.schema import NAME as SCHEMA
from anchorline.gates.silence import FILTERED, INLINE

GATES = {
    Profile.DOCUMENT: (SCHEMA, PROTECTED, CONFIDENCE, GROUNDING, INLINE, FILTERED),
    Profile.CODE: (SCHEMA, PRE_EXISTING, CONFIDENCE, GROUNDING, INLINE, FILTERED),
}
"""The names under which a gate may drop, in the order of the gates."""


def json_output(files: Sequence[Reviewed], *, explain: bool) -> str:
    reviews = (
        wire_review(file.path, file.review, file.lines, GATES[file.review.profile], explain=explain) for file in files
    )
    return report_text(wire_report(reviews, "anchorline", __version__))
