"""Rows about reviewing a change: what is sent of a large file, and how soon it is put together.

A real repository on disk: a file of 3,000 lines in which 40 changed, forty files beside it that use what it defines.
"""

from __future__ import annotations

import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from anchorline.asked import asked_about_change
from anchorline.findings.words import Profile
from anchorline.review import Checked, check
from anchorline.reviewers.code_prompt import assemble
from anchorline.reviewers.personas import built_in
from anchorline.reviewers.prompt import DocumentPrompt, persona_text
from anchorline.settings import load
from anchorline.text.changeset import ChangeSet
from anchorline.text.grammar import Patience, encoded, grammar_of, parse
from anchorline.text.snapshot import Snapshot
from anchorline.workspace.change import change_since
from anchorline.workspace.context import code_context
from anchorline.workspace.files import read_document
from anchorline.workspace.workspace import FileWorkspace
from bench.row import Row

LINES, CHANGED = 3_000, 40
_OF_UNIT = 11  # lines
_CHARACTERS_A_TOKEN = 4


def source(first: int, units: int) -> str:
    return "\n\n".join(_unit(number) for number in range(first, first + units))


def _unit(number: int) -> str:
    return (
        f"def total_{number}(items, limit=None):\n"
        f'    """The sum of the items up to a limit, as case {number} has it."""\n'
        f"    total = 0\n"
        f"    for index, item in enumerate(items):\n"
        f"        if limit is not None and index >= limit:\n"
        f"            break  # enough\n"
        f"        total += item.price * {number}\n"
        f'        note("total_{number}", index, total)\n'
        f"    return total if total > 0 else fallback_{number % 50}(items)\n"
    )


def changed(text: str) -> str:
    """The text with ten units in which four lines took the place of one."""
    units = LINES // _OF_UNIT
    for number in range(5, units, units // (CHANGED // 4)):
        text = text.replace(
            f"        total += item.price * {number}\n",
            f"        amount = item.price * {number}\n"
            "        if amount < 0:\n            continue\n        total += amount\n",
        )
    return text


def _repository(root: Path) -> Path:
    text = source(0, LINES // _OF_UNIT)
    (root / "orders.py").write_text(text, encoding="utf-8")
    for number in range(40):
        more = source(1_000 + number * 20, 20) + f"\n\ntotal_{number}([])\n"
        (root / f"part_{number}.py").write_text(more, encoding="utf-8")
    (root / "AGENTS.md").write_text("# Rules\n\n" + "- Prices are never negative.\n" * 40, encoding="utf-8")
    who = ("-c", "user.name=bench", "-c", "user.email=bench@example.org")
    for arguments in (("init", "-q"), ("add", "-A"), (*who, "commit", "-q", "-m", "First")):
        subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True)
    (root / "orders.py").write_text(changed(text), encoding="utf-8")
    return root / "orders.py"


def assembled(turns: int = 9) -> tuple[float, float, float, float]:
    """CPU milliseconds of change set and context, and of one parse; tokens that reviewers are sent, and those of the
    whole file with the same rules."""
    with tempfile.TemporaryDirectory() as folder:
        file = _repository(Path(folder).resolve())
        settings = load(None).settings
        snapshot, _ = read_document(file, file.name)
        assert snapshot is not None
        grammar = grammar_of("python")
        assert grammar is not None
        data = encoded(snapshot.text)
        checked = check(snapshot, settings, FileWorkspace(file), change=_change(file, snapshot)[1])
        assert isinstance(checked, Checked)
        subject = checked.subject

        def ours() -> DocumentPrompt:
            workspace, change = _change(file, snapshot)
            again = replace(subject, workspace=workspace, changed=change.lines, change=change)
            return assemble(again, code_context(again), secret=b"bench").prompt

        times = [(_cpu_ms(ours), _cpu_ms(lambda: parse(data, grammar, Patience(len(data))))) for _ in range(turns)][1:]
        always = tuple(persona for persona in built_in() if persona.profile is Profile.CODE and persona.always)
        asked = asked_about_change(subject, settings, always, code_context(subject), secret=b"bench")
        rules = sum(len(block.text) for block in asked.code.prompt.system)
        own = sum(len(persona_text(persona)) for persona in always)
        sent, whole = (
            (size * len(always) + own) / _CHARACTERS_A_TOKEN for size in (asked.code.size, rules + len(snapshot.text))
        )
        return statistics.median(a for a, _ in times), statistics.median(b for _, b in times), sent, whole


def _change(file: Path, snapshot: Snapshot) -> tuple[FileWorkspace, ChangeSet]:
    workspace = FileWorkspace(file)
    change, problem = change_since(workspace.repository, workspace.path, snapshot.text, "HEAD")
    assert problem is None
    return workspace, change


def _cpu_ms(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000


def rows() -> list[Row]:
    ours, parsed, sent, whole = assembled()
    return [
        Row(
            "change set and context of 40 changed lines in 3,000, CPU, against one parse by tree-sitter",
            ours,
            parsed,
            3,
        ),
        Row("input for that change, against the whole file to each reviewer", sent, whole, 0.25, "tokens"),
    ]
