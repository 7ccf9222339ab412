"""The store among real processes, on a real full disk, with processes that are killed and clocks that go back."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest

from anchorline.memory.cache import CachedReply, ReplyCache
from anchorline.memory.spend import Spending, Spent
from anchorline.memory.store import FILE, Store

# Writes pairs, each in one transaction, and prints the number of each that the store says it has written.
WRITER = """
import sys, time
from pathlib import Path
from anchorline.memory.store import Store

store, name, seconds = Store(Path(sys.argv[1])), sys.argv[2], float(sys.argv[3])
print("ready", flush=True)
sys.stdin.readline()
end, number, refused = time.monotonic() + seconds, 0, 0
while time.monotonic() < end:
    pair = [(f"{name} {number} {half}", "x" * 500) for half in "ab"]
    if store.write(lambda c: c.executemany("INSERT INTO fact VALUES (?, ?)", pair)):
        print(number, flush=True)
    else:
        refused += 1
    number += 1
print("refused", refused, *store.problems, flush=True)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / FILE


def writer(path: Path, name: str, seconds: float) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(path), name, str(seconds)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def started(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    assert process.stdin is not None
    assert process.stdout.readline() == "ready\n"
    process.stdin.write("go\n")
    process.stdin.flush()


def halves(path: Path) -> dict[str, set[str]]:
    """What is in the file, read by SQLite alone: the halves that stand of each pair."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        pairs: dict[str, set[str]] = {}
        for (key,) in connection.execute("SELECT key FROM fact WHERE value LIKE 'x%'"):
            pair, _, half = key.rpartition(" ")
            pairs.setdefault(pair, set()).add(half)
        return pairs


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a signal of POSIX")
def test_a_process_that_is_killed_while_it_writes_leaves_whole_pairs_and_all_that_it_was_told_is_kept(path):
    chance = random.Random(7)
    for attempt in range(8):
        with writer(path, str(attempt), 60) as process:
            started(process)
            assert process.stdout is not None
            told = [process.stdout.readline().strip() for _ in range(chance.randrange(1, 60))]
            process.send_signal(signal.SIGKILL)
            told += process.stdout.read().split("\n")[:-1]  # the last may be half a number
        pairs = halves(path)
        assert all(both == {"a", "b"} for both in pairs.values())
        assert {f"{attempt} {number}" for number in told} <= set(pairs)
        store = Store(path)
        assert store.problems == []
        assert store.set_fact("after", str(attempt))
        store.close()


def test_eight_processes_write_at_once_for_ten_seconds_and_all_that_they_were_told_is_kept(path):
    written = set()
    with ExitStack() as stack:
        processes = [stack.enter_context(writer(path, str(number), 10)) for number in range(8)]
        for process in processes:
            started(process)
        outputs = [process.communicate(timeout=120)[0] for process in processes]
    for number, output in enumerate(outputs):
        *told, last = output.splitlines()
        assert told
        # Nobody waits long for a turn; who got none was told so, and why.
        assert last == "refused 0" or "is held by another process" in last
        written |= {f"{number} {each}" for each in told}
    assert halves(path) == {key: {"a", "b"} for key in written}


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own that holds 600 KB."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = shutil.which("mount")
    command = [str(mount), "-t", "tmpfs", "-o", "size=600k", "none", str(place)]
    if mount is None or subprocess.run(command, capture_output=True, check=False).returncode != 0:
        pytest.skip("to make a small disk takes the right to mount one")
    yield place
    subprocess.run(["umount", place], check=True)


def filled(disk: Path) -> Path:
    """Write until there is no room, in one file."""
    full = disk / "full"
    descriptor = os.open(full, os.O_WRONLY | os.O_CREAT)
    try:
        with suppress(OSError):
            while True:
                os.write(descriptor, b"x" * 4096)
    finally:
        os.close(descriptor)
    return full


def test_a_full_disk_is_said_once_breaks_nothing_and_is_no_trouble_once_there_is_room(small_disk):
    store = Store(small_disk / "state" / FILE)
    assert store.set_fact("before", "kept")
    full = filled(small_disk)
    refused = [number for number in range(40) if not store.set_fact(str(number), "x" * 20_000)]
    assert refused
    (problem,) = store.problems
    assert "the disk is full" in problem
    assert store.fact("before") == "kept"
    full.unlink()
    assert store.set_fact("after", "kept")
    store.close()

    again = Store(small_disk / "state" / FILE)
    assert (again.fact("before"), again.fact("after"), again.problems) == ("kept", "kept", [])
    again.close()


def test_a_store_that_is_begun_on_a_full_disk_is_one_for_this_process(small_disk):
    filled(small_disk)
    store = Store(small_disk / "state" / FILE)
    assert len(store.problems) == 1
    store.set_fact("a", "b")
    assert store.fact("a") in ("b", None)  # never an error
    store.close()


def test_a_clock_that_is_set_back_costs_no_reply_and_no_account(path):
    store = Store(path)
    clock = [time.time()]
    cache = ReplyCache(store, lambda: clock[0])
    spending = Spending(store, lambda: clock[0])
    spent = Spent("file:///plan.md", "coherence", "m", 1, 1, 0, 0, 1, 0.5)
    cache.put("print", "key", "file:///plan.md", "coherence", CachedReply("{}", "m"))
    spending.add(spent)
    clock[0] -= 400 * 86_400
    cache.prune()
    assert cache.get("print", "key") == CachedReply("{}", "m")
    assert spending.today() == 0.0
    spending.add(spent)
    assert spending.today() == 0.5
    clock[0] += 400 * 86_400
    assert spending.today() == 0.5
    assert spending.of_document("file:///plan.md") == 1.0
    store.close()
