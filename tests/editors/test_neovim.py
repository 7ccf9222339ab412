"""The real Neovim, with the configuration that people copy."""

from __future__ import annotations

import os
import re
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


pytestmark = pytest.mark.skipif(NVIM is None, reason="Neovim has no wheel for this platform")


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "docs" / "plan.md"
    path.parent.mkdir()
    path.write_text(PLAN)
    return path


def neovim(script: str, plan: Path, **more: str) -> None:
    """Run a script in a Neovim of its own; fails with what the script said."""
    own = {f"XDG_{kind}_HOME": str(plan.parent.parent / kind.lower()) for kind in ("CONFIG", "DATA", "STATE", "CACHE")}
    environment = {
        "PLAN": str(plan),
        "ANCHORLINE": str(BIN / "anchorline"),
        "RUNTIME": str(ROOT / "editors" / "neovim"),
    }
    assert NVIM is not None
    done = subprocess.run(
        [NVIM, "--headless", "-n", "-u", "NONE", "--cmd", "filetype plugin on", "-S", str(HERE / script)],
        env={**os.environ, **own, **environment, **more},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_a_plan_is_opened_saved_fixed_and_undone(plan):
    neovim("plan.lua", plan)
    assert plan.read_text().splitlines()[0] == "one more line above"


def test_the_snippet_of_the_documentation_applies_safe_fixes_on_save(plan):
    page = (ROOT / "docs" / "editors.md").read_text()
    (snippet,) = [block for block in re.findall(r"```lua\n(.*?)```", page, re.DOTALL) if "BufWritePre" in block]
    neovim("on_save.lua", plan, SNIPPET=snippet)
