"""Values and names as people may see them: without credentials, without characters that move a cursor."""

from __future__ import annotations

import re

LONGEST = 120
"""Characters that a value may take in one line of a message."""

_MASKED = "***"
# Patterns are texts: `re` compiles and keeps them when they are first used, which a start of the server is not.
_USER_INFO = r"(?<=://)[^/?#\s]{1,1000}@"
_PARAMETER = r"(?i)([?&;][\w-]{0,40}(?:key|token|secret|password|auth|signature)=)[^&;#\s]{1,1000}"
_KEY = r"\b(?:sk|pk|ghp|gho|ghs|xox[abp]|github_pat)[-_][A-Za-z0-9_-]{8,1000}|\bAKIA[0-9A-Z]{16}\b"


def masked(text: str) -> str:
    """The text with everything in it that looks like a credential replaced."""
    text = re.sub(_USER_INFO, f"{_MASKED}@", text)
    text = re.sub(_PARAMETER, rf"\g<1>{_MASKED}", text)
    return re.sub(_KEY, _MASKED, text)


def plain(text: str, longest: int = LONGEST) -> str:
    """The text in one printable line of at most `longest` characters, as a message may quote it."""
    text = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text[: longest + 1])
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def shown(value: object) -> str:
    """A setting's value for people: in the spelling of TOML where it has one, credentials masked, never long."""
    return plain(masked(_spelled(value)[:4000]))


def _spelled(value: object) -> str:
    if value is None:
        return "not set"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**18 else "a number of more than 18 digits"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, str):
        return f'"{value[:4000]}"'
    if isinstance(value, list | tuple | frozenset):
        items = list(value)[:100]
        return f"[{', '.join(_spelled_inside(item) for item in items)}]"
    if hasattr(value, "items"):
        pairs = list(value.items())[:100]
        return "{" + ", ".join(f'"{key}" = {_spelled_inside(item)}' for key, item in pairs) + "}"
    return str(value)[:4000]


def _spelled_inside(item: object) -> str:
    """One level only: what a hostile file nests deeper is not worth a line."""
    if isinstance(item, list | tuple) and all(isinstance(part, str) for part in item):
        return " = ".join(_spelled(part) for part in item[:2])
    return "…" if isinstance(item, list | tuple | dict) else _spelled(item)
