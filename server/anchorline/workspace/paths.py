"""Paths that somebody wrote: in a document, a configuration, a model's reply.

A written path is judged by its text first; only one that cannot leave the root is looked up. Links are then followed
step by step, each target judged in the same way, so no file system call ever names a place outside the root.
"""

from __future__ import annotations

import os
import re
import stat
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from urllib.parse import unquote

MAX_PATH = 4096
MAX_PARTS = 256
MAX_LINKS = 40
DENIED = "cannot be read: permission denied"
OUTSIDE = "is a link that leads outside"

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]{0,40}:")
_DEVICE = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])[ ]*(?:\.|:|\Z)", re.IGNORECASE)
_SEPARATORS = re.compile(r"[/\\]")


class Kind(StrEnum):
    FILE = "file"
    FOLDER = "folder"
    MISSING = "missing"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a written path leads to. `path` is real (no links), given for files and folders only; `inside` is the
    same place as seen from the root, with "/" between its parts. `reason` says why a path was refused."""

    kind: Kind
    path: Path | None = None
    inside: str = ""
    reason: str = ""


def percent_decoded(target: str) -> str:
    """A link target without its percent escapes. Escapes that are no UTF-8 stay as they are written."""
    try:
        return unquote(target, errors="strict")
    except UnicodeDecodeError:
        return target


def refusal(written: str) -> str | None:
    """Why a written path must not be looked up at all; None when its text is harmless. No file system call.

    Root-leaving paths are judged by `parts_from`, which knows where they start.
    """
    if not written.strip():
        return "is empty"
    if len(written) > MAX_PATH:
        return "is too long for a path"
    if any(character < " " or character == "\x7f" for character in written):
        return "holds control characters"
    if written[:2] in ("//", "\\\\", "/\\", "\\/"):
        return "names another machine or a device"
    if written[0] in "/\\":
        return "is an absolute path"
    if written[0] == "~":
        return "names a home folder"
    if re.match(r"[A-Za-z]:", written):
        return "names a drive"
    if _SCHEME.match(written):
        return "is a URL"
    parts = _SEPARATORS.split(written)
    if len(parts) > MAX_PARTS:
        return "has too many parts"
    for part in parts:
        if _DEVICE.match(part):
            return "names a device"
        if part.lower().rstrip(". ") == ".git":
            return "leads into Git's own folder"
        if os.name == "nt" and ":" in part:
            return "names a stream of a file"
    return None


def parts_from(start: Sequence[str], written: str) -> list[str] | None:
    """The parts of a written path from the root, when it starts in the folder `start`; None when it leaves the root.
    By text alone, as links in documents are read."""
    parts = list(start)
    for part in _SEPARATORS.split(written):
        if part in ("", "."):
            continue
        if part == "..":
            if not parts:
                return None
            parts.pop()
        else:
            parts.append(part)
    return parts


def resolve(root: Path, written: str, start: Sequence[str] = ()) -> Resolved:
    """What `written`, read in the folder `start` of `root`, leads to. `root` must be real (see `real_folder`)."""
    reason = refusal(written)
    if reason is not None:
        return Resolved(Kind.REFUSED, reason=reason)
    parts = parts_from(start, written)
    if parts is None:
        return Resolved(Kind.REFUSED, reason="leaves the folder that holds the document")
    return follow(root, parts)


def follow(root: Path, parts: Sequence[str]) -> Resolved:
    """Walk from a real root, one part at a time. A link is read, never trusted: its target is walked likewise."""
    waiting = deque(parts)
    at: list[str] = []
    mode = stat.S_IFDIR
    links = 0
    while waiting:
        part = waiting.popleft()
        if part in ("", "."):
            continue
        if part == "..":  # from a link's target
            if not at:
                return Resolved(Kind.REFUSED, reason=OUTSIDE)
            at.pop()
            mode = stat.S_IFDIR
            continue
        if not stat.S_ISDIR(mode):
            return Resolved(Kind.MISSING)
        place = root.joinpath(*at, part)
        try:
            found = os.lstat(place)
        except PermissionError:
            return Resolved(Kind.REFUSED, reason=DENIED)
        except (OSError, ValueError):
            return Resolved(Kind.MISSING)
        mode = found.st_mode
        if stat.S_ISLNK(mode):
            links += 1
            target = _target_parts(root, place) if links <= MAX_LINKS else None
            if links > MAX_LINKS:
                return Resolved(Kind.REFUSED, reason="is a loop of links")
            if target is None:
                return Resolved(Kind.REFUSED, reason=OUTSIDE)
            if target.absolute:
                at.clear()
            mode = stat.S_IFDIR
            waiting.extendleft(reversed(target.parts))
            continue
        if _reparsed(found):
            return Resolved(Kind.REFUSED, reason="is a mount or junction")
        if not _exact_case(place):
            return Resolved(Kind.MISSING)
        at.append(part)
    if stat.S_ISREG(mode):
        return Resolved(Kind.FILE, root.joinpath(*at), "/".join(at))
    if stat.S_ISDIR(mode):
        return Resolved(Kind.FOLDER, root.joinpath(*at), "/".join(at))
    return Resolved(Kind.REFUSED, reason="is a pipe, a socket or a device")


def real_folder(folder: Path) -> Path | None:
    """The real path of a folder that the person chose; None when there is none."""
    try:
        real = Path(os.path.realpath(folder))
        return real if real.is_dir() else None
    except (OSError, ValueError):
        return None


def parts_below(root: Path, path: Path) -> tuple[str, ...] | None:
    """The parts of `path` below `root`, by text; None when it is not below."""
    try:
        return path.relative_to(root).parts
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class _Target:
    parts: tuple[str, ...]
    absolute: bool


def _target_parts(root: Path, link: Path) -> _Target | None:
    """Where a link points, as parts; None when its text already leads out of the root."""
    try:
        written = os.fspath(link.readlink())
    except (OSError, ValueError):
        return None
    if not os.path.isabs(written):  # noqa: PTH117 - text, not yet a path we may touch
        if os.name == "nt" and refusal(written) is not None:
            return None
        parts = tuple(_SEPARATORS.split(written)) if os.name == "nt" else tuple(written.split("/"))
        return None if ".git" in parts else _Target(parts, absolute=False)
    below = parts_below(root, Path(os.path.normpath(written)))
    return None if below is None or ".git" in below else _Target(below, absolute=True)


def _reparsed(found: os.stat_result) -> bool:
    """Windows: a junction or mount point, which `lstat` does not report as a link."""
    attributes: int = getattr(found, "st_file_attributes", 0)
    return bool(attributes & stat.FILE_ATTRIBUTE_REPARSE_POINT)


def _exact_case(place: Path) -> bool:
    """Whether the name is written as on disk. Only a file system that folds case has to be asked."""
    other = place.name.swapcase()
    if other == place.name or not os.path.lexists(place.with_name(other)):
        return True
    try:
        with os.scandir(place.parent) as entries:
            return any(entry.name == place.name for entry in entries)
    except OSError:
        return True
