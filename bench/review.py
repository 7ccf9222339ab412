"""Rows about the review itself, in process."""

from __future__ import annotations

from bench.documents import plan
from bench.row import Row, medians_ms


def rows() -> list[Row]:
    from markdown_it import MarkdownIt

    from anchorline.review import review
    from anchorline.reviewers.base import NoWorkspace
    from anchorline.settings import Settings
    from anchorline.text.snapshot import Snapshot

    settings = Settings()
    parser = MarkdownIt("commonmark").enable("table")

    def offline(text: str):
        return lambda: review(Snapshot("file:///plan.md", text), settings, NoWorkspace())

    text = plan(200_000)
    ours, parse = medians_ms(offline(text), lambda: parser.parse(text))
    small, large = medians_ms(offline(plan(100_000)), offline(plan(200_000)))
    return [
        Row("offline review of 200 KB, against markdown-it-py parsing it", ours, parse, 2.0),
        Row("offline review of 200 KB, against 100 KB", large, small, 2.3),
    ]
