"""Reading and writing one document. What cannot be read is said in one sentence that names the file and the remedy."""

from __future__ import annotations

import codecs
import errno
import io
import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from anchorline.text.snapshot import BOM, Snapshot, language_of, language_of_script

MAX_DOCUMENT = 10_000_000
"""Bytes. Longer files are named, not reviewed."""

_DENIED = "cannot be read: permission denied; change its permissions or exclude it."
_ABSENT = "does not exist; check the path."

_READ_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_CLOEXEC", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class UnreadableError(Exception):
    """A file that is not to be read; the text completes the sentence "NAME …"."""


class AbsentError(UnreadableError):
    """There is no such file."""


def read_bytes(path: Path, limit: int, flags: int = 0) -> bytes:
    """The bytes of a regular file of at most `limit` bytes. Raises UnreadableError; never waits on a pipe or a device.

    It is looked at before it is opened (opening a device can act) and again afterwards (it may have been swapped).
    """
    try:
        status = path.lstat() if flags & _NO_LINK else path.stat()
        if stat.S_ISDIR(status.st_mode) and not os.access(path, os.R_OK | os.X_OK):
            raise UnreadableError(_DENIED)
        _check(status, limit)
        handle = os.open(path, _READ_FLAGS | getattr(os, "O_BINARY", 0) | flags)
    except FileNotFoundError:
        raise AbsentError(_ABSENT) from None
    except NotADirectoryError:
        raise AbsentError(_ABSENT) from None
    except PermissionError:
        raise UnreadableError(_DENIED) from None
    except (OSError, ValueError) as problem:
        raise UnreadableError(_os_sentence(problem)) from None
    with os.fdopen(handle, "rb") as file:
        try:
            _check(os.fstat(handle), limit)
            data = file.read(limit + 1)
        except OSError as problem:
            raise UnreadableError(_os_sentence(problem)) from None
    if len(data) > limit:
        raise UnreadableError(_too_large(len(data), limit))
    return data


def read_inside(path: Path, limit: int) -> bytes:
    """Like `read_bytes`, for a path that `paths.follow` resolved: a link that appeared since is not followed."""
    return read_bytes(path, limit, _NO_LINK)


def read_document(path: Path, name: str = "", uri: str = "") -> tuple[Snapshot | None, str | None]:
    """(snapshot, problem). An empty file gives both: a text without anything in it, and the sentence that says so.

    The text has no byte order mark (the snapshot remembers it) and its line ends as they stand in the file.
    """
    name = name or str(path)
    try:
        data = read_bytes(path, MAX_DOCUMENT)
    except UnreadableError as problem:
        return None, f"{name} {problem}"
    snapshot, sentence = snapshot_of_bytes(data, name, uri or _uri(path))
    return snapshot, sentence


def snapshot_of_bytes(data: bytes, name: str, uri: str = "") -> tuple[Snapshot | None, str | None]:
    """(snapshot, problem) of the bytes of a file, or of standard input."""
    if len(data) > MAX_DOCUMENT:
        return None, f"{name} {_too_large(len(data), MAX_DOCUMENT)}"
    if data.startswith(_UTF16):
        return None, f"{name} is UTF-16; save it as UTF-8."
    bom = data.startswith(codecs.BOM_UTF8)
    body = data[len(codecs.BOM_UTF8) :] if bom else data
    if b"\x00" in body:
        line = body.count(b"\n", 0, body.index(b"\x00")) + 1
        return None, f"{name} holds a NUL byte (line {line}), so it is no text; remove it or exclude the file."
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        return None, f"{name} is not UTF-8 (byte 0x{body[error.start]:02X} in line {line}); save it as UTF-8."
    language = language_of(name)
    if language == "plaintext":
        language = language_of_script(text) or language
    snapshot = Snapshot(uri=uri, text=text, language=language, name=name, bom=bom)
    if not text.strip():
        return snapshot, f"{name} is empty; there is nothing to review."
    return snapshot, None


def write_document(path: Path, before: Snapshot, new_text: str) -> str | None:
    """Replace the file's text, all or nothing, keeping its mode, attributes, names and byte order mark; the problem,
    or None.

    Refused when the file no longer holds `before`. Line ends are written as `new_text` has them.
    """
    name = before.name or str(path)
    real = Path(os.path.realpath(path))  # a link stays a link; the file it leads to is replaced
    now, problem = read_document(real, name)
    if now is None:
        return problem
    if now.sha256 != before.sha256 or now.bom != before.bom:
        return f"{name} changed since it was reviewed; nothing was written. Review it again."
    if not os.access(real, os.W_OK):
        return f"{name} is write-protected; nothing was written. Make it writable first."
    data = ((BOM if before.bom else "") + new_text).encode("utf-8")
    try:
        if real.stat().st_nlink > 1 or not _replace(real, data):
            _overwrite(real, data)
    except OSError as error:
        return f"{name} cannot be written: {error.strerror or error}; nothing was changed."
    return None


def _overwrite(path: Path, data: bytes) -> None:
    """Write into the file itself: its other names lead to the new text too. If that fails, what it held comes back."""
    before = path.read_bytes()
    handle = os.open(path, os.O_WRONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | _NO_LINK)
    with os.fdopen(handle, "wb", buffering=0) as file:
        try:
            _fill(file, data)
        except BaseException:
            _fill(file, before)
            raise


def _fill(file: io.FileIO, data: bytes) -> None:
    file.seek(0)
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]
    file.truncate()
    os.fsync(file.fileno())


def _replace(path: Path, data: bytes) -> bool:
    """Put a new file in the place of the old one; False, and nothing done, if it cannot be made like the old one."""
    status = path.stat()
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if hasattr(os, "chown"):
            with suppress(OSError):  # only an administrator may give a file away; the mode matters more
                os.chown(temporary, status.st_uid, status.st_gid)
        Path(temporary).chmod(stat.S_IMODE(status.st_mode))
        if not _attributes_copied(path, temporary):
            Path(temporary).unlink()
            return False
        Path(temporary).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(temporary).unlink()
        raise
    return True


def _attributes_copied(source: Path, target: str) -> bool:
    """Whether the target now has the extended attributes of the source, access lists among them."""
    if not hasattr(os, "listxattr"):
        return True
    try:
        names = os.listxattr(source)
    except OSError:
        return True  # a file system without any
    try:
        there = set(os.listxattr(target))
        for name in names:
            value = os.getxattr(source, name)
            if name not in there or os.getxattr(target, name) != value:
                os.setxattr(target, name, value)
    except OSError:
        return False
    return True


def _check(status: os.stat_result, limit: int) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise UnreadableError("is a folder; name a file.")
    if stat.S_ISLNK(status.st_mode):
        raise UnreadableError("is a link; name the file it leads to.")
    if not stat.S_ISREG(status.st_mode):
        raise UnreadableError("is a pipe, a socket or a device; name a regular file.")
    if status.st_size > limit:
        raise UnreadableError(_too_large(status.st_size, limit))


def _too_large(size: int, limit: int) -> str:
    return f"has {size / 1e6:.1f} MB; more than {limit / 1e6:g} MB are not read. Split it or exclude it."


def _os_sentence(problem: OSError | ValueError) -> str:
    if isinstance(problem, OSError) and problem.errno is not None:
        if problem.errno == errno.ELOOP:
            return "is a loop of links; point it at a file."
        return f"cannot be read: {problem.strerror}; check the path."
    return "is no valid path; check how it is written."


def _uri(path: Path) -> str:
    try:
        return Path(os.path.abspath(path)).as_uri()  # noqa: PTH100 - links stay as the person wrote them
    except ValueError:
        return ""
