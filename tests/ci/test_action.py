"""action.yml: its shape, and its review step in the shell that GitHub runs it in, on a real repository."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from workspace_kit import git_with, write

ACTION: dict[str, Any] = yaml.safe_load((Path(__file__).parents[2] / "action.yml").read_text(encoding="utf-8"))
STEPS: list[dict[str, Any]] = ACTION["runs"]["steps"]
REVIEW = next(step for step in STEPS if step.get("id") == "review")
INPUT = re.compile(r"\$\{\{\s*inputs\.([\w-]+)")

PLAN = (
    "# Plan\n\n## Implementation Units\n\n### Unit 1: Copy\n\nIt runs.\n\n### Unit 2: Switch\n\nIt waits for Unit 4.\n"
)
CODE = """def export(name, folder):
    '''Write it.

    :param name: What it is called.
    :param folder: Where it goes.
    '''
    return name
"""
GONE = CODE.replace("name, folder", "name")


def test_it_has_what_github_requires_and_nothing_that_github_does_not_know():
    assert set(ACTION) == {"name", "description", "author", "branding", "inputs", "outputs", "runs"}
    assert ACTION["runs"]["using"] == "composite"
    for step in STEPS:
        assert step["shell"] == "bash"
        assert set(step) <= {"id", "name", "shell", "env", "run"}
    for given in ACTION["inputs"].values():
        assert set(given) == {"description", "required", "default"}
        assert isinstance(given["default"], str)
    for output in ACTION["outputs"].values():
        assert set(output) == {"description", "value"}


def test_every_input_is_used_and_every_one_that_is_used_is_declared():
    used = {name for step in STEPS for value in step["env"].values() for name in INPUT.findall(value)}
    assert used == set(ACTION["inputs"])


def test_nothing_that_somebody_else_wrote_is_pasted_into_a_script():
    for step in STEPS:
        assert "${{" not in step["run"]


def test_every_output_is_one_that_the_step_writes():
    for name, output in ACTION["outputs"].items():
        assert output["value"] == f"${{{{ steps.review.outputs.{name} }}}}"
        assert f"{name}=" in REVIEW["run"]


def test_the_steps_ask_for_nothing_but_packages_and_mask_nothing():
    for step in STEPS:
        assert not re.search(r"\b(?:curl|wget|add-mask|fetch|clone|uses)\b(?!-depth)", step["run"])


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step["name"])
def test_the_scripts_are_bash(step):
    done = subprocess.run(["bash", "-n"], input=step["run"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture
def root(tmp_path):
    (tmp_path / "home").mkdir()
    git = git_with(tmp_path / "home")
    root = tmp_path / "repository"
    write(root, {"docs/a plan.md": PLAN.replace("Unit 4", "Unit 1"), "app/export.py": CODE})
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "First")
    return root


@pytest.fixture
def run(root, tmp_path):
    """The review step as GitHub runs it: (status, log, outputs). Inputs that are not given have their defaults."""
    (tmp_path / "bin").mkdir()
    command = tmp_path / "bin" / "anchorline"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m anchorline "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    script, outputs = tmp_path / "step.sh", tmp_path / "outputs"
    script.write_text(REVIEW["run"], encoding="utf-8")

    def run(pull_request: str = "", **given: str) -> tuple[int, str, dict[str, str]]:
        inputs = {name: said["default"] for name, said in ACTION["inputs"].items()}
        inputs |= {name.replace("_", "-"): value for name, value in given.items()}
        outputs.write_text("", encoding="utf-8")
        env = {
            "PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}", "HOME": str(tmp_path / "home"),
            "PYTHONPATH": os.environ.get("PYTHONPATH", ""), "ANCHORLINE_MEMORY__PATH": str(tmp_path / "state"),
            "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
            "GITHUB_ACTIONS": "true", "GITHUB_OUTPUT": str(outputs), "RUNNER_TEMP": str(tmp_path),
            **{name: _evaluated(value, inputs, pull_request) for name, value in REVIEW["env"].items()},
        }  # fmt: skip
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
            cwd=root, env=env, capture_output=True, text=True, check=False,
        )  # fmt: skip
        written = dict(line.split("=", 1) for line in outputs.read_text(encoding="utf-8").splitlines())
        return done.returncode, done.stdout + done.stderr, written

    return run


def _evaluated(value: str, inputs: dict[str, str], pull_request: str) -> str:
    """An expression as GitHub evaluates it: the first of several that is not empty."""
    inside = re.fullmatch(r"\$\{\{ (.*) \}\}", value)
    assert inside is not None, value
    known = {f"inputs.{name}": given for name, given in inputs.items()}
    known["github.event.pull_request.base.sha"] = pull_request
    return next((known[part] for part in inside[1].split(" || ") if known[part]), "")


def test_findings_become_annotations_and_fail_the_step(run, root):
    write(root, {"docs/a plan.md": PLAN})
    status, log, outputs = run()
    assert status == 1
    assert "::warning file=docs/a plan.md,line=11" in log or "::error file=docs/a plan.md,line=11" in log
    assert outputs == {"status": "1", "report": ""}


def test_the_bar_is_the_callers(run, root):
    write(root, {"docs/a plan.md": PLAN})
    assert run(fail_on="none")[0] == 0


def test_nothing_found_is_status_0(run):
    assert run()[::2] == (0, {"status": "0", "report": ""})


def test_paths_are_lines_and_may_hold_spaces_and_hyphens(run, root):
    write(root, {"docs/a plan.md": PLAN, "-odd.md": PLAN})
    assert run(paths="app\n")[0] == 0
    assert run(paths="app\ndocs/a plan.md\n")[0] == 1
    assert "-odd.md" in run(paths="-odd.md")[1]


def test_a_pull_request_is_compared_with_its_base(run, root, tmp_path):
    git = git_with(tmp_path / "home")
    base = git(root, "rev-parse", "HEAD")
    write(root, {"app/export.py": GONE, ".anchorline.toml": '[checks]\ndisable = ["documented-parameter"]\n'})
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Second")
    rules = "documented-parameter"
    assert rules not in run(fail_on="p3")[1]  # nothing is uncommitted, and the change switched the check off
    status, log, _ = run(pull_request=base, fail_on="p3")
    assert (status, rules in log) == (1, True)
    assert rules in run(since=base, pull_request="main", fail_on="p3")[1]


@pytest.mark.parametrize("since", ["no-such-branch", "--upload-pack=x", "0" * 40])
def test_a_base_that_was_not_fetched_is_refused_in_words(run, since):
    status, log, outputs = run(since=since)
    assert (status, outputs) == (2, {"status": "2"})
    assert "fetch-depth: 0" in log


def test_sarif_goes_to_a_file_whose_path_is_an_output(run, root, tmp_path):
    write(root, {"docs/a plan.md": PLAN})
    status, _, outputs = run(format="sarif")
    assert (status, outputs["status"]) == (1, "1")
    assert outputs["sarif"] == outputs["report"] == str(tmp_path / "anchorline.sarif")
    found = json.loads(Path(outputs["sarif"]).read_text(encoding="utf-8"))
    assert found["runs"][0]["results"][0]["ruleId"] == "undefined-reference"
    assert "sarif" not in run(format="json")[2]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"format": "pdf"}, "pdf"),
        ({"fail_on": "p9"}, "p9"),
        ({"max_usd": "much"}, "max-usd"),
        ({"offline": "yes"}, "true or false"),
    ],
)
def test_a_mistake_in_the_call_is_status_2_and_said(run, given, words):
    status, log, outputs = run(**given)
    assert (status, outputs["status"]) == (2, "2")
    assert words in log


def test_without_a_key_checks_run_and_offline_keeps_even_that_line_away(run):
    assert "no model is configured" in run()[1]
    assert "no model is configured" not in run(offline="true")[1]
    assert run(max_usd="0.5", offline="true")[0] == 0
