"""The real Emacs with eglot, in batch, with the configuration that people copy."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from editors.test_neovim import PLAN, plant

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
BIN = Path(sys.executable).parent
EMACS = shutil.which("emacs")


def _missing() -> str | None:
    """Why this cannot be tried here, and what would help."""
    if EMACS is None:
        return "Emacs is not installed (Debian: apt-get install emacs-nox elpa-eglot)"
    asked = subprocess.run(
        [EMACS, "--batch", "-Q", *_packages(), "--eval", "(require 'eglot)"],
        capture_output=True,
        timeout=60,
        check=False,
    )
    return None if asked.returncode == 0 else "this Emacs has no eglot (Debian: apt-get install elpa-eglot)"


def test_a_finding_stands_at_its_place_and_is_fixed_saved_undone_and_dismissed(tmp_path):
    missing = _missing()
    if missing is not None:
        pytest.skip(missing)
    page = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
    (snippet,) = [block for block in re.findall(r"```elisp\n(.*?)```", page, re.DOTALL) if "eglot-ensure" in block]
    (tmp_path / "snippet.el").write_text(snippet, encoding="utf-8")
    old = PLAN.replace("There are four", "🚀🚀 There are four")
    plan = tmp_path / "docs" / "plan.md"
    plan.parent.mkdir()
    plan.write_bytes(old.replace("\n", "\r\n").encode())
    ran = tmp_path / "ran"
    plant(plan.parent, ran)
    assert EMACS is not None
    done = subprocess.run(
        [EMACS, "--batch", "-Q", *_packages(), "-l", str(HERE / "plan.el")],
        env={
            **os.environ,
            **dict.fromkeys(("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"), ""),
            "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(tmp_path),
            "ANCHORLINE_MEMORY__PATH": str(tmp_path / "memory"),
            "LANG": "C.UTF-8",
            "PLAN": str(plan),
            "SNIPPET": str(tmp_path / "snippet.el"),
        },
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not ran.exists(), ran.read_text()
    fixed = "one more line above\n" + old.replace("four", "three")
    assert plan.read_bytes() == fixed.replace("\n", "\r\n").encode()


def _packages() -> list[str]:
    """Where Debian keeps eglot for an Emacs that does not bring it; -Q leaves that out of the load path."""
    found = sorted(Path("/usr/share/emacs/site-lisp/elpa-src").glob("eglot-*"))
    return [option for folder in found for option in ("-L", str(folder))]
