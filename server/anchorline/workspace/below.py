"""The paths of everything below a folder, to know that one of them is gone. Names only; nothing is opened."""

from __future__ import annotations

import os
from pathlib import Path

MOST_ENTRIES = 100_000


def paths_below(folder: Path) -> list[str] | None:
    """Of all that is no folder, links included, with `/`; what Git keeps for itself aside. Ignore files do not count:
    what they leave out is there all the same.

    None where nobody can say what is not there: more than MOST_ENTRIES, or a folder that cannot be listed.
    """
    found: list[str] = []
    left = MOST_ENTRIES
    todo = [("", str(folder))]
    while todo:
        lead, place = todo.pop()
        try:
            with os.scandir(place) as entries:
                for entry in entries:
                    left -= 1
                    if left < 0:
                        return None
                    if not entry.is_dir(follow_symlinks=False):
                        found.append(lead + entry.name)
                    elif entry.name != ".git":
                        todo.append((f"{lead}{entry.name}/", entry.path))
        except FileNotFoundError:  # gone since its name was read
            if not lead:
                return None
        except OSError:
            return None
    return found
