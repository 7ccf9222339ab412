"""No model in the tests but the scripted one and a local endpoint."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _loopback_only(monkeypatch):
    monkeypatch.setenv("ANCHORLINE_LOOPBACK_ONLY", "1")
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
