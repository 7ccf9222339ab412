"""The YAML block at the top of a Markdown document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from anchorline.text.span import Span

_MAX_LENGTH = 64 * 1024


@dataclass(frozen=True)
class FrontMatter:
    """`values` is what the block says, keys lower-cased; empty when it could not be read. `span` has the fences."""

    span: Span
    content: Span
    values: Mapping[str, Any]

    def word(self, key: str) -> str:
        """A scalar as lower-case text; "" when absent or no scalar."""
        value = self.values.get(key)
        return "" if value is None or isinstance(value, (list, dict)) else str(value).strip().casefold()


def read_front_matter(text: str, span: Span, content: Span) -> tuple[FrontMatter, tuple[str, ...]]:
    """(what it says, problems). Aliases are refused: they let a few lines stand for gigabytes."""
    import yaml  # noqa: PLC0415  # most documents have none

    source = content.of(text)
    if len(source) > _MAX_LENGTH:
        return FrontMatter(span, content, {}), (
            f"front matter is longer than {_MAX_LENGTH // 1024} KB and was not read",
        )
    if "&" in source and any(isinstance(token, yaml.AliasToken) for token in _tokens(source)):
        return FrontMatter(span, content, {}), ("front matter uses YAML aliases and was not read",)
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        values = yaml.load(source, Loader=loader)  # noqa: S506  # a safe loader, by whichever name
    except (yaml.YAMLError, ValueError, RecursionError, OverflowError) as error:
        mark = getattr(error, "problem_mark", None)
        # The mark counts from the line after the opening fence.
        where = f" (line {mark.line + 2})" if mark is not None else ""
        return FrontMatter(span, content, {}), (f"front matter is not valid YAML{where} and was not read",)
    if not isinstance(values, dict):
        return FrontMatter(span, content, {}), ()
    return FrontMatter(span, content, {str(key).casefold(): value for key, value in values.items()}), ()


def _tokens(source: str):  # type: ignore[no-untyped-def]
    import yaml  # noqa: PLC0415

    try:
        yield from yaml.scan(source)
    except yaml.YAMLError:
        return
