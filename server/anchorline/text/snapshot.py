"""A document as it stood at one moment. All work sees a Snapshot, never a live document."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from anchorline.text.languages import KNOWN_LANGUAGES, language_of, language_of_script
from anchorline.text.lines import LineIndex

__all__ = ["BOM", "KNOWN_LANGUAGES", "Snapshot", "eol_of", "language_of", "language_of_script"]

Eol = Literal["\n", "\r\n", "\r"]

BOM = "\ufeff"


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
