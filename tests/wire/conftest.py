from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from wire.wire_client import Message, WireClient

SCRIPTED = [sys.executable, str(Path(__file__).parent / "scripted_server.py")]

ABLE: Message = {
    "workspace": {
        "applyEdit": True,
        "workspaceEdit": {"documentChanges": True, "changeAnnotationSupport": {"groupsOnLabel": True}},
    },
    "textDocument": {
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}, "isPreferredSupport": True},
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "publishDiagnostics": {"dataSupport": True},
    },
    "window": {"showDocument": {"support": True}},
}


@pytest.fixture
def client() -> Iterator[WireClient]:
    """A server that was sent nothing yet."""
    client = WireClient(command=SCRIPTED)
    yield client
    client.close()


@pytest.fixture(scope="module")
def servers() -> Iterator[dict[str, WireClient]]:
    """Servers that the tests of a module pass on: starting one takes as long as twenty tests."""
    kept: dict[str, WireClient] = {}
    yield kept
    for client in kept.values():
        client.close()


def passed_on(servers: dict[str, WireClient], name: str, capabilities: Message) -> Iterator[WireClient]:
    if name not in servers:
        servers[name] = WireClient(command=SCRIPTED)
        servers[name].initialize(capabilities)
    client = servers[name]
    yield client
    if not client.is_as_new():
        servers.pop(name).close()


@pytest.fixture
def ready(servers: dict[str, WireClient]) -> Iterator[WireClient]:
    """A server that was initialized by a client that can do nothing optional."""
    yield from passed_on(servers, "ready", {})


@pytest.fixture
def able(servers: dict[str, WireClient]) -> Iterator[WireClient]:
    """A server that was initialized by a client that can do everything."""
    yield from passed_on(servers, "able", ABLE)


@pytest.fixture
def own(client: WireClient) -> WireClient:
    """A server like `able`, for a test that leaves behind what cannot be taken back."""
    client.initialize(ABLE)
    return client


@pytest.fixture(scope="module")
def shared() -> Iterator[WireClient]:
    """An initialized server for the tests of a module that ask and leave nothing behind."""
    client = WireClient(command=SCRIPTED)
    client.initialize()
    yield client
    client.close()
