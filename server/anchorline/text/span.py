"""A stretch of text, by offsets."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """Half-open range of offsets in code points: `text[start:end]`."""

    start: int
    end: int

    def of(self, text: str) -> str:
        return text[self.start : self.end]

    def __contains__(self, other: object) -> bool:
        """True for an offset inside, or a span wholly inside."""
        if isinstance(other, int):
            return self.start <= other < self.end
        if isinstance(other, Span):
            return self.start <= other.start and other.end <= self.end
        return False

    def overlaps(self, other: Span) -> bool:
        return self.start < other.end and other.start < self.end

    def shifted(self, by: int) -> Span:
        return Span(self.start + by, self.end + by)
