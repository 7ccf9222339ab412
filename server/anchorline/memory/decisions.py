"""Decisions and rounds in the store."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from anchorline.findings.decisions import Decision, DecisionKind
from anchorline.findings.remembered import MOST_MOVED, Remembered
from anchorline.findings.rounds import Claims, Round
from anchorline.memory.rows import COLUMNS, MARKS, decisions_in, round_in, round_row, row_of
from anchorline.memory.standing import Standing
from anchorline.memory.store import Store

MOST_DECISIONS = 20_000
MOST_ROUNDS = 2_000
ROUNDS_OF_A_DOCUMENT = 20

_MOST_NAMED = 50  # documents that are looked for on the disk
_MOST_HASHED = 5_000  # documents that are known by hash alone
_MOST_HERE = 5_000
_PRUNE_EVERY = 50  # writes


class Elsewhere(NamedTuple):
    """A document that something was decided about. `path` is "" where only its digest is known."""

    workspace: str
    document: str
    path: str


class DecisionStore:
    """Safe to use from several threads; several processes may share the file. `now` in seconds since 1970."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now
        self._writes = 0

    @property
    def problems(self) -> list[str]:
        """Sentences for the person, see `Store`."""
        return self._store.problems

    @property
    def lasting(self) -> bool:
        """Whether what is decided outlives this process."""
        return self._store.lasting

    # --- decisions

    def record(self, decision: Decision) -> bool:
        """Keep a decision; taken anew, it replaces the one before. An undone fix is not one that was applied."""
        return self.record_all([decision]) == 1

    def record_all(self, decisions: Iterable[Decision]) -> int:
        """How many were written: all or none."""
        # A clock that is set back makes nothing older than what was decided before it.
        now = max(int(self._now()), self._store.read(_latest, 0))
        rows = [row_of(decision if decision.at else replace(decision, at=now)) for decision in decisions]
        statement = f"INSERT OR REPLACE INTO decision ({COLUMNS}) VALUES ({MARKS})"  # noqa: S608  # constants only
        if not rows or not self._store.write(lambda c: c.executemany(statement, rows)):
            return 0
        self._writes += 1
        if self._writes % _PRUNE_EVERY == 1:
            self.prune()
        return len(rows)

    def decisions(self, workspace: str | None = None, document: str | None = None) -> tuple[Decision, ...]:
        """All, or those of a workspace, or of a document in it; the latest first."""
        where, values = _where(workspace, document)
        query = f"SELECT {COLUMNS} FROM decision {where} ORDER BY at DESC, id LIMIT {MOST_DECISIONS}"  # noqa: S608
        rows: list[tuple[Any, ...]] = self._store.read(lambda c: c.execute(query, values).fetchall(), [])
        return decisions_in(rows)

    def lacking(self, taken: Sequence[Decision]) -> tuple[Decision, ...]:
        """Which of these are not there any more; none when the file cannot be read."""
        query = "SELECT 1 FROM decision WHERE workspace = ? AND id = ?"

        def missing(connection: sqlite3.Connection) -> tuple[Decision, ...]:
            return tuple(
                each for each in taken if connection.execute(query, (each.workspace, each.id)).fetchone() is None
            )

        return self._store.read(missing, ())

    def forget(self, ids: Iterable[str]) -> int:
        """Forget decisions by id, in every workspace. The number that was forgotten. With an undone fix goes that it
        was applied, which would not be true without the other."""
        wanted = set(ids)
        known = self.decisions()
        undone = [each for each in known if each.id in wanted and each.kind is DecisionKind.UNDONE]
        applied = [each for each in known if each.kind is DecisionKind.APPLIED] if undone else []
        void: set[tuple[str, str]] = set()
        for each in undone:
            about = [other for other in applied if (other.workspace, other.document) == (each.workspace, each.document)]
            like = Claims(other.claim for other in about).like(each.claim)
            void.update((each.workspace, about[at].id) for at in like if about[at].id not in wanted)

        def drop(connection: sqlite3.Connection) -> int:
            gone = connection.executemany("DELETE FROM decision WHERE id = ?", [(each,) for each in wanted]).rowcount
            rows = connection.executemany("DELETE FROM decision WHERE workspace = ? AND id = ?", list(void)).rowcount
            return max(gone, 0) + max(rows, 0)

        return self._deleted(drop)

    def forget_all(self) -> int:
        return self._deleted(lambda c: c.execute("DELETE FROM decision").rowcount)

    def forget_about(self, standing: Standing, *, hiding_only: bool = False) -> int:
        """Forget what was decided about a document, and for its whole workspace. `hiding_only`: what was made of its
        fixes stays known."""
        places = standing.seen_from()
        kinds = "AND kind IN ('dismissed', 'deferred')" if hiding_only else ""

        def drop(connection: sqlite3.Connection) -> int:
            gone = 0
            for workspace, document in places:
                gone += connection.execute(
                    f"DELETE FROM decision WHERE workspace = ? AND (document = ? OR scope = 'workspace') {kinds}",  # noqa: S608
                    (workspace, document),
                ).rowcount
            return gone

        return self._deleted(drop)

    def _deleted(self, work: Callable[[sqlite3.Connection], int]) -> int:
        def counted(connection: sqlite3.Connection) -> int:
            with connection:
                return max(work(connection), 0)

        self._writes += 1
        return self._store.read(counted, 0)

    # --- what is known before a review

    def remembered(self, standing: Standing) -> Remembered:
        """What was decided about a document and what its last rounds found."""
        return Remembered(decisions=decisions_in(self._about(standing.seen_from())), rounds=self.rounds(standing))

    def _about(self, places: Sequence[tuple[str, str]]) -> list[tuple[Any, ...]]:
        query = (
            f"SELECT {COLUMNS} FROM decision WHERE workspace = ? "  # noqa: S608  # constants only
            f"AND (document = ? OR document = '') AND NOT (document = '' AND scope != 'workspace') "
            f"ORDER BY at DESC, id LIMIT {_MOST_HERE}"
        )
        return self._store.read(lambda c: [row for place in places for row in c.execute(query, place)], [])

    def elsewhere(self, standing: Standing) -> tuple[Elsewhere, ...]:
        """Other documents of these workspaces that something was decided about, those of late first."""
        if not standing.workspace:
            return ()
        places = standing.seen_from()
        folders = [folder for folder, _ in places]
        marks = ", ".join("?" * len(folders))
        query = (
            f"SELECT workspace, document, max(path) AS known, max(at) AS latest FROM decision "  # noqa: S608
            f"WHERE workspace IN ({marks}) AND document != '' GROUP BY workspace, document HAVING known %s '' "
            "ORDER BY latest DESC, document LIMIT %d"
        )
        wanted = (query % ("!=", _MOST_NAMED), query % ("=", _MOST_HASHED))
        found: list[tuple[Any, ...]] = self._store.read(
            lambda c: [row for each in wanted for row in c.execute(each, folders)], []
        )
        mine = set(places)
        return tuple(Elsewhere(*map(str, row[:3])) for row in found if row[:2] not in mine)

    def about_gone(self, gone: Iterable[tuple[str, str]]) -> tuple[Decision, ...]:
        """What was decided about documents that are gone, each a (workspace, document)."""
        query = f"SELECT {COLUMNS} FROM decision WHERE workspace = ? AND document = ? ORDER BY at DESC, id LIMIT ?"  # noqa: S608

        def read(connection: sqlite3.Connection) -> list[tuple[Any, ...]]:
            found: list[tuple[Any, ...]] = []
            for place in gone:
                found += connection.execute(query, (*place, MOST_MOVED - len(found)))
                if len(found) >= MOST_MOVED:
                    break
            return found

        return decisions_in(self._store.read(read, []))

    # --- rounds

    def add_round(self, standing: Standing, done: Round) -> bool:
        """Keep a round, and of the document no more than the last ones. The same text again is the same round."""
        where = (standing.workspace, standing.document)
        row = (*where, done.at or int(self._now()), done.sha256, *round_row(done))

        def add(connection: sqlite3.Connection) -> None:
            connection.execute(
                "DELETE FROM round WHERE workspace = ? AND document = ? AND sha256 = ? AND id = "
                "(SELECT max(id) FROM round WHERE workspace = ? AND document = ?)",
                (*where, done.sha256, *where),
            )
            connection.execute(
                "INSERT INTO round (workspace, document, at, sha256, outcomes, claims, sections) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                row,
            )
            connection.execute(
                "DELETE FROM round WHERE workspace = ? AND document = ? AND id NOT IN (SELECT id FROM round WHERE "
                "workspace = ? AND document = ? ORDER BY id DESC LIMIT ?)",
                (*where, *where, ROUNDS_OF_A_DOCUMENT),
            )
            connection.execute(
                "DELETE FROM round WHERE id IN (SELECT id FROM round ORDER BY id DESC LIMIT -1 OFFSET ?)",
                (MOST_ROUNDS,),
            )

        self._writes += 1
        return self._store.write(add)

    def rounds(self, standing: Standing) -> tuple[Round, ...]:
        """Of a document, oldest first."""
        query = (
            "SELECT sha256, at, outcomes, claims, sections FROM round WHERE workspace = ? AND document = ? "
            "ORDER BY id DESC LIMIT ?"
        )
        values = (standing.workspace, standing.document, ROUNDS_OF_A_DOCUMENT)
        rows: list[tuple[Any, ...]] = self._store.read(lambda c: c.execute(query, values).fetchall(), [])
        read = [round_in(row) for row in reversed(rows)]
        return tuple(each for each in read if each is not None)

    @property
    def state(self) -> tuple[int, int, int]:
        """Another one, when something was written: here, or by another process."""
        version = self._store.read(lambda c: c.execute("PRAGMA data_version").fetchone()[0], 0)
        return int(version), self._writes, self._store.opened

    def prune(self) -> None:
        """Forget the oldest of too many decisions."""
        self._store.write(
            lambda c: c.execute(
                "DELETE FROM decision WHERE (workspace, id) IN "
                "(SELECT workspace, id FROM decision ORDER BY at DESC LIMIT -1 OFFSET ?)",
                (MOST_DECISIONS,),
            )
        )


def _latest(connection: sqlite3.Connection) -> int:
    found = connection.execute("SELECT max(at) FROM decision").fetchone()[0]
    return found if isinstance(found, int) else 0


def _where(workspace: str | None, document: str | None) -> tuple[str, list[str]]:
    given = {"workspace": workspace, "document": document}
    wanted = {column: value for column, value in given.items() if value is not None}
    if not wanted:
        return "", []
    return "WHERE " + " AND ".join(f"{column} = ?" for column in wanted), list(wanted.values())
