"""Places blanked out of a text, so that what is left can be searched and its offsets stay true."""

from __future__ import annotations

import re
from collections.abc import Iterable

from anchorline.text.span import Span

_NOT_EOL = re.compile(r"[^\r\n]")


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The same places as sorted, disjoint spans."""
    result: list[Span] = []
    for span in sorted(spans):
        if result and span.start <= result[-1].end:
            result[-1] = Span(result[-1].start, max(result[-1].end, span.end))
        else:
            result.append(span)
    return tuple(result)


def blanked(text: str, spans: Iterable[Span]) -> str:
    """The text with every character in `spans` a space, but for line ends. Same length, same lines."""
    parts: list[str] = []
    at = 0
    for span in merged(spans):
        piece = span.of(text)
        parts += (
            text[at : span.start],
            _NOT_EOL.sub(" ", piece) if "\n" in piece or "\r" in piece else " " * len(piece),
        )
        at = span.end
    return "".join((*parts, text[at:])) if parts else text
