from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _loopback_only(monkeypatch):
    monkeypatch.setenv("ANCHORLINE_LOOPBACK_ONLY", "1")
