"""A store that is damaged in place, or loses its files, while it is open: noticed at the next use, said once, and begun
anew; nothing that is still there is given up."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from anchorline.memory.store import FILE, Store

pytestmark = pytest.mark.skipif(os.name != "posix", reason="elsewhere a file that is in use cannot be written over")


def beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def garbage(path: Path, start: int = 0) -> None:
    """In place, and of the same length."""
    length = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(start)
        file.write(b"\xff" * (length - start))


DAMAGED = f"was damaged and is now {FILE}.damaged-1; a new one was begun"
GONE = "was removed or replaced while it was in use; it is opened anew"

# What happens to the file, whether all was in it (or is in the log still), what is said, and whether the old is kept.
CASES = {
    "all written over": (garbage, True, DAMAGED, False),
    "all but the first page written over": (lambda path: garbage(path, 4096), True, DAMAGED, False),
    "the first bytes written over": (
        lambda path: path.write_bytes(b"\xff" * 100 + path.read_bytes()[100:]),
        True,
        DAMAGED,
        False,
    ),
    "another text in it": (lambda path: path.write_bytes(b"a text"), True, DAMAGED, False),
    "emptied": (lambda path: os.truncate(path, 0), True, DAMAGED, False),
    "all written over that is in the log": (garbage, False, None, True),
    "emptied and in the log": (lambda path: os.truncate(path, 0), False, None, True),
    "the log written over": (lambda path: garbage(beside(path, "-wal")), False, DAMAGED, False),
    "the log removed": (lambda path: beside(path, "-wal").unlink(), False, GONE, True),
    "the rights taken": (lambda path: path.chmod(0), True, None, True),
}


@pytest.mark.parametrize(("happens", "in_file", "said", "kept"), CASES.values(), ids=CASES)
def test_it_is_noticed_said_once_and_begun_anew(
    tmp_path: Path, happens: Callable[[Path], object], in_file: bool, said: str | None, kept: bool
):
    path = tmp_path / "state" / FILE
    store = Store(path)
    for number in range(300):
        store.set_fact(str(number), "x" * 500)
    if in_file:
        store.read(lambda c: c.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone(), None)
    happens(path)
    for number in range(3):
        assert (store.fact("5") is not None) is kept
        assert store.set_fact(f"after {number}", "kept")
        assert store.fact(f"after {number}") == "kept"
    assert store.problems == ([] if said is None else [f"{path}: {said}"])
    assert store.lasting
    store.close()
    path.chmod(0o600)
    with closing(Store(path)) as again:
        assert (again.fact("after 2"), again.problems) == ("kept", [])
        assert (again.fact("5") is not None) is kept
        assert again.read(lambda c: c.execute("PRAGMA quick_check").fetchone(), None) == ("ok",)


def test_what_another_process_writes_is_no_damage(tmp_path):
    path = tmp_path / "state" / FILE
    with closing(Store(path)) as store, closing(sqlite3.connect(path)) as other:
        for number in range(5):
            store.set_fact("a", str(number))
            other.execute("INSERT OR REPLACE INTO fact VALUES ('b', ?)", (str(number),))
            other.commit()
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            assert (store.fact("a"), store.fact("b")) == (str(number), str(number))
        assert (store.problems, store.opened) == ([], 1)


def test_who_begins_while_another_one_does_waits_and_remembers(tmp_path):
    path = tmp_path / "state" / FILE
    path.parent.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN EXCLUSIVE")
        release = threading.Timer(0.6, lambda: other.execute("ROLLBACK"))
        release.start()
        with closing(Store(path)) as store:
            assert (store.lasting, store.problems) == (True, [])
            assert store.set_fact("a", "b")
        release.join()
