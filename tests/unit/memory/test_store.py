"""The file behind everything that lasts, and every way in which it can be unusable."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from anchorline.memory.store import FILE, MIGRATIONS, Store


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state" / "anchorline" / FILE


def opened(path) -> Store:
    store = Store(path)
    assert store.problems == []
    return store


@pytest.mark.skipif(os.name != "posix", reason="rights as POSIX has them")
def test_folder_and_files_are_the_persons_alone(path):
    before = os.umask(0)
    try:
        store = opened(path)
        store.set_fact("a", "b")
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()} == {0o600}
    store.close()


@pytest.mark.skipif(os.name != "posix", reason="rights as POSIX has them")
def test_a_folder_that_was_open_to_others_is_closed(path):
    path.parent.mkdir(parents=True, mode=0o755)
    path.touch(0o644)
    opened(path).close()
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_what_is_written_is_there_the_next_time(path):
    store = opened(path)
    assert store.set_fact("consent", "always")
    store.close()
    again = opened(path)
    assert (again.fact("consent"), again.lasting) == ("always", True)
    assert again.set_fact("consent", None)
    assert again.fact("consent") is None
    again.close()


def test_values_are_forgotten_by_the_beginning_of_their_keys_taken_as_it_is_written(path):
    store = opened(path)
    for key in ("ask a", "ask b", "asking", "a%k c"):
        store.set_fact(key, "yes")
    assert store.forget_facts("ask ") == 2
    assert [key for key in ("ask a", "ask b", "asking", "a%k c") if store.fact(key)] == ["asking", "a%k c"]
    assert store.forget_facts("a%") == 1
    assert store.forget_facts("ask ") == 0
    store.close()


def test_the_secret_of_an_installation_is_made_once(path):
    store = opened(path)
    secret = store.secret()
    assert len(secret) == 64
    store.close()
    other = opened(path)
    assert other.secret() == secret
    other.close()
    assert Store(None).secret() != secret


def test_schema_settings_are_the_careful_ones(path):
    store = opened(path)
    for pragma, value in (("trusted_schema", 0), ("journal_mode", "wal"), ("user_version", len(MIGRATIONS))):
        assert store.read(lambda c, p=pragma: c.execute(f"PRAGMA {p}").fetchone(), None) == (value,)
    store.close()


@pytest.mark.parametrize(
    "content", [b"no database at all" * 100, b"SQLite format 3\0" + b"\xff" * 5000], ids=["text", "garbage"]
)
def test_a_damaged_file_is_moved_aside_and_said_once(path, content):
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    store = Store(path)
    (problem,) = store.problems
    assert "damaged" in problem
    assert store.set_fact("a", "b")
    assert path.with_name(FILE + ".damaged-1").read_bytes() == content
    store.close()


def test_a_file_that_breaks_while_it_is_open_is_moved_aside_too(path):
    store = opened(path)
    store.set_fact("a", "b" * 50_000)
    store.read(lambda c: c.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone(), None)
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(data)
    store.close()
    store = Store(path)
    store.fact("a")
    assert store.set_fact("a", "c")
    assert store.fact("a") == "c"
    assert len(store.problems) == 1
    store.close()


def test_a_database_of_another_program_is_moved_aside(path):
    path.parent.mkdir(parents=True)
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE fact (x)")
    other.close()
    store = Store(path)
    assert store.set_fact("a", "b")
    assert "damaged" in store.problems[0]
    store.close()


def test_a_file_of_a_newer_version_is_left_alone(path):
    path.parent.mkdir(parents=True)
    with sqlite3.connect(path) as newer:
        newer.execute("PRAGMA user_version = 99")
    newer.close()
    before = path.read_bytes()
    store = Store(path)
    assert "newer version" in store.problems[0]
    assert store.set_fact("a", "b")
    assert not store.lasting
    store.close()
    assert path.read_bytes()[:100] == before[:100]


def test_a_folder_that_cannot_be_made_means_memory_only(tmp_path):
    (tmp_path / "file").write_text("in the way")
    store = Store(tmp_path / "file" / FILE)
    (problem,) = store.problems
    assert "nothing is remembered" in problem
    assert store.set_fact("a", "b")
    assert store.fact("a") == "b"


@pytest.mark.parametrize("kind", ["folder", "fifo", "link"])
def test_what_is_no_ordinary_file_is_not_opened(path, kind):
    path.parent.mkdir(parents=True)
    match kind:
        case "folder":
            path.mkdir()
        case "fifo":
            if not hasattr(os, "mkfifo"):
                pytest.skip("no FIFOs here")
            os.mkfifo(path)
        case "link":
            target = path.with_name("elsewhere")
            target.write_text("mine")
            path.symlink_to(target)
    store = Store(path)
    assert len(store.problems) == 1
    assert store.set_fact("a", "b")


def test_a_full_disk_loses_what_is_written_says_so_once_and_breaks_nothing(path):
    store = opened(path)
    store.set_fact("kept", "yes")
    store.read(lambda c: c.execute("PRAGMA max_page_count = 1").fetchone(), None)
    assert not store.set_fact("a", "x" * 1_000_000)
    assert not store.set_fact("b", "x" * 1_000_000)
    (problem,) = store.problems
    assert "the disk is full" in problem
    assert store.fact("kept") == "yes"
    store.close()


def test_a_store_held_by_another_process_is_not_waited_for(path):
    store = opened(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert not store.set_fact("a", "b")
    other.execute("ROLLBACK")
    other.close()
    assert store.set_fact("a", "b")
    store.close()


def test_threads_may_share_it(path):
    store = opened(path)
    threads = [threading.Thread(target=store.set_fact, args=(str(number), "x")) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.read(lambda c: c.execute("SELECT count(*) FROM fact").fetchone(), None) == (16,)
    store.close()


def test_a_value_of_a_foreign_type_is_as_good_as_none(path):
    store = opened(path)
    store.write(lambda c: c.execute("INSERT INTO fact VALUES ('a', x'00ff')"))
    assert store.fact("a") is None
    store.close()


@pytest.mark.skipif(os.name != "posix", reason="elsewhere an open file cannot be removed")
@pytest.mark.parametrize("how", ["removed", "replaced", "its folder removed"])
def test_a_file_that_is_gone_while_it_is_in_use_is_said_and_opened_anew(tmp_path, how):
    path = tmp_path / "state" / FILE
    store = Store(path)
    assert store.set_fact("before", "1")
    if how == "its folder removed":
        shutil.rmtree(path.parent)
    else:
        for each in path.parent.iterdir():
            each.unlink()
    if how == "replaced":
        with closing(Store(path)) as other:
            assert other.set_fact("theirs", "1")
    assert store.set_fact("after", "1")
    store.close()
    assert store.problems == [f"{path}: was removed or replaced while it was in use; it is opened anew"]
    with closing(Store(path)) as again:
        facts = [again.fact(key) for key in ("before", "theirs", "after")]
    assert facts == [None, "1" if how == "replaced" else None, "1"]


_ELSEWHERE = """
import sys
from pathlib import Path
from anchorline.memory.store import Store
store = Store(Path(sys.argv[1]))
assert store.set_fact("theirs", "1")
store.close()
assert store.problems == [], store.problems
"""


@pytest.mark.parametrize("other", ["open", "closed"])
def test_a_process_that_comes_and_goes_takes_nothing_from_one_that_has_opened_the_file_twice(path, other):
    first = opened(path)
    assert first.set_fact("before", "1")
    second = opened(path)
    if other == "closed":
        second.close()
    subprocess.run([sys.executable, "-c", _ELSEWHERE, str(path)], check=True)
    assert path.with_name(f"{FILE}-wal").exists()
    assert first.set_fact("after", "1")
    assert [first.fact(key) for key in ("before", "theirs", "after")] == ["1", "1", "1"]
    assert (first.problems, second.problems) == ([], [])
    second.close()
    first.close()


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="counts descriptors as Linux shows them")
def test_the_last_store_of_a_file_leaves_no_descriptor_of_it_open(path):
    stores = [opened(path) for _ in range(3)]
    for store in stores:
        store.set_fact("a", "b")
        store.close()
    assert not [at for at in Path("/proc/self/fd").iterdir() if os.path.realpath(at).startswith(str(path))]
