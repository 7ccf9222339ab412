"""The files that a broken path could have meant."""

from __future__ import annotations

from collections.abc import Sequence

_MAX_DISTANCE = 2
_MIN_NAME = 5  # in shorter names, two letters are most of the name
MAX_COMPARED = 2_000_000
"""Pairs of names that are compared letter by letter, for all questions together; after those, none is alike."""


class KnownFiles:
    """Files by what may be like a missing target: their name, their spelling, their folder.

    `files` are paths with "/" between their parts.
    """

    def __init__(self, files: Sequence[str]) -> None:
        self._named: dict[str, list[str]] = {}
        self._spelt: dict[str, list[str]] = {}
        self._below: dict[str, list[str]] = {}
        for file in files:
            folder, _, name = file.rpartition("/")
            self._named.setdefault(name, []).append(file)
            self._spelt.setdefault(_plain(file), []).append(file)
            if len(name) >= _MIN_NAME:
                self._below.setdefault(folder, []).append(name)

    def beside(self, wanted: str) -> int:
        """How many names `like` compares letter by letter."""
        folder, _, name = wanted.rpartition("/")
        return len(self._below.get(folder, ())) if len(name) >= _MIN_NAME else 0

    def like(self, wanted: str, *, by_letters: bool = True) -> set[str]:
        """Files of the same name or spelling, and, by letters, those beside it whose name is two letters away."""
        folder, _, name = wanted.rpartition("/")
        found = {*self._named.get(name, ()), *self._spelt.get(_plain(wanted), ())}
        if by_letters and self.beside(wanted):
            from rapidfuzz.distance import Levenshtein  # noqa: PLC0415 - documents without broken paths never pay for it
            from rapidfuzz.process import extract  # noqa: PLC0415

            near = extract(
                name, self._below[folder], scorer=Levenshtein.distance, score_cutoff=_MAX_DISTANCE, limit=None
            )
            lead = f"{folder}/" if folder else ""
            found.update(lead + other for other, _, _ in near)
        return found - {wanted}


def _plain(path: str) -> str:
    return path.casefold().replace("-", "").replace("_", "").replace(" ", "")
