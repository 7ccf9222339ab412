"""Text of documents, file names and models, made safe for a terminal and for a log that obeys commands."""

from __future__ import annotations

import re

_ACTS = re.compile(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f\ud800-\udfff]"
)


def visible(text: str) -> str:
    """Characters that act instead of showing, as escapes (`\\x1b`, `\\u202e`). Line ends too; a tab stays."""
    return _ACTS.sub(_escaped, text)


def one_line(text: str, limit: int = 2000) -> str:
    """White space folded, hidden characters shown, cut with an ellipsis after `limit` characters."""
    line = visible(" ".join(text.split()))
    return line if len(line) <= limit else line[: limit - 1] + "…"


def disarmed(text: str) -> str:
    """Output in which no line is a workflow command to a GitHub runner.

    A runner obeys `::` at the start of a line, blanks before it or not, and `##[` anywhere in one.
    """
    text = re.sub(r"^([ \t]*):(?=:)", r"\1\\x3a", text, flags=re.MULTILINE)
    return text.replace("##[", "#\\x23[")


def _escaped(found: re.Match[str]) -> str:
    code = ord(found.group())
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
