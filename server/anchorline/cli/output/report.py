"""The JSON output. Its shape is `findings.wire`'s; this only gathers what goes into it."""

from __future__ import annotations

from collections.abc import Sequence

from anchorline import __version__
from anchorline.cli.reviewed import Reviewed
from anchorline.findings.wire.build import wire_report, wire_review
from anchorline.findings.wire.text import report_text
from anchorline.gates import DROPPING


def json_output(files: Sequence[Reviewed], *, explain: bool) -> str:
    reviews = (
        wire_review(file.path, file.review, file.lines, DROPPING[file.review.profile], explain=explain)
        for file in files
    )
    return report_text(wire_report(reviews, "anchorline", __version__))
