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
    "without backticks": unit("- Modify: src/store/memory.py\n"),
    "without backticks, with lines": unit("- Modify: src/store/memory.py:10-20\n"),
    "without backticks, at the end of a sentence": unit("- Update src/store/memory.py.\n"),
    "without backticks, one of several": unit("- Modify: src/main.py, src/store/memory.py\n"),
    "without backticks, behind the path": unit("- src/store/memory.py - modify\n- src/main.py (modify)\n"),
    "without backticks, bold": unit("- **Modify:** src/store/memory.py (eviction)\n"),
    "without backticks, under a label": unit("- Modify:\n  - src/store/memory.py\n"),
    "without backticks, words in the path": unit("- Modify: src/store/memory.py and src/main.py\n"),
    "as the label of a link": unit("- Modify: [src/store/memory.py](../src/store/memory.py)\n"),
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
    "references to it": unit(
        "- Update references to `src/store/memory.py`\n- Update callers of `src/store/memory.py`\n"
    ),
    "in words, without backticks": unit(
        "- Update the readers so that src/store/memory.py goes\n- Change src/main.py like src/store/memory.py\n"
    ),
    "created, without backticks": unit("- Create: src/store/memory.py\n- Modify: src/store/memory.py\n"),
    "patterns without backticks": unit(
        "- Modify: src/*/memory.py\n- Modify: src/{a,b}.py\n- Modify: src/<name>/x.py\n"
        "- Modify: src/v1.x/<name>.py\n- Modify: src/v1.x/*.py\n- Modify: src/a.b/$NAME\n- Modify: src/store.old/\n"
    ),
    "outside, without backticks": unit(
        "- Modify: ../other/x.py\n- Modify: /src/x.conf\n- Modify: ~/src/y.py\n"
        "- Modify: https://example.org/src/x.py\n- Modify: C:\\src/x.py\n"
    ),
    "words with a slash": unit("- Modify: read/write, src/store\n- Change and/or, src/v2\n"),
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


def later(first: str, second: str, *, entries: str = "") -> str:
    return f"# Plan\n\n### Unit 1\n\n**Files:**\n{GOOD}{first}\n### Unit 2\n\n**Files:**\n{second}{entries}"


MADE = {
    "created": later("- Create: `src/new.py`\n", "- Modify: `src/new.py`\n"),
    "created, without backticks": later("- Create: src/new.py\n", "- Modify: src/new.py\n"),
    "created under a label": later("- Create:\n  - `src/new.py`\n", "- Modify: `src/new.py`\n"),
    "moved": later("- Move: `src/old.py` → `src/new.py`\n", "- Modify: `src/new.py`\n"),
    "generated, in prose": later("\nThe build writes `src/new.py`.\n", "- Modify: `src/new.py`\n"),
    "listed without a mark": later("- `src/new.py` (new)\n", "- `src/new.py`\n"),
    "in a folder that is made": later("- Create: `src/made/`\n", "- Modify: `src/made/new.py`\n"),
}


@pytest.mark.parametrize("text", MADE.values(), ids=MADE.keys())
def test_what_the_plan_makes_says_nothing_about_the_repository(text: str) -> None:
    text += "- Modify: `src/store/memory.py`\n"
    assert [quote for quote, _ in places(CHECK, text, AROUND)] == ["src/store/memory.py"]


def test_a_path_on_more_lines_than_are_read_is_left_alone() -> None:
    text = unit("- Modify: `src/store/memory.py`\n", "See `src/store/memory.py`.\n" * 1000)
    assert places(CHECK, text, AROUND) == []


def test_it_is_reported_once_and_not_as_certain() -> None:
    text = unit("- Modify: `src/store/memory.py`\n- Modify: `src/store/memory.py`\n")
    [raised] = findings(CHECK, text, AROUND)
    assert raised.confidence is Anchor.CONFIRMED
    assert raised.edits == ()
