"""What tokens cost: a table that is data, with its date, and what to assume of a model that is not in it."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from anchorline.models.base import Tokens

_CUSTOMARY_WRITE = 1.25  # times the input price, where a provider publishes no price of its own
_ASCII_PER_TOKEN = 3.0
_TOKENS_PER_OTHER = 1.2
_ASCII_RUN = re.compile("[\x00-\x7f]+")


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens. Prompts of more than `long_over` tokens cost `long_factor` times as much."""

    input: float
    output: float
    cache_read: float
    cache_write: float
    long_over: int | None = None
    long_factor: float = 1.0
    effort: bool = False

    def usd(self, tokens: Tokens) -> float:
        """The cost of one call."""
        factor = self.long_factor if self.long_over is not None and tokens.input > self.long_over else 1.0
        total = (
            tokens.plain * self.input
            + tokens.cache_write * self.cache_write
            + tokens.cache_read * self.cache_read
            + tokens.output * self.output
        )
        return total * factor / 1_000_000


FREE = Price(0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class PriceTable:
    as_of: str
    models: Mapping[str, Price]

    def listed(self, model: str) -> Price | None:
        """The price of a model, also when a provider writes its name with a region, a vendor or a date around it."""
        exact = self.models.get(model)
        if exact is not None:
            return exact
        inside = (name for name in self.models if re.search(rf"(?:^|[./]){re.escape(name)}(?:$|[-@:])", model))
        return next((self.models[name] for name in inside), None)

    def of(self, model: str, *, on_this_machine: bool = False) -> Price:
        """The price to reckon with. A model that is not listed costs nothing on this machine, and elsewhere as much
        as the dearest one that is, so that a ceiling holds all the same."""
        listed = self.listed(model)
        if listed is not None:
            return listed
        if on_this_machine or not self.models:
            return FREE
        dear = self.models.values()
        return Price(
            max(price.input for price in dear),
            max(price.output for price in dear),
            max(price.cache_read for price in dear),
            max(price.cache_write for price in dear),
        )


@cache
def price_table() -> PriceTable:
    raw = tomllib.loads(resources.files("anchorline.models").joinpath("prices.toml").read_text("utf-8"))
    models = {
        name: Price(
            input=entry["input"],
            output=entry["output"],
            cache_read=entry.get("cache_read", entry["input"]),
            cache_write=entry.get("cache_write", entry["input"] * _CUSTOMARY_WRITE),
            long_over=entry.get("long_over"),
            long_factor=entry.get("long_factor", 1.0),
            effort=entry.get("effort", False),
        )
        for name, entry in raw["models"].items()
    }
    return PriceTable(raw["as_of"], models)


def estimated_tokens(text: str) -> int:
    """Tokens that a text will be, reckoned rather high: a third of its ASCII characters, 1.2 for each other one.

    English prose has about four characters a token, code and tables about three, CJK about one token a character.
    """
    if text.isascii():
        return math.ceil(len(text) / _ASCII_PER_TOKEN)
    ascii_length = sum(len(run) for run in _ASCII_RUN.findall(text))
    return math.ceil(ascii_length / _ASCII_PER_TOKEN + (len(text) - ascii_length) * _TOKENS_PER_OTHER)
