"""Raw layers, folded into settings: the stronger wins, what is not allowed or not of its kind is said and ignored."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from anchorline.settings.kinds import BAD
from anchorline.settings.layers import Given, Layer, RawLayer
from anchorline.settings.schema import BY_KEY, SETTINGS, Merge, Setting, Settings, Workspace, settings_of
from anchorline.settings.shown import plain, shown


class Source(NamedTuple):
    """A resolved value and the place it came from, in the words of the person who set it. A value that several files
    made together carries the strongest of them."""

    value: object
    layer: Layer
    origin: str


class Resolved(NamedTuple):
    """`sources` has every key. `problems` are sentences for people, each naming a place and a key."""

    settings: Settings
    sources: Mapping[str, Source]
    problems: tuple[str, ...]

    @property
    def consents(self) -> bool:
        """Whether a person's own settings say that models may be called: they name a provider or say when to review."""
        named = self.sources["provider"]
        when = self.sources["review.on"]
        return (named.layer.personal and named.value not in ("auto", "off")) or when.layer.personal


def resolve(layers: Iterable[RawLayer], *, trusted: bool = False) -> Resolved:
    """Settings from the layers, which may come in any order; workspace files keep theirs, the nearest last.

    `trusted` says whether the workspace is. A bad value leaves the next weaker one standing.
    """
    sources = {row.key: Source(row.default, Layer.DEFAULT, "default") for row in SETTINGS}
    problems: list[str] = []
    for raw in sorted(layers, key=lambda raw: raw.layer):
        problems += raw.problems
        for key, given in raw.given.items():
            row = BY_KEY.get(key)
            if row is None:
                problems.append(f"{plain(given.origin)}: unknown setting `{plain(key)}`; it is ignored")
                continue
            value, problem = _value(row, given, raw, sources[key], trusted=trusted)
            if problem is not None:
                problems.append(f"{plain(given.origin)}: {problem}")
            else:
                sources[key] = Source(value, raw.layer, given.origin)
    settings = settings_of({key: source.value for key, source in sources.items()})
    return Resolved(settings, MappingProxyType(sources), tuple(dict.fromkeys(problems)))


def _value(row: Setting, given: Given, raw: RawLayer, weaker: Source, *, trusted: bool) -> tuple[object, str | None]:
    """The value that now holds, or why the weaker one stays."""
    refusal = _refusal(row, raw.layer, trusted=trusted)
    if refusal is not None:
        return None, refusal
    read = row.kind.from_text if given.as_text and isinstance(given.value, str) else row.kind.parse
    value = read(given.value)  # type: ignore[arg-type]
    if value is BAD:
        kept = f"{shown(weaker.value)} ({plain(weaker.origin)})" if _short(weaker.value) else plain(weaker.origin)
        return None, f"`{row.key}` must be {row.kind.words}, not {shown(given.value)}; using {kept}"
    if raw.layer is not Layer.WORKSPACE:
        in_file = raw.layer is Layer.USER
        return _merged(row, value, weaker) if in_file else value, None
    if row.workspace is Workspace.LOWER and value > weaker.value:  # type: ignore[operator]
        return None, (
            f"`{row.key}` may only be lowered by a workspace file, and {shown(value)} is more than "
            f"{shown(weaker.value)} ({plain(weaker.origin)}); it is ignored"
        )
    return _merged(row, _placed(row, value, raw.folder), weaker), None


def _refusal(row: Setting, layer: Layer, *, trusted: bool) -> str | None:
    if row.only_user_file and layer is not Layer.USER:
        return f"`{row.key}` counts only in your own config.toml; it is ignored"
    if layer is not Layer.WORKSPACE or row.workspace in (Workspace.ALWAYS, Workspace.LOWER):
        return None
    if row.workspace is Workspace.NEVER:
        return (
            f"`{row.key}` may not be set by a workspace file; it is ignored (set it in your own config.toml or editor)"
        )
    if not trusted:
        return f"`{row.key}` counts only in a trusted workspace; it is ignored (trust the folder, if you do)"
    return None


def _merged(row: Setting, value: object, weaker: Source) -> object:
    if row.merge is Merge.REPLACE or not isinstance(value, tuple) or not isinstance(weaker.value, tuple):
        return value
    both = (*weaker.value, *value)
    return tuple(dict.fromkeys(both)) if row.merge is Merge.UNITE else both


_PATTERNS = ("review.include", "review.exclude")


def _placed(row: Setting, value: object, folder: str) -> object:
    """Patterns of a file in a folder are meant from that folder; everything else stays as it is."""
    if not folder or not isinstance(value, tuple):
        return value
    if row.key in _PATTERNS:
        return tuple(anchored(pattern, folder) for pattern in value)
    if row.key == "path_instructions":
        return tuple((anchored(pattern, folder), said) for pattern, said in value)
    return value


_SPECIAL = r"[\\*?\[\]!# ]"


def anchored(pattern: str, folder: str) -> str:
    """The pattern of a .gitignore in `folder`, as one of the workspace folder: `*.md` → `/docs/**/*.md`, `/a` →
    `/docs/a`."""
    negated = pattern.startswith("!")
    body = pattern.removeprefix("!")
    if body.startswith("#"):
        return pattern
    base = "/" + re.sub(_SPECIAL, lambda match: f"\\{match.group()}", folder)
    if body == "**":
        placed = f"{base}/**"
    elif "/" in body.rstrip("/"):
        placed = f"{base}/{body.lstrip('/')}"
    else:
        placed = f"{base}/**/{body}"
    return f"!{placed}" if negated else placed


def _short(value: object) -> bool:
    return not isinstance(value, tuple | Mapping) or len(value) <= 3
