"""The files that settings are read from. Nothing else in this package touches a disk.

A workspace is untrusted: what is no regular file is never opened, and a link may not lead out of it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping
from pathlib import Path

from anchorline.settings.layers import (
    CONFIG_DIR,
    MOST_BYTES,
    USER_FILE,
    Content,
    Layer,
    RawLayer,
    Reader,
    Unreadable,
    command_line_layer,
    editor_layer,
    environment_layer,
    toml_layer,
    workspace_layers,
)
from anchorline.settings.resolve import Resolved, resolve


def load(
    root: str | Path | None,
    name: str = "",
    *,
    trusted: bool = False,
    environ: Mapping[str, str] | None = None,
    editor: object = None,
    command_line: Mapping[str, object] | None = None,
    read: Reader | None = None,
    called: Callable[[str], str] = str,
) -> Resolved:
    """Settings of the file `name` (relative to `root`, forward slashes; "" for the workspace folder itself).

    `read` replaces the disk for workspace files, so that they can come from a revision; `root` is None where there
    is no workspace. `called` says what people call a file of the workspace. `environ` is the process's own where
    it is not given.
    """
    environ = os.environ if environ is None else environ
    if read is None and root is not None:
        read = disk_reader(root)
    workspace = () if read is None else workspace_layers(read, name.rpartition("/")[0], called)
    layers = (
        user_layer(environ),
        *workspace,
        environment_layer(environ),
        editor_layer(editor),
        command_line_layer(command_line or {}),
    )
    return resolve(layers, trusted=trusted)


def user_config_file(environ: Mapping[str, str]) -> Path:
    """`config.toml` in ANCHORLINE_CONFIG_DIR, or else in the folder that the system has for configuration."""
    if folder := environ.get(CONFIG_DIR):
        return Path(folder) / USER_FILE
    import platformdirs  # noqa: PLC0415 - only its default needs it

    return platformdirs.user_config_path("anchorline", appauthor=False) / USER_FILE


def user_layer(environ: Mapping[str, str] | None = None) -> RawLayer:
    path = user_config_file(os.environ if environ is None else environ)
    return toml_layer(read_regular(path), Layer.USER, str(path))


def disk_reader(root: str | Path) -> Reader:
    """Reads files of the folder `root`, and nothing that a link puts outside it."""
    real_root = os.path.realpath(root)

    def read(name: str) -> Content:
        path = Path(real_root, *name.split("/"))
        try:
            real = os.path.realpath(path)
        except (OSError, ValueError):
            return None
        if not _within(real, real_root):
            return Unreadable("is a link that leaves the workspace") if _exists(path) else None
        return read_regular(Path(real))

    return read


def mapping_reader(files: Mapping[str, str | bytes]) -> Reader:
    """Reads from a mapping of paths to contents."""

    def read(name: str) -> Content:
        content = files.get(name)
        return content.encode() if isinstance(content, str) else content

    return read


def _exists(path: Path) -> bool:
    """No, instead of an error, where it may not be looked at."""
    return os.path.exists(path)  # noqa: PTH110 - its sibling raises


def read_regular(path: Path) -> Content:
    """The bytes of a regular file of at most 1 MB. Pipes and devices are never opened."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            return Unreadable("is no regular file")
        if found.st_size > MOST_BYTES:
            return Unreadable(f"is larger than {MOST_BYTES // 1_000_000} MB")
        # Between the look and the opening the name may have got another meaning: do not wait on a pipe.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return Unreadable("is no regular file")
            content = file.read(MOST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except PermissionError:
        return Unreadable("may not be read (permission denied)")
    except (OSError, ValueError) as error:
        return Unreadable(f"cannot be read ({getattr(error, 'strerror', None) or error})")
    return content if len(content) <= MOST_BYTES else Unreadable(f"is larger than {MOST_BYTES // 1_000_000} MB")


def listed_as_trusted(folder: str | Path, trusted_folders: tuple[str, ...]) -> bool:
    """Whether `folder` is one of the folders, or below one. Links are resolved on both sides first."""
    real = os.path.realpath(folder)
    for listed in trusted_folders:
        try:
            expanded = Path(listed).expanduser()
        except RuntimeError:  # nobody is at home
            continue
        if expanded.is_absolute() and _within(real, os.path.realpath(expanded)):
            return True
    return False


def _within(path: str, folder: str) -> bool:
    try:
        return os.path.commonpath([folder, path]) == folder
    except ValueError:  # another drive
        return False
