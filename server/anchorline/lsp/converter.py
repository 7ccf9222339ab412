"""A cattrs converter for the parameters that clients send, lenient about words that are newer than lsprotocol."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

import cattrs
from lsprotocol import converters


def _is_enum(type_: Any) -> bool:
    return isinstance(type_, type) and issubclass(type_, enum.Enum)


def _lenient(type_: Any) -> Callable[[Any, Any], Any]:
    """An unknown value of a closed set (a diagnostic tag of next year) is kept as it came, not refused."""

    def structure(value: Any, _: Any) -> Any:
        try:
            return type_(value)
        except ValueError:
            return value

    return structure


def lenient_converter() -> cattrs.Converter:
    converter = converters.get_converter()
    converter.register_structure_hook_factory(_is_enum, _lenient)
    return converter
