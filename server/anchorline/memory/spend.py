"""What was estimated and what was spent, by day, model and document. US dollars; days are the person's own."""

from __future__ import annotations

import datetime as dt
import math
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from anchorline.memory.store import Store

By = Literal["day", "model", "document"]

_DAYS_KEPT = 800  # a year can be held against the one before
_GRACE_S = 60  # seconds that a call may end late; what is held after that belongs to a process that died
_DUST = 1e-9
_DAY, _DOCUMENT = 1, 2  # their places in a row
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
        self._held: dict[str, float] = {}
        self._let_go: set[str] = set()

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

    def hold(self, key: str, usd: float, ceiling: float, seconds: float) -> bool:
        """Set aside what a call may cost, for `seconds` at most. False when the day's ceiling leaves no room for it
        beside what was spent and what is held, by all processes that share the store. A key that holds something
        already holds this instead."""
        now = self._now()
        fits: list[bool] = []

        def held(connection: sqlite3.Connection) -> None:
            self._forget(connection, now)
            query = "SELECT (SELECT total(usd) FROM spend WHERE day = ?) + (SELECT total(usd) FROM held WHERE key != ?)"
            spent = connection.execute(query, (local_day(now), key)).fetchone()[0]
            fits[:] = [spent + self._unsaved_usd(_DAY, local_day(now)) + usd <= ceiling + _DUST]
            if fits[0]:
                until = math.ceil(now + seconds) + _GRACE_S
                connection.execute("INSERT OR REPLACE INTO held VALUES (?, ?, ?)", (key, until, usd))

        if not self._store.write(held):  # this process holds to the ceiling all the same
            others = sum(amount for other, amount in self._held.items() if other != key)
            fits = [self.today() + others + usd <= ceiling + _DUST]
        if fits[0]:
            self._held[key] = usd
            self._let_go.discard(key)
        return fits[0]

    def let_go(self, key: str) -> None:
        """End what `hold` began. What the call cost was added before."""
        if self._held.pop(key, None) is None:
            return
        self._let_go.add(key)
        if self._store.write(lambda c: self._forget(c, self._now())):
            self._let_go.clear()

    def _forget(self, connection: sqlite3.Connection, now: float) -> None:
        connection.execute("DELETE FROM held WHERE until < ?", (int(now),))
        connection.executemany("DELETE FROM held WHERE key = ?", [(key,) for key in self._let_go])

    def committed(self) -> float:
        """US dollars spent since midnight or held by calls under way."""
        query = "SELECT total(usd) FROM held WHERE until >= ?"
        row = self._store.read(lambda c: c.execute(query, (int(self._now()),)).fetchone(), None)
        held = float(row[0]) if row is not None and isinstance(row[0], int | float) else 0.0
        return self.today() + held

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
        return saved + self._unsaved_usd(_DAY if column == "day" else _DOCUMENT, value)

    def _unsaved_usd(self, place: int, value: str) -> float:
        return sum(float(str(unsaved[10])) for unsaved in self._unsaved if unsaved[place] == value)

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
