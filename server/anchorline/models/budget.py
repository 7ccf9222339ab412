"""What a review may cost: an estimate before, ceilings while it runs, usage after.

A ceiling holds because every HTTP request, retries too, is counted before it is sent at the most it can cost: its input
without any cache, and as much output as it is allowed. How much output that is follows from what the ceilings leave. A
call that has ended counts what the endpoint says; one that was broken off before that, its prompt and a usual answer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol
from uuid import uuid4

from anchorline.models.base import ModelRequest, Tokens, Turn
from anchorline.models.prices import Price, estimated_tokens

LEAST_OUTPUT = 1_500
"""Tokens. A reviewer that may not say this much had better not be asked."""

USUAL_OUTPUT = 1_200
_DUST = 1e-9


@dataclass(frozen=True, slots=True)
class Ceilings:
    """`usd_per_review` is that of a save or of a thorough review, whichever this is, and `named` what set it."""

    usd_per_review: float
    usd_per_day: float
    max_calls: int
    named: str = "budget.usd_per_review"


@dataclass(frozen=True, slots=True)
class Estimate:
    """Before anything is sent. `likely_usd` reckons with the cache and with usual answers: the number for people.
    `max_tokens` is the output that each call may have. `refusal` says why nothing is to be sent, None when all may."""

    calls: int
    likely_usd: float
    max_tokens: int
    refusal: str | None = None


@dataclass(frozen=True, slots=True)
class Priced:
    """A request with its price and the size of its prompt in tokens: `shared` of it is the same for all."""

    request: ModelRequest
    price: Price
    input: int
    shared: int

    def most(self, output: int) -> float:
        """US dollars, with nothing to read from a cache and all that can be cached written to it."""
        price = self.price
        write = max(price.cache_write, price.input)
        total = (self.input - self.shared) * price.input + self.shared * write + output * price.output
        long = price.long_over is not None and self.input > price.long_over
        return total * (price.long_factor if long else 1.0) / 1_000_000

    def likely(self, *, first: bool) -> float:
        own = self.input - self.shared
        shared = Tokens(cache_write=self.shared) if first else Tokens(cache_read=self.shared)
        return self.price.usd(shared + Tokens(plain=own, output=USUAL_OUTPUT))


def priced(request: ModelRequest, price: Price) -> Priced:
    ends = request.shared_blocks
    shared = sum(estimated_tokens(block.text) for block in (*request.system, *request.user[:ends]))
    shared += sum(estimated_tokens(f"{tool.name}{tool.description}{json.dumps(tool.schema)}") for tool in request.tools)
    own = sum(estimated_tokens(block.text) for block in request.user[ends:])
    own += sum(_tokens_of(turn) for turn in request.turns)
    return Priced(request, price, shared + own, shared)


def _tokens_of(turn: Turn) -> int:
    said = json.dumps(turn.said, ensure_ascii=False, default=str)
    texts = (said, *(text for _, text in turn.answers), *(block.text for block in turn.user))
    return sum(estimated_tokens(text) for text in texts)


def estimate(requests: Sequence[Priced], ceilings: Ceilings, spent_today: float, max_tokens: int) -> Estimate:
    """Whether all of these calls fit, and how much each may then say. `max_tokens`: what they may say at best."""
    likely = sum(request.likely(first=index == 0) for index, request in enumerate(requests))
    left = min(ceilings.usd_per_review, ceilings.usd_per_day - spent_today)
    least = sum(request.most(LEAST_OUTPUT) for request in requests)
    if len(requests) > ceilings.max_calls:
        refusal = (
            f"{len(requests)} calls would pass budget.max_calls ({ceilings.max_calls}); raise it or disable reviewers"
        )
        return Estimate(len(requests), likely, 0, refusal)
    if least > max(left, 0.0):
        what, limit = ceilings.named, f"${ceilings.usd_per_review:.4g}"
        if ceilings.usd_per_day - spent_today < ceilings.usd_per_review:
            what = "budget.usd_per_day"
            limit = f"${ceilings.usd_per_day:g}, ${spent_today:.4f} spent or set aside today"
        refusal = f"{len(requests)} calls may cost ${least:.4f}, which would pass {what} ({limit}); raise it"
        return Estimate(len(requests), likely, 0, refusal)
    per_token = sum(request.most(1_000_000) - request.most(0) for request in requests) / 1_000_000
    fits = int((left - sum(request.most(0) for request in requests)) / per_token) if per_token > 0 else max_tokens
    return Estimate(len(requests), likely, max(min(max_tokens, fits), LEAST_OUTPUT))


class Day(Protocol):
    """What all reviews of a day share, in this process and in others: see `memory.spend.Spending`."""

    def hold(self, key: str, usd: float, ceiling: float, seconds: float) -> bool:
        """Set `usd` aside for at most `seconds`; False when the ceiling leaves no room."""
        ...

    def let_go(self, key: str) -> None:
        """The call has ended, and what it cost was recorded."""
        ...


@dataclass(slots=True)
class Meter:
    """The running account of one review. Whoever settles a call records its cost with the day, and then lets it go.

    What the day sets aside for the review is one sum: for its calls under way, and for those that are still to come.
    """

    ceilings: Ceilings
    day: Day
    calls: int = 0
    usd: float = 0.0
    tokens: Tokens = field(default_factory=Tokens)
    _reserved: dict[str, float] = field(default_factory=dict)
    _ahead: dict[str, float] = field(default_factory=dict)
    _key: str = field(default_factory=lambda: uuid4().hex)

    def begin(self, calls: Mapping[str, float], seconds: float) -> bool:
        """Set aside what these calls may cost, by key. False when the day has no room for all of them."""
        if not self._held(dict(calls), seconds):
            return False
        self._ahead = dict(calls)
        return True

    def admit(self, key: str, most: float, seconds: float) -> bool:
        """Whether one more HTTP request may be sent for the call `key`, which then may cost `most` US dollars and take
        so long."""
        reserved = sum(cost for other, cost in self._reserved.items() if other != key) + most
        if self.calls + 1 > self.ceilings.max_calls:
            return False
        if most > 0 and self.usd + reserved > self.ceilings.usd_per_review + _DUST:
            return False
        if most > 0 and not self._held({**self._ahead, **self._reserved, key: most}, seconds):
            return False
        self.calls += 1
        self._ahead.pop(key, None)
        self._reserved[key] = most
        return True

    def settle(self, key: str, usd: float, tokens: Tokens) -> None:
        """End a call that cost so much."""
        self._reserved.pop(key, None)
        self.usd += usd
        self.tokens += tokens

    def let_go(self, key: str, seconds: float) -> None:
        """What the call cost was recorded."""
        self._ahead.pop(key, None)
        self._held({**self._ahead, **self._reserved}, seconds)

    def end(self) -> None:
        """No call is to come, and none is under way."""
        self.day.let_go(self._key)

    def _held(self, costs: dict[str, float], seconds: float) -> bool:
        usd = sum(costs.values())
        return usd <= 0 or self.day.hold(self._key, usd, self.ceilings.usd_per_day, seconds)
