"""A finding in words, for hover and report."""

from __future__ import annotations

from dataclasses import replace

import pytest

from anchorline.findings.finding import Edit
from anchorline.findings.words import Action, Route
from anchorline.lsp.describe import diff, finding_markdown, finding_plain
from anchorline.text.span import Span
from kit import finding

DECISION = replace(finding("alpha beta", "alpha"), route=Route.DECISION)


@pytest.mark.parametrize("described", [finding_markdown, finding_plain])
@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Action.APPLY, "yours to decide; recommended: make the suggested change ·"),
        (Action.DEFER, "yours to decide; recommended: settle it first ·"),
        (Action.SKIP, "yours to decide; recommended: leave the text as it is ·"),
        (None, "yours to decide ·"),
    ],
)
def test_a_decision_says_what_is_recommended(described, action, words):
    assert words in described(replace(DECISION, action=action))


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ("four", "three", "- four\n+ three"),
        ("", "added", "+ added"),
        ("gone", "", "- gone"),
        ("- a.py", "- a.py\n- b.py", "  - a.py\n+ - b.py"),
        ("x = 1\ny = 2\nz = 3", "x = 1\ny = 4\nz = 3", "  x = 1\n- y = 2\n+ y = 4\n  z = 3"),
        ("same\nsame", "same", "  same\n- same"),
    ],
)
def test_a_diff_shows_what_changes_and_leaves_the_rest_as_context(old, new, shown):
    assert diff((Edit(Span(0, len(old)), old, new),)) == shown
