"""The model reviewers of one document: who reads it, what they are sent, what it may cost, what they answered.

`plan` says all that before anything is sent, and is what an offer, `doctor` and a budget are made of. `ask` sends it.
Neither judges a finding: that is what the gates are for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from anchorline.asked import Asked, asked_about_change
from anchorline.findings.opinion import Opinion
from anchorline.findings.prompts import TextBlock
from anchorline.findings.review import ReviewerResult, Usage
from anchorline.findings.wire.reply import Reply, read_reply
from anchorline.findings.words import Outcome
from anchorline.memory.cache import CachedReply, ReplyCache, fingerprint, text_key
from anchorline.memory.spend import Spending, Spent
from anchorline.models.base import ModelRequest
from anchorline.models.budget import Ceilings, Estimate, Meter, Priced, estimate, priced
from anchorline.models.prices import FREE, PriceTable
from anchorline.models.provider import Provider
from anchorline.models.run import Answered, Call, ask_all
from anchorline.models.tiers import FAST, STANDARD, choose
from anchorline.reviewers.activation import Activation, activate, traits_of
from anchorline.reviewers.persona import Origin, Persona
from anchorline.reviewers.prompt import assemble, reply_schema, reviewer_parts

if TYPE_CHECKING:
    from anchorline.reviewers.base import Subject
    from anchorline.reviewers.code_context import CodeContext
    from anchorline.settings import Settings

OnDone = Callable[[str, Outcome], None]
"""Told of each reviewer that is done, as it happens."""


@dataclass(frozen=True, slots=True)
class Means:
    """What outlives one review: the model, the memory, the personas. `slots` bounds calls across documents."""

    provider: Provider
    personas: tuple[Persona, ...]
    prices: PriceTable
    spending: Spending
    secret: bytes
    slots: asyncio.Semaphore
    cache: ReplyCache | None = None


@dataclass(frozen=True, slots=True)
class _Open:
    print: str
    """What the cache knows the reviewer by."""
    call: Call


@dataclass(frozen=True, slots=True)
class Plan:
    """A review by models before anything is sent.

    `answers` are those the cache had, `open` the calls that are left, in the order of the personas. `estimate` is of
    those calls; its refusal, when there is one, says why none of them may be made.
    """

    document: str
    key: str
    activations: tuple[Activation, ...]
    names: tuple[str, ...]
    answers: tuple[Answered, ...]
    open: tuple[_Open, ...]
    estimate: Estimate
    ceilings: Ceilings
    models: dict[str, str] = field(default_factory=dict)
    context: CodeContext | None = None
    shared: tuple[TextBlock, ...] = ()
    """What all reviewers are shown of the text."""

    @property
    def personas(self) -> tuple[Persona, ...]:
        return tuple(activation.persona for activation in self.activations if activation.reads)


def plan(
    subject: Subject,
    settings: Settings,
    means: Means,
    *,
    thorough: bool = False,
    most_usd: float | None = None,
    most_named: str = "",
    guidance: str = "",
    edited_at: int | None = None,
    context: CodeContext | None = None,
    primers: Sequence[str] = (),
) -> Plan:
    """Who reads, what the cache already has, and what the rest may cost. Sends nothing.

    `context` is what is round a file of code; with it, the change of the file is reviewed.

    `thorough` asks better models. `most_usd` bounds this review beside the budget that the settings have for its kind;
    `most_named` says to people what that is. `guidance` and `edited_at` are those of `prompt.assemble`. `primers` tell
    of earlier rounds; a reply that is kept stays good whatever they say, for the gates hold to decisions anyway.
    """
    snapshot, outline = subject.snapshot, subject.outline
    change: Asked | None = None
    if context is not None:
        change = asked_about_change(
            subject, settings, means.personas, context, secret=means.secret, guidance=guidance, thorough=thorough
        )
        activations, prompt = change.activations, change.prompt
    else:
        assert outline is not None
        activations = activate(
            means.personas,
            traits_of(outline, subject.document_type, subject.families),
            enable=settings.personas.enable,
            disable=settings.personas.disable,
        )
        prompt = assemble(
            name=snapshot.name.rsplit("/", 1)[-1],
            uri=snapshot.uri,
            text=snapshot.text,
            document_type=subject.document_type,
            outline=outline,
            secret=means.secret,
            language=settings.language,
            guidance=guidance,
            edited_at=edited_at,
        )
    tier = STANDARD if thorough else FAST
    by_tier = _models_by_tier(settings, means.provider)
    key = text_key(snapshot.text if change is None else "")  # a change is part of what a reviewer is known by
    schema = reply_schema() if change is None else change.schema
    answers: list[Answered] = []
    waiting: list[_Open] = []
    models: dict[str, str] = {}
    reading = [activation.persona for activation in activations if activation.reads]
    for persona in reading:
        # A repository's own profiles read with the fast model always: who accepts them agrees to that.
        asks = FAST if persona.origin is Origin.WORKSPACE else tier
        choice = choose(asks, by_tier, means.prices, tier=persona.tier, model=persona.model)
        models[persona.name] = choice.model
        if change is None:
            parts = reviewer_parts(persona, choice.model, choice.effort, settings.language, guidance)
        else:
            parts = change.parts(persona, choice.model, choice.effort)
        known_by = fingerprint((*parts, means.provider.name, means.provider.where, snapshot.uri))
        cached = means.cache.get(known_by, key) if means.cache is not None else None
        if cached is not None:
            answer = _from_cache(persona, cached)
            if answer is not None:
                answers.append(answer)
                continue
        request = ModelRequest(
            reviewer=persona.name,
            document=snapshot.uri,
            model=choice.model,
            system=prompt.system,
            user=prompt.user(persona, primers),
            schema=schema,
            max_tokens=choice.max_tokens,
            effort=choice.effort,
            timeout_s=float(settings.timeout_s),
        )
        price = means.prices.of(choice.model, on_this_machine=means.provider.on_this_machine)
        if means.provider.unpriced:
            price = FREE
        call = Call(priced(request, price), persona.at_least_one, persona.autofix, persona.profile)
        waiting.append(_Open(known_by, call))
    budget = settings.budget
    per_review, named = budget.usd_per_review, "budget.usd_per_review"
    if thorough:
        per_review, named = budget.usd_per_thorough, "budget.usd_per_thorough"
    if most_usd is not None and most_usd < per_review:
        per_review, named = most_usd, most_named
    ceilings = Ceilings(per_review, budget.usd_per_day, budget.max_calls, named)
    most = max((each.call.request.max_tokens for each in waiting), default=0)
    foreseen = estimate([each.call.priced for each in waiting], ceilings, means.spending.committed(), most)
    return Plan(
        document=snapshot.uri,
        key=key,
        activations=activations,
        names=tuple(persona.name for persona in reading),
        answers=tuple(answers),
        open=tuple(waiting),
        estimate=foreseen,
        ceilings=ceilings,
        models=models,
        context=context,
        shared=prompt.shared,
    )


async def ask(plan: Plan, means: Means, on_done: OnDone) -> tuple[Answered, ...]:
    """Make the calls that are left. All answers, cached ones too, in the order of the personas."""
    for answered in plan.answers:
        on_done(answered.reviewer, answered.outcome)
    fresh: Sequence[Answered] = ()
    if plan.open and plan.estimate.refusal is not None:
        fresh = [Answered(each.call.request.reviewer, Outcome.OVER_BUDGET, plan.estimate.refusal) for each in plan.open]
    elif plan.open:
        means.spending.estimated(plan.document, plan.estimate.calls, plan.estimate.likely_usd)
        meter = Meter(plan.ceilings, means.spending)
        calls = [_within(each.call, plan.estimate.max_tokens) for each in plan.open]
        fresh = await ask_all(
            means.provider.model,
            calls,
            means.slots,
            meter,
            on_done=lambda call, answered: on_done(call.request.reviewer, answered.outcome),
            on_spent=lambda call, answered: _record(means, plan, call, answered),
        )
        if means.cache is not None:
            for each, answered in zip(plan.open, fresh, strict=True):
                if answered.text is not None:
                    reply = CachedReply(answered.text, answered.model)
                    means.cache.put(each.print, plan.key, plan.document, answered.reviewer, reply)
    by_name = {answered.reviewer: answered for answered in (*plan.answers, *fresh)}
    return tuple(by_name[name] for name in plan.names)


def _models_by_tier(settings: Settings, provider: Provider) -> dict[str, str]:
    """As the settings name them. Where the recipient chooses, a name that nobody set is none: the provider's stands."""
    named = {name: str(getattr(settings.models, name)) for name in ("fast", "standard", "deep")}
    if not provider.unpriced:
        return named
    usual = type(settings.models)()
    return {name: provider.name if model == getattr(usual, name) else model for name, model in named.items()}


def opinion(plan: Plan, answers: Sequence[Answered]) -> Opinion:
    """The answers as the gates take them in, with the bounds that each persona sets to its own sureness."""
    return Opinion(
        raised=tuple(raised for answer in answers for raised in answer.reply.raised),
        malformed=tuple(drop for answer in answers for drop in answer.reply.malformed),
        residual_risks=tuple(note for answer in answers for note in answer.reply.residual_risks),
        deferred_questions=tuple(note for answer in answers for note in answer.reply.deferred_questions),
        testing_gaps=tuple(note for answer in answers for note in answer.reply.testing_gaps),
        results=tuple(ReviewerResult(answer.reviewer, answer.outcome, answer.detail) for answer in answers),
        usage=_usage(answers),
        floors={persona.name: persona.floor for persona in plan.personas},
        ceilings={persona.name: persona.ceiling for persona in plan.personas},
        models={answer.reviewer: answer.model or plan.models.get(answer.reviewer, "") for answer in answers},
        standards=tuple((each.name, each.text) for each in plan.context.standards) if plan.context is not None else (),
    )


def _usage(answers: Sequence[Answered]) -> Usage:
    return Usage(
        calls=sum(answer.calls for answer in answers),
        input_tokens=sum(answer.tokens.plain for answer in answers),
        cache_write_tokens=sum(answer.tokens.cache_write for answer in answers),
        cache_read_tokens=sum(answer.tokens.cache_read for answer in answers),
        output_tokens=sum(answer.tokens.output for answer in answers),
        usd=round(sum(answer.usd for answer in answers), 8),
    )


def _from_cache(persona: Persona, cached: CachedReply) -> Answered | None:
    """A reply that was kept enters again like a new one; one that no longer reads is asked for anew."""
    read: Reply = read_reply(cached.text, persona.name, autofix=persona.autofix, profile=persona.profile)
    if read.outcome is not Outcome.OK:
        return None
    return Answered(persona.name, Outcome.CACHED, reply=read, model=cached.model)


def _within(call: Call, max_tokens: int) -> Call:
    """The call with the output that the budget leaves it."""
    request = call.request
    if request.max_tokens <= max_tokens:
        return call
    tight = replace(request, max_tokens=max_tokens)
    return replace(call, priced=Priced(tight, call.priced.price, call.priced.input, call.priced.shared))


def _record(means: Means, plan: Plan, call: Call, answered: Answered) -> None:
    tokens = answered.tokens
    means.spending.add(
        Spent(
            document=plan.document,
            reviewer=answered.reviewer,
            model=answered.model or call.request.model,
            calls=answered.calls,
            plain=tokens.plain,
            cache_write=tokens.cache_write,
            cache_read=tokens.cache_read,
            output=tokens.output,
            usd=answered.usd,
        )
    )
