"""What a verifier may look up in the workspace: a file, a literal text, a folder, the history of a line.

Whoever asks is a model that has read hostile text. So every path is judged by its text first, then by where its links
lead, and then by what it is: nothing outside the root, nothing of Git's own, nothing ignored or excluded, no file that
holds keys, no pipe, device or binary. A refusal is an answer in words. Answers are bounded; secrets in them are
covered; what was read is remembered, for the report.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path
from threading import Lock

from anchorline.text.changes import split_lines
from anchorline.text.secrets import masked
from anchorline.workspace.files import UnreadableError, read_inside
from anchorline.workspace.history import line_origin
from anchorline.workspace.paths import Kind, follow, parts_below, parts_from, refusal
from anchorline.workspace.private import is_private
from anchorline.workspace.repository import Repository
from anchorline.workspace.walk import Walk

MOST_LINES = 400
LONGEST_LINE = 500
"""Characters of one line that are shown."""
LONGEST_ANSWER = 20_000
"""Characters of one answer."""
LARGEST_FILE = 2_000_000
"""Bytes of a file that is read."""
MOST_HITS = 60
MOST_SEARCHED = 5_000
MOST_SEARCHED_BYTES = 40_000_000
MOST_NAMES = 300

_LONGEST_NEEDLE = 400
_NOWHERE = "refused: the file lies in no workspace, so there is nothing around it to look at"
_UNSEEN_ROOTS = ("/proc", "/sys", "/dev")


class Lookups:
    """Of one workspace at one moment.

    `root` is real, or None where nothing may be looked up. `exclude` are patterns as in `.gitignore`. `current` are
    texts that count instead of what is on disk, by their paths from the root: what an editor holds. `files_read` is
    every file of which anything was shown, in the order of first use.
    """

    def __init__(
        self,
        root: Path | None,
        *,
        exclude: Sequence[str] = (),
        repository: Repository | None = None,
        current: Mapping[str, str] | None = None,
    ) -> None:
        usable = root is not None and not _is_system(root)
        self._root = root if usable else None
        self._walk = Walk(root, exclude=exclude) if usable and root is not None else None
        self._repository = repository if repository is not None and repository.root == self._root else None
        self._current = dict(current or {})
        self._read: dict[str, None] = {}
        self.turn = Lock()
        """To be held while something is looked up from a thread: what is known is shared."""

    @property
    def files_read(self) -> tuple[str, ...]:
        return tuple(self._read)

    def read_file(self, path: str, first: int = 1, last: int | None = None) -> str:
        """Lines `first` to `last` of a file, counted from 1, with their numbers. White space at their ends is left out:
        nothing that it could change is looked up here, and a look-up that says the same need not be judged anew."""
        found = self._text(path)
        if isinstance(found, _Refusal):
            return found
        inside, text = found
        self._read.setdefault(inside)
        lines = split_lines(masked(text))
        first = min(max(first, 1), len(lines))
        last = min(len(lines) if last is None else max(last, first), first + MOST_LINES - 1, len(lines))
        shown = [f"{number}: {_cut(lines[number - 1].rstrip())}" for number in range(first, last + 1)]
        rest = f"\n({len(lines)} lines in all)" if last < len(lines) or first > 1 else ""
        return _bounded(f"{inside}\n" + "\n".join(shown)) + rest

    def search(self, text: str, folder: str = "") -> str:
        """Lines that hold the text, to the letter; case counts."""
        needle = text.strip("\r\n")
        if self._walk is None:
            return _NOWHERE
        if not needle.strip() or len(needle) > _LONGEST_NEEDLE or "\n" in needle:
            return f"refused: give one line of text to look for, of at most {_LONGEST_NEEDLE} characters"
        start = self._folder(folder)
        if isinstance(start, _Refusal):
            return start
        hits: list[str] = []
        wanted = needle.encode()
        searched = unread = 0
        for inside, data in self._contents(start):
            if data is None:
                unread += 1
                continue
            searched += 1
            if wanted not in data or b"\0" in data:
                continue
            lines = split_lines(masked(data.decode("utf-8", "replace")))
            found = [
                f"{inside}:{number}: {_cut(line.strip())}" for number, line in enumerate(lines, 1) if needle in line
            ]
            if found:
                self._read.setdefault(inside)
            hits += found
            if len(hits) > MOST_HITS:
                return _bounded("\n".join(hits[:MOST_HITS])) + f"\n(the first {MOST_HITS} places; there are more)"
        rest = f"\n({unread} files were not searched: too large, too many or unreadable)" if unread else ""
        return (_bounded("\n".join(hits)) or f"no line holds it, in {searched} files") + rest

    def list_files(self, folder: str = "") -> str:
        """The files of a folder and of those below, as far as they may be read."""
        if self._walk is None:
            return _NOWHERE
        start = self._folder(folder)
        if isinstance(start, _Refusal):
            return start
        names: list[str] = []
        for inside in self._files(start):
            names.append(inside)
            if len(names) > MOST_NAMES:
                return _bounded("\n".join(names[:MOST_NAMES])) + f"\n(the first {MOST_NAMES}; there are more)"
        return _bounded("\n".join(names)) or "no files"

    def line_history(self, path: str, line: int) -> str:
        """Which commit last changed a line, counted from 1, and what stood there before."""
        found = self._text(path)
        if isinstance(found, _Refusal):
            return found
        inside, text = found
        if self._repository is None:
            return "there is no history: the file lies in no repository"
        if not 1 <= line <= len(split_lines(text)):
            return f"refused: {inside} has no line {line}"
        self._read.setdefault(inside)
        origin = line_origin(self._repository, inside, text, line - 1)
        if origin is None:
            return "there is no history: the repository has no commits"
        before = "\n".join(f"before: {_cut(masked(each))}" for each in origin.before[:20])
        if origin.commit is None:
            said = "changed and not yet committed" if origin.before else "new and not yet committed"
        else:
            least = "" if origin.certain else " or earlier"
            said = f"last changed by {origin.commit.id[:10]} of {origin.day}{least}: {_cut(masked(origin.subject))}"
        return _bounded(f"{inside}:{line} {said}\n{before}".strip())

    def holds(self, names: Sequence[str]) -> frozenset[str]:
        """Those of the names that stand anywhere in the workspace, as far as it is searched."""
        missing = {name: name.encode() for name in names[:MOST_HITS]}
        if self._walk is None:
            return frozenset()
        for _, data in self._contents(()):
            missing = {name: wanted for name, wanted in missing.items() if data is None or wanted not in data}
            if not missing:
                break
        return frozenset(names[:MOST_HITS]) - missing.keys()

    def _folder(self, folder: str) -> tuple[str, ...] | _Refusal:
        if folder.strip() in ("", ".", "./"):
            return ()
        parts = self._parts(folder)
        if isinstance(parts, _Refusal):
            return parts
        assert self._root is not None
        found = follow(self._root, parts)
        if found.kind is not Kind.FOLDER:
            return _Refusal(f"refused: {_named(folder)} {found.reason or 'is no folder of the workspace'}")
        return self._allowed(folder, tuple(found.inside.split("/")) if found.inside else (), is_folder=True)

    def _text(self, path: str) -> tuple[str, str] | _Refusal:
        """(path from the root, text) of a file that may be shown."""
        parts = self._parts(path)
        if isinstance(parts, _Refusal):
            return parts
        assert self._root is not None
        written = "/".join(parts)
        if written in self._current:
            allowed = self._allowed(path, tuple(parts))
            return allowed if isinstance(allowed, _Refusal) else (written, self._current[written])
        found = follow(self._root, parts)
        if found.kind is not Kind.FILE or found.path is None:
            missing = "is a folder" if found.kind is Kind.FOLDER else "is not there"
            return _Refusal(f"refused: {_named(path)} {found.reason or missing}")
        allowed = self._allowed(path, tuple(found.inside.split("/")))
        if isinstance(allowed, _Refusal):
            return allowed
        if found.inside in self._current:
            return found.inside, self._current[found.inside]
        try:
            data = read_inside(found.path, LARGEST_FILE)
        except UnreadableError as problem:
            return _Refusal(f"refused: {_named(path)} {problem}")
        if b"\0" in data:
            return _Refusal(f"refused: {_named(path)} is binary")
        return found.inside, data.decode("utf-8", "replace").removeprefix("\ufeff")

    def _parts(self, path: str) -> tuple[str, ...] | _Refusal:
        """The parts of a written path that is harmless by its text, from the root."""
        if self._root is None:
            return _Refusal(_NOWHERE)
        reason = refusal(path)
        if reason is None:
            parts = parts_from((), path)
            if parts is not None:
                return self._allowed(path, tuple(parts), by_name_only=True)
            reason = "leaves the workspace"
        return _Refusal(f"refused: {_named(path)} {reason}")

    def _allowed(
        self, path: str, parts: tuple[str, ...], *, is_folder: bool = False, by_name_only: bool = False
    ) -> tuple[str, ...] | _Refusal:
        assert self._walk is not None
        assert self._root is not None
        if is_private(parts):
            return _Refusal(f"refused: {_named(path)} is of a kind that holds keys or belongs to Git")
        if by_name_only:
            return parts
        if self._walk.is_ignored(parts, folder=is_folder):
            return _Refusal(f"refused: {_named(path)} is ignored by the project")
        if parts and self._walk.is_excluded(self._root.joinpath(*parts), folder=is_folder):
            return _Refusal(f"refused: {_named(path)} is excluded from reviews")
        return parts

    def _contents(self, start: tuple[str, ...]) -> Iterator[tuple[str, bytes | None]]:
        """The files below a folder with what is in them; None for those that are too large, or beyond the bounds."""
        left = MOST_SEARCHED_BYTES
        for number, inside in enumerate(self._files(start)):
            data = self._bytes(inside) if number < MOST_SEARCHED and left > 0 else None
            left -= len(data or b"")
            yield inside, data

    def _files(self, start: tuple[str, ...]) -> Iterator[str]:
        """What may be read below a folder, in the order of the paths."""
        lead = "".join(f"{part}/" for part in start)
        return (name for name in self._listing if name.startswith(lead))

    @cached_property
    def _listing(self) -> tuple[str, ...]:
        """What Git tracks, and what else there is of a language that is known here; of each no more than is ever
        searched."""
        assert self._walk is not None
        assert self._root is not None
        tracked: frozenset[str] = frozenset()
        if self._repository is not None and self._repository.tracked_complete:
            tracked = self._repository.tracked
        may = (name for name in sorted(tracked) if self._may_be_listed(name))
        walked = ("/".join(parts_below(self._root, file) or ()) for file in self._walk.files(most=10 * MOST_SEARCHED))
        others = (name for name in walked if name not in tracked and not is_private(name.split("/")))
        most = MOST_SEARCHED + 1
        return tuple(sorted({*islice(may, most), *islice(others, most), *self._current}))

    def _may_be_listed(self, name: str) -> bool:
        assert self._walk is not None
        assert self._root is not None
        parts = name.split("/")
        if is_private(parts) or self._walk.is_excluded(self._root.joinpath(*parts)):
            return False
        return follow(self._root, parts).inside == name  # neither gone, nor a link, nor a pipe

    def _bytes(self, inside: str) -> bytes | None:
        if inside in self._current:
            return self._current[inside].encode("utf-8", "replace")
        assert self._root is not None
        try:
            return read_inside(self._root.joinpath(*inside.split("/")), LARGEST_FILE)
        except UnreadableError:
            return None


class _Refusal(str):
    """Why something is not shown."""

    __slots__ = ()


def _is_system(root: Path) -> bool:
    return any(str(root) == unseen or str(root).startswith(f"{unseen}/") for unseen in _UNSEEN_ROOTS)


def _named(path: str) -> str:
    shown = "".join(c if c.isprintable() else " " for c in path[:120])
    return f'"{shown}"'


def _cut(line: str) -> str:
    return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…"


def _bounded(text: str) -> str:
    return text if len(text) <= LONGEST_ANSWER else f"{text[:LONGEST_ANSWER]}…\n(cut off here)"
