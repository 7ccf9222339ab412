"""The settings as editors describe them: the `contributes.configuration` of a VS Code extension."""

from __future__ import annotations

from typing import Any

from anchorline.settings.kinds import Kind
from anchorline.settings.schema import SETTINGS, Setting, Workspace
from anchorline.settings.shown import shown


def editor_schema() -> dict[str, Any]:
    """Properties by full name (`anchorline.review.settleMs`), in the order of the table.

    Every default is null, "not set": an editor sends its defaults too, and a default that it sends would hide what
    the person's own file and the workspace say. The true default stands in the description.
    """
    return {
        f"anchorline.{row.camel_key}": _property(row, order)
        for order, row in enumerate(SETTINGS)
        if not row.only_user_file
    }


def restricted_settings() -> list[str]:
    """Settings that an editor must not take from a workspace that is not trusted, by full name."""
    return [f"anchorline.{row.camel_key}" for row in SETTINGS if row.workspace is Workspace.TRUSTED]


def _property(row: Setting, order: int) -> dict[str, Any]:
    default = "the built-in list" if row.key == "review.exclude" else f"`{shown(row.default)}`"
    return {
        **_or_null(row.kind),
        "default": None,
        "scope": row.scope,
        "order": order,
        "markdownDescription": f"{row.doc} Default: {default}.",
    }


def _or_null(kind: Kind) -> dict[str, Any]:
    schema: dict[str, Any] = dict(kind.schema)
    schema["type"] = [schema["type"], "null"]
    if "enum" in schema:
        schema["enum"] = [*schema["enum"], None]
    return schema
