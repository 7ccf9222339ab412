"""A cattrs converter for the parameters that clients send, lenient about words that are newer than lsprotocol,
and strict about text."""

from __future__ import annotations

import enum
from typing import Any

import cattrs
from lsprotocol import converters, types


def _lenient(value: Any, type_: Any) -> Any:
    """An unknown value of a closed set (a diagnostic tag of next year) is kept as it came, not refused."""
    try:
        return type_(value)
    except ValueError:
        return value


def _text(value: Any, _: Any) -> str:
    """Text is text. cattrs would make the word "None" of a missing one, and a document would become that."""
    if not isinstance(value, str):
        raise TypeError("not a string")
    return value


def lenient_converter() -> cattrs.Converter:
    converter = converters.get_converter()
    converter.register_structure_hook(str, _text)
    # One by one: most of them are integers too, and cattrs would find its hook for those first.
    for type_ in vars(types).values():
        if isinstance(type_, type) and issubclass(type_, enum.Enum):
            converter.register_structure_hook(type_, _lenient)
    return converter
