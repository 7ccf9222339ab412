"""The structure of a source file, through tree-sitter: its functions and classes, their doc comments, its comments.

Parsing never fails: a file with errors has an outline too, and says how many errors there are.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from typing import TYPE_CHECKING

from anchorline.text.comments import DocComments
from anchorline.text.grammar import SOURCE_LANGUAGES, Patience, captured, encoded, grammar_of, is_flat, parse
from anchorline.text.nonsense import is_nonsense
from anchorline.text.signature import Signature, docstring_of, fields_of, name_of, parameters_of, signature_of, text_of
from anchorline.text.span import Span

if TYPE_CHECKING:
    from tree_sitter import Node

    from anchorline.text.grammar import Grammar

__all__ = ["SOURCE_LANGUAGES", "SourceOutline", "SourceUnit", "UnitKind", "error_count", "outline_source"]

MAX_SOURCE = 2_000_000
"""Characters. A longer file has no outline: it was written by a program, or nobody can review it."""

_WIDE = re.compile(r"[^\x00-\x7f]")


class UnitKind(StrEnum):
    FUNCTION = "function"
    METHOD = "method"
    CLASS = "class"


@dataclass(frozen=True, slots=True)
class SourceUnit:
    """A function, method, class or type.

    `span` covers the definition with its decorators, `name_span` the name (empty span and name when anonymous),
    `header` the name and the parameters, `doc` the doc comment or docstring with its marks. `parent` is the index of
    the enclosing unit, -1 at the top. `fields` are a class's own annotated or assigned names. `broken`: the parser
    found an error inside.
    """

    kind: UnitKind
    name: str
    span: Span
    name_span: Span
    header: Span
    parent: int
    signature: Signature
    doc: Span | None = None
    fields: tuple[str, ...] = ()
    broken: bool = False


@dataclass(frozen=True, slots=True)
class SourceOutline:
    """`comments` and `strings` in document order; `strings` are only those that hold a line end, docstrings too."""

    language: str
    units: tuple[SourceUnit, ...] = ()
    comments: tuple[Span, ...] = ()
    strings: tuple[Span, ...] = ()
    error_count: int = 0
    problems: tuple[str, ...] = ()

    @property
    def is_known(self) -> bool:
        """Whether the text was parsed: what is not found in it is not there."""
        return not self.problems

    @property
    def has_error(self) -> bool:
        return self.error_count > 0

    def unit_at(self, offset: int) -> SourceUnit | None:
        """The innermost unit that holds the offset."""
        last = bisect_right(self.units, offset, key=lambda unit: unit.span.start) - 1
        while last >= 0 and offset not in self.units[last].span:
            last = self.units[last].parent
        return self.units[last] if last >= 0 else None

    def children(self, index: int) -> tuple[SourceUnit, ...]:
        return tuple(unit for unit in self.units if unit.parent == index)


class _Offsets:
    """Byte offsets of UTF-8 to offsets of code points. ASCII never leaves the fast path."""

    __slots__ = ("_at", "_extra", "_plain")

    def __init__(self, text: str) -> None:
        self._plain = text.isascii()
        self._at: list[int] = []
        self._extra: list[int] = [0]
        if not self._plain:
            found = [(m.start(), len(m.group().encode("utf-8", "replace")) - 1) for m in _WIDE.finditer(text)]
            self._extra = [0, *accumulate(extra for _, extra in found)]
            # Where each wide character starts, in bytes: its own offset and the extra bytes of those before it.
            self._at = [start + before for (start, _), before in zip(found, self._extra, strict=False)]

    def span(self, node: Node) -> Span:
        if self._plain:
            return Span(node.start_byte, node.end_byte)
        return Span(self._of(node.start_byte), self._of(node.end_byte))

    def _of(self, byte: int) -> int:
        return byte - self._extra[bisect_left(self._at, byte)]


def error_count(text: str, language: str) -> int | None:
    """How many errors and missing parts the parser finds; None when that cannot be said.

    An edit keeps a file whole when this does not grow.
    """
    grammar = grammar_of(language)
    if grammar is None or len(text) > MAX_SOURCE or is_nonsense(text, language):
        return None
    data = encoded(text)
    tree = parse(data, grammar, Patience(len(data)))
    return None if tree is None or is_flat(tree.root_node) else _errors(tree.root_node, grammar)


def outline_source(text: str, language: str) -> SourceOutline:
    """The outline; empty, with the reason in `problems`, for a language, size or nonsense that is not parsed here."""
    grammar = grammar_of(language)
    if grammar is None:
        return SourceOutline(language, problems=(f"{language} is not parsed here.",))
    if len(text) > MAX_SOURCE:
        return SourceOutline(language, problems=(f"more than {MAX_SOURCE / 1e6:g} million characters; not parsed.",))
    data = encoded(text)
    tree = None if is_nonsense(text, language) else parse(data, grammar, Patience(len(data)))
    if tree is None or is_flat(tree.root_node):
        return SourceOutline(language, problems=("it makes no sense to the parser; its structure is left out.",))
    root = tree.root_node
    captures = captured(grammar.parts, root)
    offsets = _Offsets(text)
    strings = (offsets.span(node) for node in captures.get("string", ()) if node.start_point[0] != node.end_point[0])
    comments = tuple(sorted(offsets.span(node) for node in captures.get("comment", ())))
    units = _units(text, data, captures, comments, offsets, language)
    return SourceOutline(language, units, comments, tuple(sorted(strings)), _errors(root, grammar))


def _errors(root: Node, grammar: Grammar) -> int:
    if not root.has_error:
        return 0
    return max(sum(len(nodes) for nodes in captured(grammar.errors, root).values()), 1)


def _units(
    text: str,
    data: bytes,
    captures: dict[str, list[Node]],
    comments: tuple[Span, ...],
    offsets: _Offsets,
    language: str,
) -> tuple[SourceUnit, ...]:
    found = [
        (offsets.span(node), kind, node) for kind in ("wrapper", *UnitKind) for node in captures.get(str(kind), ())
    ]
    found.sort(key=lambda item: (item[0].start, -item[0].end, item[1] != "wrapper"))
    docs = DocComments(text, language, comments, [offsets.span(node) for node in captures.get("filler", ())])
    units: list[SourceUnit] = []
    enclosing: list[tuple[Span, int, Node]] = []  # the index of a unit, or -1 for a wrapper
    for span, kind, node in found:
        while enclosing and enclosing[-1][0].end < span.end:
            enclosing.pop()
        if kind == "wrapper":
            enclosing.append((span, -1, node))
            continue
        # The wrappers right around this definition: nothing else can lie between, see the patterns.
        first = len(enclosing)
        while first > 0 and enclosing[first - 1][1] < 0:
            first -= 1
        wrappers = [node for _, _, node in enclosing[first:]]
        whole = enclosing[first][0] if first < len(enclosing) else span
        parent = enclosing[first - 1][1] if first else -1
        del enclosing[first:]
        enclosing.append((whole, len(units), node))
        units.append(_unit(UnitKind(kind), node, wrappers, whole, parent, units, docs, offsets, data, language))
    return tuple(units)


def _unit(
    kind: UnitKind,
    node: Node,
    wrappers: list[Node],
    whole: Span,
    parent: int,
    units: list[SourceUnit],
    docs: DocComments,
    offsets: _Offsets,
    data: bytes,
    language: str,
) -> SourceUnit:
    name = name_of(node, wrappers)
    start = offsets.span(node).start
    name_span = offsets.span(name) if name is not None else Span(start, start)
    listed = parameters_of(node)
    docstring = docstring_of(node) if language == "python" else None
    in_class = kind is UnitKind.FUNCTION and parent >= 0 and units[parent].kind is UnitKind.CLASS
    return SourceUnit(
        UnitKind.METHOD if in_class else kind,
        text_of(name, data),
        whole,
        name_span,
        name_span if listed is None else Span(name_span.start, max(offsets.span(listed).end, name_span.end)),
        parent,
        signature_of(node, wrappers, data, language),
        offsets.span(docstring) if docstring is not None else docs.before(whole.start),
        fields_of(node, data, language) if kind is UnitKind.CLASS else (),
        node.has_error,
    )
