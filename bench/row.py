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


def medians_ms(
    *calls: Callable[[], object], repeat: int = 9, clock: Callable[[], float] = time.process_time
) -> tuple[float, ...]:
    """Medians of calls that take turns: what else the machine does falls on all of them, or on none.

    The clock is this process's CPU time; for other processes it has to be the wall's.
    """
    times: list[list[float]] = [[] for _ in calls]
    for turn in range(repeat + 1):
        for index, call in enumerate(calls):
            start = clock()
            call()
            if turn:  # the first turn warms up
                times[index].append((clock() - start) * 1000)
    return tuple(statistics.median(each) for each in times)
