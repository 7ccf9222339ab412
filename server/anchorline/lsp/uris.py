"""URIs of documents: which of them are ours, one key for each, and the path that a `file:` URI means.

Clients spell the same file differently (`file:///c%3A/x`, `file:///C:/x`); the key is one, and whatever is sent back
uses the client's own spelling.
"""

from __future__ import annotations

import os
import re
from urllib.parse import quote, unquote

_DRIVE = re.compile(r"/[A-Za-z]:(?=/|\Z)")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")


def scheme(uri: str) -> str:
    found = _SCHEME.match(uri)
    return found.group(1).lower() if found else ""


def is_ours(uri: str) -> bool:
    """Only documents that a person edits: no git revisions, notebook cells, output channels."""
    return scheme(uri) in ("file", "untitled")


def key(uri: str) -> str:
    """The same for all spellings of one document."""
    kind = scheme(uri)
    rest = unquote(uri[len(kind) + 1 :].split("#", 1)[0] if kind == "file" else uri[len(kind) + 1 :])
    if kind == "file":
        rest = rest.removeprefix("//localhost")
        rest = "/" + rest.lstrip("/") if not rest.startswith("//") or rest.startswith("///") else rest
        rest = _DRIVE.sub(lambda drive: drive.group().lower(), rest, count=1) if _DRIVE.match(rest) else rest
    return f"{kind}:{rest}"


def path(uri: str) -> str | None:
    """The absolute path of a `file:` URI on this machine; None for anything else, other hosts (UNC) included."""
    named = key(uri)
    if not named.startswith("file:/") or named.startswith("file://") or "\0" in named:
        return None
    found = named.removeprefix("file:")
    if os.name == "nt":
        return found[1:].replace("/", "\\") if _DRIVE.match(found) else None
    return found


def from_path(path: str) -> str:
    """The `file:` URI of an absolute path."""
    forward = path.replace("\\", "/") if os.name == "nt" else path
    return "file://" + quote(forward if forward.startswith("/") else "/" + forward)
