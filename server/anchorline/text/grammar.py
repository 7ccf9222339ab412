"""The tree-sitter grammars, each loaded when the first file of its language is parsed, and what is asked of a tree."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from functools import cache
from time import thread_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Query, Tree

_MODULES: dict[str, tuple[str, str]] = {
    "python": ("tree_sitter_python", "language"),
    "javascript": ("tree_sitter_javascript", "language"),
    "typescript": ("tree_sitter_typescript", "language_typescript"),
    "typescriptreact": ("tree_sitter_typescript", "language_tsx"),
    "go": ("tree_sitter_go", "language"),
    "rust": ("tree_sitter_rust", "language"),
    "java": ("tree_sitter_java", "language"),
}
MAX_HEAP = 15_000
"""Loose parts below one error of the parser; going through as many takes a quarter of a second."""
SOURCE_LANGUAGES = frozenset(_MODULES)
"""LSP language identifiers of the languages that can be parsed."""

# @wrapper: what stands around a definition and nothing else, so that a comment before it is the definition's own
# (`export const name = function …`). Each pattern names the whole way down; none can hold a definition further inside.
_VALUE = "[(function_expression) (generator_function) (arrow_function)]"
_DECLARED = f"(variable_declarator value: {_VALUE})"
_JAVASCRIPT = f"""
(comment) @comment
(template_string) @string
(decorator) @filler
[(function_declaration) (generator_function_declaration) (function_expression) (generator_function) (arrow_function)]
  @function
(method_definition) @method
[(class_declaration) (class)] @class
{_DECLARED} @wrapper
(lexical_declaration . {_DECLARED} .) @wrapper
(variable_declaration . {_DECLARED} .) @wrapper
(export_statement (lexical_declaration . {_DECLARED} .)) @wrapper
(export_statement [(function_declaration) (generator_function_declaration) (class_declaration)]) @wrapper
(export_statement value: {_VALUE}) @wrapper
(assignment_expression right: {_VALUE}) @wrapper
(expression_statement . (assignment_expression right: {_VALUE}) .) @wrapper
(pair value: {_VALUE}) @wrapper
"""
_TYPESCRIPT = f"""{_JAVASCRIPT}
(function_signature) @function
[(method_signature) (abstract_method_signature)] @method
[(abstract_class_declaration) (interface_declaration)] @class
(public_field_definition value: {_VALUE}) @wrapper
(ambient_declaration (function_signature)) @wrapper
(export_statement [(function_signature) (abstract_class_declaration) (interface_declaration)]) @wrapper
"""
_QUERIES: dict[str, str] = {
    "python": "(comment) @comment (string) @string (function_definition) @function (class_definition) @class "
    "(decorated_definition) @wrapper",
    "javascript": f"{_JAVASCRIPT} (field_definition value: {_VALUE}) @wrapper",
    "typescript": _TYPESCRIPT,
    "typescriptreact": _TYPESCRIPT,
    "go": "(comment) @comment (raw_string_literal) @string (function_declaration) @function "
    "(method_declaration) @method (type_spec) @class (type_declaration . (type_spec) .) @wrapper",
    "rust": "[(line_comment) (block_comment)] @comment [(string_literal) (raw_string_literal)] @string "
    "(attribute_item) @filler "
    "[(function_item) (function_signature_item)] @function [(struct_item) (enum_item) (trait_item) (impl_item)] @class",
    "java": "[(line_comment) (block_comment)] @comment (string_literal) @string "
    "[(method_declaration) (constructor_declaration)] @method "
    "[(class_declaration) (interface_declaration) (enum_declaration) (record_declaration)] @class",
}


@dataclass(frozen=True, slots=True)
class Grammar:
    language: Language
    parts: Query
    errors: Query


@cache
def grammar_of(language: str) -> Grammar | None:
    """The grammar of an LSP language identifier; None for a language that is not parsed here."""
    if language not in _MODULES:
        return None
    from tree_sitter import Language, Query  # noqa: PLC0415 - documents without source never pay for it

    module, function = _MODULES[language]
    loaded = Language(getattr(importlib.import_module(module), function)())
    return Grammar(loaded, Query(loaded, _QUERIES[language]), Query(loaded, "(ERROR) @error (MISSING) @missing"))


def encoded(text: str) -> bytes:
    """UTF-8 of the text, for the parser. Half of a surrogate pair, which no UTF-8 can hold, becomes one `?`."""
    return text.encode("utf-8", "replace")


class Patience:
    """How long a text may keep the parser computing: a quarter of a second, and a second for each million bytes.

    Ordinary source takes a tenth of it. Some errors take minutes instead, which nothing but a clock can tell
    beforehand; such a text is given up, and has no outline. Processor time, so that a busy machine changes nothing.
    """

    def __init__(self, size: int) -> None:
        self._end = thread_time() + 0.25 + size / 1_000_000

    def is_over(self, *_: object) -> bool:
        return thread_time() > self._end


def parse(data: bytes, grammar: Grammar, patience: Patience) -> Tree | None:
    """The tree; None when patience ran out."""
    from tree_sitter import Parser  # noqa: PLC0415 - documents without source never pay for it

    try:
        return Parser(grammar.language).parse(lambda at, _: data[at:], progress_callback=patience.is_over)
    except ValueError:
        return None


def captured(query: Query, root: Node) -> dict[str, list[Node]]:
    """Nodes by the names that the query gives them. Ask `is_flat` first.

    The cursor takes a progress call-back too, but the binding crashes on it.
    """
    from tree_sitter import QueryCursor  # noqa: PLC0415

    return QueryCursor(query).captures(root)


def is_flat(root: Node) -> bool:
    """Whether the parser heaped up so many loose parts that going through them would take for ever.

    At each part, a query looks through all those after it. Only errors have their parts in one heap.
    """
    cost = 0
    todo = [root] if root.has_error else []
    while todo:
        node = todo.pop()
        if node.is_error:
            cost += node.child_count**2
            if cost > MAX_HEAP**2:
                return True
        todo.extend(child for child in node.children if child.has_error)
    return False
