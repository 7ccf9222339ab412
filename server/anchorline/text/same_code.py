"""Whether two texts are the same program: alike but for white space that means nothing, and for comments.

What white space means is for the parser to say (Python's indentation, a line end after `return` in JavaScript), so the
trees are compared, all the way down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from anchorline.text.changes import split_lines
from anchorline.text.grammar import Patience, encoded, grammar_of, is_flat, parse

if TYPE_CHECKING:
    from tree_sitter import Node

LONGEST = 1_000_000
"""Characters. Longer texts are not compared."""

_INSTRUCTION = re.compile(
    r"#!|\bcoding[:=]|\bnoqa\b|\btype:|\bnosec\b|\bpragma\b|\bpylint:|\bmypy:|\bruff:|\bpyright:|\bfmt:|\bisort:|"
    r"\beslint|\bjshint|\bts-(?:ignore|expect|nocheck|check)|\bprettier-|\bistanbul\b|\bc8\b|\bbiome-|\bdeno-|"
    r"\bwebpack|@jsx|@flow|@ts-|\bgo:|\+build\b|\bnolint\b|\bline\s|\bexport\s|\bnoinspection\b|\bNOSONAR\b|"
    r"\brubocop:|\bfrozen_string_literal|\bswiftlint:|\banchorline-",
    re.IGNORECASE,
)


def same_code(a: str, b: str, language: str) -> bool:
    """False when in doubt: a comment that tells a tool something, an error in either text, no parser."""
    if max(len(a), len(b)) > LONGEST:
        return False
    grammar = grammar_of(language)
    if grammar is None:
        return _lines(a) == _lines(b)
    trees = []
    for text in (a, b):
        data = encoded(text)
        tree = parse(data, grammar, Patience(len(data)))
        if tree is None or tree.root_node.has_error or is_flat(tree.root_node):
            return False
        trees.append((tree.root_node, data))
    comments: list[set[str]] = [set(), set()]
    for one, other in zip(_parts(*trees[0], comments[0]), _parts(*trees[1], comments[1]), strict=False):
        if one != other:
            return False
    return not any(_INSTRUCTION.search(comment) for comment in comments[0] ^ comments[1])


def _parts(root: Node, data: bytes, comments: set[str]) -> Iterator[tuple[str, int, bytes]]:
    """(kind, depth, text of a leaf) down the tree, comments left out, and a last one that nothing else equals."""
    cursor = root.walk()
    depth = 0
    while True:
        node = cursor.node
        assert node is not None
        comment = node.type.endswith("comment")
        if comment:
            comments.add(data[node.start_byte : node.end_byte].decode("utf-8", "replace"))
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


def _lines(text: str) -> list[str]:
    """For a language that is not parsed here: lines without what is at their ends, empty ones left out."""
    return [line.rstrip() for line in split_lines(text) if line.strip()]
