"""The real Neovim, with the configuration and the plug-in that people install."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import anchorline
from endpoint import finding

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


PLANTED = ("anchorline", "yaml", "json", "typing", "asyncio", "pydantic", "lsprotocol", "sitecustomize", "encodings")


def plant(folder: Path, ran: Path) -> None:
    """Modules of names that Python and the server import early; each says that it ran."""
    for name in PLANTED:
        (folder / f"{name}.py").write_text(f"open({str(ran)!r}, 'a').write('{name} ')\n")


def neovim(script: str, plan: Path, **more: str) -> None:
    """Run a script in a Neovim of its own; fails with what the script said."""
    own = dict.fromkeys(("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL"), "")
    own |= {f"XDG_{kind}_HOME": str(plan.parent.parent / kind.lower()) for kind in ("CONFIG", "DATA", "STATE", "CACHE")}
    environment = {
        "PLAN": str(plan),
        "ANCHORLINE": str(BIN / "anchorline"),
        "RUNTIME": str(ROOT / "editors" / "neovim"),
        "KIT": str(HERE / "kit.lua"),
        "ANCHORLINE_MEMORY__PATH": str(plan.parent.parent / "memory"),
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


def snippet(words: str) -> str:
    """The only Lua of the documentation that holds these words."""
    page = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
    (found,) = [block for block in re.findall(r"```lua\n(.*?)```", page, re.DOTALL) if words in block]
    return str(found)


def test_a_plan_is_opened_saved_fixed_and_undone(plan):
    neovim("plan.lua", plan)
    assert plan.read_text().splitlines()[0] == "one more line above"


def test_the_snippet_of_the_documentation_applies_safe_fixes_on_save(plan):
    neovim("on_save.lua", plan, SNIPPET=snippet("BufWritePre"))


def test_the_snippets_for_lazy_and_for_the_statusline_work(plan):
    spec, statusline = snippet("'anchorline/anchorline'"), snippet("vim.o.statusline")
    neovim("lazy.lua", plan, SPEC=spec, STATUSLINE=statusline, ROOT=str(ROOT))


MODELS = {
    "coherence": [
        {
            "findings": [
                finding("Search answers in a second.", title="Nobody says for whom", category="contradiction"),
                finding("Results are ranked.", title="Ranked by what", category="ambiguity", confidence=50),
            ]
        },
        {"delay_s": 30, "text": "too late"},
    ],
    "*": [{"delay_s": 0.2}, {"delay_s": 30}],
}


def test_every_command_of_the_plug_in_does_what_it_says(plan, tmp_path):
    script = tmp_path / "script.json"
    script.write_text(json.dumps(MODELS))
    neovim("commands.lua", plan, SCRIPT=str(script))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_columns_line_ends_and_undo_survive_an_emoji_and_crlf(plan, encoding):
    old = PLAN.replace("There are four", "🚀🚀 There are four")
    plan.write_bytes(old.replace("\n", "\r\n").encode())
    neovim("text.lua", plan, ENCODING=encoding)
    assert plan.read_bytes() == old.replace("four", "three").replace("\n", "\r\n").encode()


def test_at_start_up_one_command_is_registered_and_nothing_else_happens(plan):
    neovim("startup.lua", plan)


def test_checkhealth_says_whether_the_server_is_found_and_what_to_do(plan):
    broken = plan.parent / "broken"
    broken.write_text("#!/bin/sh\necho no such module >&2\nexit 1\n")
    broken.chmod(0o755)
    path = os.pathsep.join(each for each in os.defpath.split(os.pathsep) if each)
    neovim("checkhealth.lua", plan, FALSE=str(broken), VERSION=anchorline.__version__, PATH=path)


def test_the_help_file_has_its_tags(plan, tmp_path):
    shutil.copytree(ROOT / "editors" / "neovim" / "doc", tmp_path / "copy" / "doc")
    neovim("help.lua", plan, COPY=str(tmp_path / "copy"))


@pytest.mark.parametrize("command", [[str(BIN / "anchorline")], [sys.executable, "-m", "anchorline"]])
def test_modules_that_a_repository_plants_are_not_imported(plan, tmp_path, command):
    ran = tmp_path / "ran"
    plant(plan.parent, ran)
    neovim("planted.lua", plan, REPOSITORY=str(plan.parent), COMMAND=json.dumps([*command, "server"]))
    assert not ran.exists(), ran.read_text()
