"""Text of documents and models, made safe to show as Markdown or plain text.

No image, link, autolink or HTML of theirs takes effect, and no control or bidirectional character reorders what a
person reads. Escapes are as few as that needs, since some editors show Markdown as it is written.
"""

from __future__ import annotations

import re

_ALWAYS = re.compile(r"[\\`*\[\]<>~]|&(?=[#A-Za-z])")
_EMPHASIS = re.compile(r"(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")
_AUTOLINK = re.compile(r":(?=//)|(?<=[wW]{3})\.|(?<=\S)@(?=\S)|(?<=mailto):|(?<=xmpp):", re.IGNORECASE)
_BLOCK_START = re.compile(r"([#+=|-])|(\d{1,9})([.)])")
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f\ud800-\udfff]"
)


def visible(text: str) -> str:
    """Characters that act instead of showing, as their code points. Tab and line feed stay; `\\r` ends become `\\n`."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _HIDDEN.sub(lambda found: f"\u27e8U+{ord(found.group()):04X}\u27e9", text)


def one_line(text: str, limit: int = 2000) -> str:
    """White space folded, hidden characters shown, cut with an ellipsis after `limit` characters."""
    line = " ".join(visible(text).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def inline(text: str, limit: int = 2000) -> str:
    """One paragraph of Markdown that shows `text` and does nothing else."""
    line = _ALWAYS.sub(r"\\\g<0>", one_line(text, limit))
    line = _AUTOLINK.sub(r"\\\g<0>", _EMPHASIS.sub(r"\\\g<0>", line))
    return (
        _BLOCK_START.sub(lambda m: f"\\{m.group(1)}" if m.group(1) else f"{m.group(2)}\\{m.group(3)}", line, 1)
        if (_BLOCK_START.match(line))
        else line
    )


def fenced(text: str, language: str = "", lines: int = 20, width: int = 300) -> str:
    """A code block that `text` cannot leave, cut to so many lines of so many characters."""
    shown = [line if len(line) <= width else line[: width - 1] + "…" for line in visible(text).split("\n")]
    if len(shown) > lines:
        shown = [*shown[:lines], "…"]
    longest = max((len(run) for line in shown for run in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join([fence + language, *shown, fence])
