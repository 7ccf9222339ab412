"""What a change did to one file: the text that it started from, and where the two differ.

A pure value. Where the base comes from (a commit, a merge base, another name) is known to whoever makes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from anchorline.text.changes import Block, differences, split_lines
from anchorline.text.lines import LineIndex
from anchorline.text.span import Span


@dataclass(frozen=True)
class ChangeSet:
    """`base` is None when the file is wholly new. `hunks` are in order, zero-based and half-open, with at least one
    common line between two of them; a new file has none. `renamed_from` is the path that the base had, where it was
    another one. `compared_with` is what people call the base, "" when it is nothing.

    `unknown` says why it cannot be known what the file was, where that is so: then all of it counts as new.
    `on_trial`: somebody named what to compare with, to have the change judged. It cannot silence its own review then.
    """

    base: str | None = None
    hunks: tuple[Block, ...] = ()
    renamed_from: str | None = None
    compared_with: str = ""
    unknown: str | None = None
    on_trial: bool = False

    @property
    def is_new(self) -> bool:
        return self.base is None

    @property
    def is_empty(self) -> bool:
        """Whether text and base are the same, line ends aside."""
        return self.base is not None and not self.hunks

    @cached_property
    def base_lines(self) -> tuple[str, ...]:
        return () if self.base is None else tuple(split_lines(self.base))

    @cached_property
    def lines(self) -> frozenset[int] | None:
        """The lines of the text that are new or changed; None when all are."""
        if self.base is None:
            return None
        return frozenset(line for hunk in self.hunks for line in range(hunk.start, hunk.end))

    def lines_of(self, count: int) -> frozenset[int]:
        """The new or changed lines of the text, which has `count`."""
        return frozenset(range(count)) if self.lines is None else self.lines

    def removed(self, hunk: Block) -> tuple[str, ...]:
        """The lines that the hunk took away, without their ends."""
        return self.base_lines[hunk.base_start : hunk.base_end]

    def touched(self, hunk: Block, count: int) -> range:
        """The lines of the text, which has `count`, that the hunk is about: those that it brought, or, where it only
        took away, the two that now meet."""
        if hunk.start < hunk.end:
            return range(hunk.start, hunk.end)
        return range(max(hunk.start - 1, 0), min(hunk.start + 1, count))

    def spans(self, lines: LineIndex) -> tuple[Span, ...] | None:
        """The places in the text that a finding about this change touches, whole lines without their ends, in order;
        None when all of it is new."""
        if self.base is None:
            return None
        ranges = [self.touched(hunk, len(lines)) for hunk in self.hunks]
        return tuple(
            Span(lines.line_span(each.start).start, lines.line_span(each.stop - 1).end) for each in ranges if each
        )


def change_of(base: str | None, text: str, *, renamed_from: str | None = None, compared_with: str = "") -> ChangeSet:
    """The change that made `text` out of `base`; of all of it where `base` is None."""
    hunks = () if base is None else differences(base, text)
    return ChangeSet(base, hunks, renamed_from, compared_with)
