"""Which documents are gone, of those that something was decided about: only what was decided about one that is no
longer there may be about a file of another name.

A document that is known by its path is looked for. One that is known by hash alone, as in a team's file, is gone when
no file of its folder has that hash. Where not all files can be listed, those count that Git knows by name; and of the
others nobody can say that they are gone.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from anchorline.findings.decisions import digest
from anchorline.memory.standing import Standing
from anchorline.workspace.below import paths_below
from anchorline.workspace.paths import parts_below

if TYPE_CHECKING:
    from anchorline.memory.decisions import Elsewhere

Names = Callable[[], Mapping[str, str]]
"""Paths of files in a folder, as they were some time ago, by their digests."""

_SHARE = 20  # a listing counts for as many times as long as it took


@dataclass(frozen=True, slots=True)
class _Listing:
    made: float
    took: float
    documents: frozenset[str] | None
    """Digests of the paths of all files; None when they could not be listed."""
    named: Mapping[str, str] = field(default_factory=dict)
    """Where they could not: those that Git knows, by digest. What is left out on purpose is not among them."""
    unlisted: set[str] = field(default_factory=set)
    """Documents that are there and not among them, and were not when it was made anew for them."""


def nothing_earlier() -> Mapping[str, str]:
    return {}


class Whereabouts:
    """Safe to use from several threads. A listing counts for so many `seconds`, longer where it is slow."""

    def __init__(self, seconds: float = math.inf, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._listings: Mapping[str, _Listing] = {}

    def clear(self) -> None:
        """On any thread."""
        self._listings = {}

    def gone_among(self, elsewhere: Iterable[Elsewhere], standing: Standing) -> tuple[tuple[str, str], ...]:
        """(workspace, document) of those that are gone. `standing` is the document that they may be by now."""
        hashed: dict[str, set[str]] = {}
        gone = []
        for each in elsewhere:
            if not each.path:
                hashed.setdefault(each.workspace, set()).add(each.document)
            elif is_gone(each.workspace, each.path):
                gone.append((each.workspace, each.document))
        for workspace, documents in hashed.items():
            found = self.gone(workspace, documents, standing)
            gone += [(workspace, document) for document in sorted(found)]
        return tuple(gone)

    def gone(
        self, folder: str, documents: Collection[str], standing: Standing, earlier: Names = nothing_earlier
    ) -> frozenset[str]:
        """Which of these digests of paths no file below the folder has. `earlier` serves where not all are listed."""
        wanted = frozenset(documents)
        if not wanted or not folder or not Path(folder).is_dir():  # a drive that is not mounted has moved nothing
            return frozenset()
        listing = self._listed(folder, standing)
        if listing.documents is not None:
            return wanted - listing.documents
        named = {**earlier(), **listing.named}
        return frozenset(each for each in wanted & named.keys() if is_gone(folder, named[each]))

    def _listed(self, folder: str, standing: Standing) -> _Listing:
        known = self._listings.get(folder)
        if known is None or self._clock() - known.made > max(self._seconds, _SHARE * known.took):
            return self._list(folder)
        here = next((document for place, document in standing.seen_from() if place == folder), None)
        if known.documents is None or here is None or here in known.documents or here in known.unlisted:
            return known
        if not os.path.lexists(Path(standing.workspace, standing.path)):
            return known
        # It got its name since then, and the one that it had before went at the same time.
        known = self._list(folder)
        known.unlisted.add(here)
        return known

    def _list(self, folder: str) -> _Listing:
        began = self._clock()
        paths = paths_below(Path(folder))
        tracked, left_out = _known_to_git(Path(folder), names=paths is None)
        if paths is None:
            listing = _Listing(began, self._clock() - began, None, tracked)
        else:
            listing = _Listing(began, self._clock() - began, left_out.union(map(digest, paths)))
        self._listings = {**self._listings, folder: listing}
        return listing


def is_gone(folder: str, path: str) -> bool:
    """Whether a document is not where it was. Its folder must be there: a drive that is not mounted moved nothing."""
    if Path(path).is_absolute() or ".." in path.split("/") or not Path(folder).is_dir():
        return False
    return not os.path.lexists(Path(folder, path))


def _known_to_git(folder: Path, *, names: bool) -> tuple[dict[str, str], frozenset[str]]:
    """(what Git tracks in a folder, by digest, if `names` are wanted; digests of what a sparse checkout leaves out of
    it on purpose)."""
    from anchorline.workspace.repository import open_repository  # noqa: PLC0415 - only where something may have moved

    repository, _ = open_repository(folder / "any")
    inside = parts_below(repository.root, folder) if repository is not None else None
    if repository is None or inside is None or not (names or repository.is_sparse):
        return {}, frozenset()
    lead = "".join(f"{part}/" for part in inside)
    tracked = {digest(path[len(lead) :]): path for path in repository.tracked if path.startswith(lead)}
    left_out = {each for each, path in tracked.items() if repository.is_sparse and repository.is_in_index(path)}
    return {each: path[len(lead) :] for each, path in tracked.items() if each not in left_out}, frozenset(left_out)
