"""The model that a person has in the editor already, through a request to the editor.

This module knows no protocol: it is handed a function that asks. What the editor answers is as untrusted as any reply.
An editor says nothing of tokens or cost, so none are reckoned; calls are counted, and their ceiling holds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from anchorline.findings.words import Outcome
from anchorline.models import failures
from anchorline.models.answer import LONGEST_REPLY
from anchorline.models.base import ModelFailure, ModelReply, ModelRequest, Watch

NAME = "editor"
"""The name of the provider, and of its model as long as nobody named one."""

CreateMessage = Callable[[dict[str, Any], float], Awaitable[Any]]
"""Asks the editor: parameters, and the seconds that it has. Untyped JSON comes back. Raises NotAnsweredError;
cancelling it cancels the request. Called on the event loop only."""

_STOP_REASONS = frozenset({"end_turn", "max_tokens", "refusal"})
_FOR_ALL = frozenset({Outcome.UNAUTHORIZED})
_OUTCOMES = {
    outcome.value: outcome for outcome in (Outcome.UNAUTHORIZED, Outcome.OVERLOADED, Outcome.REFUSED, Outcome.ERROR)
}
_METHOD_NOT_FOUND = -32601
_CANCELLED = frozenset({-32800, -32802})


@dataclass(frozen=True, slots=True)
class EditorAccess:
    """A way to an editor's model. `editor` is what the editor calls itself; it may be empty."""

    ask: CreateMessage
    editor: str = ""


class NotAnsweredError(Exception):
    """The editor answered with an error, or not at all.

    `code` and `message` are those of JSON-RPC, None when no answer came in time; `outcome` is the word of a reviewer's
    outcome that the editor may add.
    """

    def __init__(self, code: int | None = None, message: str = "", outcome: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.outcome = outcome


class EditorModel:
    """See `Model`. The person chooses the model in the editor; one that the settings name is handed on as a wish."""

    def __init__(self, access: EditorAccess) -> None:
        self._access = access
        self._answered = False

    async def complete(self, request: ModelRequest, watch: Watch) -> ModelReply:
        if not watch.may_send():
            raise failures.over_budget()
        watch.attempts += 1
        if self._answered:
            watch.on_first_byte()  # there is no cache to wait for; only an editor that never answered is tried alone
        try:
            async with asyncio.timeout(request.timeout_s) as limit:
                answer = await self._access.ask(_params(request), request.timeout_s)
        except TimeoutError:
            if not limit.expired():
                raise
            raise failures.spent(request.timeout_s) from None
        except NotAnsweredError as error:
            raise _failure(error, request.timeout_s) from None
        reply = _reply(answer)
        self._answered = True
        watch.on_first_byte()
        watch.characters = len(reply.text)
        return reply

    async def close(self) -> None:
        return None


def _params(request: ModelRequest) -> dict[str, Any]:
    """Shared blocks and the reviewer's own are two messages, so that the first is the same for all reviewers."""
    ends = request.shared_blocks
    parts = ("".join(block.text for block in blocks) for blocks in (request.user[:ends], request.user[ends:]))
    return {
        **({} if request.model == NAME else {"model": request.model}),
        "system": "".join(block.text for block in request.system),
        "messages": [{"role": "user", "content": text} for text in parts if text],
        "maxTokens": request.max_tokens,
        "reviewer": request.reviewer,
    }


def _reply(answer: Any) -> ModelReply:
    """Raises ModelFailure for what has another shape. Of an answer with text, its whole findings are kept even so."""
    text = answer.get("text") if isinstance(answer, Mapping) else None
    if not isinstance(text, str):
        raise _other_form("")
    model = answer.get("model")
    name = failures.quoted(model).removeprefix(": ") if isinstance(model, str) else ""
    if len(text) > LONGEST_REPLY:
        return ModelReply(text[:LONGEST_REPLY], "max_tokens", name or NAME)
    stop = answer.get("stopReason")
    if not isinstance(stop, str) or stop not in _STOP_REASONS:
        raise _other_form(text)
    return ModelReply(text, stop, name or NAME)


def _other_form(text: str) -> ModelFailure:
    sentence = "the editor answered in another form than anchorline/createMessage has; update its extension"
    return ModelFailure(Outcome.MALFORMED, sentence, partial=text, for_all=not text)


def _failure(error: NotAnsweredError, timeout_s: float) -> ModelFailure:
    if error.code is None:
        return failures.spent(timeout_s)
    if error.code == _METHOD_NOT_FOUND:
        sentence = 'this editor offers no model, though it said so (provider = "editor"); name another provider'
        return ModelFailure(Outcome.ERROR, sentence, for_all=True)
    if error.code in _CANCELLED:
        return ModelFailure(Outcome.ERROR, "cancelled in the editor; save again to retry", for_all=True)
    outcome = _OUTCOMES.get(error.outcome, Outcome.ERROR)
    said = failures.quoted(error.message) or ": it did not say why"
    return ModelFailure(outcome, f"the model of the editor gave no answer{said}", for_all=outcome in _FOR_ALL)


__all__ = ["NAME", "CreateMessage", "EditorAccess", "EditorModel", "NotAnsweredError"]
