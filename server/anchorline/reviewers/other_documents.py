"""The documents that a plan names, and which IDs they explain."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from itertools import islice
from typing import Any

from anchorline.reviewers.base import Subject
from anchorline.text.family import Key

_MAX_DOCUMENTS = 20
MARKDOWN_FILE = re.compile(r"\.(?:md|mdx|markdown)(?![\w/])", re.IGNORECASE)
_PATH_CHARACTERS = re.compile(r"[^\s\"'`<>()\[\]|,;*]{1,200}$")
_ORIGIN_LINE = re.compile(
    r"(?im)^[ \t>]{0,8}(?:[-*+][ \t]+)?[*_]{0,3}(?:origin|source|parent|upstream|based on|builds on|continues"
    r"|companion|predecessor|brainstorm"
    r"|spec|specification|prd|requirements|design|plan|input|ursprung|quelle"
    r"|grundlage)[^\n:]{0,30}:(?P<rest>[^\n]{0,400})"
)
_NO_ORIGIN = frozenset(("", "none", "null", "n/a", "na", "conversation", "user", "direct", "keine", "-", "~"))
_OTHER = re.compile(
    r"\borigin\b|brainstorm|upstream|\bprd\b|companion|sibling|\b(?:parent|previous|other|original|source|earlier|next)"
    r" (?:plan|document|spec|doc|list)\b",
    re.IGNORECASE,
)


def stands_alone(subject: Subject) -> bool:
    """Whether the document speaks of no other that it may have its numbers from."""
    text = subject.text
    return not _origins(subject)[0] and MARKDOWN_FILE.search(text) is None and _OTHER.search(text) is None


def not_in_other_documents(subject: Subject, keys: set[Key]) -> set[Key]:
    """Those that no document explains which this one was made from or names; none where one of its origins cannot be
    read."""
    paths, certain = _origins(subject)
    for path in paths:
        text = None if "://" in path else subject.workspace.read_beside(path)
        if text is None:
            if certain:
                return set()
            continue
        keys = keys - _named_in(subject, text, keys)
    outline = subject.markdown
    for path in islice(_paths(outline.text), _MAX_DOCUMENTS):
        if path in paths or "://" in path or not keys:
            continue
        paths.append(path)
        text = subject.workspace.read_beside(path)
        if text is not None:
            keys = keys - _named_in(subject, text, keys)
    return keys


def _paths(text: str) -> Iterator[str]:
    """Paths of Markdown files, found from their ends."""
    for end in MARKDOWN_FILE.finditer(text):
        start = _PATH_CHARACTERS.search(text, max(0, end.start() - 200), end.start())
        if start is not None:
            yield text[start.start() : end.end()]


def _named_in(subject: Subject, text: str, keys: Set[Key]) -> set[Key]:
    return {(m.key, number) for m in subject.families.mentions(text) for number in m.numbers()} & keys


def _origins(subject: Subject) -> tuple[list[str], bool]:
    """Paths of the documents that this one was made from, and whether there are any."""
    outline = subject.markdown
    paths: list[str] = []
    if outline.front_matter is not None:
        for key, value in outline.front_matter.values.items():
            for word in _scalars(value):
                named = key.startswith("origin") and word.casefold() not in _NO_ORIGIN
                paths += [word] * (named or (" " not in word and MARKDOWN_FILE.search(word) is not None))
    for line in _ORIGIN_LINE.finditer(outline.text):
        paths += islice(_paths(line["rest"]), _MAX_DOCUMENTS)
    paths = list(dict.fromkeys(paths))[:_MAX_DOCUMENTS]
    return paths, bool(paths)


def _scalars(value: Any) -> Iterator[str]:
    values: Iterable[Any] = value if isinstance(value, list) else (value,)
    yield from (str(item).strip() for item in values if isinstance(item, (str, int)))
