"""One call while it is under way, and the reading of its answer: as a stream of events, or in one piece.

Events are read by their names alone, so that this module needs no SDK.
"""

from __future__ import annotations

import asyncio
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
class Exchange:
    """One call while it is under way: what came so far, and when it must be over (on the loop's clock)."""

    request: ModelRequest
    watch: Watch
    deadline: float
    max_retries: int
    text: list[str] = field(default_factory=list)
    stop_reason: str = ""
    model: str = ""

    @property
    def partial(self) -> str:
        return "".join(self.text)


async def _numbered(stream: AsyncIterator[T]) -> AsyncIterator[tuple[int, T]]:
    number = 0
    async for item in stream:
        number += 1
        yield number, item


async def read_events(call: Exchange, stream: AsyncIterator[Any], host: str) -> None:
    """Read a stream to its end. Text of thinking is not asked for and not kept."""
    watch, begun = call.watch, False
    async for number, event in _numbered(stream):
        if number % _EVENTS_AT_ONCE == 0:
            await asyncio.sleep(0)  # what has arrived already comes without a pause, and an editor may be waiting
        if not begun:
            begun = True
            watch.on_first_byte()
        match event.type:
            case "message_start":
                call.model = event.message.model or ""
                watch.tokens = _tokens(event.message.usage)
            case "content_block_delta" if event.delta.type == "text_delta":
                call.text.append(event.delta.text)
                watch.characters += len(event.delta.text)
                if watch.characters > LONGEST_REPLY:
                    call.stop_reason = "max_tokens"
                    return
            case "message_delta":
                call.stop_reason = event.delta.stop_reason or call.stop_reason
                watch.tokens, watch.untold = _tokens(event.usage, watch.tokens), False
            case _:
                pass
    if not begun:
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
    call.stop_reason = str(body.get("stop_reason") or "end_turn")
    call.model = str(body.get("model") or "")
    usage = body.get("usage")
    if isinstance(usage, Mapping):
        call.watch.tokens, call.watch.untold = _tokens(usage), False


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
