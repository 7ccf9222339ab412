"""What is round a changed file, gathered for the reviewers of the change."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from anchorline.reviewers.base import Subject
from anchorline.reviewers.changed_symbols import changed_symbols
from anchorline.reviewers.code_context import CodeContext
from anchorline.workspace.files import UnreadableError, read_inside
from anchorline.workspace.paths import Kind, follow, parts_below
from anchorline.workspace.private import is_private
from anchorline.workspace.standards import Read, standards_of
from anchorline.workspace.uses import QUICK, THOROUGH, Hidden, uses_of
from anchorline.workspace.walk import Walk, patterns_of
from anchorline.workspace.workspace import FileWorkspace

_LARGEST = 1_000_000  # bytes of a file of standards


def code_context(
    subject: Subject,
    *,
    exclude: Sequence[str] = (),
    read: Read | None = None,
    thorough: bool = False,
    decisions: int = 0,
) -> CodeContext:
    """`exclude` are patterns of files of which nothing is shown; nor is anything of files that hold keys, whatever name
    they are reached by. `read` is where the standards come from; without it, the disk, within the root and by its
    ignore files. `decisions` is how many reviewers are told of."""
    workspace = subject.workspace
    if not isinstance(workspace, FileWorkspace) or workspace.root is None or workspace.walk is None:
        return CodeContext(decisions=decisions)
    below = parts_below(workspace.root, workspace.document)
    if below is None:
        return CodeContext(decisions=decisions)
    language = subject.snapshot.language
    hidden = _hidden(exclude)
    standards = standards_of(
        "/".join(below), language, _shown(read or _disk(workspace.root, workspace.walk, hidden), hidden)
    )
    uses = uses_of(
        changed_symbols(subject),
        workspace.document,
        language,
        workspace.walk,
        THOROUGH if thorough else QUICK,
        hidden,
    )
    return CodeContext(standards, uses, str(workspace.root), decisions)


def _hidden(exclude: Sequence[str]) -> Hidden:
    patterns = patterns_of(exclude)
    return lambda parts: is_private(parts) or patterns.match_file("/".join(parts))


def _shown(read: Read, hidden: Hidden) -> Read:
    return lambda name: None if hidden(name.split("/")) else read(name)


def _disk(root: Path, walk: Walk, hidden: Hidden) -> Read:
    """A link is judged twice: by its own name, and by that of the file it leads to, for that is what would be read."""

    def read(name: str) -> bytes | None:
        parts = name.split("/")
        if not os.path.lexists(root.joinpath(name)) or walk.is_ignored(parts):
            return None
        found = follow(root, parts)
        if found.kind is not Kind.FILE or found.path is None:
            return None
        real = found.inside.split("/")
        if real != parts and (hidden(real) or walk.is_ignored(real)):
            return None
        try:
            return read_inside(found.path, _LARGEST)
        except UnreadableError:
            return None

    return read
