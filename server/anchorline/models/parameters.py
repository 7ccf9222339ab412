"""A request in the words of Anthropic's API, and which of them an endpoint does not take."""

from __future__ import annotations

from typing import Any

from anchorline.models.base import ModelFailure, ModelRequest, TextBlock, Turn

_UNKNOWN_PARAMETER = ("effort", "output_config", "output_format", "json_schema")


def parameters_of(request: ModelRequest, without: frozenset[str]) -> dict[str, Any]:
    config: dict[str, Any] = {}
    if request.effort is not None and "effort" not in without:
        config["effort"] = request.effort
    if request.schema is not None and "format" not in without:
        config["format"] = {"type": "json_schema", "schema": request.schema}
    parameters: dict[str, Any] = {
        "model": request.model,
        "max_tokens": request.max_tokens,
        "system": [_block(block) for block in request.system],
        "messages": [
            {"role": "user", "content": [_block(block) for block in request.user]},
            *(message for turn in request.turns for message in _messages(turn)),
        ],
    }
    if request.tools and "tools" not in without:
        parameters["tools"] = [
            {"name": tool.name, "description": tool.description, "input_schema": tool.schema} for tool in request.tools
        ]
    return parameters | ({"output_config": config} if config else {})


def _messages(turn: Turn) -> tuple[dict[str, Any], dict[str, Any]]:
    said = [{**block, "input": block["input"] or {}} if "input" in block else dict(block) for block in turn.said]
    answers = [{"type": "tool_result", "tool_use_id": use, "content": text} for use, text in turn.answers]
    return (
        {"role": "assistant", "content": said},
        {"role": "user", "content": [*answers, *(_block(block) for block in turn.user)]},
    )


def _block(block: TextBlock) -> dict[str, Any]:
    plain: dict[str, Any] = {"type": "text", "text": block.text}
    return plain | {"cache_control": {"type": "ephemeral"}} if block.breakpoint else plain


def unsupported(failure: ModelFailure, request: ModelRequest, refused: set[str]) -> str | None:
    """The part of the request to leave out, when a 400 names it and it was sent."""
    said = " ".join(getattr(failure, "__notes__", ())).casefold()
    if "tool" in said and request.tools and not request.turns and "tools" not in refused:
        return "tools"
    if not any(word in said for word in _UNKNOWN_PARAMETER):
        return None
    if "effort" in said and request.effort is not None and "effort" not in refused:
        return "effort"
    return "format" if request.schema is not None and "format" not in refused else None
