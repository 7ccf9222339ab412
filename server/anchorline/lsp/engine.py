"""The one door to what is expensive: settings files, parsers, checks, the review itself.

Nothing behind it is imported before `initialize` is answered. All of it runs on the worker's thread, first use
included, so the event loop never waits for an import.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from anchorline.findings.review import Review
from anchorline.text.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where a document stands and what the editor says. Paths are absolute; `path` is None for untitled buffers."""

    path: str | None = None
    folders: tuple[str, ...] = ()
    trusted: bool = False
    editor: tuple[Any, ...] = ()
    """Raw settings of the editor, weakest first."""


@dataclass(frozen=True, slots=True)
class Policy:
    """The settings that the server itself acts on."""

    enable: bool = True
    checks_on: str = "change"
    max_actionable: int = 10
    usd_per_day: float = 2.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """`review` is None when settings switch reviewing off for this document. `problems` are sentences for people."""

    review: Review | None
    policy: Policy = field(default_factory=Policy)
    problems: tuple[str, ...] = ()


class Engine(Protocol):
    """Called on the worker's thread only."""

    def review(self, snapshot: Snapshot, around: Surroundings, unwanted: Callable[[], bool]) -> Outcome: ...

    def invalidate(self) -> None:
        """Settings or files of the workspace changed. May be called on any thread."""
        ...


class LazyEngine:
    """Imports the real engine when it is first asked for a review."""

    def __init__(self) -> None:
        self._real: Engine | None = None

    def review(self, snapshot: Snapshot, around: Surroundings, unwanted: Callable[[], bool]) -> Outcome:
        if self._real is None:
            self._real = _load()
        return self._real.review(snapshot, around, unwanted)

    def invalidate(self) -> None:
        if self._real is not None:
            self._real.invalidate()


def _load() -> Engine:
    from anchorline.lsp.reviewing import ReviewEngine  # noqa: PLC0415 - the door

    engine = ReviewEngine()
    # What was just imported lives as long as the process: the collector need not walk it while somebody types.
    gc.collect()
    gc.freeze()
    return engine
