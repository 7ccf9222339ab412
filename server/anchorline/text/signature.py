"""What a parser's node says of one definition: its name, its parameters, its doc comment, a class's fields.

One function for each question, and inside it what differs from language to language.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

_SCRIPT = frozenset({"javascript", "typescript", "typescriptreact"})
# What may stand between a doc comment and the function that it documents: `export const name = function …`.
_WRAPPERS = frozenset({
    "variable_declarator", "lexical_declaration", "variable_declaration", "export_statement", "assignment_expression",
    "expression_statement", "pair", "public_field_definition", "field_definition", "ambient_declaration",
})  # fmt: skip
_MAX_WRAPPERS = 8
_MAX_DOC_LINES = 2_000


@dataclass(frozen=True, slots=True)
class Signature:
    """`parameters`: the names, in order, without `self`-like receivers of Go and Rust. `open`: it takes names that it
    does not list (`**kwargs`, rest, destructuring, a parameter without a name), so nothing may be concluded from a
    name's absence. `decorators`: names of what stands on the definition."""

    parameters: tuple[str, ...] = ()
    open: bool = False
    decorators: tuple[str, ...] = ()


def text_of(node: Node | None) -> str:
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""


def anchor_of(node: Node, language: str) -> Node:
    """The node that a doc comment stands before: the definition with its decorators, or the statement around it."""
    parent = node.parent
    if language == "python":
        return parent if parent is not None and parent.type == "decorated_definition" else node
    if language not in _SCRIPT:
        return node
    for _ in range(_MAX_WRAPPERS):
        parent = node.parent
        if parent is None or parent.type not in _WRAPPERS:
            break
        if parent.type.endswith("_declaration") and parent.named_child_count > 1:
            break  # `const a = () => 1, b = () => 2`: whose comment it is cannot be said
        node = parent
    return node


def name_of(node: Node, language: str) -> Node | None:
    name = node.child_by_field_name("name")
    if name is None and node.type == "impl_item":
        name = node.child_by_field_name("type")
    if name is None and language in _SCRIPT and node.parent is not None:
        holder = node.parent
        for field in ("name", "key", "property", "left"):
            name = holder.child_by_field_name(field)
            if name is not None and name.start_byte < node.start_byte:
                return name.child_by_field_name("property") or name
        return None
    return name


def signature_of(node: Node, language: str) -> Signature:
    names: list[str] = []
    opened = False
    for name in _parameters(node, language):
        if name is None:
            opened = True
        else:
            names.append(name)
    return Signature(tuple(names), opened, _decorators(node, language))


def doc_of(node: Node, language: str) -> Sequence[Node]:
    """The nodes of the doc comment or docstring, in order; none when there is none."""
    if language == "python":
        return _docstring(node)
    anchor = anchor_of(node, language)
    before = _before(anchor)
    if language in _SCRIPT or language == "java":
        return (before,) if before is not None and text_of(before).startswith("/**") else ()
    lines: list[Node] = []
    row = anchor.start_point[0]
    while before is not None and len(lines) < _MAX_DOC_LINES and _is_doc_line(before, row, language):
        lines.append(before)
        row = before.start_point[0]
        before = _before(before)
    return lines[::-1]


def fields_of(node: Node, language: str) -> tuple[str, ...]:
    """Names that a Python class assigns or annotates in its body, and the components of a Java record."""
    if language == "java":
        return tuple(name for name in _parameters(node, language) if name)
    body = node.child_by_field_name("body")
    if language != "python" or body is None:
        return ()
    names: list[str] = []
    for statement in body.named_children:
        assignment = statement.named_child(0) if statement.type == "expression_statement" else None
        if assignment is not None and assignment.type == "assignment":
            left = assignment.child_by_field_name("left")
            if left is not None and left.type == "identifier":
                names.append(text_of(left))
    return tuple(names)


def _docstring(node: Node) -> Sequence[Node]:
    body = node.child_by_field_name("body")
    first = body.named_child(0) if body is not None else None
    while first is not None and first.type == "comment":
        first = first.next_named_sibling
    if first is None or first.type != "expression_statement":
        return ()
    string = first.named_child(0)
    return (string,) if string is not None and string.type == "string" and first.named_child_count == 1 else ()


def _before(node: Node) -> Node | None:
    """The comment that ends right before the node, modifiers and attributes apart."""
    before = node.prev_named_sibling
    while before is not None and before.type in ("attribute_item", "decorator"):
        before = before.prev_named_sibling
    return before if before is not None and before.type.endswith("comment") else None


def _is_doc_line(comment: Node, row_below: int, language: str) -> bool:
    if language == "rust":
        return text_of(comment).startswith(("///", "/**"))
    # Go: any comment that touches the definition, and stands on lines of its own.
    previous = comment.prev_sibling
    alone = previous is None or previous.end_point[0] < comment.start_point[0]
    return alone and comment.end_point[0] == row_below - 1


def _parameters(node: Node, language: str) -> Iterator[str | None]:
    """Each parameter's name; None for one that makes the signature open."""
    single = node.child_by_field_name("parameter")
    if single is not None:  # `x => x`
        yield text_of(single)
        return
    listed = node.child_by_field_name("parameters")
    if listed is None:
        return
    for child in listed.named_children:
        if child.type.endswith("comment"):
            continue
        if language == "python":
            yield from _python(child)
        elif language in _SCRIPT:
            yield _script(child)
        elif language == "go":
            named = child.children_by_field_name("name")
            yield from (text_of(name) for name in named)
            if not named or child.type != "parameter_declaration":
                yield None
        elif language == "rust":
            pattern = child.child_by_field_name("pattern")
            if child.type == "parameter":
                yield text_of(pattern) if pattern is not None and pattern.type == "identifier" else None
        elif child.type == "formal_parameter":
            yield text_of(child.child_by_field_name("name"))
        elif child.type != "receiver_parameter":  # a spread parameter has no name field
            declarator = next((c for c in child.named_children if c.type == "variable_declarator"), None)
            yield text_of(declarator.child_by_field_name("name")) if declarator is not None else None


def _python(child: Node) -> Iterator[str | None]:
    kind = child.type
    if kind == "identifier":
        yield text_of(child)
    elif kind in ("default_parameter", "typed_default_parameter"):
        name = child.child_by_field_name("name")
        yield text_of(name) if name is not None and name.type == "identifier" else None
    elif kind == "typed_parameter":
        inner = child.named_child(0)
        if inner is not None:
            yield from _python(inner)
    elif kind in ("list_splat_pattern", "dictionary_splat_pattern"):
        inner = child.named_child(0)
        if inner is not None:
            yield text_of(inner)
        yield None
    elif kind not in ("positional_separator", "keyword_separator"):
        yield None


def _script(child: Node) -> str | None:
    if child.type in ("required_parameter", "optional_parameter"):
        pattern = child.child_by_field_name("pattern")
    elif child.type == "assignment_pattern":
        pattern = child.child_by_field_name("left")
    else:
        pattern = child
    return text_of(pattern) if pattern is not None and pattern.type in ("identifier", "this") else None


def _decorators(node: Node, language: str) -> tuple[str, ...]:
    holder = node.parent if language == "python" else node
    if holder is None or (language == "python" and holder.type != "decorated_definition"):
        return ()
    found = [child for child in holder.named_children if child.type == "decorator"]
    if language == "java":
        modifiers = next((child for child in node.named_children if child.type == "modifiers"), None)
        if modifiers is not None:
            found = [c for c in modifiers.named_children if c.type in ("annotation", "marker_annotation")]
    return tuple(text_of(item).lstrip("@").split("(", 1)[0].strip() for item in found)
