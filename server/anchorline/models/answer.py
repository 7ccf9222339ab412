"""One call while it is under way, and the reading of its answer: as a stream of events, or in one piece.

Events are read by their names alone, so that this module needs no SDK.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from anchorline.models import failures
from anchorline.models.base import ModelRequest, Tokens, Watch

T = TypeVar("T")

LONGEST_REPLY = 8_000_000
"""Characters. More is not read: no reviewer has so much to say."""

_EVENTS_AT_ONCE = 8


@dataclass(slots=True)
class _Block:
    """One block of a message while it comes in: text, thinking, or a question for a tool."""

    kind: str
    fields: dict[str, object]
    pieces: list[str] = field(default_factory=list)

    def sent_back(self) -> Mapping[str, object] | None:
        """None for a block that says nothing, which an endpoint would refuse to take back."""
        whole = "".join(self.pieces)
        match self.kind:
            case "text":
                return {"type": "text", "text": whole} if whole else None
            case "tool_use":
                return {"type": "tool_use", **self.fields, "input": _input(whole) if whole else self.fields["input"]}
            case "thinking":
                return {"type": "thinking", "thinking": whole, **self.fields}
            case _:
                return {"type": self.kind, **self.fields}


@dataclass(slots=True)
class Exchange:
    """One call while it is under way: what came so far, and when it must be over (on the loop's clock)."""

    request: ModelRequest
    watch: Watch
    deadline: float
    max_retries: int
    text: list[str] = field(default_factory=list)
    blocks: dict[int, _Block] = field(default_factory=dict)
    stop_reason: str = ""
    model: str = ""
    begun: bool = False
    """Whether an event of the answer came."""
    refused_late: bool = False
    """Whether the last stream held nothing but an error."""

    @property
    def partial(self) -> str:
        return "".join(self.text)

    @property
    def content(self) -> tuple[Mapping[str, object], ...]:
        """The blocks of the message, as they are sent back when it asked for something."""
        blocks = (self.blocks[index].sent_back() for index in sorted(self.blocks))
        return tuple(block for block in blocks if block is not None)


async def _numbered(stream: AsyncIterator[T]) -> AsyncIterator[tuple[int, T]]:
    number = 0
    async for item in stream:
        number += 1
        yield number, item


async def read_events(call: Exchange, stream: AsyncIterator[Any], host: str) -> None:
    """Read a stream to its end. Text of thinking is not asked for and not kept."""
    watch = call.watch
    async for number, event in _numbered(stream):
        if number % _EVENTS_AT_ONCE == 0:
            await asyncio.sleep(0)  # what has arrived already comes without a pause, and an editor may be waiting
        if not call.begun:
            call.begun = True
            watch.on_first_byte()
        match event.type:
            case "message_start":
                call.model = event.message.model or ""
                _count(watch, getattr(event.message, "usage", None), whole=False)
            case "content_block_start" if call.request.tools:
                _begin(call, event.index, event.content_block)
            case "content_block_delta":
                piece = event.delta.text if event.delta.type == "text_delta" else ""
                call.text.append(piece)
                if call.request.tools:
                    piece = _grow(call, event.index, event.delta)
                watch.characters += len(piece)
                if watch.characters > LONGEST_REPLY:
                    call.stop_reason = "max_tokens"
                    return
            case "message_delta":
                call.stop_reason = event.delta.stop_reason or call.stop_reason
                _count(watch, getattr(event, "usage", None), whole=True)
            case _:
                pass
    if not call.begun:
        raise failures.not_the_api(host)
    if not call.stop_reason:
        raise failures.dropped(host, call.partial)


def read_whole(call: Exchange, body: Any, host: str) -> None:
    """An endpoint that answers in one piece although a stream was asked for."""
    if not isinstance(body, Mapping) or not isinstance(body.get("content"), list):
        raise failures.not_the_api(host)
    blocks = [block for block in body["content"] if isinstance(block, Mapping) and block.get("type") == "text"]
    call.text = [block["text"][:LONGEST_REPLY] for block in blocks if isinstance(block.get("text"), str)]
    call.watch.characters = sum(map(len, call.text))
    for index, block in enumerate(body["content"] if call.request.tools else ()):
        if isinstance(block, Mapping):
            _begin(call, index, block)
    call.stop_reason = str(body.get("stop_reason") or "end_turn")
    call.model = str(body.get("model") or "")
    _count(call.watch, body.get("usage"), whole=True)


_FIELDS = {
    "text": (), "tool_use": ("id", "name", "input"), "thinking": ("signature",), "redacted_thinking": ("data",),
}  # fmt: skip
_GROWING = {"text_delta": "text", "input_json_delta": "partial_json", "thinking_delta": "thinking"}


def _begin(call: Exchange, index: int, block: object) -> None:
    def get(name: str) -> object:
        return block.get(name) if isinstance(block, Mapping) else getattr(block, name, None)

    kind = get("type")
    if not isinstance(kind, str) or kind not in _FIELDS:
        return
    begun = get(kind) if kind in ("text", "thinking") else None
    fields = {name: value for name in _FIELDS[kind] if (value := get(name)) is not None or name == "input"}
    call.blocks[index] = _Block(kind, fields, [begun] if isinstance(begun, str) else [])


def _grow(call: Exchange, index: int, delta: Any) -> str:
    """Add what came to its block; the piece of text that it was."""
    block = call.blocks.get(index)
    if delta.type == "signature_delta" and block is not None:
        block.fields["signature"] = delta.signature
    piece = getattr(delta, _GROWING.get(delta.type, ""), "")
    if block is not None and isinstance(piece, str):
        block.pieces.append(piece)
    return piece if isinstance(piece, str) else ""


def _input(text: str) -> object:
    """What a tool is asked with; None where it is no JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _count(watch: Watch, usage: object, *, whole: bool) -> None:
    """Take in what an endpoint tells. No prompt and no text has no tokens: who says so has told nothing."""
    tokens = _tokens(usage, watch.tokens)
    watch.tokens = tokens if tokens.input else None
    watch.untold = not (whole and tokens.input and (tokens.output or not watch.characters))


def _tokens(usage: object, before: Tokens | None = None) -> Tokens:
    """Counts as reported, whole and not negative; what is not said again stands."""
    before = before or Tokens()

    def count(name: str, default: int) -> int:
        value = usage.get(name) if isinstance(usage, Mapping) else getattr(usage, name, None)
        return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**9 else default

    return Tokens(
        count("input_tokens", before.plain),
        count("cache_creation_input_tokens", before.cache_write),
        count("cache_read_input_tokens", before.cache_read),
        count("output_tokens", before.output),
    )
