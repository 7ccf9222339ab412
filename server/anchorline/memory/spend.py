"""What was estimated and what was spent, by day, model and document. US dollars; days are the person's own."""

from __future__ import annotations

import datetime as dt
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from anchorline.memory.store import Store

By = Literal["day", "model", "document"]

_DAYS_KEPT = 800  # a year can be held against the one before
_COLUMNS = "at, day, document, reviewer, model, calls, plain, cache_write, cache_read, output, usd"


@dataclass(frozen=True, slots=True)
class Spent:
    """What one call cost. `document` is its URI; `calls` counts HTTP requests; tokens as the endpoint counts them."""

    document: str
    reviewer: str
    model: str
    calls: int
    plain: int
    cache_write: int
    cache_read: int
    output: int
    usd: float


@dataclass(frozen=True, slots=True)
class SpendLine:
    """One line of a summary; `name` is the day, the model or the document."""

    name: str
    calls: int
    input: int
    output: int
    usd: float


def local_day(now: float) -> str:
    return dt.datetime.fromtimestamp(now).astimezone().date().isoformat()


class Spending:
    """The account. What cannot be written is kept in memory and counts all the same: ceilings hold on a full disk."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now
        self._unsaved: list[tuple[object, ...]] = []

    def add(self, spent: Spent) -> None:
        now = self._now()
        self._unsaved.append((
            int(now), local_day(now), spent.document, spent.reviewer, spent.model, spent.calls, spent.plain,
            spent.cache_write, spent.cache_read, spent.output, spent.usd,
        ))  # fmt: skip
        rows = list(self._unsaved)
        marks = ", ".join("?" * 11)
        statement = f"INSERT INTO spend ({_COLUMNS}) VALUES ({marks})"  # noqa: S608  # constants only
        if self._store.write(lambda c: c.executemany(statement, rows)):
            self._unsaved.clear()

    def estimated(self, document: str, calls: int, usd: float) -> None:
        """Keep what was foreseen, to be held against what came."""
        now = self._now()
        row = (int(now), local_day(now), document, calls, usd)
        oldest = local_day(now - _DAYS_KEPT * 86_400)

        def keep(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO estimate (at, day, document, calls, usd) VALUES (?, ?, ?, ?, ?)", row)
            connection.execute("DELETE FROM estimate WHERE day < ?", (oldest,))
            connection.execute("DELETE FROM spend WHERE day < ?", (oldest,))

        self._store.write(keep)

    def today(self) -> float:
        """US dollars spent since midnight, by all processes that share the store."""
        return self._sum("day", local_day(self._now()))

    def of_document(self, document: str) -> float:
        """US dollars spent on a document, ever."""
        return self._sum("document", document)

    def _sum(self, column: Literal["day", "document"], value: str) -> float:
        query = f"SELECT total(usd) FROM spend WHERE {column} = ?"  # noqa: S608  # one of two constants
        row = self._store.read(lambda c: c.execute(query, (value,)).fetchone(), None)
        saved = float(row[0]) if row is not None and isinstance(row[0], int | float) else 0.0
        place = 1 if column == "day" else 2
        return saved + sum(float(str(unsaved[10])) for unsaved in self._unsaved if unsaved[place] == value)

    def lines(self, by: By, since: str = "") -> tuple[SpendLine, ...]:
        """Sums from the day `since` on ("" for ever): by day newest first, otherwise dearest first."""
        order = "name DESC" if by == "day" else "sum DESC, name"
        query = (
            f"SELECT {by} AS name, sum(calls), sum(plain + cache_write + cache_read), sum(output), "  # noqa: S608
            f"total(usd) AS sum FROM spend WHERE day >= ? GROUP BY {by} ORDER BY {order}"
        )
        rows: list[tuple[Any, ...]] = self._store.read(lambda c: c.execute(query, (since,)).fetchall(), [])
        return tuple(
            SpendLine(str(name), int(calls), int(read), int(out), float(usd)) for name, calls, read, out, usd in rows
        )

    def accuracy(self, since: str = "") -> tuple[float, float]:
        """(US dollars foreseen, US dollars spent) from the day `since` on."""
        both = []
        for table in ("estimate", "spend"):
            query = f"SELECT total(usd) FROM {table} WHERE day >= ?"  # noqa: S608  # one of two constants
            row = self._store.read(lambda c, q=query: c.execute(q, (since,)).fetchone(), None)  # type: ignore[misc]
            both.append(float(row[0]) if row is not None else 0.0)
        return both[0], both[1]
