"""The settings as editors describe them: the `contributes.configuration` of a VS Code extension."""

from __future__ import annotations

from typing import Any

from anchorline.settings.schema import BY_KEY, Setting, Workspace
from anchorline.settings.shown import shown

ORDER = (
    # what most people set, if they set anything
    "enable", "provider", "review.on", "review.documents", "budget.usd_per_review", "budget.usd_per_day",
    "budget.usd_per_thorough", "checks.on", "checks.disable", "language",
    # what is shown, and how
    "max_actionable", "filters", "severity_map", "strictness", "personas.enable", "personas.disable",
    "path_instructions",
    # models
    "review.on_auto_save", "models.fast", "models.standard", "models.deep", "base_url",
    # what hardly anybody sets
    "validation", "agreement", "per_comment_confidence_threshold", "memory.materiality", "address_severity",
    "conventional_comments", "review.base", "review.settle_ms", "budget.max_calls", "concurrency", "timeout_s",
    "personas.paths", "memory.path", "review.include",
    # its default fills a page
    "review.exclude",
)  # fmt: skip
"""The settings in the order in which an editor's page shows them."""


def editor_schema() -> dict[str, Any]:
    """Properties by full name (`anchorline.review.settleMs`), in the order of `ORDER`.

    Every default is null, "not set": an editor sends its defaults too, and a default that it sends would hide what
    the person's own file and the workspace say. The true default stands in the description.
    """
    return {f"anchorline.{BY_KEY[key].camel_key}": _property(BY_KEY[key], order) for order, key in enumerate(ORDER)}


def restricted_settings() -> list[str]:
    """Settings that an editor must not take from a workspace that is not trusted, by full name."""
    return [f"anchorline.{row.camel_key}" for row in BY_KEY.values() if row.workspace is Workspace.TRUSTED]


def _property(row: Setting, order: int) -> dict[str, Any]:
    default = "the built-in list" if row.key == "review.exclude" else f"`{shown(row.default)}`"
    return {
        **_or_null(described(row)),
        "default": None,
        "scope": row.scope,
        "order": order,
        "markdownDescription": f"{row.doc} Default: {default}.",
    }


def described(row: Setting) -> dict[str, Any]:
    """The kind of value, with the words that a person may choose among and what each means. What can be set by hand
    besides (`scripted:FILE`, for tests) is not among them, and is read all the same."""
    if not row.options:
        return dict(row.kind.schema)
    return {**row.kind.schema, "enum": list(row.options), "enumDescriptions": list(row.options.values())}


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    of_null = {"enum": None, "enumDescriptions": "Not set."}
    return {
        **schema,
        "type": [schema["type"], "null"],
        **{name: [*schema[name], last] for name, last in of_null.items() if name in schema},
    }
