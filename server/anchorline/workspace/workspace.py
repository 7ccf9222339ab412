"""What one review may ask about the files around its document. Lazy, remembered, and bounded in number."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from urllib.parse import quote

from anchorline.reviewers.base import Existence
from anchorline.text.changes import changed_lines
from anchorline.workspace.files import UnreadableError, read_inside
from anchorline.workspace.known import MAX_COMPARED
from anchorline.workspace.moment import Moment
from anchorline.workspace.paths import Kind, Resolved, follow, parts_below, parts_from, real_folder, refusal
from anchorline.workspace.repository import Repository
from anchorline.workspace.walk import Walk

MAX_BESIDE = 1 << 20
"""Bytes of another document that may be read for a check."""
MAX_QUESTIONS = 5_000
"""Different paths that one review may ask about; what comes after is unknown."""
MAX_NEAR = 10
_MAX_TRIED = 200  # like files that are looked for on disk

_EXISTENCE = {
    Kind.FILE: Existence.FILE,
    Kind.FOLDER: Existence.FOLDER,
    Kind.MISSING: Existence.MISSING,
    Kind.REFUSED: Existence.UNKNOWN,
}


class FileWorkspace:
    """Of one document at one moment. `folder_roots` are the folders that the person opened or named.

    Whoever reviews many documents of one moment hands it in, so that they share what is looked up.
    `problems` are sentences about what could not be used; the review goes on without it.
    """

    def __init__(
        self, document: Path, folder_roots: Sequence[Path] = (), name: str = "", *, moment: Moment | None = None
    ) -> None:
        self.problems: list[str] = []
        self._moment = Moment() if moment is None else moment
        self._compared = 0
        self._answers: dict[tuple[str, str], Existence] = {}
        path = Path(os.path.abspath(document))  # noqa: PTH100 - the document's own link is not followed
        folder = real_folder(path.parent)
        self.document = (folder or path.parent) / path.name
        self.repository: Repository | None = None
        if folder is not None:
            self.repository, problem = self._moment.repository_of(self.document)
            if problem is not None:
                self.problems.append(f"{name or path}: {problem}")
        roots = [root for given in folder_roots if (root := real_folder(given)) is not None]
        holding = [root for root in roots if parts_below(root, self.document)]
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
        return None if self.repository is None else self.repository.relative(self.document)

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
        if target is None or not target or folder is None or self._outer is None or self.root is None:
            return ()
        wanted = "/".join(target)
        known_files = self._moment.known_files(self._outer, self.root, self.repository)
        self._compared += known_files.beside(wanted)
        found = sorted(known_files.like(wanted, by_letters=self._compared <= MAX_COMPARED))[:_MAX_TRIED]
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
        if self.walk is not None and self.walk.is_ignored(below):
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
        return None if self._outer is None else parts_below(self._outer, self.document.parent)

    @cached_property
    def _root_prefix(self) -> tuple[str, ...]:
        """The parts from the outermost root to the root."""
        return () if self._outer is None or self.root is None else parts_below(self._outer, self.root) or ()

    @property
    def walk(self) -> Walk | None:
        """The ignore rules of the root."""
        return None if self.root is None else self._moment.walk(self.root)


def _link(known: str, folder: str, written: str, prefix: tuple[str, ...]) -> str:
    """The path as a link target from the document, rooted if the written one was."""
    if written.startswith("/"):
        target = "/" + known.removeprefix("/".join(prefix) + "/" if prefix else "")
    else:
        target = posixpath.relpath("/" + known, "/" + folder)
        if written.startswith("./"):
            target = "./" + target if not target.startswith("../") else target
    return "".join(quote(character) if character in ' %?#()<>\\"' else character for character in target)
