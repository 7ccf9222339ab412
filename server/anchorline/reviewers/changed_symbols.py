"""The names that a change touches and that other code may use: units that it alters, definitions that it takes away."""

from __future__ import annotations

import re

from anchorline.reviewers.base import Subject
from anchorline.reviewers.regions import units_of

MOST = 12

_DEFINED = re.compile(
    r"\b(?:def|class|function|func|fn|interface|type|struct|enum|trait|module|protocol|record|const|let|var)\s{1,4}"
    r"(?:\([^)\n]{0,100}\)\s{0,4})?([^\W\d]\w{2,99})"
)
_EVERYWHERE = frozenset({
    "main", "init", "new", "get", "set", "run", "test", "setup", "call", "close", "open", "read", "write",
    "constructor", "render", "toString", "equals", "hashCode", "String", "Error", "default", "update", "create",
    "delete", "start", "stop", "self", "this", "async", "value", "result", "data", "handle", "build", "next",
    "iter", "len", "add", "index", "key",
})  # fmt: skip
"""Names that stand in any code base, whatever they mean there."""


def changed_symbols(subject: Subject) -> tuple[str, ...]:
    """In the order of the text, what was taken away first; none of a new file, which nobody uses yet."""
    change = subject.change
    if change is None or change.is_new:
        return ()
    units = [unit.name for unit in units_of(change, subject.snapshot, subject.source)]
    came = {name for hunk in change.hunks for name in _defined(subject, hunk.start, hunk.end)}
    gone = [
        name
        for hunk in change.hunks
        for line in change.removed(hunk)
        for name in _DEFINED.findall(line[:1_000])
        if name not in came
    ]
    names = dict.fromkeys((*gone, *units))
    return tuple(name for name in names if _says_something(name))[:MOST]


def _defined(subject: Subject, start: int, end: int) -> list[str]:
    lines = subject.snapshot.lines
    return [name for line in range(start, end) for name in _DEFINED.findall(lines.line_text(line)[:1_000])]


def _says_something(name: str) -> bool:
    return len(name) > 2 and name not in _EVERYWHERE and not (name.startswith("__") and name.endswith("__"))
