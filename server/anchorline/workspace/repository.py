"""The repository that holds a document: what stood in it at a revision, and which files it tracks.

Objects, references and the index are read, nothing else: no configuration, no attributes, no filters, no hooks; no
process is started and nothing is fetched. What is compared is compared in process.
"""

from __future__ import annotations

import codecs
import os
import stat
import unicodedata
from functools import cached_property
from itertools import islice
from pathlib import Path

from anchorline.workspace.files import MAX_DOCUMENT
from anchorline.workspace.gitdir import GitFolder, find_git_folder
from anchorline.workspace.objects import BLOB, MAX_FILES, Commit, Entry, Objects, open_objects
from anchorline.workspace.paths import Kind, parts_below, real_folder
from anchorline.workspace.revisions import head_exists, head_problem, merge_base, resolve_revision

_MAX_INDEX = 256_000_000
_MAX_MESSAGE = 1_000_000


def open_repository(document: Path) -> tuple[Repository | None, str | None]:
    """(repository, problem) of the document at an absolute path. (None, None): no repository holds it.

    The problem is a clause about the repository; the review goes on without it.
    """
    folder = real_folder(document.parent)
    if folder is None:
        return None, None
    git, problem = find_git_folder(folder)
    if git is None:
        return None, problem and f"Git is left out: {problem}."
    objects, problem = open_objects(git.common / "objects")
    if objects is None:
        return None, f"Git is left out: {problem} ({git.common})."
    problem = head_problem(git)
    if problem is not None:
        return None, f"Git is left out: {problem} ({git.own})."
    return Repository(git, objects), None


class Repository:
    """Answers are of the moment when it was opened, or first asked; open it anew for each review."""

    def __init__(self, git: GitFolder, objects: Objects) -> None:
        self.root = git.root
        self._git = git
        self._objects = objects
        self._commits: dict[str, tuple[Commit | None, str | None]] = {}
        self._entries: dict[tuple[str, str], Entry | None] = {}

    def commit(self, revision: str = "HEAD") -> tuple[Commit | None, str | None]:
        """(commit, problem). For HEAD, no commit and no problem: the repository has none yet."""
        if revision not in self._commits:
            found, problem = resolve_revision(self._git, self._objects, revision)
            if revision == "HEAD" and found is None:
                born = head_exists(self._git)
                problem = "the commit of HEAD is not there, or cannot be read; run git fsck." if born else None
            self._commits[revision] = (found, problem)
        return self._commits[revision]

    def base(self, branch: str) -> tuple[Commit | None, str | None]:
        """(where HEAD's history left the branch's, problem)."""
        theirs, problem = self.commit(branch)
        ours, _ = self.commit()
        if theirs is None or ours is None:
            return None, problem or "the repository has no commits yet."
        found = merge_base(self._objects, ours, theirs)
        if found is None:
            return None, f"no common commit with {branch!r} is known; a shallow clone may have to be deepened."
        return found, None

    def relative(self, path: Path) -> str | None:
        """The path as the repository names it ("/" between parts); None when it is outside. `path` is absolute."""
        folder = real_folder(path.parent)
        parts = None if folder is None else parts_below(self.root, folder / path.name)
        return None if parts is None else "/".join(parts)

    def text_at(self, commit: Commit, path: str) -> str | None:
        """The text of a file, without a byte order mark; None when it is not there, or is larger than a document.

        Bytes that are no UTF-8 are replaced, which makes their lines differ from any text.
        """
        entry = self._entry(commit, path)
        if entry is None or not stat.S_ISREG(entry.mode):
            return None
        found = self._objects.read(entry.id, MAX_DOCUMENT)
        if found is None or found[0] != BLOB:
            return None
        return found[1].removeprefix(codecs.BOM_UTF8).decode("utf-8", "replace")

    def loss_at(self, commit: Commit, path: str) -> str | None:
        """Why a file that has no text at a commit may have been there nevertheless, as a clause; None when it was not.

        For who must not take what is out of reach for what never was.
        """
        entry = self._entry(commit, path)
        if entry is None:
            lost = self._objects.lost_at(
                commit.tree, [part.encode("utf-8", "surrogateescape") for part in _parts(path)]
            )
        else:
            lost = stat.S_ISREG(entry.mode) and self._objects.read(entry.id, MAX_DOCUMENT) is None
        if not lost:
            return None
        if entry is not None and self._objects.read(entry.id) is not None:
            return f"it had more than {MAX_DOCUMENT / 1e6:g} MB there."
        return "what it was is not in the repository; fetch it (git fetch --refetch), or run git fsck."

    def blob_at(self, commit: Commit, path: str) -> str | None:
        """The id of a file's content, the same for the same content; None when it is not there."""
        entry = self._entry(commit, path)
        return entry.id if entry is not None and stat.S_ISREG(entry.mode) else None

    def subject_of(self, commit: Commit) -> str:
        """The first line of a commit's message. Whoever wrote it is not to be trusted."""
        found = self._objects.read(commit.id, _MAX_MESSAGE)
        message = found[1].partition(b"\n\n")[2] if found is not None else b""
        return message.partition(b"\n")[0].decode("utf-8", "replace").strip()

    def head_text(self, path: str) -> str | None:
        """The text at HEAD; None when the file is new, or there is no HEAD."""
        commit, _ = self.commit()
        return None if commit is None else self.text_at(commit, path)

    def kind_at(self, commit: Commit, path: str) -> Kind:
        entry = self._entry(commit, path)
        if entry is None:
            return Kind.MISSING
        return Kind.FOLDER if entry.is_folder or entry.is_submodule else Kind.FILE

    def files_at(self, commit: Commit) -> frozenset[str]:
        """Paths of all files at a commit, submodules included as one path each."""
        return frozenset(path.decode("utf-8", "replace") for path in self._objects.files(commit.tree))

    def files_among(self, commit: Commit, most: int) -> tuple[str, ...]:
        """Paths of the files at a commit; none when there are more than `most`."""
        paths = tuple(islice(self._objects.files(commit.tree), most + 1))
        return tuple(path.decode("utf-8", "surrogateescape") for path in paths) if len(paths) <= most else ()

    def files_below(self, commit: Commit, folder: str) -> tuple[str, ...]:
        """Paths of the files that lie in a folder at a commit, not those of folders in it."""
        entry = self._entry(commit, folder)
        if entry is None or not entry.is_folder:
            return ()
        names = (each.name.decode("utf-8", "surrogateescape") for each in self._objects.entries(entry.id))
        return tuple(f"{folder}/{name}" for name in names)

    def is_in_index(self, path: str) -> bool:
        return path in self._index_paths

    @cached_property
    def tracked(self) -> frozenset[str]:
        """Paths that Git tracks: those of the index and of HEAD together (a deleted file's path is still known)."""
        commit, _ = self.commit()
        return self._index_paths | (self.files_at(commit) if commit is not None else frozenset())

    @cached_property
    def tracked_complete(self) -> bool:
        """Whether `tracked` is all there is, so that absence from it means something."""
        return 0 < len(self.tracked) < MAX_FILES

    def tracks_suffix(self, path: str) -> bool | None:
        """Whether some tracked path, or a folder of one, is or ends with "/" and this path; None: cannot be known."""
        if not self.tracked_complete:
            return None
        return path.strip("/") in self._suffixes

    def in_submodule(self, path: str) -> bool:
        """Whether the path lies below a submodule at HEAD, whose files this repository does not know."""
        commit, _ = self.commit()
        parts = path.split("/")
        return commit is not None and any(
            (entry := self._entry(commit, "/".join(parts[:count]))) is not None and entry.is_submodule
            for count in range(1, len(parts) + 1)
        )

    @cached_property
    def is_sparse(self) -> bool:
        """Whether tracked files may be absent from disk on purpose."""
        return os.path.lexists(self._git.own / "info" / "sparse-checkout")

    @cached_property
    def _suffixes(self) -> frozenset[str]:
        """Every suffix of every tracked path and of every folder above one."""
        found: set[str] = set()
        done: set[str] = set()
        for path in self.tracked:
            at = path
            while at and at not in done:
                done.add(at)
                parts = at.split("/")
                found.update("/".join(parts[start:]) for start in range(len(parts)))
                at = at.rpartition("/")[0]
        return frozenset(found)

    def _entry(self, commit: Commit, path: str) -> Entry | None:
        parts = [part.encode("utf-8", "surrogateescape") for part in _parts(path)]
        found = self._objects.at(commit.tree, parts)
        if found is None and not path.isascii():  # macOS hands out names in another normal form than Git stores
            composed = unicodedata.normalize("NFC", path)
            found = self._objects.at(commit.tree, [part.encode("utf-8") for part in _parts(composed)])
        return found

    @cached_property
    def _index_paths(self) -> frozenset[str]:
        from pygit2 import GitError, Index  # noqa: PLC0415 - documents outside repositories never pay for it

        place = self._git.own / "index"
        try:
            status = place.lstat()
            if not stat.S_ISREG(status.st_mode) or status.st_size > _MAX_INDEX:
                return frozenset()
            return frozenset(entry.path for entry in Index(str(place)))
        except (GitError, OSError, ValueError, KeyError):
            return frozenset()  # absent, or of a kind that libgit2 does not read: HEAD is what remains


def _parts(path: str) -> list[str]:
    return [part for part in path.split("/") if part]
