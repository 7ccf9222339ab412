"""What a parser's node says of one definition: its name, its parameters, its doc comment, a class's fields.

One function for each question, and inside it what differs from language to language. A node is never asked for its
parent or its siblings: the parser finds those by going down from the root, which deep nesting makes very long.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

SCRIPT = frozenset({"javascript", "typescript", "typescriptreact"})
MAX_NAME = 1_000
"""Bytes of a name, or of what stands in its place. A computed name can hold all that follows, and other such names."""


@dataclass(frozen=True, slots=True)
class Signature:
    """`parameters`: the names, in order, without `self`-like receivers of Go and Rust. `open`: it takes names that it
    does not list (`**kwargs`, rest, destructuring, a parameter without a name), so nothing may be concluded from a
    name's absence. `decorators`: names of what stands on the definition."""

    parameters: tuple[str, ...] = ()
    open: bool = False
    decorators: tuple[str, ...] = ()


def text_of(node: Node | None, source: bytes) -> str:
    """The node's text, cut after `MAX_NAME` bytes; `source` is what was parsed.

    Asking the node itself makes the parser hand out all of the source behind it, once for each question.
    """
    if node is None:
        return ""
    start = node.start_byte
    return source[start : min(node.end_byte, start + MAX_NAME)].decode("utf-8", "replace")


def name_of(node: Node, wrappers: Sequence[Node]) -> Node | None:
    """The definition's own name, or the one that it is given by what stands right around it."""
    name = node.child_by_field_name("name")
    if name is not None or node.type == "impl_item":
        return name or node.child_by_field_name("type")
    for wrapper in wrappers:
        for field in ("name", "key", "property", "left"):
            name = wrapper.child_by_field_name(field)
            if name is not None:
                return name.child_by_field_name("property") or name
    return None


def parameters_of(node: Node) -> Node | None:
    return node.child_by_field_name("parameters") or node.child_by_field_name("parameter")


def signature_of(node: Node, wrappers: Sequence[Node], source: bytes, language: str) -> Signature:
    names: list[str] = []
    opened = False
    for name in _parameters(node, source, language):
        if name is None:
            opened = True
        else:
            names.append(name)
    return Signature(tuple(names), opened, _decorators(node, wrappers, source, language))


def fields_of(node: Node, source: bytes, language: str) -> tuple[str, ...]:
    """Names that a Python class assigns or annotates in its body, and the components of a Java record."""
    if language == "java":
        return tuple(name for name in _parameters(node, source, language) if name)
    body = node.child_by_field_name("body")
    if language != "python" or body is None:
        return ()
    names: list[str] = []
    for statement in body.named_children:
        assignment = _first(statement) if statement.type == "expression_statement" else None
        if assignment is not None and assignment.type == "assignment":
            left = assignment.child_by_field_name("left")
            if left is not None and left.type == "identifier":
                names.append(text_of(left, source))
    return tuple(names)


def _first(node: Node) -> Node | None:
    return node.named_child(0) if node.named_child_count else None


def docstring_of(node: Node) -> Node | None:
    """The string that a Python body begins with."""
    body = node.child_by_field_name("body")
    first = _first(body) if body is not None else None
    if body is not None and first is not None and first.type == "comment":
        first = next((child for child in body.named_children if child.type != "comment"), None)
    if first is None or first.type != "expression_statement" or first.named_child_count != 1:
        return None
    string = _first(first)
    return string if string is not None and string.type == "string" else None


def _parameters(node: Node, source: bytes, language: str) -> Iterator[str | None]:
    """Each parameter's name; None for one that makes the signature open."""
    single = node.child_by_field_name("parameter")
    if single is not None:  # `x => x`
        yield text_of(single, source)
        return
    listed = node.child_by_field_name("parameters")
    if listed is None:
        return
    for child in listed.named_children:
        if child.type.endswith("comment"):
            continue
        if language == "python":
            yield from _python(child, source)
        elif language in SCRIPT:
            yield _script(child, source)
        elif language == "go":
            named = child.children_by_field_name("name")
            yield from (text_of(name, source) for name in named)
            if not named or child.type != "parameter_declaration":
                yield None
        elif language == "rust":
            pattern = child.child_by_field_name("pattern")
            if child.type == "parameter":
                yield text_of(pattern, source) if pattern is not None and pattern.type == "identifier" else None
        elif child.type == "formal_parameter":
            yield text_of(child.child_by_field_name("name"), source)
        elif child.type != "receiver_parameter":  # a spread parameter has no name field
            declarator = next((c for c in child.named_children if c.type == "variable_declarator"), None)
            yield text_of(declarator.child_by_field_name("name"), source) if declarator is not None else None


def _python(child: Node, source: bytes) -> Iterator[str | None]:
    kind = child.type
    if kind == "identifier":
        yield text_of(child, source)
    elif kind in ("default_parameter", "typed_default_parameter"):
        name = child.child_by_field_name("name")
        yield text_of(name, source) if name is not None and name.type == "identifier" else None
    elif kind == "typed_parameter":
        inner = _first(child)
        if inner is not None:
            yield from _python(inner, source)
    elif kind in ("list_splat_pattern", "dictionary_splat_pattern"):
        inner = _first(child)
        if inner is not None:
            yield text_of(inner, source)
        yield None
    elif kind not in ("positional_separator", "keyword_separator"):
        yield None


def _script(child: Node, source: bytes) -> str | None:
    if child.type in ("required_parameter", "optional_parameter"):
        pattern = child.child_by_field_name("pattern")
    elif child.type == "assignment_pattern":
        pattern = child.child_by_field_name("left")
    else:
        pattern = child
    return text_of(pattern, source) if pattern is not None and pattern.type in ("identifier", "this") else None


def _decorators(node: Node, wrappers: Sequence[Node], source: bytes, language: str) -> tuple[str, ...]:
    if language == "python" and not wrappers:
        return ()
    holder = wrappers[0] if language == "python" else node
    found = [child for child in holder.named_children if child.type == "decorator"] if language != "java" else []
    if language == "java":
        modifiers = next((child for child in node.named_children if child.type == "modifiers"), None)
        if modifiers is not None:
            found = [child for child in modifiers.named_children if child.type.endswith("annotation")]
    return tuple(text_of(item, source).lstrip("@").split("(", 1)[0].strip() for item in found)
