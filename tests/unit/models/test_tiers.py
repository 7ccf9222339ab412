from __future__ import annotations

import pytest

from anchorline.models.prices import price_table
from anchorline.models.tiers import choose

MODELS = {"fast": "claude-haiku-5-5", "standard": "claude-sonnet-5-5", "deep": "claude-opus-5-5"}


@pytest.mark.parametrize(
    ("review", "own", "model"),
    [
        ("fast", "fast", "claude-haiku-5-5"),
        ("fast", "deep", "claude-haiku-5-5"),
        ("standard", "fast", "claude-sonnet-5-5"),
        ("standard", "deep", "claude-opus-5-5"),
    ],
)
def test_a_reviewers_tier_raises_a_thorough_review_and_never_a_save(review, own, model):
    assert choose(review, MODELS, price_table(), tier=own).model == model


def test_a_reviewer_may_name_its_model():
    chosen = choose("fast", MODELS, price_table(), model="qwen3")
    assert (chosen.model, chosen.effort) == ("qwen3", None)


def test_effort_goes_with_the_tier_where_the_model_takes_it():
    assert choose("fast", MODELS, price_table()).effort == "medium"
    assert choose("standard", MODELS, price_table()).effort == "high"
