"""Objects of a repository: commits, folders and file contents, as bytes.

libgit2 unpacks them. It is pointed at the folder of objects alone, so it never sees a configuration; and every file
that it is about to open has been looked at first, for a pipe would hang it and a link would lead it outside.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pygit2 import Odb

COMMIT, TREE, BLOB, TAG = 1, 2, 3, 4
MAX_OBJECT = 64_000_000
MAX_FILES = 500_000
_MAX_PACK_FILES = 10_000
_MAX_TREES = 1_000  # that are kept read, with
_MAX_KEPT = 100_000  # entries
_MAX_DEPTH = 200
_ID = 20


class Entry(NamedTuple):
    name: bytes
    mode: int
    id: str

    @property
    def is_folder(self) -> bool:
        return self.mode == 0o040000

    @property
    def is_submodule(self) -> bool:
        return self.mode == 0o160000


def open_objects(folder: Path) -> tuple[Objects | None, str | None]:
    """(objects, problem) of the `objects` folder of a Git folder."""
    problem = _problem_of(folder)
    if problem is not None:
        return None, problem
    from pygit2 import GitError, Odb  # noqa: PLC0415 - documents outside repositories never pay for it

    try:
        return Objects(folder, Odb(str(folder))), None
    except (GitError, OSError, ValueError, KeyError):
        return None, "its objects cannot be opened"


class Objects:
    """Reads; nothing is ever written or fetched."""

    def __init__(self, folder: Path, odb: Odb) -> None:
        self._folder = folder
        self._odb = odb
        self._trees: dict[str, dict[bytes, Entry]] = {}

    def read(self, object_id: str, limit: int = MAX_OBJECT) -> tuple[int, bytes] | None:
        """(type, content); None when it is absent (a shallow or partial clone), damaged or larger than `limit`."""
        from pygit2 import GitError  # noqa: PLC0415

        if not self._safe(object_id):
            return None
        try:
            _, size = self._odb.read_header(object_id)
            if size > limit:
                return None
            kind, data = self._odb.read(object_id)
        except (GitError, OSError, ValueError, KeyError):
            return None
        return int(kind), data

    def expand(self, prefix: str) -> str | None:
        """The id of the only object whose id begins so (4 to 40 hex digits)."""
        from pygit2 import GitError  # noqa: PLC0415

        fan = self._folder / prefix[:2]
        if not 4 <= len(prefix) <= 2 * _ID or not _is_or_absent(fan, stat.S_ISDIR):
            return None
        try:
            names = sorted(os.listdir(fan)) if fan.is_dir() else []  # noqa: PTH208 - names only
        except OSError:
            return None
        if not all(self._safe(prefix[:2] + name) for name in names if name.startswith(prefix[2:])):
            return None
        try:
            kind, data = self._odb.read(prefix)
        except (GitError, OSError, ValueError, KeyError):
            return None
        word = {COMMIT: b"commit", TREE: b"tree", BLOB: b"blob", TAG: b"tag"}.get(int(kind), b"")
        # The store does not say the whole id, but an object's id is the hash of its content.
        return hashlib.sha1(b"%s %d\x00%s" % (word, len(data), data), usedforsecurity=False).hexdigest()

    def commit(self, object_id: str) -> Commit | None:
        """The commit, or the one that an annotated tag names."""
        for _ in range(8):
            found = self.read(object_id)
            if found is None:
                return None
            kind, data = found
            if kind == COMMIT:
                return _commit(object_id, data)
            if kind != TAG or not data.startswith(b"object "):
                return None
            object_id = data[7:47].decode("ascii", "replace")
        return None

    def entries(self, tree: str) -> tuple[Entry, ...]:
        found = self.read(tree)
        return tuple(_entries(found[1])) if found is not None and found[0] == TREE else ()

    def at(self, tree: str, parts: list[bytes]) -> Entry | None:
        """The entry at a path in a tree; None when there is none."""
        entry: Entry | None = Entry(b"", 0o040000, tree)
        for part in parts:
            if entry is None or not entry.is_folder:
                return None
            entry = self._named(entry.id).get(part)
        return entry

    def lost_at(self, tree: str, parts: list[bytes]) -> bool:
        """Whether nothing can be said of a path, because a folder above it, or what it holds, is not to be read."""
        at = Entry(b"", 0o040000, tree)
        for number, part in enumerate(parts, 1):
            found = self.read(at.id)
            if found is None or found[0] != TREE:
                return True
            entry = self._named(at.id).get(part)
            if entry is None or not (entry.is_folder or number == len(parts)):
                return False
            at = entry
        return stat.S_ISREG(at.mode) and self.read(at.id) is None

    def _named(self, tree: str) -> dict[bytes, Entry]:
        """The entries by name. The id of a tree is a hash of its content, so what was read once stays true."""
        if tree not in self._trees:
            if len(self._trees) >= _MAX_TREES or sum(map(len, self._trees.values())) > _MAX_KEPT:
                self._trees.clear()
            self._trees[tree] = {entry.name: entry for entry in reversed(self.entries(tree))}  # the first counts
        return self._trees[tree]

    def files(self, tree: str) -> Iterator[bytes]:
        """Paths of all files below a tree, submodules too; at most MAX_FILES entries are looked at."""
        todo = [(b"", tree, 0)]
        left = MAX_FILES
        while todo and left > 0:
            prefix, at, depth = todo.pop()
            for entry in self.entries(at):
                left -= 1
                path = prefix + entry.name
                if not entry.is_folder:
                    yield path
                elif depth < _MAX_DEPTH:
                    todo.append((path + b"/", entry.id, depth + 1))

    def _safe(self, object_id: str) -> bool:
        """A loose object of that name, if there is one, is a plain file in a plain folder."""
        if len(object_id) != 2 * _ID or any(digit not in "0123456789abcdef" for digit in object_id):
            return False
        fan = self._folder / object_id[:2]
        return _is_or_absent(fan, stat.S_ISDIR) and _is_or_absent(fan / object_id[2:], stat.S_ISREG)


class Commit(NamedTuple):
    id: str
    tree: str
    parents: tuple[str, ...]
    time: int


def _commit(object_id: str, data: bytes) -> Commit | None:
    tree = ""
    parents: list[str] = []
    time = 0
    for line in data.partition(b"\n\n")[0].split(b"\n"):
        word, _, value = line.partition(b" ")
        if word == b"tree" and not tree:
            tree = value.decode("ascii", "replace")
        elif word == b"parent":
            parents.append(value.decode("ascii", "replace"))
        elif word == b"committer":
            stamp = value.rpartition(b"> ")[2].split(b" ")[0]
            time = int(stamp) if stamp.isdigit() and len(stamp) < 16 else 0
            break
    return Commit(object_id, tree, tuple(parents), time) if tree else None


def _entries(data: bytes) -> Iterator[Entry]:
    at = 0
    while at < len(data):
        space = data.find(b" ", at, at + 8)
        end = data.find(b"\x00", space)
        if space < 0 or end < 0 or end + 1 + _ID > len(data):
            return  # damaged: what was read so far stands
        mode = data[at:space]
        if not mode.isdigit() or b"8" in mode or b"9" in mode:
            return
        yield Entry(data[space + 1 : end], int(mode, 8), data[end + 1 : end + 1 + _ID].hex())
        at = end + 1 + _ID


def _problem_of(folder: Path) -> str | None:
    if not _is_or_absent(folder, stat.S_ISDIR):
        return "its folder of objects is a link"
    info = folder / "info"
    pack = folder / "pack"
    for place, wanted in ((folder, os.X_OK), (info, os.R_OK | os.X_OK), (pack, os.R_OK | os.X_OK)):
        if os.path.lexists(place) and not os.access(place, wanted):
            return "its objects cannot be read: permission denied"
    if not _is_or_absent(info, stat.S_ISDIR) or not _is_or_absent(pack, stat.S_ISDIR):
        return "its folder of objects holds links"
    if os.path.lexists(info / "alternates"):
        return "it borrows objects from outside (objects/info/alternates)"
    for inner in (info, pack):
        try:
            with os.scandir(inner) as entries:
                for count, entry in enumerate(entries):
                    if count > _MAX_PACK_FILES:
                        return "it has too many packs; run git gc"
                    plain = entry.is_file(follow_symlinks=False) or entry.is_dir(follow_symlinks=False)
                    if not plain:
                        return "its folder of objects holds links or devices"
        except FileNotFoundError:
            continue
        except OSError:
            return "its objects cannot be read"
    return None


def _is_or_absent(path: Path, is_kind: Callable[[int], bool]) -> bool:
    try:
        return is_kind(path.lstat().st_mode)
    except FileNotFoundError:
        return True
    except OSError:
        return False
