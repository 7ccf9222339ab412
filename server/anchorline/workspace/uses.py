"""Where else in the workspace the names stand that a change touches. A literal search in the nearest files, within
bounds, by the rules of ignore files; what is found is a line of text, and proves nothing by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from anchorline.reviewers.code_context import Use
from anchorline.text.snapshot import language_of
from anchorline.text.symbols import places_of
from anchorline.workspace.files import UnreadableError, read_inside
from anchorline.workspace.paths import parts_below
from anchorline.workspace.walk import Walk

MOST_SYMBOLS = 12
_MOST_USES, _MOST_OF_ONE, _MOST_IN_FILE = 24, 5, 2
_LONGEST_FILE = 300_000  # bytes
_LONGEST_LINE = 200  # characters that are shown
_SCRIPT = frozenset({"javascript", "typescript", "typescriptreact", "vue", "svelte"})
_C = frozenset({"c", "cpp"})


Hidden = Callable[[Sequence[str]], bool]
"""Whether nothing is shown of a file, by the parts of its path below the root."""


class Bounds(NamedTuple):
    """Entries of folders that are looked at, files and bytes that are read."""

    entries: int
    files: int
    size: int


QUICK = Bounds(2_000, 200, 3_000_000)
THOROUGH = Bounds(20_000, 2_000, 30_000_000)


def uses_of(
    symbols: Sequence[str],
    document: Path,
    language: str,
    walk: Walk,
    bounds: Bounds = QUICK,
    hidden: Hidden = lambda _: False,
) -> tuple[Use, ...]:
    """Lines outside of the document that hold one of the names as a word, the nearest files first. `document` is real
    and lies below the root of the walk."""
    wanted = {symbol: symbol.encode() for symbol in symbols[:MOST_SYMBOLS]}
    if not wanted:
        return ()
    found: list[Use] = []
    of_one = dict.fromkeys(wanted, 0)
    left = bounds.size
    for file in _nearest(document, language, walk, bounds):
        data = _read(file)
        left -= len(data)
        if left < 0:
            break
        here = [symbol for symbol, data_of in wanted.items() if of_one[symbol] < _MOST_OF_ONE and data_of in data]
        parts = parts_below(walk.root, file) or (file.name,)
        if not here or hidden(parts):
            continue
        for use in _in_file("/".join(parts), data.decode("utf-8", "replace"), here):
            if of_one[use.symbol] < _MOST_OF_ONE:
                of_one[use.symbol] += 1
                found.append(use)
        if len(found) >= _MOST_USES:
            break
    return tuple(found[:_MOST_USES])


def _nearest(document: Path, language: str, walk: Walk, bounds: Bounds) -> Iterator[Path]:
    """Files of the same kind: in the document's folder and below, then below the folder above, up to the root."""
    seen: Path | None = None
    entries, files = bounds.entries, bounds.files
    folder = document.parent
    while parts_below(walk.root, folder) is not None:
        for file in walk.files(folder, most=entries):
            entries -= 1
            if entries <= 0 or files <= 0:
                return
            if file == document or (seen is not None and file.is_relative_to(seen)):
                continue
            if _kin(language, language_of(file.name)):
                files -= 1
                yield file
        if folder == walk.root:
            return
        seen, folder = folder, folder.parent


def _kin(one: str, other: str) -> bool:
    return one == other or any(one in family and other in family for family in (_SCRIPT, _C))


def _in_file(name: str, text: str, symbols: Sequence[str]) -> Iterator[Use]:
    """In the order of the text."""
    places = sorted((at, symbol) for symbol in symbols for at in places_of(text, symbol, _MOST_IN_FILE))
    for at, symbol in places:
        start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
        line = text[start : end if end >= 0 else len(text)].strip()
        yield Use(name, text.count("\n", 0, at) + 1, line[:_LONGEST_LINE], symbol)


def _read(file: Path) -> bytes:
    try:
        return read_inside(file, _LONGEST_FILE)
    except UnreadableError:
        return b""
