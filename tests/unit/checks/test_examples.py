"""The example on the page of a check is one that it finds."""

from __future__ import annotations

import re
import sys
import textwrap
from pathlib import Path

import pytest

from anchorline.review import examine
from anchorline.reviewers.base import Check
from anchorline.reviewers.checks import all_checks
from anchorline.text.snapshot import Snapshot
from anchorline.workspace.workspace import FileWorkspace

PLAN = "---\ntype: plan\n---\n# Plan\n\n## Requirements\n\n"


def examples(check: Check) -> list[str]:
    page = sys.modules[check.run.__module__].__doc__ or ""
    fires = re.search(r"^Fires\n(.*?)^Must not fire", page, re.DOTALL | re.MULTILINE)
    blocks = re.findall(r"(?:^ {8}.*\n|^\n)+", fires.group(1), re.MULTILINE) if fires else []
    return [textwrap.dedent(block).strip("\n") + "\n" for block in blocks if block.strip()]


OF_A_UNIT = {"modified-file-missing"}  # its example leaves out the unit around
EXAMPLES = [(check, example) for check in all_checks() if check.id not in OF_A_UNIT for example in examples(check)]


def test_most_pages_have_an_example():
    assert len({check.id for check, _ in EXAMPLES}) > 12


@pytest.mark.parametrize(("check", "example"), EXAMPLES, ids=[check.id for check, _ in EXAMPLES])
def test_it_fires_on_its_own_example(check: Check, example: str, tmp_path: Path):
    path = tmp_path / "docs" / "plan.md"
    path.parent.mkdir()
    path.touch()
    workspace = FileWorkspace(path, [tmp_path], "docs/plan.md")
    found = [
        raised
        for text in (example, PLAN + example)  # front matter may be a part of it
        for raised in check.run(examine(Snapshot(path.as_uri(), text, name="docs/plan.md"), workspace))
    ]
    assert found
