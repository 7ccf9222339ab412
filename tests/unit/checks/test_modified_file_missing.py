from __future__ import annotations

import pytest

from anchorline.findings.words import Anchor
from anchorline.reviewers.checks.modified_file_missing import CHECK
from plan_checks_kit import FilesAround, NoWorkspace, findings, places

AROUND = FilesAround(
    ["src/main.py", "src/store/base.py", "src/store/disk.py", "tests/test_store.py", "web/app/index.ts"]
)
GOOD = "- Modify: `src/main.py`\n- Modify: `src/store/base.py`\n"


def unit(entries: str, more: str = "", front: str = "") -> str:
    return f"{front}# Plan\n\n### Unit 1: Store\n\n**Files:**\n{GOOD}{entries}\n**Approach:** Go.\n\n{more}"


FIRES = {
    "a list entry": unit("- Modify: `src/store/memory.py`\n"),
    "with lines": unit("- Modify: `src/store/memory.py:10-20`\n"),
    "bold": unit("- **Modify:** `src/store/memory.py`\n"),
    "update": unit("- Update `src/store/memory.py`\n"),
    "behind the path": unit("- `src/store/memory.py` (modify)\n"),
    "after a dash": unit("- `src/store/memory.py` — modify\n"),
    "under a label of its own": unit("- Modify:\n  - `src/store/memory.py`\n"),
    "one line of several": unit("- Modify: `src/main.py`, `src/store/memory.py`\n"),
    "German": unit("- Ändern: `src/store/memory.py`\n"),
    "with an explanation": unit("- Modify: `src/store/memory.py` (eviction)\n"),
}

SILENT = {
    "it exists": unit("- Modify: `src/store/disk.py`\n"),
    "a short form": unit("- Modify: `store/disk.py`\n- Modify: `app/index.ts`\n"),
    "no folder": unit("- Modify: `memory.py`\n"),
    "created here": unit("- Create: `src/store/memory.py`\n- Modify: `src/store/memory.py`\n"),
    "created in a sentence": unit("- Modify: `src/store/memory.py`\n", "Unit 0 creates `src/store/memory.py`.\n"),
    "created by its name": unit("- Modify: `src/store/memory.py`\n", "We add a new file, `memory.py`.\n"),
    "moved in code": unit("- Modify: `src/store/memory.py`\n", "```\ngit mv src/cache.py src/store/memory.py\n```\n"),
    "in a folder that is made": unit("- Modify: `src/cache/memory.py`\n", "Rename `src/store/` to `src/cache/`.\n"),
    "renamed": unit("- Modify: `src/cache.py` → `src/store/memory.py`\n"),
    "new": unit("- Modify: `src/store/memory.py` (new)\n"),
    "if it exists": unit("- Modify: `src/store/memory.py` if it exists\n"),
    "or another": unit("- Modify: `src/store/memory.py` or `src/store/disk.py`\n"),
    "not marked": unit("- `src/store/memory.py`\n"),
    "a test": unit("- Test: `tests/test_memory.py`\n"),
    "create": unit("- Create: `src/store/memory.py`\n"),
    "a folder": unit("- Modify: `src/cache/`\n"),
    "a pattern": unit("- Modify: `src/*/memory.py`\n- Modify: `src/{a,b}.py`\n- Modify: `src/<name>.py`\n"),
    "outside": unit("- Modify: `../other/x.py`\n- Modify: `/etc/x.conf`\n- Modify: `~/x/y.py`\n"),
    "completed": unit("- Modify: `src/store/memory.py`\n", front="---\nstatus: completed\n---\n\n"),
    "superseded": unit("- Modify: `src/store/memory.py`\n", front="---\nstatus: superseded\n---\n\n"),
    "notes below an entry": unit("- Modify: `src/store/disk.py`:\n    - Line 9: change `api/a.json`\n"),
    "a note behind an entry": unit("- Modify: `src/store/disk.py` so that readers update `src/store/memory.py`\n"),
    "not a file": unit("- Change `text/html` to `text/plain`\n"),
    "another repository": unit("- Modify: `src/store/memory.py`\n", "Unit 2 lands in the target repository `app`.\n"),
    "an unknown first folder": unit("- Modify: `lib/store/memory.py`\n"),
    "in prose": unit("", "Modify: `src/store/memory.py`\n"),
    "in a fence": unit("", "```\n**Files:**\n- Modify: `src/store/memory.py`\n```\n"),
}


@pytest.mark.parametrize("text", FIRES.values(), ids=FIRES.keys())
def test_it_fires_on_the_path(text: str) -> None:
    assert [quote for quote, _ in places(CHECK, text, AROUND)] == ["src/store/memory.py"]


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT.keys())
def test_it_is_silent(text: str) -> None:
    assert places(CHECK, text, AROUND) == []


def test_a_plan_for_another_repository_is_left_alone() -> None:
    text = unit("- Modify: `src/store/memory.py`\n")
    assert places(CHECK, text, FilesAround(["lib/a.rb", "lib/b.rb"])) == []
    assert places(CHECK, text, FilesAround(["src/main.py", "lib/b.rb"])) == []
    assert places(CHECK, text, NoWorkspace()) == []


def test_most_of_the_paths_must_exist() -> None:
    missing = "".join(f"- Modify: `src/gone/file{n}.py`\n" for n in range(2))
    assert places(CHECK, unit(missing), AROUND) == []


def test_it_is_reported_once_and_not_as_certain() -> None:
    text = unit("- Modify: `src/store/memory.py`\n- Modify: `src/store/memory.py`\n")
    [raised] = findings(CHECK, text, AROUND)
    assert raised.confidence is Anchor.CONFIRMED
    assert raised.edits == ()
