"""Which files below a folder are reviewed: those of a language that is known here, by the rules of ignore files.

Links are not followed: what they lead to is either walked anyway or lies elsewhere.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from anchorline.text.snapshot import KNOWN_LANGUAGES, language_of
from anchorline.workspace.files import AbsentError, UnreadableError, read_inside
from anchorline.workspace.paths import parts_below

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

DEFAULT_INCLUDE: tuple[str, ...] = ("**",)
DEFAULT_EXCLUDE: tuple[str, ...] = (
    "node_modules/", "bower_components/", "vendor/", "third_party/", "site-packages/", ".venv/", "venv/",
    "__pycache__/", ".tox/", ".nox/", ".eggs/", "*.egg-info/", ".mypy_cache/", ".ruff_cache/", ".pytest_cache/",
    "build/", "dist/", "out/", "target/", "_build/", "_site/", ".next/", ".nuxt/", "coverage/", ".hg/", ".svn/",
    "CHANGELOG*", "CHANGES.md", "HISTORY.md", "NEWS.md", "RELEASE_NOTES*", "RELEASES.md",
    "*.min.js", "*.bundle.js", "*_pb2.py", "*_pb2_grpc.py", "*_pb2.pyi", "*.pb.go", "*_generated.go", "*.generated.*",
)  # fmt: skip
"""Patterns as in `.gitignore`."""
IGNORE_FILES = (".gitignore", ".ignore", ".anchorlineignore")
"""Later ones win, and those of deeper folders over those above."""

Rules = Callable[[str], bytes | None]
"""The bytes of an ignore file by its path from the root; None when there is none. Raises UnreadableError."""

MAX_DEPTH = 100
MAX_ENTRIES = 1_000_000
_MAX_IGNORE_FILE = 256_000
_MAX_PATTERNS = 2_000
_MAX_PATTERN = 400
# Wildcards are matched by backtracking. More of them than anyone writes would make one long name take for ever.
_MAX_STARS_IN_NAME = 3
_MAX_DEEP_STARS = 3
_STARS = re.compile(r"\*+")


def patterns_of(lines: Iterable[str]) -> GitIgnoreSpec:
    """Patterns of an ignore file or a setting; those that could take for ever, or are none, are left out."""
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 - a single file is reviewed without it

    spec: list[str] = []
    for line in lines:
        if len(spec) == _MAX_PATTERNS:
            break
        if len(line) <= _MAX_PATTERN and _is_cheap(line):
            spec.append(line)
    try:
        return GitIgnoreSpec.from_lines(spec, backend="simple")
    except ValueError:
        return GitIgnoreSpec.from_lines([line for line in spec if _is_pattern(line)], backend="simple")


class Walk:
    """Rules for everything below `root`, which is real. Ignore files are read once, when their folder is reached: as
    they are on disk, or else by `rules`, where those of a revision count.

    `unlisted` are folders that were reached and may not be listed; `problems`, sentences about ignore files that do
    not count, by their paths.
    """

    def __init__(
        self,
        root: Path,
        include: Sequence[str] = DEFAULT_INCLUDE,
        exclude: Sequence[str] = DEFAULT_EXCLUDE,
        *,
        rules: Rules | None = None,
    ) -> None:
        self.root = root
        self.unlisted: list[Path] = []
        self.problems: dict[Path, str] = {}
        self._include = patterns_of(include)
        self._exclude = patterns_of(exclude)
        self._rules = rules
        self._ignores: dict[tuple[str, ...], tuple[GitIgnoreSpec, ...]] = {}

    def files(self, folder: Path | None = None, *, most: int = MAX_ENTRIES, every: bool = False) -> Iterator[Path]:
        """The files to review below `folder` (default: the root), in the order of their paths; of the first `most`
        entries that are come upon. `every`: those of unknown languages too."""
        start = () if folder is None else parts_below(self.root, folder)
        if start is None or any(self.is_ignored(start[:count], folder=True) for count in range(1, len(start) + 1)):
            return
        left = most
        todo: list[tuple[tuple[str, ...], bool]] = [(start, True)]
        while todo:
            parts, is_folder = todo.pop()
            if not is_folder:
                yield self.root.joinpath(*parts)
                continue
            inside: list[tuple[tuple[str, ...], bool]] = []
            for name, child_is_folder in self._listed(self.root.joinpath(*parts)):
                left -= 1
                child = (*parts, name)
                if left < 0 or self._skipped(child, is_folder=child_is_folder, every=every):
                    continue
                inside.append((child, child_is_folder))
            todo.extend(reversed(inside))

    def is_excluded(self, path: Path, *, folder: bool = False) -> bool:
        """Whether a file below the root is left out by ignore files, `exclude` or `include`; True when outside."""
        parts = parts_below(self.root, path)
        if not parts or ".git" in parts:
            return True
        last = len(parts)
        return any(self._ruled_out(parts[:count], is_folder=folder or count < last) for count in range(1, last + 1))

    def is_ignored(self, parts: Sequence[str], *, folder: bool = False) -> bool:
        """Whether an ignore file leaves out this path (its parts below the root), or a folder above it."""
        return any(
            self._ignored(tuple(parts[:count]), is_folder=folder or count < len(parts))
            for count in range(1, len(parts) + 1)
        )

    def _skipped(self, parts: tuple[str, ...], *, is_folder: bool, every: bool) -> bool:
        if is_folder and (parts[-1] == ".git" or len(parts) > MAX_DEPTH):
            return True
        if not is_folder and not every and language_of(parts[-1]) not in KNOWN_LANGUAGES:
            return True
        return self._ruled_out(parts, is_folder=is_folder)

    def _ruled_out(self, parts: tuple[str, ...], *, is_folder: bool) -> bool:
        path = "/".join(parts) + ("/" if is_folder else "")
        if self._exclude.check_file(path).include:
            return True
        if not is_folder and not self._include.check_file(path).include:
            return True
        return self._ignored(parts, is_folder=is_folder)

    def _ignored(self, parts: tuple[str, ...], *, is_folder: bool) -> bool:
        """By the nearest ignore file that says anything of the path itself."""
        for depth in range(len(parts) - 1, -1, -1):
            path = "/".join(parts[depth:]) + ("/" if is_folder else "")
            for spec in self._ignores_of(parts[:depth]):
                said = spec.check_file(path).include
                if said is not None:
                    return said
        return False

    def _ignores_of(self, folder: tuple[str, ...]) -> tuple[GitIgnoreSpec, ...]:
        if folder not in self._ignores:
            found: list[GitIgnoreSpec] = []
            for name in reversed(IGNORE_FILES):
                data = self._ignore_file((*folder, name))
                if data is not None:
                    found.append(patterns_of(data.decode("utf-8", "replace").removeprefix("\ufeff").splitlines()))
            self._ignores[folder] = tuple(found)
        return self._ignores[folder]

    def _ignore_file(self, parts: tuple[str, ...]) -> bytes | None:
        place = self.root.joinpath(*parts)
        try:
            return read_inside(place, _MAX_IGNORE_FILE) if self._rules is None else self._rules("/".join(parts))
        except AbsentError:
            return None
        except UnreadableError as problem:
            self.problems[place] = f"{problem} Until then its rules do not count."
            return None

    def _listed(self, folder: Path) -> list[tuple[str, bool]]:
        try:
            return _listed(folder)
        except (FileNotFoundError, NotADirectoryError):  # gone since its name was read
            return []
        except OSError:
            self.unlisted.append(folder)
            return []


def walk_root(folder: Path) -> Path:
    """The folder whose ignore files apply: the repository's root above, or the folder itself. `folder` is real."""
    for above in (folder, *folder.parents)[:MAX_DEPTH]:
        if os.path.lexists(above / ".git"):
            return above
    return folder


def _listed(folder: Path) -> list[tuple[str, bool]]:
    """(name, is a folder) of files and folders, in order. Links, pipes and devices are no part of it."""
    with os.scandir(folder) as entries:
        return sorted(
            (entry.name, entry.is_dir(follow_symlinks=False))
            for entry in entries
            if entry.is_file(follow_symlinks=False) or (entry.is_dir(follow_symlinks=False) and _plain(entry))
        )


def _plain(entry: os.DirEntry[str]) -> bool:
    """Windows: a junction calls itself a folder."""
    return not getattr(entry, "is_junction", bool)()


def _is_cheap(pattern: str) -> bool:
    names = pattern.split("/")
    deep = sum(name == "**" for name in names)
    return deep <= _MAX_DEEP_STARS and all(len(_STARS.findall(name)) <= _MAX_STARS_IN_NAME for name in names)


def _is_pattern(line: str) -> bool:
    from pathspec import GitIgnoreSpec  # noqa: PLC0415

    try:
        GitIgnoreSpec.from_lines([line], backend="simple")
    except ValueError:
        return False
    return True
