"""The store stays off the way to the first answer: SQLite is not even imported before there is something to read from
it, or to keep. Python itself says what a real server imports, and when."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from anchorline.memory.store import FILE, Store
from wire.test_decisions import ABLE, BROKEN, codes, dismiss
from wire.test_models import PLAN, published
from wire.wire_client import DEADLINE, WireClient


def started(home: Path) -> WireClient:
    command = [sys.executable, "-X", "importtime", "-m", "anchorline", "server"]
    return WireClient(
        command=command, env={"ANCHORLINE_MEMORY__PATH": str(home / "state"), "XDG_CONFIG_HOME": str(home)}
    )


def has_sqlite(client: WireClient) -> bool:
    client.drained()
    return any(b"sqlite3" in line for line in client.stderr)


def loads_sqlite(client: WireClient) -> bool:
    """What Python says of it may arrive a moment behind the answer."""
    end = time.monotonic() + DEADLINE
    while not has_sqlite(client) and time.monotonic() < end:
        time.sleep(0.01)
    return has_sqlite(client)


def test_a_document_is_checked_and_shown_before_sqlite_is_loaded_and_a_decision_loads_it(tmp_path):
    path = tmp_path / "docs" / "plan.md"
    path.parent.mkdir()
    path.write_text(PLAN)
    uri = path.as_uri()
    client = started(tmp_path)
    try:
        client.initialize(ABLE, initializationOptions={"settings": {"provider": "off"}})
        client.open(uri, PLAN)
        shown = client.diagnostics(uri)
        assert codes(shown) == [BROKEN]
        assert not has_sqlite(client)
        assert not (tmp_path / "state").exists()
        dismiss(client, uri, shown, BROKEN)
        assert loads_sqlite(client)
        assert (tmp_path / "state" / FILE).is_file()
    finally:
        client.close()


def test_where_there_is_a_store_it_is_opened_by_the_first_review_and_not_before(tmp_path):
    Store(tmp_path / "state" / FILE).close()
    log = tmp_path / "state" / f"{FILE}-wal"
    assert not log.exists()  # there while somebody has the store open
    path = tmp_path / "plan.md"
    path.write_text(PLAN)
    client = started(tmp_path)
    try:
        client.initialize(ABLE, initializationOptions={"settings": {"provider": "off"}})
        assert not has_sqlite(client)
        assert not log.exists()
        client.open(path.as_uri(), PLAN)
        published(client, lambda shown: shown == [BROKEN])
        assert loads_sqlite(client)
        assert log.exists()
    finally:
        client.close()
