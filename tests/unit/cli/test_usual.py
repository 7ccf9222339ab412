"""The short way of reading options agrees with typer wherever it answers at all."""

from __future__ import annotations

import pytest

from anchorline.cli import commands, run
from anchorline.cli.request import Request
from anchorline.cli.usual import usual_request


def by_typer(arguments, monkeypatch) -> Request:
    seen: list[Request] = []
    monkeypatch.setattr(run, "run", lambda request: seen.append(request) or 0)
    commands.run_command(arguments)
    return seen[0]


@pytest.mark.parametrize(
    "line",
    [
        "review plan.md",
        "review --offline plan.md docs",
        "review - --stdin-filename a.md",
        "review --format json --explain a.md --fail-on none b.md",
        "review --since origin/main --trust .",
        "review --profile code --provider off --no-cache a.py",
        "review --fix --strict --require-models a.md",
        "review --offline --baseline known.jsonl a.md",
    ],
)
def test_a_usual_line_means_the_same_to_both(line, monkeypatch):
    arguments = line.split(" ")
    assert usual_request(arguments) == by_typer(arguments, monkeypatch)


@pytest.mark.parametrize(
    "line",
    [
        "review",
        "review --offline",
        "review --format",
        "review --format xml a.md",
        "review --format=json a.md",
        "review --fail-on P1 a.md",
        "review --rounds 2 --fix a.md",
        "review --no_cache a.md",
        "review -- -a.md",
        "review -h",
        "review --since --offline a.md",
        "review --offlin a.md",
        "checks",
        "--version",
        "",
    ],
)
def test_everything_else_is_left_to_typer(line):
    assert usual_request(line.split(" ")) is None
