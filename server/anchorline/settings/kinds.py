"""What a setting's value may be: how it is read from TOML or JSON, from text, and how its kind is described.

A kind never raises and never guesses: what is not of the kind is `BAD`, and the caller falls back to a weaker value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple


class _Bad:
    __slots__ = ()

    def __repr__(self) -> str:
        return "BAD"


BAD: Final = _Bad()
"""Stands for a value that is not of its kind."""

MOST_ITEMS = 1000
LONGEST_TEXT = 1000
LONGEST_GUIDANCE = 10_000

# Texts, not compiled: most starts of the server never need them, and `re` keeps what it compiled.
_FORBIDDEN = "[\x00-\x1f\x7f-\x9f\ud800-\udfff]"
_FORBIDDEN_IN_PROSE = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]"


class Kind(NamedTuple):
    """`words` completes the sentence "it must be …". `parse` takes a value as TOML or JSON give it and returns the
    value proper, or BAD; `from_text` takes what an environment variable or a command line holds."""

    words: str
    schema: Mapping[str, object]
    parse: Callable[[object], object]
    from_text: Callable[[str], object]


def boolean() -> Kind:
    def parse(raw: object) -> object:
        return raw if isinstance(raw, bool) else BAD

    def from_text(text: str) -> object:
        word = text.strip().casefold()
        if word in ("1", "true", "yes", "on"):
            return True
        return False if word in ("0", "false", "no", "off") else BAD

    return Kind("true or false", {"type": "boolean"}, parse, from_text)


def integer(low: int, high: int) -> Kind:
    def parse(raw: object) -> object:
        # Some editors know one kind of number only and send 800 as 800.0.
        if isinstance(raw, float) and raw.is_integer():
            raw = int(raw)
        return raw if isinstance(raw, int) and not isinstance(raw, bool) and low <= raw <= high else BAD

    def from_text(text: str) -> object:
        try:
            return parse(int(text))
        except ValueError:
            return BAD

    schema = {"type": "integer", "minimum": low, "maximum": high}
    return Kind(f"a whole number from {low} to {high}", schema, parse, from_text)


def number(low: float, high: float, unit: str) -> Kind:
    def parse(raw: object) -> object:
        if isinstance(raw, bool) or not isinstance(raw, int | float):
            return BAD
        return float(raw) if low <= raw <= high else BAD  # NaN is in no range

    def from_text(text: str) -> object:
        try:
            return parse(float(text))
        except ValueError:
            return BAD

    words = f"a number from {low:g} to {high:g} ({unit})"
    return Kind(words, {"type": "number", "minimum": low, "maximum": high}, parse, from_text)


def choice(*words: str, prefix: str = "") -> Kind:
    """One of some words, whatever their case; with `prefix`, also any text that begins with it and goes on."""

    def parse(raw: object) -> object:
        if not isinstance(raw, str) or len(raw) > LONGEST_TEXT:
            return BAD
        if raw.casefold() in words:
            return raw.casefold()
        begins = bool(prefix) and raw.startswith(prefix) and len(raw) > len(prefix)
        return raw if begins and not re.search(_FORBIDDEN, raw) else BAD

    options = [*words, f"{prefix}FILE"] if prefix else list(words)
    schema: dict[str, object] = {"type": "string"} if prefix else {"type": "string", "enum": list(words)}
    return Kind(f"{', '.join(options[:-1])} or {options[-1]}", schema, parse, lambda text: parse(text.strip()))


def text(words: str, pattern: str = r".+", longest: int = LONGEST_TEXT) -> Kind:
    """One line of text that `pattern` matches whole."""

    def parse(raw: object) -> object:
        if not isinstance(raw, str) or len(raw) > longest or re.search(_FORBIDDEN, raw):
            return BAD
        return raw if re.fullmatch(pattern, raw) else BAD

    return Kind(words, {"type": "string"}, parse, lambda value: parse(value.strip()))


def strings(words: str, accepts: Callable[[str], bool] = bool) -> Kind:
    """A list of texts; as text, separated by commas."""

    def parse(raw: object) -> object:
        if not isinstance(raw, list | tuple) or len(raw) > MOST_ITEMS:
            return BAD
        return tuple(raw) if all(_is_word(item) and accepts(item) for item in raw) else BAD

    def from_text(value: str) -> object:
        return parse([item.strip() for item in value.split(",") if item.strip()])

    return Kind(words, {"type": "array", "items": {"type": "string"}}, parse, from_text)


def globs() -> Kind:
    return strings(f"a list of patterns as in .gitignore ({GLOB_LIMITS})", is_glob)


def instructions() -> Kind:
    """Pattern → guidance, kept in the order in which it was written."""

    def parse(raw: object) -> object:
        if not isinstance(raw, Mapping) or len(raw) > MOST_ITEMS:
            return BAD
        pairs = tuple(raw.items())
        return pairs if all(_is_word(glob) and is_glob(glob) and _is_prose(said) for glob, said in pairs) else BAD

    schema = {"type": "object", "additionalProperties": {"type": "string"}}
    words = f"a table of patterns and the guidance for what they match ({GLOB_LIMITS})"
    return Kind(words, schema, parse, lambda value: parse(_table_from_text(value)))


_LEVELS = {"error": "Error", "warning": "Warning", "information": "Information", "info": "Information", "hint": "Hint"}
_SEVERITY = r"p[0-3](?:/(?:50|75|100))?"


def severity_map() -> Kind:
    """`P1` or `P1/75` → Error, Warning, Information or Hint. In TOML the anchor may also be a table of its own."""

    def parse(raw: object) -> object:
        if not isinstance(raw, Mapping):
            return BAD
        flat: dict[object, object] = {}
        for severity, level in list(raw.items())[:MOST_ITEMS]:
            if isinstance(level, Mapping):
                flat.update({f"{severity}/{anchor}": inner for anchor, inner in list(level.items())[:MOST_ITEMS]})
            else:
                flat[severity] = level
        mapped: dict[str, str] = {}
        for key, level in flat.items():
            known = _LEVELS.get(level.casefold()) if isinstance(level, str) else None
            if known is None or not isinstance(key, str) or not re.fullmatch(_SEVERITY, key.casefold()):
                return BAD
            mapped[key.upper()] = known
        return MappingProxyType(dict(sorted(mapped.items())))

    schema = {"type": "object", "additionalProperties": {"enum": ["Error", "Warning", "Information", "Hint"]}}
    words = 'a table from "P0" … "P3", or "P1/75" with a confidence, to Error, Warning, Information or Hint'
    return Kind(words, schema, parse, lambda value: parse(_table_from_text(value)))


MOST_STARS = 3
MOST_DOUBLE_STARS = 2
GLOB_LIMITS = f"at most {MOST_STARS} times * and {MOST_DOUBLE_STARS} times ** in one"
_STARS = r"\*+"


def is_glob(pattern: str) -> bool:
    """Whether a pattern can be matched in a time that no file name can stretch: each star of a pattern multiplies
    the places that a backtracking matcher tries."""
    runs = [len(match.group()) for match in re.finditer(_STARS, pattern)]
    double = sum(run > 1 for run in runs)
    if not pattern.strip("!/ ") or double > MOST_DOUBLE_STARS or len(runs) - double > MOST_STARS:
        return False
    return _compiles(pattern) if "[" in pattern or "\\" in pattern else True


def _compiles(pattern: str) -> bool:
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 - takes longer to load than all settings together

    try:
        GitIgnoreSpec.from_lines([pattern])
    except (ValueError, re.error):
        return False
    return True


def _is_word(item: object) -> bool:
    return (
        isinstance(item, str)
        and 0 < len(item) <= LONGEST_TEXT
        and not item.isspace()
        and not re.search(_FORBIDDEN, item)
    )


def _is_prose(item: object) -> bool:
    return isinstance(item, str) and len(item) <= LONGEST_GUIDANCE and not re.search(_FORBIDDEN_IN_PROSE, item)


def _table_from_text(value: str) -> object:
    """`a=b,c=d`, or a JSON object where a value holds a comma."""
    if value.lstrip().startswith("{"):
        import json  # noqa: PLC0415 - needed for one rare spelling only

        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return BAD
    pairs = [item.partition("=") for item in value.split(",") if item.strip()]
    if not all(equals for _, equals, _ in pairs):
        return BAD
    return {key.strip(): said.strip() for key, _, said in pairs}
