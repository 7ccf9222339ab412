"""Replies that need not be asked for again: by reviewer, as it was asked, and by text, as far as it matters."""

from __future__ import annotations

import hashlib
import re
import sqlite3
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from anchorline.memory.store import Store

MOST_REPLIES = 5_000
LONGEST_REPLY = 1_000_000  # characters; a reply beyond it is not worth keeping
MOST_CHARACTERS = 50_000_000  # of all replies together; a usual one has some thousand

_DAYS_KEPT = 60
_SECONDS_A_DAY = 86_400
_PRUNE_EVERY = 50  # writes
_CHECK_BOX = re.compile(r"^([ \t>]{0,200}(?:[-*+]|\d{1,9}[.)])[ \t]{1,10})\[[xX]\]", re.MULTILINE)
_TRAILING = re.compile(r"(?<![ \t\r\f\v])[ \t\r\f\v]+$", re.MULTILINE)
_FRONT_MATTER = re.compile(r"\ufeff?---[ \t\r]*\n(.*?)\n(?:---|\.\.\.)[ \t\r]*(?:\n|\Z)", re.DOTALL)
_PASSING_KEY = re.compile(
    r"^(?:status|state|date|created|updated|modified|completed|reviewed|last[ _-]?\w{1,20}|\w{1,20}[ _-](?:at|on|date))"
    r"[ \t]*:.*$",
    re.MULTILINE | re.IGNORECASE,
)
_DATE_VALUE = re.compile(
    r"^[\w -]{1,40}:[ \t]*[\"']?\d{4}-\d{2}-\d{2}(?:[T ][\d:.+Z -]{1,30})?[\"']?[ \t]*$", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class CachedReply:
    text: str
    model: str


def normalized(text: str) -> str:
    """The text without what does not make it another one: ticks of check boxes, status and dates of its front matter,
    white space at line ends and at the end."""
    matter = _FRONT_MATTER.match(text)
    if matter is not None:
        inner = _TRAILING.sub("", matter[1])
        kept = _DATE_VALUE.sub("", _PASSING_KEY.sub("", inner))
        text = "---\n" + "\n".join(line for line in kept.split("\n") if line.strip()) + "\n---\n" + text[matter.end() :]
    return _CHECK_BOX.sub(r"\1[ ]", _TRAILING.sub("", text.replace("\r\n", "\n"))).rstrip()


def text_key(text: str) -> str:
    """What the cache knows a text by."""
    return _digest([normalized(text)])


def fingerprint(parts: Iterable[str]) -> str:
    """What the cache knows a reviewer by: everything that shapes its answer but the document and earlier decisions."""
    return _digest(parts)


def _digest(parts: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        digest.update(f"{len(data)}:".encode() + data)
    return digest.hexdigest()


class ReplyCache:
    """Replies as they were received. They are untrusted when they come back, and validated like new ones."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now
        self._writes = 0

    def get(self, reviewer_print: str, key: str) -> CachedReply | None:
        row = self._store.read(
            lambda c: c.execute("SELECT text, model FROM reply WHERE key = ?", (reviewer_print + key,)).fetchone(), None
        )
        if row is None or not isinstance(row[0], str) or not isinstance(row[1], str):
            return None
        used = (int(self._now()), reviewer_print + key)
        self._store.write(lambda c: c.execute("UPDATE reply SET used_at = ? WHERE key = ?", used))
        return CachedReply(row[0], row[1])

    def put(self, reviewer_print: str, key: str, document: str, reviewer: str, reply: CachedReply) -> None:
        """`document` (its URI) and `reviewer` are kept to clear by."""
        if len(reply.text) > LONGEST_REPLY:
            return
        text = reply.text.encode("utf-8", "replace").decode()
        row = (reviewer_print + key, document, reviewer, reply.model, text, int(self._now()))
        self._store.write(lambda c: c.execute("INSERT OR REPLACE INTO reply VALUES (?, ?, ?, ?, ?, ?)", row))
        self._writes += 1
        if self._writes % _PRUNE_EVERY == 1:
            self.prune()

    def clear(self, document: str | None = None) -> int:
        """Forget the replies about one document, or all. The number that was forgotten."""

        def count(connection: sqlite3.Connection) -> int:
            with connection:
                if document is None:
                    return connection.execute("DELETE FROM reply").rowcount
                return connection.execute("DELETE FROM reply WHERE document = ?", (document,)).rowcount

        return self._store.read(count, 0)

    def prune(self) -> None:
        """Forget what was not used for long, and the longest unused of too many or too much."""
        oldest = int(self._now()) - _DAYS_KEPT * _SECONDS_A_DAY

        def drop(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM reply WHERE used_at < ?", (oldest,))
            connection.execute(
                "DELETE FROM reply WHERE key IN (SELECT key FROM reply ORDER BY used_at DESC LIMIT -1 OFFSET ?)",
                (MOST_REPLIES,),
            )
            connection.execute(
                "DELETE FROM reply WHERE key IN (SELECT key FROM (SELECT key, sum(length(text)) OVER "
                "(ORDER BY used_at DESC, key) AS so_far FROM reply) WHERE so_far > ?)",
                (MOST_CHARACTERS,),
            )

        self._store.write(drop)
