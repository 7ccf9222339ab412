"""A dismissal in a real Neovim: save, still gone; restart, still gone; edit the sentence, back."""

from __future__ import annotations

import pytest

from editors.test_neovim import NVIM, neovim, plan

pytestmark = pytest.mark.skipif(NVIM is None, reason="Neovim has no wheel for this platform")

__all__ = ["plan"]  # the fixture


def test_a_dismissed_finding_stays_away_until_its_words_are_edited(plan):
    neovim("decisions.lua", plan, STEP="dismiss")
    neovim("decisions.lua", plan, STEP="later")
