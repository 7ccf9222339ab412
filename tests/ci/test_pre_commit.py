"""The hooks, by the real pre-commit. Nothing is installed: what stands in for the environment is this one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from workspace_kit import git_with, write

MANIFEST = Path(__file__).parents[2] / ".pre-commit-hooks.yaml"
HOOKS: dict[str, dict[str, Any]] = {hook["id"]: hook for hook in yaml.safe_load(MANIFEST.read_text(encoding="utf-8"))}
PLAN = (
    "# Plan\n\n## Implementation Units\n\n### Unit 1: Copy\n\nIt runs.\n\n### Unit 2: Switch\n\nIt waits for Unit 4.\n"
)


def pre_commit(*arguments: str, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pre_commit", *arguments]
    return subprocess.run(command, cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, check=False)


def test_pre_commit_accepts_the_manifest(tmp_path):
    done = pre_commit("validate-manifest", str(MANIFEST), cwd=tmp_path, PRE_COMMIT_HOME=str(tmp_path / "cache"))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_hooks_cost_nothing_unless_their_arguments_are_changed():
    assert set(HOOKS) == {"anchorline", "anchorline-offline"}
    assert HOOKS["anchorline"]["args"] == ["--offline"]
    assert HOOKS["anchorline-offline"]["entry"] == "anchorline review --offline"
    assert "args" not in HOOKS["anchorline-offline"]
    for hook in HOOKS.values():
        assert hook["language"] == "python"
        assert hook["require_serial"] is True


@pytest.fixture
def run(tmp_path):
    """Runs one hook on what is staged: (status, what was printed). `args` are a user's."""
    (tmp_path / "home").mkdir()
    (tmp_path / "bin").mkdir()
    command = tmp_path / "bin" / "anchorline"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m anchorline "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    git = git_with(tmp_path / "home")
    root = tmp_path / "repository"
    root.mkdir()
    git(root, "init", "-q", "-b", "main")

    def run(hook: str, files: dict[str, str], args: list[str] | None = None) -> tuple[int, str]:
        here = {**HOOKS[hook], "language": "system", **({} if args is None else {"args": args})}
        config = yaml.safe_dump({"repos": [{"repo": "local", "hooks": [here]}]})
        write(root, {**files, ".pre-commit-config.yaml": config})
        git(root, "add", "-A")
        done = pre_commit(
            "run", "--verbose", hook, cwd=root,
            PATH=f"{command.parent}{os.pathsep}{os.environ['PATH']}", PRE_COMMIT_HOME=str(tmp_path / "cache"),
            ANCHORLINE_MEMORY__PATH=str(tmp_path / "state"), GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_NOSYSTEM="1",
            ANTHROPIC_API_KEY="a-key-that-is-never-used", ANTHROPIC_BASE_URL="http://127.0.0.1:9",
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr

    return run


@pytest.mark.parametrize("hook", HOOKS)
def test_a_plan_with_a_finding_does_not_pass(run, hook):
    status, said = run(hook, {"plan.md": PLAN})
    assert (status, "undefined-reference" in said) == (1, True)
    status, said = run(hook, {"plan.md": PLAN.replace("Unit 4", "Unit 1")})
    assert (status, "Passed" in said) == (0, True)


@pytest.mark.parametrize("hook", HOOKS)
def test_a_key_in_the_environment_is_not_used(run, hook):
    status, said = run(hook, {"plan.md": PLAN.replace("Unit 4", "Unit 1"), "app.py": "x = 1\n"})
    assert (status, "incomplete" in said) == (0, False)


def test_other_arguments_ask_a_model(run):
    status, said = run("anchorline", {"app.py": "x = 1\n"}, args=["--max-usd", "0.2"])
    assert (status, "incomplete" in said) == (1, True)


def test_files_of_other_kinds_are_left_alone(run):
    status, said = run("anchorline", {"picture.svg": "<svg/>\n", "data.json": "{}\n"})
    assert (status, "Skipped" in said) == (0, True)
