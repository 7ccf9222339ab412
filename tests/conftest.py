"""No test reaches beyond this machine, whatever it runs in this process."""

from __future__ import annotations

import ipaddress
import os
import sys

import pytest
from hypothesis import settings

# A busy machine is no fault of a property: what matters is that it holds, not how fast an example ran.
settings.register_profile("anchorline", deadline=None, max_examples=150 if os.environ.get("CI") else 60)
settings.load_profile("anchorline")


def _refuse_the_network(event: str, args: tuple) -> None:
    if event != "socket.connect" or not isinstance(args[1], tuple):
        return
    host = str(args[1][0])
    try:
        local = ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        local = host == "localhost"
    if not local:
        raise ConnectionRefusedError(f"a test tried to reach {host}")


sys.addaudithook(_refuse_the_network)


@pytest.fixture(autouse=True)
def _own_state(tmp_path_factory, monkeypatch):
    """Nothing of the person who runs the tests is read or written: no configuration, no state, no keys."""
    home = tmp_path_factory.mktemp("home")
    for name in list(os.environ):
        if name.startswith(("ANCHORLINE_", "ANTHROPIC_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("ANCHORLINE_LOOPBACK_ONLY", "1")  # for every process that a test starts
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "state"))
