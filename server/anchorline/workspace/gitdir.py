"""Where the Git folder of a document is, decided without Git and without its configuration.

A folder may be taken for a repository's only if it is plainly the document's own: a `.git` folder above it, or a
`.git` file whose target points back (a worktree) or lies in the Git folder of a repository above (a submodule).
Otherwise a repository from elsewhere could pass off another one's content as its own.
"""

from __future__ import annotations

import os
import shlex
import stat
from dataclasses import dataclass
from pathlib import Path

from anchorline.workspace.files import UnreadableError, read_inside

_MAX_LEVELS = 128
_MAX_POINTER = 4096
_MAX_NESTING = 16


@dataclass(frozen=True, slots=True)
class GitFolder:
    """All real paths. `own` holds HEAD and the index; `common` the objects and branches, the same unless a worktree."""

    root: Path
    own: Path
    common: Path


def find_git_folder(folder: Path, nesting: int = 0) -> tuple[GitFolder | None, str | None]:
    """(where it is, problem) for a real folder; (None, None) when no repository holds it."""
    if nesting > _MAX_NESTING:
        return None, "the repositories around it are nested too deeply"
    for above in (folder, *folder.parents)[:_MAX_LEVELS]:
        if _is_git_folder(above):
            return None, f"it lies in a bare repository or a Git folder ({above}), which has no files to review"
        place = above / ".git"
        status = _lstat(place)
        if status is None:
            continue
        if stat.S_ISDIR(status.st_mode):
            if not os.access(place, os.X_OK):
                return None, f"{place} cannot be read: permission denied"
            if not _is_git_folder(place):
                continue  # as Git does: an empty `.git` is no repository
            if _lstat(place / "commondir") is not None:
                return None, f"{place} borrows another repository's objects"
            return _owned(GitFolder(above, place, place), status)
        if stat.S_ISREG(status.st_mode):
            found, problem = _linked(above, place, nesting)
            return (None, problem) if found is None else _owned(found, status)
        return None, f"{place} is a link or no file at all"
    return None, None


def _linked(root: Path, pointer: Path, nesting: int) -> tuple[GitFolder | None, str | None]:
    """A worktree or a submodule."""
    foreign = f"{pointer} points to a repository that does not know this folder"
    target = _pointer_target(pointer, b"gitdir: ")
    if target is None:
        return None, f"{pointer} cannot be read as a pointer to a repository"
    own = _real(root, target)
    if own is None or not _is_git_folder(own, linked=True):
        return None, f"{pointer} points to a repository that is not there"
    back = _pointer_target(own / "gitdir", b"")
    if back is not None:
        common = own.parent.parent
        written = _pointer_target(own / "commondir", b"")
        known = own.parent.name == "worktrees" and written is not None and _real(own, written) == common
        if not known or _real(own, back) != pointer or not _is_git_folder(common):
            return None, foreign
        return GitFolder(root, own, common), None
    above, _ = find_git_folder(root.parent, nesting + 1)
    modules = [] if above is None else [above.own / "modules", above.common / "modules"]
    if not any(own.is_relative_to(folder) for folder in modules) or _lstat(own / "commondir") is not None:
        return None, foreign
    return GitFolder(root, own, own), None


def _owned(found: GitFolder, status: os.stat_result) -> tuple[GitFolder | None, str | None]:
    """Refuse what belongs to somebody else, unless the person's own configuration calls it safe, as Git does."""
    if not hasattr(os, "geteuid"):
        return found, None  # nothing of the repository runs, so ownership is no more than courtesy
    mine = {os.geteuid()}
    if 0 in mine and os.environ.get("SUDO_UID", "").isdecimal():
        mine.add(int(os.environ["SUDO_UID"]))
    folder = _lstat(found.own)
    owners = {status.st_uid} if folder is None else {status.st_uid, folder.st_uid}
    if owners <= mine or _called_safe(found.root):
        return found, None
    return None, (
        f"the repository at {found.root} belongs to another user; "
        f"if you trust it, run `git config --global --add safe.directory {shlex.quote(str(found.root))}`"
    )


def _called_safe(root: Path) -> bool:
    """Whether the person's own or the system's configuration, never the repository's, lists it in safe.directory."""
    from pygit2 import Config, GitError  # noqa: PLC0415 - documents outside repositories never pay for it

    safe: list[str] = []
    for get in (Config.get_system_config, Config.get_global_config, Config.get_xdg_config):
        try:
            safe += [value or "" for value in get().get_multivar("safe.directory")]
        except (GitError, OSError, KeyError, ValueError):
            continue
    if "" in safe:  # an empty value forgets those before it
        safe = safe[len(safe) - safe[::-1].index("") :]
    return any(
        value == "*" or value.rstrip("/") == str(root) or (value.endswith("/*") and root.is_relative_to(value[:-2]))
        for value in safe
    )


def _is_git_folder(folder: Path, *, linked: bool = False) -> bool:
    """By its content: HEAD, objects and refs; in a worktree's own folder, HEAD and where the common one is."""
    head = _lstat(folder / "HEAD")
    if head is None or not stat.S_ISREG(head.st_mode):
        return False
    if linked and _lstat(folder / "commondir") is not None:
        return True
    return all(
        (found := _lstat(folder / name)) is not None and stat.S_ISDIR(found.st_mode) for name in ("objects", "refs")
    )


def _pointer_target(pointer: Path, mark: bytes) -> str | None:
    """What a one-line file points to; None for a path on another machine, which must not even be looked at."""
    try:
        data = read_inside(pointer, _MAX_POINTER)
    except UnreadableError:
        return None
    if not data.startswith(mark):
        return None
    target = data[len(mark) :].decode("utf-8", "surrogateescape").rstrip("\r\n")
    if not target or "\x00" in target or target[:2] in ("//", "\\\\", "/\\", "\\/"):
        return None
    return target


def _real(start: Path, written: str) -> Path | None:
    try:
        return Path(os.path.realpath(start / written))
    except (OSError, ValueError):
        return None


def _lstat(path: Path) -> os.stat_result | None:
    try:
        return path.lstat()
    except (OSError, ValueError):
        return None
