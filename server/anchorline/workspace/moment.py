"""What the documents of one moment share: their repositories, their ignore files, the names of files around them."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from anchorline.workspace.known import KnownFiles
from anchorline.workspace.paths import parts_below
from anchorline.workspace.repository import Repository, open_repository
from anchorline.workspace.walk import Walk

_MAX_KNOWN = 50_000
_MAX_LOOKED_AT = 100_000
"""Entries of folders that are looked at for the sake of suggestions."""


class Listings:
    """The names of files, which are only ever suggestions: a listing may be some `seconds` old.

    Whoever takes a name from it looks whether the file is there now.
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._found: dict[tuple[Path, Path], tuple[float, KnownFiles]] = {}

    def get(self, key: tuple[Path, Path], make: Callable[[], KnownFiles]) -> KnownFiles:
        made, known = self._found.get(key, (0.0, None))
        if known is None or self._clock() - made > self._seconds:
            known = make()
            self._found = {**self._found, key: (self._clock(), known)}
        return known

    def clear(self) -> None:
        """On any thread."""
        self._found = {}


class Moment:
    """Each thing is looked up once, when it is first asked for. `listings` may outlive the moment."""

    def __init__(self, listings: Listings | None = None) -> None:
        self._listings = Listings(float("inf")) if listings is None else listings
        self._repositories: dict[Path, tuple[Repository | None, str | None]] = {}
        self._opened: dict[Path, Repository] = {}
        self._walks: dict[Path, Walk] = {}

    def repository_of(self, file: Path) -> tuple[Repository | None, str | None]:
        """(repository, problem) of a file, as `open_repository` says: looked for once for each folder, and the same
        repository for all of its files."""
        folder = file.parent
        if folder not in self._repositories:
            repository, problem = open_repository(file)
            if repository is not None:
                repository = self._opened.setdefault(repository.root, repository)
            self._repositories[folder] = repository, problem
        return self._repositories[folder]

    def walk(self, root: Path) -> Walk:
        if root not in self._walks:
            self._walks[root] = Walk(root)
        return self._walks[root]

    def known_files(self, outer: Path, root: Path, repository: Repository | None) -> KnownFiles:
        """Files that a link could mean, from `outer`: what Git tracks below `root`, or else what a walk finds there.

        `root` is the repository's, when there is one, and lies in `outer`; both are real.
        """
        return self._listings.get((outer, root), lambda: self._list(outer, root, repository))

    def _list(self, outer: Path, root: Path, repository: Repository | None) -> KnownFiles:
        if repository is not None and repository.commit()[0] is not None and len(repository.tracked) <= _MAX_KNOWN:
            prefix = parts_below(outer, root) or ()
            return KnownFiles(["/".join((*prefix, path)) for path in repository.tracked])
        walked = islice(self.walk(root).files(most=_MAX_LOOKED_AT), _MAX_KNOWN)
        return KnownFiles(["/".join(parts_below(outer, path) or ()) for path in walked])
