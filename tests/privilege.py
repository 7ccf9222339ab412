"""Commands that permissions bind, also where the tests run as an administrator."""

from __future__ import annotations

import os
import shutil

import pytest


def bound_by_permissions(*command: str) -> list[str]:
    """The command without the privilege to read what may not be read; skips the test where that cannot be had."""
    if os.name == "nt":
        pytest.skip("permissions are otherwise there")
    if os.geteuid() != 0:
        return list(command)
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("permissions do not bind an administrator, and there is no setpriv")
    return [setpriv, "--bounding-set=-dac_override,-dac_read_search", *command]
