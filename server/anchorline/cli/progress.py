"""A progress bar, for a person who has waited a second already."""

from __future__ import annotations

from time import monotonic as clock
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

PATIENCE = 1.0
"""Seconds before anything is shown."""


class Progress:
    """Counts files. Shows nothing unless `stream` is a terminal, there are several files, and it takes long."""

    def __init__(self, total: int, stream: TextIO) -> None:
        self._total = total
        self._stream = stream
        self._wanted = total > 1 and stream.isatty()
        self._started = clock()
        self._done = 0
        self._bar: Bar | None = None
        self._task: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def advance(self) -> None:
        self._done += 1
        if not self._wanted or clock() - self._started < PATIENCE:
            return
        if self._bar is None:
            self._open()
        assert self._bar is not None
        self._bar.update(self._task, completed=self._done)

    def clear(self) -> None:
        """Take the bar away, to write a line in its place; the next step brings it back."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def _open(self) -> None:
        from rich.console import Console  # noqa: PLC0415 - only who waits pays for it
        from rich.progress import Progress as Bar  # noqa: PLC0415

        self._bar = Bar(console=Console(file=self._stream), transient=True)
        self._task = self._bar.add_task("reviewing", total=self._total, completed=self._done)
        self._bar.start()
