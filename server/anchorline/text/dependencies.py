"""What the units of a plan say they depend on: fields like "**Dependencies:** Unit 1, Unit 3", and table columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from anchorline.text.blocks import BlockKind
from anchorline.text.families import Families
from anchorline.text.family import Definition
from anchorline.text.ids import BARE_NUMBER, Number, expanded, read_number
from anchorline.text.outline import Outline
from anchorline.text.plan_words import DEPENDENCY_FIELD
from anchorline.text.span import Span

_FIELD = re.compile(
    rf"(?m)^[ \t>]{{0,12}}(?:[-*+][ \t]{{1,4}})?[*_]{{0,3}}(?P<label>{DEPENDENCY_FIELD})[*_]{{0,3}}[ \t]?[:：]"
    r"[ \t]?[*_]{0,3}[ \t]*",
    re.IGNORECASE,
)
_HEADER = re.compile(rf"[*_\s]*(?:{DEPENDENCY_FIELD}|deps)[*_\s]*", re.IGNORECASE)
_SEPARATOR = re.compile(
    r"[*_`)\]]{0,4}[ \t]*(?:[,;&+/、，]|(?:and|und|et|y|e|i|и|和|と)\b)?[ \t]*(?:(?:and|und|et|y|e|i"
    r"|и)\b[ \t]*)?[*_`\[]{0,4}"
)
# A parenthesis, a dash or a full stop ends the list of IDs. A dash without spaces may belong to a range or an ID.
_STOP = re.compile(r"[(（]|[ \t][-–]{1,3}[ \t]|—|[.。](?=\s|$)")
_CLAUSE = re.compile(
    r"[*_`)\]]{0,4}[ \t]+(?:later|too|also|needs?|builds?|extends?|uses?|feeds?|comes?|follows?|blocks?|waits?|reuses?"
    r"|starts?|will|später|braucht|folgt|nutzt)\b",
    re.IGNORECASE,
)
_SOFT = re.compile(
    r"[ \t]*[*_`)\]]{0,4}[ \t]*(?:[(（\[—–,-][ \t]*)?(?:soft|optional|partial|weak|test|nice|if |only if"
    r"|recommended|weich|teilweise|facultatif|опц)",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"[ \t]*[*_`)\]]{0,4}[ \t]*(?:of|from|in|within|von|aus|des|der|du|de|del|из)\b|[ \t]*[*_`)\]]{0,4}[?]",
    re.IGNORECASE,
)
_MOST = 4000
_MOST_OF_RANGE = 30
_ITEM = re.compile(r"[ \t>]*(?:[-*+]|\d{1,3}[.)])[ \t]+[*_`]{0,3}")


@dataclass(frozen=True, slots=True)
class Dependency:
    """One ID that a unit's field names. `span`: the ID; `line`: the field, from its label to the end of its line.

    `soft` says that the author calls it optional or partial, `lone` that the field holds a single bare number.
    """

    of: Definition
    key: str
    number: Number
    span: Span
    line: Span
    soft: bool
    lone: bool


def dependencies(outline: Outline, families: Families) -> tuple[Dependency, ...]:
    """Dependencies that stand in the units' own fields, in document order.

    IDs are read from the start of the field up to the first thing that is neither an ID nor a separator: "Unit 1
    (schema), see Unit 9" names Unit 1 alone. What is named of another document is left out.
    """
    found = [*islice(_fields(outline, families), _MOST), *islice(_columns(outline, families), _MOST)]
    return tuple(sorted(found, key=lambda dependency: dependency.span))


def _fields(outline: Outline, families: Families) -> Iterator[Dependency]:
    definitions = sorted(
        (definition for family in families.plan for definition in family.definitions),
        key=lambda d: (d.label.start, d.extent.end),
    )
    if not definitions:
        return
    # One sweep over fields and definitions: those whose extent is still open lie on the stack, the innermost last.
    stack: list[Definition] = []
    following = 0
    for field in _FIELD.finditer(outline.prose):
        at = field.start("label")
        while following < len(definitions) and definitions[following].label.start < at:
            while stack and stack[-1].extent.end <= definitions[following].label.start:
                stack.pop()
            stack.append(definitions[following])
            following += 1
        while stack and stack[-1].extent.end <= at:
            stack.pop()
        owner = _owner(stack, at)
        if owner is not None:
            yield from _read(outline, families, owner, field)


def _owner(stack: list[Definition], at: int) -> Definition | None:
    """The unit that a field belongs to: the innermost open one; none when another heading stands between."""
    for definition in reversed(stack[-8:]):
        if at < definition.extent.end:
            return definition
    return None


def _read(outline: Outline, families: Families, owner: Definition, field: re.Match[str]) -> Iterator[Dependency]:
    text = outline.prose
    end = _line_end(text, field.end())
    if text[field.end() : end].strip():
        yield from _ids(text, families, owner, field.start("label"), field.end(), end)
        return
    # The field is a list of its own, one ID to an item.
    at = end + 1
    blank = 0
    while at < min(len(text), owner.extent.end):
        stop = _line_end(text, at)
        item = _ITEM.match(text, at, stop)
        if item is None:
            if text[at:stop].strip() or blank:
                return
            blank += 1
        else:
            if not any(True for _ in families.mentions(text, item.end(), min(stop, item.end() + 40))):
                return
            yield from _ids(text, families, owner, item.end(), item.end(), stop)
        at = stop + 1


def _ids(text: str, families: Families, owner: Definition, start: int, at: int, end: int) -> Iterator[Dependency]:
    read: list[tuple[str, Number, Span]] = []
    key: str | None = None
    found = _STOP.search(text, at, end)
    stop = found.start() if found else end
    while at < stop:
        mention = next((m for m in _mentions_at(families, text, at, stop)), None)
        if mention is not None:
            key = mention.key
            read += [(key, number, span) for number, span in (*mention.ids, *mention.listed)]
            named = {number for _, number, _ in read}
            for first, last in mention.ranges:
                read += [
                    (key, n, mention.span) for n in islice(expanded(first, last), _MOST_OF_RANGE) if n not in named
                ]
            at = mention.span.end
        elif (bare := BARE_NUMBER.match(text, at, end)) and _only_numbers(text, at, end):
            # "Dependencies: 1, 2" counts the family of the unit itself.
            read.append((owner.key, read_number(bare.group()), Span(*bare.span())))
            at = bare.end()
        else:
            break
        separator = _SEPARATOR.match(text, at, stop)
        if separator is None or separator.end() == at:
            break
        at = separator.end()
    if not read:
        return
    last = max(span.end for _, _, span in read)
    if _ELSEWHERE.match(text, last, end):
        read = read[:-1] if len(read) > 1 else []
    elif len(read) > 1 and _CLAUSE.match(text, last, end):
        read = read[:-1]  # "Unit 1, Unit 4 needs it too"
    lone = len(read) == 1 and read[0][2].of(text).isdecimal()
    for key, number, span in read:
        soft = _SOFT.match(text, span.end, end) is not None
        yield Dependency(owner, key, number, span, _line(text, start, end), soft, lone)


def _line(text: str, start: int, end: int) -> Span:
    """The field as a reader sees it: with the emphasis before its label, to the end of its line."""
    while start > 0 and text[start - 1] in "*_":
        start -= 1
    return Span(start, start + len(text[start:end].rstrip()))


def _mentions_at(families: Families, text: str, at: int, end: int):  # type: ignore[no-untyped-def]
    for mention in families.mentions(text, at, min(end, at + 2000)):
        if mention.span.start == at:
            yield mention
        return


def _only_numbers(text: str, at: int, end: int) -> bool:
    return (
        re.fullmatch(
            r"\d{1,3}(?:\.\d{1,3}){0,2}(?:[ \t]*(?:[,;&]|and|und|et|y)[ \t]*\d{1,3}(?:\.\d{1,3}){0,2}){0,20}[ \t.]*",
            text[at:end],
        )
        is not None
    )


def _columns(outline: Outline, families: Families) -> Iterator[Dependency]:
    owners = {d.block: d for family in families.plan for d in family.definitions if d.form.value == "cell"}
    if not owners:
        return
    for index, _ in outline.of_kind(BlockKind.TABLE):
        rows = [row for row in outline.children(index) if outline.blocks[row].kind is BlockKind.ROW]
        if not rows:
            continue
        header = [outline.blocks[cell].content for cell in outline.children(rows[0])]
        column = next((i for i, cell in enumerate(header) if _HEADER.fullmatch(cell.of(outline.prose))), None)
        if not column:
            continue
        for row in rows[1:]:
            cells = outline.children(row)
            owner = owners.get(cells[0]) if cells else None
            if owner is not None and column < len(cells):
                content = outline.blocks[cells[column]].content
                yield from _ids(outline.prose, families, owner, content.start, content.start, content.end)


def _line_end(text: str, at: int) -> int:
    stop = text.find("\n", at)
    return len(text) if stop < 0 else stop
