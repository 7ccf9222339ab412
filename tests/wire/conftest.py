from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from wire.wire_client import WireClient

SCRIPTED = [sys.executable, str(Path(__file__).parent / "scripted_server.py")]


@pytest.fixture
def client() -> Iterator[WireClient]:
    """A server that was sent nothing yet."""
    client = WireClient(command=SCRIPTED)
    yield client
    client.close()


@pytest.fixture
def ready(client: WireClient) -> WireClient:
    """A server that was initialized by a client that can do nothing optional."""
    client.initialize()
    return client


@pytest.fixture(scope="module")
def shared() -> Iterator[WireClient]:
    """An initialized server for the tests of a module that ask and leave nothing behind."""
    client = WireClient(command=SCRIPTED)
    client.initialize()
    yield client
    client.close()
