"""Prices, estimates and ceilings."""

from __future__ import annotations

import pytest

from anchorline.models.base import ModelRequest, TextBlock, Tokens
from anchorline.models.budget import LEAST_OUTPUT, Ceilings, Meter, estimate, priced
from anchorline.models.prices import FREE, estimated_tokens, price_table
from kit import day

HAIKU = price_table().of("claude-haiku-5-5")
M = 1_000_000


def test_the_table_says_from_when_it_is():
    assert price_table().as_of == "2026-11-30"


@pytest.mark.parametrize(
    ("model", "tokens", "usd"),
    [
        ("claude-haiku-5-5", Tokens(plain=100_000), 0.01),
        ("claude-haiku-5-5", Tokens(plain=200_000), 0.02 * 5),
        ("claude-haiku-5-5", Tokens(plain=1000, cache_write=1000, cache_read=1000, output=1000), 0.000735),
        ("claude-sonnet-5-5", Tokens(plain=M, cache_write=M, cache_read=M, output=M), 2 + 2.5 + 0.1 + 10),
        ("claude-opus-5-5", Tokens(plain=M, output=M), 24),
        ("claude-opus-5-5", Tokens(cache_write=M, cache_read=M), 5 + 4),
    ],
)
def test_tokens_have_their_price(model, tokens, usd):
    assert price_table().of(model).usd(tokens) == pytest.approx(usd)


@pytest.mark.parametrize(
    "name",
    [
        "anthropic.claude-haiku-5-5",
        "us.anthropic.claude-haiku-5-5",
        "claude-haiku-5-5-20261007",
        "claude-haiku-5-5@20261007",
    ],
)
def test_a_model_is_known_under_the_names_that_clouds_give_it(name):
    assert price_table().of(name) == HAIKU


def test_an_unknown_model_is_free_on_this_machine_and_dear_elsewhere():
    assert price_table().of("qwen3", on_this_machine=True) == FREE
    assert price_table().of("qwen3").output == 20.0
    assert price_table().of("claude-haiku-5-50") != HAIKU


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("abc", 1), ("a" * 3000, 1000), ("é" * 10, 12), ("计划" * 5, 12)]
)
def test_tokens_are_reckoned_rather_high(text, tokens):
    assert estimated_tokens(text) == tokens


def request(model: str = "claude-haiku-5-5", shared: int = 60_000, own: int = 3_000, output: int = 8_000):
    blocks = (TextBlock("d" * shared, True), TextBlock("p" * own))
    return priced(ModelRequest("r", "u", model, (), blocks, max_tokens=output), price_table().of(model))


SEVEN = [request() for _ in range(7)]


def test_an_estimate_reckons_with_the_cache_and_usual_answers():
    told = estimate(SEVEN, Ceilings(0.10, 2.00, 40), 0.0, 8_000)
    first = HAIKU.usd(Tokens(1000, 20_000, 0, 1200))
    other = HAIKU.usd(Tokens(1000, 0, 20_000, 1200))
    assert (told.refusal, told.calls, told.max_tokens) == (None, 7, 8_000)
    assert told.likely_usd == pytest.approx(first + 6 * other)


@pytest.mark.parametrize(
    ("ceilings", "spent", "words"),
    [
        (Ceilings(0.001, 2.00, 40), 0.0, "budget.usd_per_review ($0.001)"),
        (Ceilings(0.10, 2.00, 40), 1.995, "budget.usd_per_day ($2, $1.9950 spent or set aside today)"),
        (Ceilings(0.10, 2.00, 6), 0.0, "budget.max_calls (6)"),
        (Ceilings(0.0, 0.0, 40), 0.0, "would pass"),
    ],
)
def test_nothing_is_sent_when_a_ceiling_would_be_passed_and_the_reason_names_it(ceilings, spent, words):
    assert words in estimate(SEVEN, ceilings, spent, 8_000).refusal


def test_what_the_ceilings_leave_bounds_what_each_may_say():
    thorough = [request("claude-sonnet-5-5") for _ in range(7)]
    told = estimate(thorough, Ceilings(1.00, 2.00, 40), 0.0, 20_000)
    assert LEAST_OUTPUT <= told.max_tokens < 20_000
    assert sum(call.most(told.max_tokens) for call in thorough) <= 1.00


def test_free_models_are_bound_by_calls_alone():
    calls = [priced(SEVEN[0].request, FREE)] * 7
    assert estimate(calls, Ceilings(0.0, 0.0, 7), 5.0, 8_000).refusal is None


def test_a_meter_admits_what_fits_beside_what_is_under_way():
    meter = Meter(Ceilings(0.10, 1.00, 40), day())
    assert meter.admit("a", 0.06, 20)
    assert not meter.admit("b", 0.06, 20)
    assert meter.admit("a", 0.06, 20)  # a retry takes the place of the try before
    meter.settle("a", 0.01, Tokens(output=5))
    assert meter.admit("b", 0.06, 20)
    assert (meter.calls, meter.usd, meter.tokens) == (3, 0.01, Tokens(output=5))


def test_a_meter_counts_every_request():
    meter = Meter(Ceilings(1.0, 1.0, 2), day())
    assert [meter.admit("a", 0.0, 20) for _ in range(3)] == [True, True, False]
