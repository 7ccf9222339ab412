"""A document as it stood at one moment. All work sees a Snapshot, never a live document."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from anchorline.text.lines import LineIndex

Eol = Literal["\n", "\r\n", "\r"]

BOM = "\ufeff"
_LANGUAGE_OF_SUFFIX = {
    "md": "markdown", "markdown": "markdown", "mdx": "markdown", "mdown": "markdown", "mkd": "markdown",
    "py": "python", "pyi": "python", "js": "javascript", "mjs": "javascript", "cjs": "javascript", "jsx": "javascript",
    "ts": "typescript", "mts": "typescript", "cts": "typescript", "tsx": "typescriptreact",
    "go": "go", "rs": "rust", "java": "java",
    "rb": "ruby", "rake": "ruby", "swift": "swift", "kt": "kotlin", "kts": "kotlin", "scala": "scala", "cs": "csharp",
    "c": "c", "h": "c", "cc": "cpp", "cpp": "cpp", "cxx": "cpp", "hh": "cpp", "hpp": "cpp", "m": "objective-c",
    "php": "php", "pl": "perl", "pm": "perl", "lua": "lua", "ex": "elixir", "exs": "elixir", "erl": "erlang",
    "dart": "dart", "sql": "sql", "sh": "shellscript", "bash": "shellscript", "zsh": "shellscript", "ps1": "powershell",
    "vue": "vue", "svelte": "svelte", "erb": "erb", "proto": "proto", "graphql": "graphql", "prisma": "prisma",
}  # fmt: skip
_LANGUAGE_ALIASES = {
    "javascriptreact": "javascript",
    "mdx": "markdown",
    "rmd": "markdown",
    "quarto": "markdown",
}


KNOWN_LANGUAGES = frozenset(_LANGUAGE_OF_SUFFIX.values())
"""Those that a suffix tells: Markdown and source."""


def language_of(name: str, client_says: str | None = None) -> str:
    """The LSP language identifier, from what the client says or else the suffix; "plaintext" when unknown."""
    if client_says:
        return _LANGUAGE_ALIASES.get(client_says, client_says)
    suffix = name.rsplit(".", 1)[-1].lower() if "." in name else ""
    return _LANGUAGE_OF_SUFFIX.get(suffix, "plaintext")


def eol_of(text: str) -> Eol:
    """The line end that most lines have; `\\n` where there is none."""
    pairs = text.count("\r\n")
    counts: list[tuple[int, Eol]] = [
        (text.count("\n") - pairs, "\n"),
        (pairs, "\r\n"),
        (text.count("\r") - pairs, "\r"),
    ]
    return max(counts, key=lambda pair: pair[0])[1]


@dataclass(frozen=True)
class Snapshot:
    """One version of one document.

    `text` has no byte order mark when it came from a file (`bom` remembers it); what an editor sends is kept as it
    is. `version` is the client's own number, or None outside an editor. `name` is what people call it: a path
    relative to where they stand, or the name of an untitled buffer.
    """

    uri: str
    text: str
    version: int | None = None
    language: str = "markdown"
    name: str = ""
    bom: bool = False
    index: LineIndex | None = None

    @cached_property
    def lines(self) -> LineIndex:
        return self.index if self.index is not None else LineIndex(self.text)

    @cached_property
    def sha256(self) -> str:
        return hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()

    @cached_property
    def eol(self) -> Eol:
        return eol_of(self.text)

    @property
    def is_markdown(self) -> bool:
        return self.language == "markdown"
