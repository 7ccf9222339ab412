"""The calls of one review: who goes first, how many at once, what each came to.

Calls that share a prefix form a group. The first of them goes alone until its answer begins, for then the others read
the cache that it wrote. A failure that would meet all of them in the same way is met once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from uuid import uuid4

from anchorline.findings.wire.reply import Reply, read_reply
from anchorline.findings.words import AutofixClass, Outcome, Profile
from anchorline.models.base import (
    Model,
    ModelFailure,
    ModelReply,
    ModelRequest,
    TextBlock,
    Tokens,
    ToolUse,
    Turn,
    Watch,
)
from anchorline.models.budget import USUAL_OUTPUT, Meter, Priced, priced

AGAIN = (
    "\n\nYour first reading of this document raised nothing. Read it once more within your territory. If there is "
    "still nothing that meets the rules, answer with an empty list again: that is a valid answer."
)


MOST_TURNS = 6
"""Rounds of look-ups. A model that has not made up its mind by then goes round in circles."""
MOST_AT_ONCE = 8
"""Things that one round may ask for."""

LookUp = Callable[[ToolUse], Awaitable[str]]


@dataclass(frozen=True, slots=True)
class Call:
    """One reviewer's call. `at_least_one`: an empty answer is asked for again, once. `autofix` caps what it claims;
    `profile` says in which form it answers. `reads` is for answers that are no findings: whoever asked takes their text
    from `Answered.text`. `look_up` answers what the model asks for with the request's tools."""

    priced: Priced
    at_least_one: bool = False
    autofix: AutofixClass = AutofixClass.SAFE_AUTO
    profile: Profile = Profile.DOCUMENT
    reads: Callable[[str], Reply] | None = None
    look_up: LookUp | None = None

    @property
    def request(self) -> ModelRequest:
        return self.priced.request


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of one reviewer. `text` is the reply as received, for the cache; None unless it is whole and good.

    `calls` counts HTTP requests. `usd` is their cost in US dollars, `model` the one that answered.
    """

    reviewer: str
    outcome: Outcome
    detail: str = ""
    reply: Reply = field(default_factory=Reply)
    text: str | None = None
    calls: int = 0
    tokens: Tokens = field(default_factory=Tokens)
    usd: float = 0.0
    model: str = ""


Recorder = Callable[[Call, Answered], None]


def _ignored(call: Call, answered: Answered) -> None:
    """Nobody wants to know."""


def _unheard() -> None:
    """Nobody waits for the answer to begin."""


def _untold(failure: ModelFailure) -> None:
    """Nobody shares the failure."""


async def ask_all(
    model: Model,
    calls: Sequence[Call],
    slots: asyncio.Semaphore,
    meter: Meter,
    *,
    on_done: Recorder = _ignored,
    on_spent: Recorder = _ignored,
) -> tuple[Answered, ...]:
    """Make the calls; the answers are in the order of `calls`.

    `slots` bounds the calls under way and is shared by all documents. `on_spent` is told of every call that was sent,
    as soon as its cost is known, cancelled ones too; `on_done` of every reviewer that is done. Cancelling cancels all.
    """
    groups: dict[tuple[object, ...], list[int]] = {}
    for index, call in enumerate(calls):
        groups.setdefault(call.request.shared, []).append(index)
    keys = {id(call): uuid4().hex for call in calls}
    costs = {keys[id(call)]: call.priced.most(call.request.max_tokens) for call in calls}
    if not meter.begin(costs, 2 * max((call.request.timeout_s for call in calls), default=0.0)):
        answers = {index: _no_room(call) for index, call in enumerate(calls)}
        for index, answered in answers.items():
            on_done(calls[index], answered)
        return tuple(answers.values())
    run = _Run(model, slots, meter, on_done, on_spent, keys)
    try:
        async with asyncio.TaskGroup() as tasks:
            started = [
                (members, tasks.create_task(run.group([calls[index] for index in members])))
                for members in groups.values()
            ]
    finally:
        meter.end()
    answers = {index: answer for members, task in started for index, answer in zip(members, task.result(), strict=True)}
    return tuple(answers[index] for index in range(len(calls)))


@dataclass(frozen=True, slots=True)
class _Run:
    model: Model
    slots: asyncio.Semaphore
    meter: Meter
    on_done: Recorder
    on_spent: Recorder
    keys: dict[int, str]
    """What the meter knows the calls by that are still to come."""

    async def group(self, calls: Sequence[Call]) -> list[Answered]:
        begun = asyncio.Event()
        refused: list[ModelFailure] = []

        async def first(call: Call) -> Answered:
            try:
                return await self.one(call, begun.set, refused.append)
            finally:
                begun.set()

        async def after(call: Call) -> Answered:
            await begun.wait()
            if refused:
                answered = Answered(call.request.reviewer, refused[0].outcome, refused[0].sentence)
                self.on_done(call, answered)
                return answered
            return await self.one(call)

        async with asyncio.TaskGroup() as tasks:
            started = [tasks.create_task(after(call) if index else first(call)) for index, call in enumerate(calls)]
        return [task.result() for task in started]

    async def one(
        self,
        call: Call,
        on_first_byte: Callable[[], None] = _unheard,
        on_refused: Callable[[ModelFailure], None] = _untold,
    ) -> Answered:
        async with self.slots:
            begin = asyncio.get_running_loop().time()
            answered = await self.ask(call, on_first_byte, on_refused)
            left = call.request.timeout_s - (asyncio.get_running_loop().time() - begin)
            if call.at_least_one and _says_nothing(answered) and left > 0:
                again = await self.ask(_again(call, left), _unheard, _untold)
                # A second try that fails takes nothing away from the first.
                better = again if again.outcome is Outcome.OK else answered
                answered = replace(
                    better, calls=answered.calls + again.calls, tokens=answered.tokens + again.tokens,
                    usd=answered.usd + again.usd,
                )  # fmt: skip
        self.on_done(call, answered)
        return answered

    async def ask(
        self, call: Call, on_first_byte: Callable[[], None], on_refused: Callable[[ModelFailure], None]
    ) -> Answered:
        clock = asyncio.get_running_loop().time
        end = clock() + call.request.timeout_s
        answered, reply = await self.once(call, on_first_byte, on_refused)
        for rounds_left in reversed(range(MOST_TURNS)):
            if call.look_up is None or reply is None or not reply.tool_uses:
                return answered
            call = await _going_on(call, reply, end - clock(), rounds_left)
            if clock() >= end:
                return _stopped(answered, Outcome.TIMEOUT, "its time ran out over look-ups")
            again, reply = await self.once(call, _unheard, _untold)
            answered = replace(
                again, calls=answered.calls + again.calls, tokens=answered.tokens + again.tokens,
                usd=answered.usd + again.usd,
            )  # fmt: skip
        if reply is None or not reply.tool_uses:
            return answered
        return _stopped(answered, Outcome.ERROR, f"it still looked things up after {MOST_TURNS} rounds and was stopped")

    async def once(
        self, call: Call, on_first_byte: Callable[[], None], on_refused: Callable[[ModelFailure], None]
    ) -> tuple[Answered, ModelReply | None]:
        """One message of the model; None where there was none."""
        key = self.keys.pop(id(call), None) or uuid4().hex
        most = call.priced.most(call.request.max_tokens)
        watch = Watch(on_first_byte, lambda: self.meter.admit(key, most, call.request.timeout_s))
        answered = Answered(call.request.reviewer, Outcome.ERROR, "cancelled")
        reply: ModelReply | None = None
        try:
            reply = await self.model.complete(call.request, watch)
            answered = _answered(call, reply)
        except ModelFailure as failure:
            if failure.for_all:
                on_refused(failure)
            answered = _failed(call, failure)
        except Exception as error:  # noqa: BLE001  # the boundary of a call: the other reviewers go on
            sentence = f"the call failed ({type(error).__name__}); save again to retry"
            answered = _failed(call, ModelFailure(Outcome.ERROR, sentence))
        finally:
            answered = self._settled(key, call, watch, answered)
        return answered, reply

    def _settled(self, key: str, call: Call, watch: Watch, answered: Answered) -> Answered:
        tokens = watch.billed()
        price = call.priced.price
        usd = price.usd(tokens) if tokens is not None else call.priced.most(USUAL_OUTPUT)
        self.meter.settle(key, usd, tokens or Tokens())
        answered = replace(answered, calls=watch.attempts, tokens=tokens or Tokens(), usd=usd)
        if watch.attempts:
            self.on_spent(call, answered)
        self.meter.let_go(key, call.request.timeout_s)
        return answered


def _no_room(call: Call) -> Answered:
    sentence = "not asked, for calls under way elsewhere may use up budget.usd_per_day; save again in a while"
    return Answered(call.request.reviewer, Outcome.OVER_BUDGET, sentence)


def _answered(call: Call, reply: ModelReply) -> Answered:
    read = _read(call, reply.text)
    outcome = reply.outcome if reply.outcome is not Outcome.OK else read.outcome
    detail = {
        Outcome.CUT_OFF: "the answer reached its limit and was cut off; its whole findings are kept",
        Outcome.REFUSED: "the model declined to answer",
        Outcome.MALFORMED: "the answer was not in the form that was asked for",
    }.get(outcome, "")
    text = reply.text if outcome is Outcome.OK else None
    return Answered(call.request.reviewer, outcome, detail, _kept(read), text, model=reply.model)


def _failed(call: Call, failure: ModelFailure) -> Answered:
    """What had come whole before the failure is kept."""
    read = _read(call, failure.partial) if failure.partial else Reply()
    return Answered(call.request.reviewer, failure.outcome, failure.sentence, _kept(read))


def _stopped(answered: Answered, outcome: Outcome, sentence: str) -> Answered:
    return replace(answered, outcome=outcome, detail=sentence, reply=Reply(), text=None)


async def _going_on(call: Call, reply: ModelReply, left: float, rounds: int) -> Call:
    """The call with what the model asked for. What is a reviewer's own is said again, so that it stands last."""
    assert call.look_up is not None
    answers: list[tuple[str, str]] = []
    for index, use in enumerate(reply.tool_uses):
        too_many = f"refused: more than {MOST_AT_ONCE} look-ups at once"
        answers.append((use.id, await call.look_up(use) if index < MOST_AT_ONCE else too_many))
    request = call.request
    own = request.user[-1].text
    hint = f"Rounds of look-ups left: {rounds}." if rounds else "No look-ups are left: answer now."
    turn = Turn(reply.content, tuple(answers), (TextBlock(f"{own}\n\n{hint}"),))
    request = replace(request, turns=(*request.turns, turn), timeout_s=left)
    return replace(call, priced=priced(request, call.priced.price))


def _read(call: Call, text: str) -> Reply:
    if call.reads is not None:
        return call.reads(text)
    return read_reply(text, call.request.reviewer, autofix=call.autofix, profile=call.profile)


def _kept(read: Reply) -> Reply:
    return Reply() if read.outcome is Outcome.MALFORMED and not read.malformed else read


def _says_nothing(answered: Answered) -> bool:
    return answered.outcome is Outcome.OK and not answered.reply.raised and not answered.reply.malformed


def _again(call: Call, left: float) -> Call:
    *others, last = call.request.user
    request = replace(call.request, user=(*others, TextBlock(last.text + AGAIN, last.breakpoint)), timeout_s=left)
    return replace(call, priced=replace(call.priced, request=request))


__all__ = ["AGAIN", "Answered", "Call", "ask_all"]
