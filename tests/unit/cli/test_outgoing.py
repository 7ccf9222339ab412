"""`anchorline doctor FILE`: what a save would send is what an endpoint then sees, and to look sends nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from anchorline.cli.app import main
from endpoint import Endpoint, Say, reply

PLAN = """# Plan: Move the archive

The token is AKIA4QX7ZPLM2WTR9KDE, for the copy.

## Implementation Units

### Unit 1: Copy

Copy it once \x1b[31mred\x1b[0m.
"""


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-not-a-key")
    monkeypatch.setenv("ANCHORLINE_MEMORY__PATH", str(tmp_path / "state"))
    Path("plan.md").write_text(PLAN, encoding="utf-8")

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(arguments)
        return int(status), *capsys.readouterr()

    return run


def test_what_is_printed_is_what_an_endpoint_sees(run, monkeypatch):
    with Endpoint({"*": [Say(reply())]}) as endpoint:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", endpoint.url)
        status, printed, _ = run("doctor", "--sent", "plan.md")
        assert (status, endpoint.seen) == (0, [])
        run("review", "plan.md")
    assert [name for name in ("coherence", "feasibility") if f"--- to {name} (" in printed] == endpoint.reviewers()
    assert "AKIA4QX7ZPLM2WTR9KDE" not in printed
    assert "\x1b" not in printed
    shown = printed.replace(r"\x1b", "\x1b")
    for seen in endpoint.seen:
        for block in seen.blocks:
            assert block["text"] in shown


@pytest.mark.parametrize(
    ("named", "rows"),
    [
        ({}, ["  read as ", "2 calls of up to ", "  coherence "]),
        ({"ANCHORLINE_PROVIDER": "off"}, ["nothing: ", "off"]),
        ({"ANCHORLINE_BUDGET__USD_PER_REVIEW": "0"}, ["nothing: ", "0"]),
    ],
)
def test_a_file_is_told_what_a_save_of_it_would_ask_and_cost(run, monkeypatch, named, rows):
    for name, value in named.items():
        monkeypatch.setenv(name, value)
    _, out, _ = run("doctor", "plan.md")
    section = out.split("A save of plan.md\n")[1]
    assert [row for row in rows if row not in section] == []


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("notes.md", "# Notes\n\nNo plan.\n", "models read plans, requirements, specs and ADRs only"),
        ("data.lock", "a = 1\n", "its language is not known here"),
        ("binary.md", "a\0b\0c", ""),
    ],
)
def test_what_no_model_reads_says_why(run, name, text, reason):
    Path(name).write_text(text, encoding="utf-8")
    status, out, _ = run("doctor", name)
    (row,) = [line for line in out.split(f"A save of {name}\n")[1].splitlines() if "would be sent" in line]
    assert status == 0
    assert "nothing: " in row
    assert reason in row


def test_a_folder_has_no_text_to_show(run):
    assert run("doctor", "--sent", ".")[::2] == (2, "anchorline: --sent is about a file; name one.\n")
