"""Where a name stands in a text as a word of its own. A plain search, so that its cost never depends on the text."""

from __future__ import annotations

_MOST_TRIED = 500


def places_of(text: str, name: str, most: int) -> list[int]:
    """Offsets of the first `most` places where `name` stands and no letter, digit, `_` or `$` touches it."""
    places: list[int] = []
    at = -1
    for _ in range(_MOST_TRIED):
        at = text.find(name, at + 1)
        if at < 0 or len(places) == most:
            break
        end = at + len(name)
        if not (at and _joins(text[at - 1])) and not (end < len(text) and _joins(text[end])):
            places.append(at)
    return places


def _joins(character: str) -> bool:
    return character.isalnum() or character in "_$"
