"""The JSON Schema of the output, and the check of a report that comes in. The only module here that loads pydantic."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter, ValidationError

from anchorline.findings.wire.report import WireReport

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_REPORT: TypeAdapter[WireReport] = TypeAdapter(WireReport)


def report_schema() -> dict[str, Any]:
    """JSON Schema, draft 2020-12, of what `review --format json` prints."""
    return {
        "$schema": DIALECT,
        "title": "Anchorline review report, schema_version 1",
        **{key: value for key, value in _REPORT.json_schema(mode="serialization").items() if key != "title"},
    }


def read_report(text: str | bytes) -> tuple[WireReport | None, tuple[str, ...]]:
    """(report, problems). Strict: an unknown field, a missing one or a wrong type is a problem with its place."""
    try:
        return _REPORT.validate_json(text), ()
    except ValidationError as error:
        return None, tuple(
            f"{'/'.join(str(part) for part in problem['loc']) or 'the report'}: {problem['msg']}"
            for problem in error.errors(include_url=False, include_input=False)
        )
