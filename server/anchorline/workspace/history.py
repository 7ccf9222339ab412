"""Who last changed a line: the commit that brought it, found by walking back from HEAD in process."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from anchorline.text.changes import Block, differences, split_lines
from anchorline.workspace.objects import Commit
from anchorline.workspace.repository import Repository

MOST_COMMITS = 500
"""Commits that are looked at,"""
MOST_COMPARED = 40
"""and versions of the file that are compared."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a line comes from. `commit` is None for a change that is not committed, `before` the lines that stood in
    its place. `certain`: no when the walk was given up, and the line is at least as old as this commit."""

    commit: Commit | None
    subject: str = ""
    before: tuple[str, ...] = ()
    certain: bool = True

    @property
    def day(self) -> str:
        if self.commit is None:
            return ""
        try:
            return dt.datetime.fromtimestamp(self.commit.time, dt.UTC).date().isoformat()
        except (ValueError, OverflowError, OSError):
            return ""


def line_origin(repository: Repository, path: str, text: str, line: int) -> Origin | None:
    """Of a zero-based line of `text`, which is the present text of the file; None without any commit."""
    commit, _ = repository.commit()
    if commit is None:
        return None
    before = repository.text_at(commit, path)
    if before is None:
        return Origin(None)
    at = _in_base(differences(before, text), line)
    if at is None:
        return Origin(None, before=_replaced(before, text, line))
    compared = 0
    for _ in range(MOST_COMMITS):
        own = repository.blob_at(commit, path)
        parents = [parent for name in commit.parents if (parent := repository.commit(name)[0]) is not None]
        same = next((parent for parent in parents if repository.blob_at(parent, path) == own), None)
        if same is not None:
            commit = same
            continue
        older = next((parent for parent in parents if repository.blob_at(parent, path) is not None), None)
        new, old = repository.text_at(commit, path), repository.text_at(older, path) if older is not None else None
        if older is None or old is None or new is None:
            complete = len(parents) == len(commit.parents)  # a shallow clone ends where its parents are missing
            return Origin(commit, repository.subject_of(commit), certain=complete)
        compared += 1
        there = _in_base(differences(old, new), at)
        if there is None:
            return Origin(commit, repository.subject_of(commit), _replaced(old, new, at))
        if compared >= MOST_COMPARED:
            break
        commit, at = older, there
    return Origin(commit, repository.subject_of(commit), certain=False)


def _in_base(blocks: Sequence[Block], line: int) -> int | None:
    """The line of the base that a line of the text is; None for one that it has not."""
    moved = 0
    for block in blocks:
        if block.start <= line < block.end:
            return None
        if block.start > line:
            break
        moved += (block.end - block.start) - (block.base_end - block.base_start)
    return line - moved


def _replaced(old: str, new: str, line: int) -> tuple[str, ...]:
    block = next((block for block in differences(old, new) if block.start <= line < block.end), None)
    return () if block is None else tuple(split_lines(old)[block.base_start : block.base_end])
