"""Which files a command line names. A file that is named is reviewed; below a folder, the ignore rules decide.

A link that leads away is a target like another, so that what comes of it is said: that it is not read.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from anchorline.cli.paths import STDIN, absolute, is_folder, shown_path, working_folder
from anchorline.workspace.named import led_astray


@dataclass(frozen=True, slots=True)
class Target:
    """One file to review, or standard input. `folder` is the folder argument below which it was found."""

    path: Path | None
    folder: Path | None = None


def targets_of(
    arguments: Sequence[str], files_below: Callable[[Path], Sequence[Path]]
) -> tuple[list[Target], list[str]]:
    """(targets without repetition, in the order named and walked; sentences about folders that gave none)."""
    found: dict[str, Target] = {}
    problems: list[str] = []
    here = working_folder()
    for argument in arguments:
        if argument == STDIN:
            found.setdefault(STDIN, Target(None))
            continue
        path = absolute(argument)
        if led_astray(path, here) is not None:
            found.setdefault(str(path), Target(path))  # not looked at; reading it will say why
            continue
        if not is_folder(path):
            found.setdefault(os.path.realpath(path), Target(path))
            continue
        if not os.access(path, os.R_OK | os.X_OK):
            found.setdefault(str(path), Target(path))  # reading it will say why
            continue
        inside = files_below(path)
        if not inside:
            problems.append(f"{shown_path(path)} holds no file to review; name a file, or look at the ignore rules.")
        for file in inside:
            found.setdefault(os.path.realpath(file), Target(file, path))
    return list(found.values()), problems
