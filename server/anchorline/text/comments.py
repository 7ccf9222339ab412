"""Which comment documents the definition that follows it, by place alone."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from anchorline.text.span import Span

_MAX_LINES = 1_000


class DocComments:
    """Comments of one file, in order, and the attributes that may stand between one and its definition."""

    def __init__(self, text: str, language: str, comments: Sequence[Span], fillers: Iterable[Span]) -> None:
        self._text = text
        self._language = language
        self._comments = comments
        self._fillers = {span.end: span.start for span in fillers}

    def before(self, start: int) -> Span | None:
        """The doc comment of what starts at `start`: JSDoc, Javadoc, `///` in Rust, adjoining `//` lines in Go."""
        if self._language == "python":
            return None
        start = self._past_attributes(start)
        last = bisect_right(self._comments, start, key=lambda span: span.end) - 1
        if last < 0 or not self._adjoins(self._comments[last], start):
            return None
        if self._language not in ("go", "rust"):
            comment = self._comments[last]
            return comment if self._text.startswith("/**", comment.start) else None
        first = last + 1
        while first > 0 and last - first < _MAX_LINES and self._is_doc_line(self._comments[first - 1], start):
            first -= 1
            start = self._comments[first].start
        return Span(self._comments[first].start, self._comments[last].end) if first <= last else None

    def _past_attributes(self, start: int) -> int:
        for _ in range(100):
            end = start
            while end > 0 and self._text[end - 1].isspace():
                end -= 1
            if end not in self._fillers:
                break
            start = self._fillers[end]
        return start

    def _adjoins(self, comment: Span, start: int) -> bool:
        return start - comment.end < 1_000 and not self._text[comment.end : start].strip()

    def _is_doc_line(self, comment: Span, below: int) -> bool:
        if not self._adjoins(comment, below):
            return False
        if self._language == "rust":
            return self._text.startswith(("///", "/**"), comment.start)
        line_start = self._text.rfind("\n", max(comment.start - 200, 0), comment.start) + 1
        alone = not self._text[line_start : comment.start].strip()
        return alone and self._text.count("\n", comment.end, below) <= 1
