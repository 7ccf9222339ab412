"""What of a source file is shown round a change: the changed lines, the units that hold them, a few lines about.

A small unit is shown whole. Of a large one, its first lines and a window round the change. When that comes to much
more than the change itself, the windows narrow.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from anchorline.text.changes import Block
from anchorline.text.changeset import ChangeSet
from anchorline.text.lines import LineIndex
from anchorline.text.snapshot import Snapshot
from anchorline.text.source import SourceOutline, SourceUnit

ROOM = 8_000
"""Characters that may stand round a small change; a large one has three times its own size."""

_GROWTH = 3
_NEAR = 2  # lines: a gap that small is not worth a mark
_MOST_HEADER = 6  # lines of a unit's head
_MOST_DEPTH = 8  # units that hold one another, whose heads are shown


class _Width(NamedTuple):
    """Lines of a unit that is shown whole; lines round a change elsewhere."""

    unit: int
    window: int


_APART = _Width(80, 0)
_WIDTHS = (_Width(80, 12), _Width(30, 6), _Width(0, 3))


@dataclass(frozen=True, slots=True)
class Region:
    """Lines `start` to `end`, zero-based and half-open. `changed`: a hunk lies in it; otherwise it is the head of a
    unit that goes on below."""

    start: int
    end: int
    changed: bool = True


def regions_of(change: ChangeSet, snapshot: Snapshot, source: SourceOutline | None) -> tuple[Region, ...]:
    """In order, without overlap. A new file is one region."""
    lines = snapshot.lines
    if change.is_new:
        return (Region(0, len(lines)),)
    touched = [change.touched(hunk, len(lines)) for hunk in change.hunks]
    own = sum(_size(lines, each.start, each.stop) for each in touched)
    regions: tuple[Region, ...] = ()
    for width in _WIDTHS:
        regions = _joined(_around(touched, lines, source, width), lines)
        if sum(_size(lines, region.start, region.end) for region in regions) <= ROOM + _GROWTH * own:
            break
    return regions


def pieces_of(change: ChangeSet, snapshot: Snapshot, source: SourceOutline | None) -> tuple[Region, ...]:
    """The change taken apart: each changed unit for itself, and what changed outside of units. In order."""
    lines = snapshot.lines
    if change.is_new:
        return (Region(0, len(lines)),)
    touched = [change.touched(hunk, len(lines)) for hunk in change.hunks]
    return tuple(region for region in _joined(_around(touched, lines, source, _APART), lines, 0) if region.changed)


def hunks_in(change: ChangeSet, region: Region) -> tuple[Block, ...]:
    """The hunks of a region. One that only took lines away stands between two lines, and may stand at its end."""
    first = bisect_left(change.hunks, region.start, key=lambda hunk: hunk.start)
    found = []
    for at in range(first, len(change.hunks)):  # a slice for each region would copy them all
        hunk = change.hunks[at]
        if hunk.start > region.end or (hunk.start == region.end and hunk.end > hunk.start):
            break
        found.append(hunk)
    return tuple(found)


def units_of(change: ChangeSet, snapshot: Snapshot, source: SourceOutline | None) -> tuple[SourceUnit, ...]:
    """The innermost named units that the change touches, in order; all of a new file's."""
    if source is None or not source.units:
        return ()
    if change.is_new:
        return tuple(unit for unit in source.units if unit.name)
    lines = snapshot.lines
    found: dict[int, SourceUnit] = {}
    for hunk in change.hunks:
        for line in change.touched(hunk, len(lines)):
            unit = _named(source, source.unit_at(_first_mark(lines, line)))
            if unit is not None:
                found[unit.span.start] = unit
    return tuple(found[start] for start in sorted(found))


def _around(
    touched: Iterable[range], lines: LineIndex, source: SourceOutline | None, width: _Width
) -> Iterable[Region]:
    for each in touched:
        window = Region(max(each.start - width.window, 0), min(each.stop + width.window, len(lines)))
        if source is None or not source.units:
            yield window
            continue
        whole: Region | None = None
        heads: list[Region] = []
        for unit in _holding(source, _first_mark(lines, each.start)):
            start, end = lines.line_of(unit.span.start), lines.line_of(max(unit.span.end - 1, unit.span.start)) + 1
            if end - start <= width.unit and end >= each.stop:
                whole = Region(start, end)
                continue
            head = lines.line_of(unit.name_span.start)
            heads.append(Region(head, min(lines.line_of(unit.header.end) + 1, head + _MOST_HEADER), changed=False))
        yield from reversed(heads)
        near = min(width.window, 3) if whole is not None else width.window
        window = Region(max(each.start - near, 0), min(each.stop + near, len(lines)))
        yield window if whole is None else Region(min(whole.start, window.start), max(whole.end, window.end))


def _holding(source: SourceOutline, offset: int) -> Iterable[SourceUnit]:
    """The units round a place, the innermost first."""
    unit = source.unit_at(offset)
    for _ in range(_MOST_DEPTH):
        if unit is None:
            return
        yield unit
        unit = source.units[unit.parent] if unit.parent >= 0 else None


def _named(source: SourceOutline, unit: SourceUnit | None) -> SourceUnit | None:
    while unit is not None and not unit.name:
        unit = source.units[unit.parent] if unit.parent >= 0 else None
    return unit


def _joined(regions: Iterable[Region], lines: LineIndex, near: int = _NEAR) -> tuple[Region, ...]:
    joined: list[Region] = []
    for region in sorted(regions, key=lambda region: (region.start, region.end)):
        if joined and region.start <= joined[-1].end + near:
            last = joined.pop()
            end = max(last.end, region.end)
            joined.append(Region(last.start, min(end, len(lines)), last.changed or region.changed))
        else:
            joined.append(region)
    return tuple(joined)


def _first_mark(lines: LineIndex, line: int) -> int:
    """Where the line's first character stands that is no white space, for indentation belongs to what is around."""
    span = lines.line_span(line)
    text = span.of(lines.text)
    return span.start + len(text) - len(text.lstrip()) if text.strip() else span.start


def _size(lines: LineIndex, start: int, end: int) -> int:
    last = lines.starts[end] if end < len(lines) else len(lines.text)
    return last - lines.starts[start] if start < len(lines) else 0
