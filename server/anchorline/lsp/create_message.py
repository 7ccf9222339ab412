"""`anchorline/createMessage`, a request of the server to the client: have a model of the editor answer.

Parameters: `{model?, system, messages: [{role, content}], maxTokens, reviewer}`, all text but the number. Result:
`{text, model, stopReason: "end_turn" | "max_tokens" | "refusal"}`, or an error whose message is shown to the person and
whose `data.outcome` may be `unauthorized` (no model, no permission), `overloaded` or `refused`. Sent only where
`initializationOptions.createMessage` is true. A review that is stopped cancels it with `$/cancelRequest`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from anchorline.lsp import client as clients
from anchorline.lsp.protocol import NoAnswerError

if TYPE_CHECKING:
    from anchorline.lsp.session import Session
    from anchorline.models.editor import EditorAccess

METHOD = "anchorline/createMessage"


def access(ls: Session) -> EditorAccess | None:
    """The way to this client's model; None where it offers none."""
    if not ls.client.create_message:
        return None
    from anchorline.models.editor import EditorAccess, NotAnsweredError  # noqa: PLC0415 - most editors offer none

    async def create(params: dict[str, Any], within: float) -> Any:
        try:
            return await ls.protocol.ask(METHOD, params, within)
        except NoAnswerError as error:
            code, message = clients.at(error.error, "code"), clients.at(error.error, "message")
            outcome = clients.at(error.error, "data", "outcome")
            raise NotAnsweredError(
                None if error.error is None else code if isinstance(code, int) else 0,
                message if isinstance(message, str) else "",
                outcome if isinstance(outcome, str) else "",
            ) from None

    return EditorAccess(create, ls.client.name)
