"""Which model reads, how hard it thinks, and how much it may say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from anchorline.models.prices import PriceTable

FAST, STANDARD, DEEP = "fast", "standard", "deep"

_RANK = {FAST: 0, STANDARD: 1, DEEP: 2}
_EFFORT = {FAST: "medium", STANDARD: "high", DEEP: "high"}
_MAX_TOKENS = {FAST: 12_000, STANDARD: 16_000, DEEP: 16_000}
"""Thinking counts too."""


@dataclass(frozen=True, slots=True)
class Choice:
    """`effort` is None for a model that is not known to take it."""

    model: str
    effort: str | None
    max_tokens: int


def choose(
    review_tier: str, models: Mapping[str, str], prices: PriceTable, *, tier: str = FAST, model: str | None = None
) -> Choice:
    """The model of one reviewer.

    `review_tier` is `fast` on save and `standard` in a thorough review. `models` maps tiers to the names in the
    settings. `tier` is the reviewer's own: it raises a thorough review's, never a save's, so that what happens all day
    stays cheap and shares one cache. `model` is the one that the reviewer names, whatever the tier.
    """
    tier = review_tier if review_tier == FAST else max(review_tier, tier, key=_RANK.__getitem__)
    name = model or models[tier]
    known = prices.listed(name)
    return Choice(name, _EFFORT[tier] if known is not None and known.effort else None, _MAX_TOKENS[tier])
