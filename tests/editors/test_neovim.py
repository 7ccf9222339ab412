"""The real Neovim, with the configuration that people copy."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
BIN = Path(sys.executable).parent
NVIM = shutil.which("nvim", path=str(BIN)) or shutil.which("nvim")

PLAN = """# Feature plan

## Requirements

- R1. Search answers in a second.
- R2. Results are ranked.
- R3. Results can be exported.

## Implementation Units

There are four implementation units:

### Unit 1. Index

Requirements: R1

### Unit 2. Rank

Requirements: R2

### Unit 3. Export

Requirements: R3
"""


@pytest.mark.skipif(NVIM is None, reason="Neovim has no wheel for this platform")
def test_a_plan_is_opened_saved_fixed_and_undone(tmp_path):
    plan = tmp_path / "docs" / "plan.md"
    plan.parent.mkdir()
    plan.write_text(PLAN)
    environment = {
        **os.environ,
        "PLAN": str(plan),
        "ANCHORLINE": str(BIN / "anchorline"),
        "RUNTIME": str(ROOT / "editors" / "neovim"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "XDG_STATE_HOME": str(tmp_path / "state"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }
    assert NVIM is not None
    done = subprocess.run(
        [NVIM, "--headless", "-n", "-u", "NONE", "--cmd", "filetype plugin on", "-S", str(HERE / "plan.lua")],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert plan.read_text().splitlines()[0] == "one more line above"
