"""Decisions and rounds in the store. What is read back is checked; a row that is no decision is passed over."""

from __future__ import annotations

import json
import sqlite3
import struct
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from anchorline.findings.decisions import Claim, Decision, DecisionKind, Scope
from anchorline.findings.remembered import MOST_MOVED, Remembered
from anchorline.findings.rounds import Claims, Round, RoundClaim
from anchorline.findings.trace import Trace
from anchorline.memory.standing import Standing
from anchorline.memory.store import Store

MOST_DECISIONS = 20_000
MOST_ROUNDS = 2_000
ROUNDS_OF_A_DOCUMENT = 20

_LONGEST_QUOTE = 2_000  # characters, like the next two
_LONGEST_TITLE = 300
_LONGEST_REASON = 1_000
_MOST_NAMED = 50  # documents that are looked for on the disk
_MOST_HASHED = 5_000  # documents that are known by hash alone
_MOST_HERE = 5_000
_PRUNE_EVERY = 50  # writes

_COLUMNS = (
    "workspace, id, kind, scope, document, reviewers, rule, traces, finding, at, own, path, section, title, quotes, "
    "reason"
)
_MARKS = ", ".join("?" * 16)


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
        rows = [_row(decision if decision.at else replace(decision, at=now)) for decision in decisions]
        statement = f"INSERT OR REPLACE INTO decision ({_COLUMNS}) VALUES ({_MARKS})"  # noqa: S608  # constants only
        if not rows or not self._store.write(lambda c: c.executemany(statement, rows)):
            return 0
        self._writes += 1
        if self._writes % _PRUNE_EVERY == 1:
            self.prune()
        return len(rows)

    def decisions(self, workspace: str | None = None, document: str | None = None) -> tuple[Decision, ...]:
        """All, or those of a workspace, or of a document in it; the latest first."""
        where, values = _where(workspace, document)
        query = f"SELECT {_COLUMNS} FROM decision {where} ORDER BY at DESC, id LIMIT {MOST_DECISIONS}"  # noqa: S608
        rows: list[tuple[Any, ...]] = self._store.read(lambda c: c.execute(query, values).fetchall(), [])
        return _decisions(rows)

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
        return Remembered(decisions=_decisions(self._about(standing.seen_from())), rounds=self.rounds(standing))

    def _about(self, places: Sequence[tuple[str, str]]) -> list[tuple[Any, ...]]:
        query = (
            f"SELECT {_COLUMNS} FROM decision WHERE workspace = ? "  # noqa: S608  # constants only
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
        query = f"SELECT {_COLUMNS} FROM decision WHERE workspace = ? AND document = ? ORDER BY at DESC, id LIMIT ?"  # noqa: S608

        def read(connection: sqlite3.Connection) -> list[tuple[Any, ...]]:
            found: list[tuple[Any, ...]] = []
            for place in gone:
                found += connection.execute(query, (*place, MOST_MOVED - len(found)))
                if len(found) >= MOST_MOVED:
                    break
            return found

        return _decisions(self._store.read(read, []))

    # --- rounds

    def add_round(self, standing: Standing, done: Round) -> bool:
        """Keep a round, and of the document no more than the last ones. The same text again is the same round."""
        where = (standing.workspace, standing.document)
        row = (*where, done.at or int(self._now()), done.sha256, *_round_json(done))

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
        read = [_round(row) for row in reversed(rows)]
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


def _row(decision: Decision) -> tuple[object, ...]:
    claim = decision.claim
    quotes = json.dumps([_clean(quote[:_LONGEST_QUOTE]) for quote in decision.quotes])
    return (
        decision.workspace,
        decision.id,
        decision.kind.value,
        decision.scope.value,
        "" if decision.scope is Scope.WORKSPACE else decision.document,
        json.dumps(claim.reviewers),
        claim.rule,
        packed(claim.traces),
        claim.finding,
        decision.at,
        int(decision.own),
        _clean(decision.path),
        _clean(decision.section[:_LONGEST_TITLE]),
        _clean(claim.title[:_LONGEST_TITLE]),
        quotes,
        _clean(decision.reason[:_LONGEST_REASON]),
    )


def _clean(text: str) -> str:
    """SQLite holds no lone surrogates."""
    return text.encode("utf-8", "replace").decode()


def _decisions(rows: Iterable[tuple[Any, ...]]) -> tuple[Decision, ...]:
    found = []
    for row in rows:
        try:
            found.append(_decision(row))
        except (ValueError, TypeError, struct.error, RecursionError):
            continue
    return tuple(found)


def _decision(row: tuple[Any, ...]) -> Decision:
    (
        workspace, _, kind, scope, document, reviewers, rule, traces, finding, at, own, path, section, title, quotes,
        reason,
    ) = row  # fmt: skip
    claim = Claim(tuple(map(str, json.loads(reviewers))), str(rule), unpacked(bytes(traces)), str(finding), str(title))
    return Decision(
        kind=DecisionKind(kind),
        scope=Scope(scope),
        claim=claim,
        workspace=str(workspace),
        document=str(document),
        at=int(at),
        path=str(path),
        section=str(section),
        quotes=tuple(map(str, json.loads(quotes))),
        reason=str(reason),
        own=bool(own),
    )


def packed(traces: Sequence[Trace]) -> bytes:
    parts = []
    for trace in traces:
        grams = (*sorted(trace.grams), *sorted(trace.around))
        parts.append(struct.pack(f"<3H{len(grams)}Q", trace.size, len(trace.grams), len(trace.around), *grams))
    return b"".join(parts)


def unpacked(data: bytes) -> tuple[Trace, ...]:
    """Raises struct.error for what `packed` did not make."""
    traces = []
    at = 0
    while at < len(data):
        size, own, around = struct.unpack_from("<3H", data, at)
        grams = struct.unpack_from(f"<{own + around}Q", data, at + 6)
        traces.append(Trace(size, frozenset(grams[:own]), frozenset(grams[own:])))
        at += 6 + 8 * (own + around)
    return tuple(traces)


def _round_json(done: Round) -> tuple[str, str, str]:
    claims = [
        [
            list(each.claim.reviewers), each.claim.rule, packed(each.claim.traces).hex(), each.claim.finding,
            _clean(each.claim.title[:_LONGEST_TITLE]), list(each.sections), each.held_back,
        ]
        for each in done.claims
    ]  # fmt: skip
    return json.dumps(done.outcomes), json.dumps(claims), json.dumps(done.sections)


def _round(row: tuple[Any, ...]) -> Round | None:
    sha256, at, outcomes, claims, sections = row
    try:
        return Round(
            sha256=str(sha256),
            at=int(at),
            outcomes=tuple((str(name), str(outcome), bool(whole)) for name, outcome, whole in json.loads(outcomes)),
            claims=tuple(
                RoundClaim(
                    Claim(tuple(map(str, names)), str(rule), unpacked(bytes.fromhex(traces)), str(finding), str(title)),
                    tuple(map(str, headings)),
                    bool(held_back),
                )
                for names, rule, traces, finding, title, headings, held_back in json.loads(claims)
            ),
            sections=tuple((str(heading), str(held)) for heading, held in json.loads(sections)),
        )
    except (ValueError, TypeError, struct.error, RecursionError):
        return None
