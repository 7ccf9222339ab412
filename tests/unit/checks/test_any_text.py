"""Whatever the text: no check fails, and what is raised quotes the text where it says it does."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anchorline.reviewers.base import Check
from anchorline.reviewers.checks import (
    broken_link,
    done_but_open,
    hidden_text,
    modified_file_missing,
    placeholder,
    table_cells,
    table_total,
    unlisted_file,
    weekday_mismatch,
)
from plan_checks_kit import FilesAround, findings

CHECKS = [
    module.CHECK
    for module in (
        broken_link, done_but_open, hidden_text, modified_file_missing, placeholder, table_cells, table_total,
        unlisted_file, weekday_mismatch,
    )
]  # fmt: skip
AROUND = FilesAround({"docs/guide.md": "# Guide\n", "src/a.py": "", "src/b.py": ""})
PIECES = [
    "**Files:** ", "**Approach:** ", "- Modify: ", "`src/a.py`", "`src/c.py`", ", and update ", "Update ",
    "### Unit 1\n", "\n", "\r\n", "\r", "\n\n", "[a](guide.md#x)", "[b](gone.md)", "[c]: gone.md\n",
    "| a | b |\n|---|---|\n", "| 1 | 2 | 3 |\n", "| Total | 4 |\n", "`|`", "Monday, 2026-03-03",
    "2026-03-03 (Mon)", "TBD", "TODO: x", "???", "- [ ] x\n", "- ", "---\nstatus: done\n---\n", "\u202e",
    "\u2066", "\u200b\u200c\u200b", "\U000e0041", "\ufe0f", "\u3164", "> ", "```\n", "<!--", "-->", "\ufeff",
    " ", "word ", ". ", "(", ")", "[", "]", "`", "**", "*", "|", "\t", "é", "\U0001f600",
]  # fmt: skip


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.id)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=40).map("".join))
@settings(max_examples=60, deadline=None)
def test_evidence_and_edits_stand_where_they_say(check: Check, text: str) -> None:
    found = findings(check, text, AROUND)
    assert found == findings(check, text, AROUND)
    for raised in found:
        assert 0 < len(raised.title) <= 100
        for quote in raised.evidence:
            assert quote.span is not None
            assert quote.text
            assert quote.span.of(text) == quote.text
        for edit in raised.edits:
            assert edit.span is not None
            assert edit.span.of(text) == edit.old
            assert edit.old != edit.new
