"""A report as JSON text: stable, readable, and harmless on a terminal or in a log that obeys commands."""

from __future__ import annotations

import json
import re
from dataclasses import fields, is_dataclass
from typing import Any

from anchorline.findings.wire.report import WireReport

_UNSEEN = re.compile(
    "[\x7f-\x9f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f\ud800-\udfff]"
)


def report_text(report: WireReport) -> str:
    return json_text(_plain(report))


def json_text(value: Any) -> str:
    """Indented JSON with a line end. Characters that act instead of showing are written as escapes.

    So is the `##[` that some CI runners obey anywhere in a line; it can only stand inside a string.
    """
    text = json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)
    if not text.isascii() or "\x7f" in text:
        text = _UNSEEN.sub(_escaped, text)
    return text.replace("##[", "#\\u0023[") + "\n"


def _escaped(found: re.Match[str]) -> str:
    code = ord(found.group())
    if 0xD800 <= code <= 0xDFFF:  # half a character, from a file name that is no text: many parsers refuse it
        return "\ufffd"
    if code <= 0xFFFF:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value
