"""What a measurement is: ours, a yardstick, and how much of it we may take."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple


class Row(NamedTuple):
    """`ours` and `yardstick` in `unit`. `limit` bounds ours / yardstick, or ours itself when there is no yardstick."""

    name: str
    ours: float
    yardstick: float | None
    limit: float
    unit: str = "ms"

    @property
    def value(self) -> float:
        return self.ours if self.yardstick is None else self.ours / self.yardstick

    @property
    def kept(self) -> bool:
        return self.value <= self.limit


def median_ms(call: Callable[[], object], repeat: int = 9) -> float:
    call()
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        call()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def medians_ms(*calls: Callable[[], object], repeat: int = 9) -> tuple[float, ...]:
    """Medians of calls that take turns, so that a busy moment of the machine falls on all of them."""
    times: list[list[float]] = [[] for _ in calls]
    for turn in range(repeat + 1):
        for index, call in enumerate(calls):
            start = time.perf_counter()
            call()
            if turn:  # the first turn warms up
                times[index].append((time.perf_counter() - start) * 1000)
    return tuple(statistics.median(each) for each in times)
