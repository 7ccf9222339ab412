"""The worked example of docs/code-review.md is what the command says: run as it stands there, in a shell."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from anchorline.findings.words import Severity
from anchorline.gates.verified import _BY_SEVERITY, BARS

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "code-review.md").read_text(encoding="utf-8")


@pytest.fixture
def shell(tmp_path):
    """Runs a script in this repository, with `anchorline` on the path; (status, what it printed)."""
    (tmp_path / "bin").mkdir()
    command = tmp_path / "bin" / "anchorline"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m anchorline "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    env = {
        "PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}", "HOME": str(tmp_path), "TMPDIR": str(tmp_path),
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""), "ANCHORLINE_MEMORY__PATH": str(tmp_path / "state"),
        "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org",
        "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org",
    }  # fmt: skip

    def shell(script: str) -> tuple[int, str]:
        done = subprocess.run(["bash", "-c", script], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout

    return shell


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def test_the_ledger_shown_is_the_one_that_the_command_prints(shell):
    (script,), (shown,) = blocks("bash"), blocks("text")
    status, printed = shell(script)
    assert status == 1
    assert printed == shown


def test_with_fix_the_guard_comes_back_and_nothing_else_changes(shell):
    (script,) = blocks("bash")
    fixed = script.rstrip() + " --fix >&2\ncat refunds.py"
    _, after = shell(fixed)
    changed = (ROOT / "examples/code/after/refunds.py").read_text(encoding="utf-8")
    guarded = changed.replace(
        "    return sum(order.refunded",
        "    if not orders:\n        return 0.0\n    return sum(order.refunded",
    )
    assert guarded != changed
    assert after == guarded


@pytest.mark.parametrize("strictness", BARS)
def test_the_bars_shown_are_those_that_hold(strictness):
    (row,) = re.findall(rf'^\| [^|]*"{strictness}"[^|]*\|(.*)\|$', PAGE, re.MULTILINE)
    bars = [min(BARS[strictness] + _BY_SEVERITY[severity], 100) for severity in Severity]
    assert [int(cell) for cell in row.split("|")] == bars


def test_every_page_that_it_links_to_is_there():
    for target in re.findall(r"\]\(([^)#]+)", PAGE):
        assert (ROOT / "docs" / target).is_file(), target
