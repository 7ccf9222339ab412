"""Names on a command line. Who wrote the name need not have written the link that bears it: a link of a repository may
lead anywhere. So it is followed as far as the workspace that it stands in, and no farther."""

from __future__ import annotations

import os
from pathlib import Path

from anchorline.workspace.paths import OUTSIDE, follow, parts_below, real_folder
from anchorline.workspace.private import is_private
from anchorline.workspace.walk import MAX_DEPTH

AWAY = "is a link that leads out of the folder that holds it, or into Git's own; name what it leads to."
KEYS = "is a link to a file of a kind that holds keys; name that file itself if you mean it."


def led_astray(path: Path, here: Path | None) -> str | None:
    """Why what a name leads to is not to be read, as the end of a sentence that begins with it; None where it may be.

    `path` is absolute and still has its links. It may not leave any of the repositories above it; where there is none,
    not the working folder `here` if that holds it, or else the folder that it stands in.
    """
    above = path.parents[:MAX_DEPTH]
    roots = [folder for folder in above if os.path.lexists(folder / ".git")]
    if not roots:
        roots = [here if here is not None and path.is_relative_to(here) and path != here else path.parent]
    reasons = (_reason(root, parts_below(root, path) or ()) for root in roots)
    return next((reason for reason in reasons if reason is not None), None)


def _reason(root: Path, parts: tuple[str, ...]) -> str | None:
    if not any(_is_link(root.joinpath(*parts[:count])) for count in range(1, len(parts) + 1)):
        return None
    real = real_folder(root)
    if real is None:
        return None
    found = follow(real, parts)
    if found.reason == OUTSIDE:
        return AWAY
    inside = found.inside.split("/") if found.inside else []
    return KEYS if is_private(inside) and not is_private(parts) else None


def _is_link(place: Path) -> bool:
    """Also says no, instead of failing, where it may not be looked at: reading the file will say why."""
    return os.path.islink(place)  # noqa: PTH114 - its sibling raises
