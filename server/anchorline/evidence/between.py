"""What changed from one text to another, as edits: for a client that sends whole texts, and for results that arrive
for an older one."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

from anchorline.text.edits import TextEdit
from anchorline.text.span import Span


def trimmed(edit: TextEdit, text_before: str) -> TextEdit:
    """The edit without what it replaces by the same text at its beginning and end."""
    old, new = edit.span.of(text_before), edit.new_text
    head = common_prefix(old, new)
    tail = _common_suffix(old[head:], new[head:])
    return TextEdit(Span(edit.span.start + head, edit.span.end - tail), new[head : len(new) - tail])


def edits_between(old: str, new: str) -> tuple[TextEdit, ...]:
    """Edits that turn `old` into `new`, in order, none overlapping. Not the fewest, but few, and in linear time but
    for a logarithm: lines that stand once in both texts, in the same order, are taken to be the same lines."""
    whole = trimmed(TextEdit(Span(0, len(old)), new), old)
    if not _changes(whole):
        return ()
    return tuple(_split(whole.span.of(old), whole.new_text, whole.span.start, old))


def _split(old: str, new: str, base: int, text: str) -> list[TextEdit]:
    edits: list[TextEdit] = []
    old_at = new_at = 0
    for old_line, new_line, length in [*_common_lines(old, new), (len(old), len(new), 0)]:
        edit = trimmed(TextEdit(Span(base + old_at, base + old_line), new[new_at:new_line]), text)
        if _changes(edit):
            edits.append(edit)
        old_at, new_at = old_line + length, new_line + length
    return edits


def _changes(edit: TextEdit) -> bool:
    return bool(edit.new_text) or edit.span.start != edit.span.end


def _common_lines(old: str, new: str) -> list[tuple[int, int, int]]:
    """Unique common lines in the same order in both: offset in `old`, offset in `new`, length."""
    old_lines, new_lines = _unique_lines(old), _unique_lines(new)
    pairs = [(at, new_lines[line], len(line)) for line, at in old_lines.items() if line in new_lines]
    # Longest increasing subsequence of the second offsets; the first ones increase already.
    tails: list[int] = []
    tail_index: list[int] = []
    before: list[int] = []
    for i, (_, at, _) in enumerate(pairs):
        place = bisect_left(tails, at)
        before.append(tail_index[place - 1] if place else -1)
        tails[place : place + 1] = [at]
        tail_index[place : place + 1] = [i]
    chain: list[tuple[int, int, int]] = []
    i = tail_index[-1] if tail_index else -1
    while i >= 0:
        chain.append(pairs[i])
        i = before[i]
    return chain[::-1]


def _unique_lines(text: str) -> dict[str, int]:
    lines = text.split("\n")
    count = Counter(lines)
    at = 0
    unique: dict[str, int] = {}
    for line in lines:
        if count[line] == 1 and line.strip():
            unique[line] = at
        at += len(line) + 1
    return unique


def common_prefix(a: str, b: str) -> int:
    """How many characters two texts begin with in common. Comparing halves of slices is much faster than
    comparing characters."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_suffix(a: str, b: str) -> int:
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[len(a) - middle : len(a) - low] == b[len(b) - middle : len(b) - low]:
            low = middle
        else:
            high = middle - 1
    return low
