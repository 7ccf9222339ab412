"""The SQLite file behind everything that lasts.

The folder is the person's alone (0700, files 0600). A file that is damaged is moved aside, one that a newer version
wrote is left alone, and where nothing can be written the program goes on without: each is said once, in one sentence.
What is read back is as untrusted as any other file; callers check types. Safe to use from several threads, and several
processes may share the file.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import stat
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

from anchorline.memory import FILE as FILE  # noqa: PLC0414 - the file that a store is
from anchorline.memory.watch import News, Watch

T = TypeVar("T")

_BUSY_MS = 250  # an event loop may be waiting
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_OPENS_WITHIN = 5.0  # seconds; never on an event loop
_PAUSE = 0.02
_MOST_ASIDE = 100
_changing = threading.RLock()
"""Held while a connection and its watch come or go: between the two, another watch of the file must not end."""

# One entry for each version of the schema, in order; `user_version` counts those that were applied. Never edit one that
# was released: add another.
MIGRATIONS = (
    """
    CREATE TABLE fact (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE reply (
        key TEXT PRIMARY KEY, document TEXT NOT NULL, reviewer TEXT NOT NULL, model TEXT NOT NULL, text TEXT NOT NULL,
        used_at INTEGER NOT NULL
    );
    CREATE INDEX reply_by_use ON reply (used_at);
    CREATE TABLE spend (
        id INTEGER PRIMARY KEY, at INTEGER NOT NULL, day TEXT NOT NULL, document TEXT NOT NULL, reviewer TEXT NOT NULL,
        model TEXT NOT NULL, calls INTEGER NOT NULL, plain INTEGER NOT NULL, cache_write INTEGER NOT NULL,
        cache_read INTEGER NOT NULL, output INTEGER NOT NULL, usd REAL NOT NULL
    );
    CREATE INDEX spend_by_day ON spend (day);
    CREATE TABLE estimate (
        id INTEGER PRIMARY KEY, at INTEGER NOT NULL, day TEXT NOT NULL, document TEXT NOT NULL, calls INTEGER NOT NULL,
        usd REAL NOT NULL
    );
    """,
    """
    CREATE TABLE decision (
        workspace TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL, scope TEXT NOT NULL, document TEXT NOT NULL,
        reviewers TEXT NOT NULL, rule TEXT NOT NULL, traces BLOB NOT NULL, finding TEXT NOT NULL, at INTEGER NOT NULL,
        own INTEGER NOT NULL, path TEXT NOT NULL, section TEXT NOT NULL, title TEXT NOT NULL, quotes TEXT NOT NULL,
        reason TEXT NOT NULL, PRIMARY KEY (workspace, id)
    );
    CREATE INDEX decision_by_document ON decision (workspace, document);
    CREATE INDEX decision_by_time ON decision (at);
    CREATE TABLE round (
        id INTEGER PRIMARY KEY, workspace TEXT NOT NULL, document TEXT NOT NULL, at INTEGER NOT NULL,
        sha256 TEXT NOT NULL, outcomes TEXT NOT NULL, claims TEXT NOT NULL, sections TEXT NOT NULL
    );
    CREATE INDEX round_by_document ON round (workspace, document, id);
    """,
    "CREATE TABLE held (key TEXT PRIMARY KEY, until INTEGER NOT NULL, usd REAL NOT NULL) WITHOUT ROWID",
)


class Store:
    """An open store. `problems` are sentences for the person; each is there once."""

    def __init__(self, path: Path | None) -> None:
        """`path`: the file, made with its folder where it is missing; None keeps everything in memory."""
        self.path = path
        self.problems: list[str] = []
        self._lock = threading.RLock()
        self.opened = 0
        """How often: what was read before may not hold."""
        self._watch: Watch | None = None
        with _changing:
            self._connection = self._opened()
            self._begin_watch()

    @property
    def lasting(self) -> bool:
        """Whether what is written outlives this process."""
        return self.path is not None

    def read(self, work: Callable[[sqlite3.Connection], T], default: T) -> T:
        """What `work` finds, or `default` when the file does not let it."""
        return self._tried(work, default)

    def write(self, work: Callable[[sqlite3.Connection], object]) -> bool:
        """Do `work` in one transaction. False when nothing was written."""

        def changed(connection: sqlite3.Connection) -> bool:
            with connection:  # commits, or rolls back
                # At once, for a transaction that first reads cannot wait for its turn to write.
                connection.execute("BEGIN IMMEDIATE")
                work(connection)
            return True

        return self._tried(changed, False)

    def fact(self, key: str) -> str | None:
        """A single value that lasts, such as an answer that the person gave."""
        row = self.read(lambda c: c.execute("SELECT value FROM fact WHERE key = ?", (key,)).fetchone(), None)
        return row[0] if row is not None and isinstance(row[0], str) else None

    def set_fact(self, key: str, value: str | None) -> bool:
        """Remember a value; None forgets it."""
        if value is None:
            return self.write(lambda c: c.execute("DELETE FROM fact WHERE key = ?", (key,)))
        return self.write(lambda c: c.execute("INSERT OR REPLACE INTO fact VALUES (?, ?)", (key, value)))

    def forget_facts(self, prefix: str) -> int:
        """Forget the values whose keys begin so; how many there were."""

        def forgotten(connection: sqlite3.Connection) -> int:
            with connection:
                return connection.execute(
                    "DELETE FROM fact WHERE substr(key, 1, ?) = ?", (len(prefix), prefix)
                ).rowcount

        return max(self.read(forgotten, 0), 0)

    def secret(self) -> bytes:
        """A secret of this installation, made on first use. The same every time while the store lasts."""
        known = self.fact("secret")
        if known is None or len(known) < 32:
            made = secrets.token_hex(32)
            # Of two processes that make one at the same time, the first wins.
            self.write(lambda c: c.execute("INSERT OR IGNORE INTO fact VALUES ('secret', ?)", (made,)))
            known = self.fact("secret") or made
        return known.encode()

    def close(self) -> None:
        with self._lock:
            self._close()

    def say(self, problem: str) -> None:
        if problem not in self.problems:
            self.problems.append(problem)

    def _tried(self, work: Callable[[sqlite3.Connection], T], default: T) -> T:
        with self._lock:
            self._look_at_file()
            try:
                return work(self._connection)
            except sqlite3.Error as error:
                if not _is_damage(error):
                    self.say(f"{self.path or 'the store'}: {_why(error)}; what it should remember is lost for now")
                    return default
            self._set_aside()
            try:
                return work(self._connection)
            except sqlite3.Error:
                return default

    def _look_at_file(self) -> None:
        """Somebody may have removed the file, put another in its place or written over it."""
        match self._watch.news() if self._watch is not None else News.NONE:
            case News.REPLACED:
                with _changing:
                    self._close()
                    self.say(f"{self.path}: was removed or replaced while it was in use; it is opened anew")
                    self._connection = self._opened()
                    self._begin_watch()
            case News.DAMAGED if not self._mended():
                self._set_aside()
            case News.WRITTEN:
                self._forget_pages()

    def _mended(self) -> bool:
        """Whether SQLite had all in its log that was written over."""
        try:
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            self._forget_pages()
            sound = self._connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
        except sqlite3.Error:
            return False
        return sound and self._watch is not None and self._watch.news() is not News.DAMAGED

    def _forget_pages(self) -> None:
        """What SQLite has in memory, so that it sees what the file holds by now."""
        with suppress(sqlite3.Error):
            self._connection.execute("PRAGMA shrink_memory")

    def _begin_watch(self) -> None:
        self.opened += 1
        self._watch = Watch(self.path) if self.path is not None else None

    def _close(self) -> None:
        with _changing:
            with suppress(sqlite3.Error):
                self._connection.close()
            if self._watch is not None:
                self._watch.close()
                self._watch = None

    def _opened(self) -> sqlite3.Connection:
        if self.path is None:
            return _prepared(":memory:")
        try:
            _private(self.path)
            return _patiently(str(self.path))
        except _Newer:
            self.say(f"{self.path}: was written by a newer version of Anchorline; this one remembers nothing meanwhile")
        except sqlite3.Error as error:
            if _is_damage(error) and self._moved_aside():
                with suppress(OSError, sqlite3.Error):
                    _private(self.path)
                    return _prepared(str(self.path))
            self.say(f"{self.path}: {_why(error)}; nothing is remembered beyond this process")
        except OSError as error:
            self.say(
                f"{self.path}: {error.strerror or type(error).__name__}; nothing is remembered beyond this process"
            )
        self.path = None
        return _prepared(":memory:")

    def _set_aside(self) -> None:
        with _changing:
            self._close()
            if self.path is not None and not self._moved_aside():
                self.path = None
            self._connection = self._opened()
            self._begin_watch()

    def _moved_aside(self) -> bool:
        """Rename a damaged file, and what SQLite keeps beside it, so that nothing is destroyed."""
        if self.path is None:
            return False
        for number in range(1, _MOST_ASIDE):
            aside = self.path.with_name(f"{self.path.name}.damaged-{number}")
            if not aside.exists():
                break
        try:
            self.path.replace(aside)
        except OSError:
            return False
        for suffix in ("-wal", "-shm"):
            with suppress(OSError):
                self.path.with_name(self.path.name + suffix).replace(aside.with_name(aside.name + suffix))
        self.say(f"{self.path}: was damaged and is now {aside.name}; a new one was begun")
        return True


class _Newer(Exception):  # noqa: N818  # no fault
    """The file has a later schema than this program knows."""


def _patiently(name: str) -> sqlite3.Connection:
    """Processes that begin at the same time wait for each other: who gives up remembers nothing while it lives."""
    end = time.monotonic() + _OPENS_WITHIN
    while True:
        try:
            return _prepared(name)
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
        time.sleep(_PAUSE)


def _prepared(name: str) -> sqlite3.Connection:
    connection = sqlite3.connect(name, timeout=_BUSY_MS / 1000, check_same_thread=False)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        if _version(connection) > len(MIGRATIONS):
            raise _Newer  # noqa: TRY301
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        _migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _migrate(connection: sqlite3.Connection) -> None:
    if _version(connection) == len(MIGRATIONS):
        return
    connection.isolation_level = None
    try:
        connection.execute("BEGIN IMMEDIATE")  # then look again: another process may have been faster
        version = _version(connection)
        if version > len(MIGRATIONS):
            raise _Newer  # noqa: TRY301
        for script in MIGRATIONS[version:]:
            for statement in script.split(";"):
                if statement.strip():
                    connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS):d}")
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise
    finally:
        connection.isolation_level = "DEFERRED"


def _version(connection: sqlite3.Connection) -> int:
    with closing(connection.execute("PRAGMA user_version")) as cursor:
        return int(cursor.fetchone()[0])


def _private(path: Path) -> None:
    """The folder and the file, for the person alone. SQLite gives its side files the rights of the file."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if (
        os.name == "posix"
        and path.parent.stat().st_uid == os.getuid()
        and stat.S_IMODE(path.parent.stat().st_mode) & 0o077
    ):
        path.parent.chmod(0o700)
    # A file that is there is not opened: to close it would void the locks that SQLite holds on it in this process.
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    mode = path.lstat().st_mode
    if not stat.S_ISREG(mode):
        raise OSError(0, "is no ordinary file")
    if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
        path.chmod(0o600)


def _is_damage(error: sqlite3.Error) -> bool:
    code = getattr(error, "sqlite_errorcode", None)
    if code is not None and code & 0xFF in _DAMAGED:
        return True
    # Another program's file under our name: its tables are not ours.
    return str(error).startswith(("no such table", "no such column")) or "already exists" in str(error)


def _why(error: sqlite3.Error) -> str:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return {
        sqlite3.SQLITE_READONLY: "cannot be written",
        sqlite3.SQLITE_CANTOPEN: "cannot be opened",
        sqlite3.SQLITE_FULL: "the disk is full",
        sqlite3.SQLITE_IOERR: "cannot be read or written",
        sqlite3.SQLITE_BUSY: "is held by another process",
        sqlite3.SQLITE_PERM: "may not be opened",
    }.get(code, f"cannot be used ({type(error).__name__})")
