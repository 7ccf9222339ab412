"""Which lines of a text are new or changed against an earlier text. In process, bounded on any input.

Lines are those of the Language Server Protocol; how a line ends is no part of it, so a checkout that turned line ends
has not changed everything.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

MAX_STEPS = 200_000
"""Comparisons spent on stretches without a line that is unique on both sides; what is left counts as changed."""
MAX_PASSES = 20
"""Looks at each line, on average, in search of unique ones."""


class Block(NamedTuple):
    """Lines `base_start` to `base_end` (exclusive, zero-based) of the base became `start` to `end` of the text."""

    base_start: int
    base_end: int
    start: int
    end: int


def changed_lines(base: str | None, current: str) -> frozenset[int]:
    """Zero-based lines of `current` that are not in `base`; all of them when there is no base."""
    if base is None:
        return frozenset(range(len(split_lines(current))))
    return frozenset(line for block in differences(base, current) for line in range(block.start, block.end))


def split_lines(text: str) -> list[str]:
    """The lines without their ends; one more than there are line ends."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.split("\n")


def differences(base: str, current: str) -> tuple[Block, ...]:
    """Where the lines of two texts differ, in order. Between two blocks stands at least one common line."""
    # Numbers compare faster than lines, and never cost more than one look at a long line.
    numbers: dict[str, int] = {}
    a = [numbers.setdefault(line, len(numbers)) for line in split_lines(base)]
    b = [numbers.setdefault(line, len(numbers)) for line in split_lines(current)]
    found: list[Block] = []
    budget = MAX_STEPS
    looks = MAX_PASSES * (len(a) + len(b))
    todo = [(0, len(a), 0, len(b))]
    while todo:
        a0, a1, b0, b1 = _trimmed(a, b, *todo.pop())
        if a0 == a1 or b0 == b1:
            if a0 != a1 or b0 != b1:
                found.append(Block(a0, a1, b0, b1))
            continue
        looks -= a1 - a0 + b1 - b0
        anchors = _anchors(a, b, a0, a1, b0, b1) if looks > 0 else []
        if anchors:
            for i, j in [*anchors, (a1, b1)]:
                todo.append((a0, i, b0, j))
                a0, b0 = i + 1, j + 1
            continue
        kept, steps = _common(a[a0:a1], b[b0:b1], budget)
        budget -= steps
        for i, j in [*((a0 + x, b0 + y) for x, y in kept), (a1, b1)]:
            if i > a0 or j > b0:
                found.append(Block(a0, i, b0, j))
            a0, b0 = i + 1, j + 1
    return tuple(_joined(sorted(found)))


def _joined(blocks: Sequence[Block]) -> list[Block]:
    """Blocks that touch become one."""
    joined: list[Block] = []
    for block in blocks:
        if joined and (joined[-1].base_end, joined[-1].end) == (block.base_start, block.start):
            last = joined.pop()
            block = Block(last.base_start, block.base_end, last.start, block.end)  # noqa: PLW2901
        joined.append(block)
    return joined


def _trimmed(a: Sequence[int], b: Sequence[int], a0: int, a1: int, b0: int, b1: int) -> tuple[int, int, int, int]:
    while a0 < a1 and b0 < b1 and a[a0] == b[b0]:
        a0 += 1
        b0 += 1
    while a0 < a1 and b0 < b1 and a[a1 - 1] == b[b1 - 1]:
        a1 -= 1
        b1 -= 1
    return a0, a1, b0, b1


def _anchors(a: Sequence[int], b: Sequence[int], a0: int, a1: int, b0: int, b1: int) -> list[tuple[int, int]]:
    """Pairs of lines that stand once on each side, in order on both: the longest such chain (patience)."""
    in_a = _unique(a, a0, a1)
    in_b = _unique(b, b0, b1)
    pairs = [(i, in_b[line]) for line, i in in_a.items() if line in in_b]  # in the order of a
    tails: list[int] = []
    ends: list[int] = []  # ends[k]: the pair that ends the best chain of k + 1
    previous = [-1] * len(pairs)
    for index, (_, j) in enumerate(pairs):
        length = bisect_left(tails, j)
        previous[index] = ends[length - 1] if length else -1
        if length == len(tails):
            tails.append(j)
            ends.append(index)
        else:
            tails[length] = j
            ends[length] = index
    chain: list[tuple[int, int]] = []
    at = ends[-1] if ends else -1
    while at >= 0:
        chain.append(pairs[at])
        at = previous[at]
    return chain[::-1]


def _unique(lines: Sequence[int], start: int, end: int) -> dict[int, int]:
    """Lines that stand once in the stretch, with their place, in order."""
    place: dict[int, int] = {}
    for at in range(start, end):
        place[lines[at]] = -1 if lines[at] in place else at
    return {line: at for line, at in place.items() if at >= 0}


def _common(a: Sequence[int], b: Sequence[int], budget: int) -> tuple[list[tuple[int, int]], int]:
    """(pairs of places that a shortest edit keeps, steps taken): Myers' greedy walk, given up when over budget."""
    reach = {1: 0}
    trace: list[dict[int, int]] = []
    steps = 0
    for distance in range(len(a) + len(b) + 1):
        trace.append(reach.copy())
        steps += 2 * distance + 1
        if steps > budget:
            return [], steps
        for k in range(-distance, distance + 1, 2):
            down = k == -distance or (k != distance and reach[k - 1] < reach[k + 1])
            x = reach[k + 1] if down else reach[k - 1] + 1
            y = x - k
            while x < len(a) and y < len(b) and a[x] == b[y]:
                x += 1
                y += 1
                steps += 1
            reach[k] = x
            if x >= len(a) and y >= len(b):
                return _walked_back(trace, len(a), len(b)), steps
    return [], steps


def _walked_back(trace: Sequence[dict[int, int]], x: int, y: int) -> list[tuple[int, int]]:
    kept: list[tuple[int, int]] = []
    for distance in range(len(trace) - 1, -1, -1):
        reach = trace[distance]
        k = x - y
        down = k == -distance or (k != distance and reach[k - 1] < reach[k + 1])
        before = k + 1 if down else k - 1
        start_x = reach[before]
        start_y = start_x - before
        while x > start_x and y > start_y and x > 0 and y > 0:
            x -= 1
            y -= 1
            kept.append((x, y))
        if distance:
            x, y = start_x, start_y
    return kept[::-1]
