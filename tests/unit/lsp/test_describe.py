"""A finding in words, for hover and report."""

from __future__ import annotations

from dataclasses import replace

import pytest

from anchorline.findings.words import Action, Route
from anchorline.lsp.describe import finding_markdown, finding_plain
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
