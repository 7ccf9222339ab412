"""`anchorline schema`: the JSON Schema of `review --format json`."""

from __future__ import annotations

import sys

from anchorline.cli.exits import Exit


def schema() -> int:
    """Print the JSON Schema of `review --format json`."""
    from anchorline.findings.wire.schema import report_schema  # noqa: PLC0415 - the only command that needs pydantic
    from anchorline.findings.wire.text import json_text  # noqa: PLC0415

    sys.stdout.write(json_text(report_schema()))
    return Exit.OK
