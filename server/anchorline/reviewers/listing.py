"""How a Files field is written, and the edit that adds further paths to it in the same way.

A field is extended only where there is one way to do it: all its entries are written alike, and the plan has a word for
what becomes of the new file where its entries carry such words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import islice, pairwise
from typing import NamedTuple

from anchorline.findings.finding import RawEdit
from anchorline.reviewers.base import Subject, replacement
from anchorline.reviewers.named_paths import NamedPath
from anchorline.reviewers.units import Field
from anchorline.text.span import Span


class Use(StrEnum):
    """What a unit does with a file."""

    MODIFY = "modify"
    CREATE = "create"
    DELETE = "delete"
    RENAME = "rename"  # two paths are concerned, so no entry for one of them is right


class Addition(NamedTuple):
    """One edit, and the paths that it adds, in order."""

    edit: RawEdit
    paths: tuple[str, ...]


_WORDS = {
    **dict.fromkeys(("modify", "update", "edit", "change", "extend"), Use.MODIFY),
    **dict.fromkeys(("ändern", "anpassen", "aktualisieren", "bearbeiten"), Use.MODIFY),
    **dict.fromkeys(("create", "add", "new", "neu", "erstellen", "anlegen"), Use.CREATE),
    **dict.fromkeys(("delete", "remove", "löschen", "entfernen"), Use.DELETE),
}
_PAIR = {"create", "modify"}
_ANY_WORD = f"(?:{'|'.join(_WORDS)}|tests?|docs?|rename|move|umbenennen|verschieben|read|reference)"
_ITEM = re.compile(r"[ \t]*(?:[-*+]|(?P<number>\d{1,3})[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_KIND = re.compile(rf"(?P<mark>\*\*|_|\*)?(?P<word>{_ANY_WORD})(?P<close>:?(?:\*\*|_|\*)?:?)[ \t]+", re.I)
_KIND_BEHIND = re.compile(rf"[ \t]*[(\[:—–-]{{1,3}}[ \t]*{_ANY_WORD}\b", re.I)
_ASIDE = re.compile(r"\([^()\r\n]{0,200}\)")
_MAX_ADDED = 20
_MAX_READ = 500  # entries of a plan that are read for their words


def addition(
    subject: Subject,
    files: Field,
    own: Sequence[NamedPath],
    plan: Plan,
    wanted: Sequence[tuple[str, Use]],
) -> Addition | None:
    """An edit that adds paths behind the last one of a field; None when the field's style cannot be told.

    `own`: what the field names, at least one.
    """
    wanted = [(path, use) for path, use in wanted if use is not Use.RENAME][:_MAX_ADDED]
    if not wanted:
        return None
    lines = subject.snapshot.lines
    last = lines.line_span(lines.line_of(own[-1].span.start))
    if last.start > files.line and _ITEM.match(subject.text, last.start, last.end):
        return _new_items(subject, files, own, plan, wanted)
    return _same_line(subject, files, own, [path for path, _ in wanted])


def _same_line(subject: Subject, files: Field, own: Sequence[NamedPath], paths: Sequence[str]) -> Addition | None:
    text, last = subject.text, own[-1]
    outer = [one.outer for one in own]
    if any(one.coded is not last.coded for one in own) or text[files.value.start : outer[0].start].strip():
        return None
    between = {_ASIDE.sub("", text[before.end : after.start]).strip() for before, after in pairwise(outer)} or {","}
    end = outer[-1].end
    line_end = subject.snapshot.lines.line_span(subject.snapshot.lines.line_of(end)).end
    aside = re.match(rf"[ \t]*{_ASIDE.pattern}", text[end:line_end])
    if between not in ({","}, {";"}) or _KIND_BEHIND.match(text, end, line_end):
        return None
    end += aside.end() if aside is not None else 0
    if text[end : min(line_end, end + 20)].strip(" \t") not in ("", "."):
        return None
    start = outer[-1].start
    added = "".join(f"{min(between)} {_written(path, coded=last.coded)}" for path in paths)
    return Addition(replacement(text, Span(start, end), text[start:end] + added), tuple(paths))


def _new_items(
    subject: Subject,
    files: Field,
    own: Sequence[NamedPath],
    plan: Plan,
    wanted: Sequence[tuple[str, Use]],
) -> Addition | None:
    """List items of their own behind the last one."""
    lines = subject.snapshot.lines
    numbers = list(dict.fromkeys(lines.line_of(one.span.start) for one in own))
    entries = list(_entries(subject, own))
    if len(entries) < len(numbers) or len({_indent(lines.line_text(number)) for number in numbers}) > 1:
        return None  # nested lists: which level would the new item stand on?
    if len({entry.kind is None for entry in entries}) > 1 or len({entry.coded for entry in entries}) > 1:
        return None
    item, kind = entries[-1].item, entries[-1].kind
    if not all(entry.is_bare for entry in entries) or _has_labels(subject, files, numbers, _indent(item.group())):
        return None
    line = lines.line_span(numbers[-1])
    after = lines.line_text(numbers[-1] + 1)
    if after.strip() and _indent(after) > _indent(item.group()):
        return None  # the last item goes on
    words = plan.words | _words(entries)[0] if kind is not None else {}
    added: list[tuple[str, str]] = []
    for path, use in wanted:
        lead = _lead(entries, len(added) + 1)
        if kind is not None:
            word = words.get(use)
            if word is None:
                continue
            word = word.capitalize() if kind.group("word")[0].isupper() else word.lower()
            lead += f"{kind.group('mark') or ''}{word}{kind.group('close')} "
        added.append((path, f"{subject.snapshot.eol}{lead}{_written(path, coded=entries[-1].coded)}"))
    if not added:
        return None
    edit = replacement(subject.text, Span(line.end, line.end), "".join(written for _, written in added))
    return Addition(edit, tuple(path for path, _ in added))


class _Entry(NamedTuple):
    """An item of a Files field. `is_bare`: nothing stands before its first path but the word for its use."""

    item: re.Match[str]
    kind: re.Match[str] | None
    coded: bool
    is_bare: bool


def _entries(subject: Subject, own: Iterable[NamedPath]) -> Iterator[_Entry]:
    """The items that hold paths, each with its first; lines of another kind are left out."""
    text, lines = subject.text, subject.snapshot.lines
    before = -1
    for one in own:
        number = lines.line_of(one.span.start)
        line = lines.line_span(number)
        item = _ITEM.match(text, line.start, line.end) if number != before else None
        before = number
        if item is None:
            continue
        kind = _KIND.match(text, item.end(), line.end)
        place = one.outer
        is_bare = (kind or item).end() == place.start and _KIND_BEHIND.match(text, place.end, line.end) is None
        yield _Entry(item, kind, one.coded, is_bare)


def _has_labels(subject: Subject, files: Field, numbers: Sequence[int], indent: int) -> bool:
    """Whether lines without a path part the list ("Tests:"), so that its end belongs to the last part only."""
    lines, held = subject.snapshot.lines, set(numbers)
    first = lines.line_of(files.value.start)
    for number in range(first, numbers[-1]):
        line = lines.line_span(number)
        rest = subject.text[max(line.start, files.value.start) : line.end]
        if number not in held and rest.strip() and (number == lines.line_of(files.line) or _indent(rest) <= indent):
            return True
    return False


class Plan:
    """What the Files fields of a plan name, field by field, and the words that they use; read once when asked."""

    def __init__(self, subject: Subject, fields: Sequence[Sequence[NamedPath]]) -> None:
        self._subject = subject
        self._fields = fields

    @cached_property
    def words(self) -> dict[Use, str]:
        """The plan's first word for each use. A plan that says Create means Modify by what it does not create, and the
        other way round."""
        paths = islice((one for field in self._fields for one in field), _MAX_READ)
        found, said = _words(_entries(self._subject, paths))
        if said & _PAIR and said <= _PAIR | {"", "test", "tests", "delete", "rename"}:
            return {Use.MODIFY: "Modify", Use.CREATE: "Create"} | found
        return found


def _words(entries: Iterable[_Entry]) -> tuple[dict[Use, str], set[str]]:
    """(the first word for each use, all words that are used, in small letters)."""
    found: dict[Use, str] = {}
    said: set[str] = set()
    for entry in entries:
        word = entry.kind.group("word") if entry.kind is not None else ""
        said.add(word.lower())
        if word.lower() in _WORDS:
            found.setdefault(_WORDS[word.lower()], word)
    return found, said


def _lead(entries: Sequence[_Entry], step: int) -> str:
    """Marker and open check box of the `step`-th new item. A list that counts goes on counting."""
    item = entries[-1].item
    lead = re.sub(r"\[[xX]\]", "[ ]", item.group())
    number = item.group("number")
    if number is None or (len(entries) > 1 and entries[-2].item.group("number") == number):
        return lead
    return lead.replace(number, str(int(number) + step), 1)


def _written(path: str, *, coded: bool) -> str:
    return f"`{path}`" if coded else path


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))
