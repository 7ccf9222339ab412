"""What a model is asked, what it answers, and how it may fail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from anchorline.findings.prompts import TextBlock
from anchorline.findings.words import Outcome


@dataclass(frozen=True, slots=True)
class Tool:
    """Something that the model may ask for. `schema` is the JSON Schema of what it asks with."""

    name: str
    description: str
    schema: Mapping[str, object] = field(hash=False)


@dataclass(frozen=True, slots=True)
class ToolUse:
    """What a model asks for. `input` is untrusted, of any shape; None where it was no JSON."""

    id: str
    name: str
    input: object = field(hash=False)


@dataclass(frozen=True, slots=True)
class Turn:
    """What was said since the prompt: the blocks of the model's message as they came, the answers to what it asked for
    (id, text), and the text that follows them."""

    said: tuple[Mapping[str, object], ...] = field(hash=False)
    answers: tuple[tuple[str, str], ...]
    user: tuple[TextBlock, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One call. `document` is the URI it is about; it is not sent.

    `schema` is the JSON Schema of the answer, None for free text. `effort` is the word of `output_config.effort`, None
    to leave it to the model. `timeout_s` is what is left for the call with all its retries, in seconds, from its first
    HTTP request. `tools` are offered, never forced; `turns` are what became of it so far.
    """

    reviewer: str
    document: str
    model: str
    system: tuple[TextBlock, ...]
    user: tuple[TextBlock, ...]
    schema: Mapping[str, object] | None = field(default=None, hash=False)
    max_tokens: int = 8_000
    effort: str | None = None
    timeout_s: float = 120.0
    tools: tuple[Tool, ...] = ()
    turns: tuple[Turn, ...] = ()

    @property
    def shared(self) -> tuple[object, ...]:
        """What calls must have in common to read each other's cache: everything up to the last breakpoint."""
        return (self.model, self.effort, self.tools, self.system, self.user[: self.shared_blocks])

    @property
    def shared_blocks(self) -> int:
        """The number of user blocks up to the last breakpoint."""
        return max((index + 1 for index, block in enumerate(self.user) if block.breakpoint), default=0)


@dataclass(frozen=True, slots=True)
class Tokens:
    """As the endpoint counts them: `plain` input, input written to and read from its cache, output."""

    plain: int = 0
    cache_write: int = 0
    cache_read: int = 0
    output: int = 0

    def __add__(self, other: Tokens) -> Tokens:
        return Tokens(
            self.plain + other.plain,
            self.cache_write + other.cache_write,
            self.cache_read + other.cache_read,
            self.output + other.output,
        )

    @property
    def input(self) -> int:
        return self.plain + self.cache_write + self.cache_read


def _nothing() -> None:
    return None


def _always() -> bool:
    return True


@dataclass(slots=True)
class Watch:
    """One call while it is under way, for whoever waits for it, pays for it, and may cancel it.

    `on_first_byte` is called once, when the answer has begun: from then on others can read the prompt cache that the
    call wrote. `may_send` is asked before every HTTP request, retries too; when it says no, the call fails as over
    budget. The model keeps the rest: requests sent, tokens as last reported (None until then), characters received, and
    whether the last request may have cost something that nobody told.
    """

    on_first_byte: Callable[[], None] = _nothing
    may_send: Callable[[], bool] = _always
    attempts: int = 0
    tokens: Tokens | None = None
    characters: int = 0
    untold: bool = False

    def billed(self) -> Tokens | None:
        """What the endpoint charged, as far as can be told; None when it may have charged without saying.

        Output is reported at the very end; for an answer that was cut short it is reckoned from what came.
        """
        if self.tokens is None:
            return None if self.untold else Tokens()
        if not self.untold:
            return self.tokens
        seen = max(self.tokens.output, self.characters // 3)
        return Tokens(self.tokens.plain, self.tokens.cache_write, self.tokens.cache_read, seen)


@dataclass(frozen=True, slots=True)
class ModelReply:
    """`stop_reason` as the endpoint says it. `model` is the one that answered. `content` are the blocks of its message,
    kept only where tools were offered."""

    text: str
    stop_reason: str
    model: str
    content: tuple[Mapping[str, object], ...] = field(default=(), hash=False)

    @property
    def outcome(self) -> Outcome:
        """How the call ended, as far as that can be told without reading the text."""
        if self.stop_reason in ("max_tokens", "model_context_window_exceeded"):
            return Outcome.CUT_OFF
        return Outcome.REFUSED if self.stop_reason == "refusal" else Outcome.OK

    @property
    def tool_uses(self) -> tuple[ToolUse, ...]:
        """What the model asks for before it goes on."""
        return tuple(
            ToolUse(str(block.get("id")), str(block.get("name")), block.get("input"))
            for block in self.content
            if block.get("type") == "tool_use"
        )


class ModelFailure(Exception):  # noqa: N818  # an outcome of a call, not a fault of the program
    """A call that did not end in an answer.

    `sentence` says what happened and what helps, in plain words, without anything of the prompt. `partial` is the text
    that had come by then. `for_all`: every other call of the review would fail in the same way, so none need be made.
    """

    def __init__(self, outcome: Outcome, sentence: str, *, partial: str = "", for_all: bool = False) -> None:
        super().__init__(sentence)
        self.outcome = outcome
        self.sentence = sentence
        self.partial = partial
        self.for_all = for_all


class Model(Protocol):
    """Something that answers. Implementations are safe to call many times at once on one event loop."""

    async def complete(self, request: ModelRequest, watch: Watch) -> ModelReply:
        """The answer. Raises ModelFailure; a cancelled call closes its connection."""
        ...

    async def close(self) -> None:
        """Give up connections. The model can be used again afterwards."""
        ...


__all__ = [
    "Model", "ModelFailure", "ModelReply", "ModelRequest", "TextBlock", "Tokens", "Tool", "ToolUse", "Turn", "Watch",
]  # fmt: skip
