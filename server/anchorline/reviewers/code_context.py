"""What a reviewer of code is told of the world round the file: rules of the project, places that use what changed.

Pure values; whoever may open files fills them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Standard:
    """A file of rules that holds where the file stands. `name` is its path from the root; `text` may be cut."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Use:
    """A line of another file that names something that the change touches. `line` counts from 1."""

    path: str
    line: int
    text: str
    symbol: str


@dataclass(frozen=True, slots=True)
class CodeContext:
    """`standards` are the nearest first. `root` names the workspace: the same for all of its files. `decisions` is how
    many earlier ones about this file reviewers are told of."""

    standards: tuple[Standard, ...] = ()
    uses: tuple[Use, ...] = ()
    root: str = ""
    decisions: int = 0
