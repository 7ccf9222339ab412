"""Whether two texts are the same program: alike but for white space that means nothing, and for comments.

What white space means is for the parser to say (Python's indentation, a line end after `return` in JavaScript), so the
trees are compared, all the way down. A comment that tells a tool something is code: it has its place, among what stands
on its line and the next, and it counts as often as it stands there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from anchorline.text.changes import split_lines
from anchorline.text.grammar import Patience, encoded, grammar_of, is_flat, parse
from anchorline.text.patterns import compiled

if TYPE_CHECKING:
    from tree_sitter import Node

_NEAR = 300  # bytes
LONGEST = 1_000_000
"""Characters. Longer texts are not compared."""

_INSTRUCTION = (
    r"#!|\bcoding[:=]|\bnoqa\b|\btype:|\bnosec\b|\bpragma\b|\bpylint:|\bmypy:|\bruff:|\bpyright:|\bfmt:|\bisort:|"
    r"\beslint|\bjshint|\bts-(?:ignore|expect|nocheck|check)|\bprettier-|\bistanbul\b|\bc8\b|\bbiome-|\bdeno-|"
    r"\bwebpack|@jsx|@flow|@ts-|\bgo:|\+build\b|\bnolint\b|\bline\s|\bexport\s|\bnoinspection\b|\bNOSONAR\b|"
    r"\brubocop:|\bfrozen_string_literal|\bswiftlint:|\banchorline-|^///\s*<|^//[a-z]\w*:|^//\s*\+[a-z]|"
    r"[@#]__PURE__|@vite-|@(?:jest|vitest)-|@(?:license|preserve)\b|\bsourceMappingURL=|\bcython:|\bpytype:|\bpyre-|"
    r"\byapf:|\bflake8\b|\blint:|\bclang-|\bformatter:|\bCHECKSTYLE\b|@(?:type|typedef|satisfies)\b|```"
)
_CGO = re.compile(r'\bimport\b[^"`]{0,200}["`]C["`]|^[ \t]{0,40}"C"', re.MULTILINE)
_LITERAL = re.compile(r"<<|\"\"\"|'''|`|\[=*\[|\bR\"|%[qQwWi]|@\"|#\"|\bq[qw]?\b")
"""What may begin a literal of many lines, in languages that are not parsed here."""


def same_code(a: str, b: str, language: str) -> bool:
    """False when in doubt: a comment that tells a tool something, an error in either text, no parser."""
    if max(len(a), len(b)) > LONGEST:
        return False
    grammar = grammar_of(language)
    if grammar is None:
        return _lines(a) == _lines(b) and not _LITERAL.search(b)
    every = language == "go" and any(_CGO.search(text) for text in (a, b))  # a comment may be C
    parts = []
    for text in (a, b):
        data = encoded(text)
        tree = parse(data, grammar, Patience(len(data)))
        if tree is None or tree.root_node.has_error or is_flat(tree.root_node):
            return False
        parts.append(_parts(tree.root_node, data, every=every))
    return all(one == other for one, other in zip(*parts, strict=False))


def _parts(root: Node, data: bytes, *, every: bool) -> Iterator[tuple[str, int, bytes]]:
    """(kind, depth, text of a leaf) down the tree, and a last one that nothing else equals. Comments are left out,
    but for those that tell a tool something, or `every` one."""
    cursor = root.walk()
    depth = 0
    while True:
        node = cursor.node
        assert node is not None
        comment = node.type.endswith("comment")
        if comment:
            said = data[node.start_byte : node.end_byte]
            if every or compiled(_INSTRUCTION, re.IGNORECASE).search(said.decode("utf-8", "replace")):
                yield node.type, depth, said + b"\0" + _around(data, node.start_byte, node.end_byte)
        else:
            leaf = node.child_count == 0 or node.type in ("string", "template_string")
            yield node.type, depth, data[node.start_byte : node.end_byte] if leaf else b""
        if not comment and cursor.goto_first_child():
            depth += 1
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                yield "", -1, b""
                return
            depth -= 1


def _around(data: bytes, start: int, end: int) -> bytes:
    """What stands on the lines of a comment and on the line after it, white space apart; as much as people write."""
    first = data.rfind(b"\n", max(start - _NEAR, 0), start) + 1 or max(start - _NEAR, 0)
    last = data.find(b"\n", end, end + _NEAR)
    after = data.find(b"\n", last + 1, last + _NEAR) if last >= 0 else -1
    stop = after if after >= 0 else min(end + _NEAR, len(data))
    return (
        b"".join(data[first:start].split())
        + b"\0"
        + b"\n".join(b"".join(x.split()) for x in data[end:stop].split(b"\n"))
    )


def _lines(text: str) -> list[str]:
    """For a language that is not parsed here: lines without what is at their ends, empty ones left out. White space
    after a sign that continues a line ends it."""
    return [
        line if (bare := line.rstrip()).endswith(("\\", "`", "^", "_")) else bare
        for line in split_lines(text)
        if line.strip()
    ]
