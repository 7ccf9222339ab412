"""Where a verifier looks things up: the tools that it is offered, and their answers, bounded in sum."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping
from functools import cache

from anchorline.models.base import Tool, ToolUse
from anchorline.workspace.tools import Lookups

MOST_LOOKED_UP = 80_000
"""Characters that may be looked up for one finding."""


class Desk:
    """Answers what one verifier looks up and remembers it, so that a verdict can be told to rest on the same still.

    `used` are the look-ups: name, what it was asked with, and a sum of the answer.
    """

    def __init__(self, lookups: Lookups) -> None:
        self._lookups = lookups
        self._left = MOST_LOOKED_UP
        self.used: list[tuple[str, object, str]] = []

    async def answer(self, use: ToolUse) -> str:
        if self._left <= 0:
            return f"refused: more than {MOST_LOOKED_UP:,} characters were looked up for this finding; answer now"
        text = await asyncio.to_thread(looked_up, self._lookups, use.name, use.input)
        text = text[: self._left]
        self._left -= len(text)
        self.used.append((use.name, use.input, _digest(text)))
        return text

    async def still_says(self, name: str, given: object, digest: str) -> bool:
        """Whether a look-up of an earlier time would be answered in the same way."""
        await self.answer(ToolUse("", name, given))
        return bool(self.used) and self.used[-1][2] == digest

    def forget(self) -> None:
        """Begin anew, for a verdict that does not hold still."""
        self.used.clear()
        self._left = MOST_LOOKED_UP


def looked_up(lookups: Lookups, name: str, given: object) -> str:
    """The answer to one look-up, whatever shape it has."""
    fields = given if isinstance(given, Mapping) else {}
    with lookups.turn:
        return _looked_up(lookups, name, fields)


def _looked_up(lookups: Lookups, name: str, fields: Mapping[object, object]) -> str:
    path, folder, text = (_text(fields.get(key)) for key in ("path", "folder", "text"))
    match name:
        case "read_file":
            return lookups.read_file(path, _number(fields.get("first_line")) or 1, _number(fields.get("last_line")))
        case "search":
            return lookups.search(text, folder)
        case "list_files":
            return lookups.list_files(folder)
        case "line_history":
            return lookups.line_history(path, _number(fields.get("line")) or 0)
        case _:
            return f"refused: there is no such tool; there are {', '.join(tool.name for tool in tools())}"


@cache
def tools() -> tuple[Tool, ...]:
    path = {"type": "string", "description": "Path from the root of the project, with / between its parts."}
    folder = {"type": "string", "description": "Folder to stay in, from the root of the project; empty for all of it."}
    number = {"type": "integer"}
    return (
        _tool("read_file", "Lines of a file, with their numbers.",
              {"path": path, "first_line": number, "last_line": number}, "path"),
        _tool("search", "Lines of files that hold a text, to the letter. No pattern; case counts.",
              {"text": {"type": "string"}, "folder": folder}, "text"),
        _tool("list_files", "The files of a folder and of those below it.", {"folder": folder}),
        _tool("line_history", "Which commit last changed a line of a file, and what stood there before.",
              {"path": path, "line": number}, "path", "line"),
    )  # fmt: skip


def _tool(name: str, description: str, properties: Mapping[str, object], *required: str) -> Tool:
    schema = {
        "type": "object", "properties": dict(properties), "required": list(required), "additionalProperties": False,
    }  # fmt: skip
    return Tool(name, description, schema)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _number(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1e9 < value < 1e9:
        return None
    return int(value)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
