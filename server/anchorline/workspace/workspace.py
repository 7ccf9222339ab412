"""What one review may ask about the files around its document. Lazy, remembered, and bounded in number."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from urllib.parse import quote

from anchorline.reviewers.base import Existence
from anchorline.text.changes import changed_lines
from anchorline.workspace.files import UnreadableError, read_inside
from anchorline.workspace.paths import Kind, Resolved, follow, parts_below, parts_from, real_folder, refusal
from anchorline.workspace.repository import Repository, open_repository
from anchorline.workspace.walk import Walk

MAX_BESIDE = 1 << 20
"""Bytes of another document that may be read for a check."""
MAX_QUESTIONS = 5_000
"""Different paths that one review may ask about; what comes after is unknown."""
MAX_NEAR = 10
_MAX_KNOWN = 50_000
_MAX_TRIED = 200  # like files that are looked for on disk
_MAX_DISTANCE = 2
_MIN_NAME = 5  # in shorter names, two letters are most of the name

Opener = Callable[[Path], tuple[Repository | None, str | None]]
"""Like `open_repository`."""

_EXISTENCE = {
    Kind.FILE: Existence.FILE,
    Kind.FOLDER: Existence.FOLDER,
    Kind.MISSING: Existence.MISSING,
    Kind.REFUSED: Existence.UNKNOWN,
}


class FileWorkspace:
    """Of one document at one moment. `folder_roots` are the folders that the person opened or named.

    `opened` finds the repository; whoever reviews many files of one moment may hand in one that remembers.
    `problems` are sentences about what could not be used; the review goes on without it.
    """

    def __init__(
        self, document: Path, folder_roots: Sequence[Path] = (), name: str = "", *, opened: Opener = open_repository
    ) -> None:
        self.problems: list[str] = []
        self._answers: dict[tuple[str, str], Existence] = {}
        path = Path(os.path.abspath(document))  # noqa: PTH100 - the document's own link is not followed
        folder = real_folder(path.parent)
        self._document = (folder or path.parent) / path.name
        self.repository: Repository | None = None
        if folder is not None:
            self.repository, problem = opened(self._document)
            if problem is not None:
                self.problems.append(f"{name or path}: {problem}")
        roots = [root for given in folder_roots if (root := real_folder(given)) is not None]
        holding = [root for root in roots if parts_below(root, self._document)]
        if self.repository is not None:
            holding.append(self.repository.root)
        holding.sort(key=lambda root: len(root.parts))
        # Links may go anywhere inside the outermost root; "the root" of a written path is the repository's.
        self._outer = holding[0] if holding else None
        self.root = self.repository.root if self.repository is not None else (holding[-1] if holding else None)

    @property
    def rooted(self) -> bool:
        return self._outer is not None

    @property
    def in_repository(self) -> bool:
        return self.repository is not None and self.repository.commit()[0] is not None

    @cached_property
    def path(self) -> str | None:
        """The document as the repository names it."""
        return None if self.repository is None else self.repository.relative(self._document)

    def head_text(self) -> str | None:
        """The document's text at HEAD; None when it is new or there is no HEAD."""
        return None if self.repository is None or self.path is None else self.repository.head_text(self.path)

    def changed(self, text: str) -> frozenset[int] | None:
        """The zero-based lines of `text` that differ from HEAD; None when there is no HEAD to compare with."""
        return changed_lines(self.head_text(), text) if self.in_repository else None

    def beside(self, path: str) -> Existence:
        return self._ask("beside", path)

    def at_root(self, path: str) -> Existence:
        return self._ask("at_root", path)

    def tracked_suffix(self, path: str) -> bool | None:
        if self.repository is None or not self.in_repository or refusal(path) is not None:
            return None
        return self.repository.tracks_suffix(path)

    def near_matches(self, path: str) -> Sequence[str]:
        target = self._inside(path)
        folder = self._folder_parts
        if target is None or not target or folder is None or self._outer is None:
            return ()
        wanted = "/".join(target)
        found = sorted(self._known.like(wanted))[:_MAX_TRIED]
        existing = (known for known in found if follow(self._outer, known.split("/")).kind is Kind.FILE)
        links = (_link(known, "/".join(folder), path, self._root_prefix) for known in existing)
        return tuple(link for link, _ in zip(links, range(MAX_NEAR), strict=False))

    def read_beside(self, path: str) -> str | None:
        found = self._resolved(path)
        if found is None or found.kind is not Kind.FILE or found.path is None:
            return None
        try:
            return read_inside(found.path, MAX_BESIDE).decode("utf-8").removeprefix("\ufeff")
        except (UnreadableError, UnicodeDecodeError):
            return None

    def _ask(self, question: str, path: str) -> Existence:
        key = (question, path)
        if key not in self._answers:
            if len(self._answers) >= MAX_QUESTIONS:
                return Existence.UNKNOWN
            self._answers[key] = self._beside(path) if question == "beside" else self._at_root(path)
        return self._answers[key]

    def _beside(self, path: str) -> Existence:
        found = self._resolved(path)
        if found is None:
            return Existence.UNKNOWN
        return _EXISTENCE[found.kind] if found.kind is not Kind.MISSING else self._missing(self._inside(path) or [])

    def _at_root(self, path: str) -> Existence:
        if self.root is None or self._outer is None or refusal(path) is not None:
            return Existence.UNKNOWN
        found = self._beside("/" + path)
        commit, _ = self.repository.commit() if self.repository is not None else (None, None)
        if found is not Existence.MISSING or commit is None or self.repository is None:
            return found
        parts = parts_from((), path)
        return Existence.MISSING if not parts else _EXISTENCE[self.repository.kind_at(commit, "/".join(parts))]

    def _missing(self, parts: Sequence[str]) -> Existence:
        """What is not on disk may be absent on purpose: in a submodule, left out of a sparse checkout, or made by a
        build and therefore ignored. Then nothing may be concluded."""
        below = parts[len(self._root_prefix) :]
        if tuple(parts[: len(self._root_prefix)]) != self._root_prefix or not below:
            return Existence.MISSING
        if self._walk is not None and self._walk.is_ignored(below):
            return Existence.UNKNOWN
        if self.repository is None:
            return Existence.MISSING
        written = "/".join(below)
        sparse = self.repository.is_sparse and self.repository.tracks_suffix(written) is not False
        return Existence.UNKNOWN if sparse or self.repository.in_submodule(written) else Existence.MISSING

    def _resolved(self, path: str) -> Resolved | None:
        parts = self._inside(path)
        return None if parts is None or self._outer is None else follow(self._outer, parts)

    def _inside(self, path: str) -> list[str] | None:
        """The parts of a written path below the outermost root; None when it is refused or leaves it."""
        folder = self._folder_parts
        if folder is None:
            return None
        if path.startswith("/") and not path.startswith(("//", "/\\")):
            rest = path[1:] or "."
            return None if refusal(rest) is not None else parts_from(self._root_prefix, rest)
        return None if refusal(path) is not None else parts_from(folder, path)

    @cached_property
    def _folder_parts(self) -> tuple[str, ...] | None:
        return None if self._outer is None else parts_below(self._outer, self._document.parent)

    @cached_property
    def _root_prefix(self) -> tuple[str, ...]:
        """The parts from the outermost root to the root."""
        return () if self._outer is None or self.root is None else parts_below(self._outer, self.root) or ()

    @cached_property
    def _walk(self) -> Walk | None:
        return None if self.root is None else Walk(self.root)

    @cached_property
    def _known(self) -> _Known:
        return _Known(self._known_files)

    @property
    def _known_files(self) -> Sequence[str]:
        """Files that a link could mean, from the outermost root: what Git tracks, or else what is found by walking."""
        if self.repository is not None and self.in_repository and len(self.repository.tracked) <= _MAX_KNOWN:
            return ["/".join((*self._root_prefix, path)) for path in self.repository.tracked]
        if self._walk is None or self._outer is None:
            return ()
        files = (parts_below(self._outer, path) or () for path in self._walk.files())
        return ["/".join(parts) for parts, _ in zip(files, range(_MAX_KNOWN), strict=False)]


class _Known:
    """Files by what may be like a missing target: their name, their spelling, their folder."""

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

    def like(self, wanted: str) -> set[str]:
        folder, _, name = wanted.rpartition("/")
        found = {*self._named.get(name, ()), *self._spelt.get(_plain(wanted), ())}
        beside = self._below.get(folder) if len(name) >= _MIN_NAME else None
        if beside:
            from rapidfuzz.distance import Levenshtein  # noqa: PLC0415 - only a missing target asks

            lead = f"{folder}/" if folder else ""
            found.update(
                lead + other
                for other in beside
                if abs(len(other) - len(name)) <= _MAX_DISTANCE
                and Levenshtein.distance(name, other, score_cutoff=_MAX_DISTANCE) <= _MAX_DISTANCE
            )
        return found - {wanted}


def _plain(path: str) -> str:
    return path.casefold().replace("-", "").replace("_", "").replace(" ", "")


def _link(known: str, folder: str, written: str, prefix: tuple[str, ...]) -> str:
    """The path as a link target from the document, rooted if the written one was."""
    if written.startswith("/"):
        target = "/" + known.removeprefix("/".join(prefix) + "/" if prefix else "")
    else:
        target = posixpath.relpath("/" + known, "/" + folder)
        if written.startswith("./"):
            target = "./" + target if not target.startswith("../") else target
    return "".join(quote(character) if character in ' %?#()<>\\"' else character for character in target)
