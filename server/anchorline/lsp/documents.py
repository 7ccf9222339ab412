"""The open documents, kept from the change events alone: LSP line rule, true versions, the client's own URI."""

from __future__ import annotations

import os.path
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from anchorline.evidence.between import edits_between, trimmed
from anchorline.lsp import uris
from anchorline.lsp.positions import span_at
from anchorline.text.edits import TextEdit
from anchorline.text.lines import Encoding, LineIndex, Range
from anchorline.text.snapshot import Snapshot, language_of


@dataclass(frozen=True, slots=True)
class Change:
    """One content change: the replacement of a range, or of everything when `range` is None."""

    text: str
    range: Range | None = None


class Step(NamedTuple):
    """Edits made at once, whose spans refer to the text before all of them, and the text after them."""

    edits: tuple[TextEdit, ...]
    text: str


@dataclass(slots=True, eq=False)
class Document:
    """One open document. Work never sees this object, only what `snapshot` returns."""

    key: str
    uri: str
    language: str
    version: int
    lines: LineIndex
    path: str | None = None

    @property
    def text(self) -> str:
        return self.lines.text

    @property
    def name(self) -> str:
        return os.path.basename(self.path) if self.path else self.key.rsplit("/", 1)[-1].removeprefix("untitled:")  # noqa: PTH119

    def snapshot(self) -> Snapshot:
        return Snapshot(
            uri=self.uri,
            text=self.text,
            version=self.version,
            language=self.language,
            name=self.name,
            index=self.lines,
        )


class Documents:
    """The open documents by key. All mutation of text happens here."""

    def __init__(self, encoding: Encoding = "utf-16") -> None:
        self.encoding = encoding
        self._open: dict[str, Document] = {}

    def __iter__(self) -> Iterator[Document]:
        return iter(list(self._open.values()))

    def get(self, uri: str) -> Document | None:
        return self._open.get(uris.key(uri))

    def open(self, uri: str, language_id: str, version: int, text: str) -> Document | None:
        """None for a document of a scheme that is not ours. A second open replaces the first."""
        if not uris.is_ours(uri):
            return None
        document = Document(
            key=uris.key(uri),
            uri=uri,
            language=language_of(uri, language_id or None),
            version=version,
            lines=LineIndex(text),
            path=uris.path(uri),
        )
        self._open[document.key] = document
        return document

    def change(self, document: Document, version: int, changes: Sequence[Change]) -> list[Step]:
        """Apply content changes in order. Returns what each of them did."""
        steps = []
        for change in changes:
            before = document.text
            if change.range is None:
                document.lines = LineIndex(change.text)
                steps.append(Step(edits_between(before, change.text), change.text))
            else:
                span = span_at(document.lines, change.range, self.encoding)
                document.lines = document.lines.replaced(span, change.text)
                # Clients send more than they change; findings in what stays the same should not notice.
                steps.append(Step((trimmed(TextEdit(span, change.text), before),), document.text))
        document.version = version
        return steps

    def resync(self, document: Document, text: str) -> list[Step]:
        """Take over the text that the client says it saved. Empty when it is the text we have."""
        return [] if text == document.text else self.change(document, document.version, [Change(text)])

    def close(self, uri: str) -> Document | None:
        return self._open.pop(uris.key(uri), None)
