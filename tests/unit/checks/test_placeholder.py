from __future__ import annotations

import pytest

from anchorline.findings.words import Anchor
from anchorline.reviewers.checks.placeholder import CHECK
from plan_checks_kit import findings, places

FIRES = {
    "after a colon": ("- Owner: TBD\n", ["TBD"]),
    "after a bold label": ("**Owner:** TBD\n", ["TBD"]),
    "a whole cell": ("| Limit | Value |\n|---|---|\n| p99 | ??? |\n| cost | TBD |\n", ["???", "TBD"]),
    "a whole item": ("- TBD\n", ["TBD"]),
    "a whole paragraph in bold": ("**TBD**\n", ["TBD"]),
    "is": ("The retention period is TBD.\n", ["TBD"]),
    "in parentheses": ("Rollout in March (TBD)\n", ["TBD"]),
    "with what is to be done": ("TODO: describe the rollback.\n", ["TODO"]),
    "with a name": ("TODO(kim): describe the rollback.\n", ["TODO"]),
    "inside a paragraph": ("The pool has a limit. TODO: measure it.\n", ["TODO"]),
    "after a dash": ("Budget — TBD\n", ["TBD"]),
    "German": ("Das Budget ist TBD.\n", ["TBD"]),
}

SILENT = {
    "the TODO app": "We port the TODO app and its TODO list.\n",
    "TODO comments": "TODO comments are removed. Remove every FIXME. No TBD remains.\n",
    "grep": "The gate is a grep for TODO and FIXME.\n",
    "a list of placeholders": "Forbidden words: TBD, TODO, ???\n",
    "a set of placeholders": "The linter looks for: TODO/FIXME\n",
    "quoted": 'The cell says "TBD" or “TODO”.\n',
    "quoted with more": 'A cell that says "Owner: TBD, soon" is found.\n',
    "code": "Owner: `TBD`\n\n```\nTODO: x\n```\n",
    "comment": "Owner: kim <!-- TODO: ask -->\n",
    "small letters": "This is a todo. Owner: tbd\n",
    "file names": "See docs/TODO.md and: TODO.md\n",
    "heading": "# Notes\n\n## TODO\n\nWrite it.\n",
    "template marks": "Owner: {{TBD}} and <TBD>\n",
    "a template": "# Plan template\n\nOwner: TBD\n",
    "a column of states": "| Task | Status |\n|---|---|\n| parser | TODO |\n| server | DONE |\n",
    "a state after a label": "Status: TODO\n",
    "check boxes are tasks": "- [ ] TODO: write the tests\n",
    "label of a list": "TODO:\n\n- write\n- test\n",
    "tone": "Really??? Why???\n",
    "no operator": "a ??? b\n",
    "longer words": "TODOs and TBDs; METHODTODO\n",
    "quotation": "> TBD\n",
    "front matter": "---\nowner: TBD\n---\n\n# Plan\n",
    "deferred": "# Plan\n\n## Deferred / Open Questions\n\n- Owner: TBD\n",
}


@pytest.mark.parametrize(("text", "expected"), FIRES.values(), ids=FIRES.keys())
def test_it_fires_where_content_is_missing(text: str, expected: list[str]) -> None:
    assert [quote for quote, _ in places(CHECK, text)] == expected


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT.keys())
def test_it_is_silent(text: str) -> None:
    assert places(CHECK, text) == []


def test_it_is_for_information_and_bounded() -> None:
    found = findings(CHECK, "- Owner: TBD\n" * 100)
    assert len(found) == 25
    assert {raised.confidence for raised in found} == {Anchor.ADVISORY}
