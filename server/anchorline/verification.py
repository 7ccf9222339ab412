"""The second look: every finding in source is put before a model that did not raise it, one fresh call for each.

It may look things up in the workspace, within bounds. Its verdict is weighed by the gates; here it is only asked for.
What could not be verified is never taken for confirmed, and never forgotten: it is counted and said, and one that
would be P0 or P1 makes the review incomplete.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from anchorline.findings.prompts import TextBlock
from anchorline.findings.review import ReviewerResult, Usage
from anchorline.findings.verification import UNVERIFIED, Examined, Unverified, Verdict
from anchorline.findings.verified import Verified
from anchorline.findings.wire.reply import Reply
from anchorline.findings.wire.verdict import read_verdict, verdict_schema
from anchorline.findings.words import Outcome, Severity
from anchorline.gates.changed import touches_change
from anchorline.gates.soft_buckets import is_soft
from anchorline.memory.cache import CachedReply, fingerprint, text_key
from anchorline.memory.spend import Spent
from anchorline.models.base import ModelRequest
from anchorline.models.budget import Ceilings, Meter, Priced, estimate, priced
from anchorline.models.run import Answered, Call, ask_all
from anchorline.models.tiers import STANDARD, choose
from anchorline.reviewers.verifier_prompt import NAME, VERSION, finding_text, rules
from anchorline.workspace.desk import Desk, tools

if TYPE_CHECKING:
    from anchorline.findings.finding import Finding
    from anchorline.gates.base import GateContext
    from anchorline.panel import Means, Plan
    from anchorline.settings import Settings
    from anchorline.workspace.tools import Lookups

MOST = 15
"""Findings of one review that are verified, the gravest first."""

_MAX_TOKENS = 8_000
_USUAL_FINDING = 3_000  # characters
_SETTLED = (Outcome.OK, Outcome.CACHED)

OnDone = Callable[[str, Outcome], None]


def _nobody(name: str, outcome: Outcome) -> None:
    """Nobody wants to know."""


def is_wanted(settings: Settings, *, headless: bool) -> bool:
    """Whether findings are verified: `auto` where what is published leaves a person's hands."""
    return settings.validation == "always" or (settings.validation == "auto" and headless)


async def verify(
    findings: Sequence[Finding],
    context: GateContext,
    settings: Settings,
    means: Means,
    lookups: Lookups,
    *,
    ceilings: Ceilings,
    spent: Usage,
    shared: Sequence[TextBlock] = (),
    may_send: bool = True,
    on_done: OnDone = _nobody,
) -> Verified:
    """Verify candidates. `ceilings` are those of the review and `spent` what it has spent so far: this is a part of it.
    `shared` is what the reviewers were shown of the change, with a breakpoint at its end; secrets in it are covered.
    Where nothing `may_send`, verdicts that are remembered count and the rest could not be verified. `on_done` is told
    once, when all are done. Cancelling cancels all.
    """
    chosen, beyond = _chosen(findings, context)
    if not chosen:
        return Verified((None,) * len(findings))
    asked = [_asked(findings[index], context, settings, means, lookups, tuple(shared)) for index in chosen]
    came = await _answers(asked, means, ceilings, spent, context.snapshot.uri, may_send=may_send)
    examined: list[Examined] = [None] * len(findings)
    failures: dict[int, Outcome] = {}
    for index in beyond:
        examined[index] = Unverified(f"more than {MOST} findings were raised, and the gravest went first")
        failures[index] = Outcome.OVER_BUDGET
    for index, answered in zip(chosen, came, strict=True):
        verdict = read_verdict(answered.text) if answered.text is not None else None
        examined[index] = verdict or Unverified(answered.detail or str(answered.outcome))
        if verdict is None:
            failures[index] = answered.outcome if answered.outcome not in _SETTLED else Outcome.MALFORMED
    files = tuple(sorted(lookups.files_read))
    result = _result(findings, examined, failures, came, files)
    lacking = any(findings[index].severity.rank <= Severity.P1.rank for index in failures)
    on_done(NAME, result.outcome)
    return Verified(tuple(examined), result, _usage(came), files, lacking)


def _chosen(findings: Sequence[Finding], context: GateContext) -> tuple[list[int], list[int]]:
    """(indexes to verify, the gravest first; indexes for which there is no room). Left out is what code has proven, and
    what later gates drop whatever a verifier says."""
    ranked = sorted(
        (
            index
            for index, finding in enumerate(findings)
            if not finding.from_checks and not is_soft(finding) and touches_change(finding, context)
        ),
        key=lambda index: (findings[index].severity.rank, -int(findings[index].confidence), index),
    )
    return ranked[:MOST], ranked[MOST:]


@dataclass(frozen=True, slots=True)
class _Asked:
    print: str
    key: str
    call: Call
    desk: Desk


def _asked(
    finding: Finding,
    context: GateContext,
    settings: Settings,
    means: Means,
    lookups: Lookups,
    shared: tuple[TextBlock, ...],
) -> _Asked:
    snapshot = context.snapshot
    desk = Desk(lookups)
    asks = _priced(finding_text(finding, snapshot, means.secret), snapshot.uri, settings, means, shared)
    request = asks.request
    known_by = fingerprint((
        VERSION, rules(), json.dumps(verdict_schema()), *(block.text for block in request.user), request.model,
        request.effort or "", means.provider.name, means.provider.where, snapshot.uri,
    ))  # fmt: skip
    call = Call(asks, reads=_read, look_up=desk.answer)
    return _Asked(known_by, text_key(snapshot.text), call, desk)


def _priced(about: str, document: str, settings: Settings, means: Means, shared: tuple[TextBlock, ...]) -> Priced:
    by_tier = {name: getattr(settings.models, name) for name in ("fast", "standard", "deep")}
    choice = choose(STANDARD, by_tier, means.prices, tier=STANDARD)
    request = ModelRequest(
        reviewer=NAME,
        document=document,
        model=choice.model,
        system=(TextBlock(rules(), not shared),),
        user=(*shared, TextBlock(about)),
        schema=verdict_schema(),
        max_tokens=min(choice.max_tokens, _MAX_TOKENS),
        effort=choice.effort,
        timeout_s=float(settings.timeout_s),
        tools=tools(),
    )
    return priced(request, means.prices.of(choice.model, on_this_machine=means.provider.on_this_machine))


def foreseen(plan: Plan, settings: Settings, means: Means) -> str:
    """What verification may add to what a plan foresees, as a clause for people."""
    one = _priced(" " * _USUAL_FINDING, plan.document, settings, means, plan.shared)
    return (
        f"up to {MOST} findings are then verified by {one.request.model}, for about ${one.likely(first=False):.3f} "
        "each and within the same budget"
    )


async def _answers(
    asked: Sequence[_Asked], means: Means, ceilings: Ceilings, spent: Usage, document: str, *, may_send: bool
) -> tuple[Answered, ...]:
    """What came of each. Those that the budget leaves no room for, the least grave ones, are not asked."""
    kept = {index: answered for index, each in enumerate(asked) if (answered := await _remembered(each, means))}
    waiting = [index for index in range(len(asked)) if index not in kept]
    left = replace(
        ceilings,
        usd_per_review=max(ceilings.usd_per_review - spent.usd, 0.0),
        max_calls=max(ceilings.max_calls - spent.calls, 0),
    )
    fitting, refusal, tokens = len(waiting), "", _MAX_TOKENS
    if not may_send:
        fitting, refusal = 0, "nothing is sent when a file is only opened; save it"
    while fitting:
        foreseen = estimate(
            [asked[i].call.priced for i in waiting[:fitting]], left, means.spending.committed(), _MAX_TOKENS
        )
        if foreseen.refusal is None:
            tokens = foreseen.max_tokens
            break
        fitting, refusal = fitting - 1, f"no room is left in the budget: {foreseen.refusal}"
    calls = [_within(asked[index].call, tokens) for index in waiting[:fitting]]
    meter = Meter(left, means.spending)
    fresh = await ask_all(
        means.provider.model, calls, means.slots, meter,
        on_spent=lambda call, answered: _record(means, document, call, answered),
    )  # fmt: skip
    for index, answered in zip(waiting, fresh, strict=False):
        kept[index] = answered
        if answered.text is not None and means.cache is not None:
            text = json.dumps({"answer": answered.text, "used": asked[index].desk.used})
            means.cache.put(asked[index].print, asked[index].key, document, NAME, CachedReply(text, answered.model))
    for index in waiting[fitting:]:
        kept[index] = Answered(NAME, Outcome.OVER_BUDGET, refusal)
    return tuple(kept[index] for index in range(len(asked)))


async def _remembered(asked: _Asked, means: Means) -> Answered | None:
    """The verdict of an earlier look at the same finding, when everything that was looked up then is still the same."""
    cached = means.cache.get(asked.print, asked.key) if means.cache is not None else None
    if cached is None:
        return None
    try:
        kept = json.loads(cached.text)
        used = [(str(name), given, str(digest)) for name, given, digest in kept["used"]]
        text = str(kept["answer"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    for name, given, digest in used:
        if not await asked.desk.still_says(name, given, digest):
            asked.desk.forget()
            return None
    return Answered(NAME, Outcome.CACHED, text=text, model=cached.model) if read_verdict(text) is not None else None


def _read(text: str) -> Reply:
    """A reply that holds no findings, and is one when it holds a verdict."""
    return Reply(outcome=Outcome.OK if read_verdict(text) is not None else Outcome.MALFORMED)


def _result(
    findings: Sequence[Finding],
    examined: Sequence[Examined],
    failures: Mapping[int, Outcome],
    came: Sequence[Answered],
    files: Sequence[str],
) -> ReviewerResult:
    verified = sum(isinstance(what, Verdict) for what in examined)
    said = [f"{verified} verified"]
    outcome = Outcome.CACHED if all(answered.outcome is Outcome.CACHED for answered in came) else Outcome.OK
    if failures:
        worst = min(failures, key=lambda index: (findings[index].severity.rank, index))
        outcome = failures[worst]
        what = examined[worst]
        reason = what.reason if isinstance(what, Unverified) else ""
        said.append(f"{len(failures)} {UNVERIFIED} ({findings[worst].severity}: {reason})")
    if files:
        said.append(f"read {', '.join(files)}")
    return ReviewerResult(NAME, outcome, "; ".join(said))


def _within(call: Call, max_tokens: int) -> Call:
    """The call with the output that the budget leaves it."""
    request = replace(call.request, max_tokens=min(call.request.max_tokens, max_tokens))
    return replace(call, priced=Priced(request, call.priced.price, call.priced.input, call.priced.shared))


def _record(means: Means, document: str, call: Call, answered: Answered) -> None:
    tokens = answered.tokens
    means.spending.add(
        Spent(
            document=document,
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


def _usage(answers: Sequence[Answered]) -> Usage:
    return Usage(
        calls=sum(answer.calls for answer in answers),
        input_tokens=sum(answer.tokens.plain for answer in answers),
        cache_write_tokens=sum(answer.tokens.cache_write for answer in answers),
        cache_read_tokens=sum(answer.tokens.cache_read for answer in answers),
        output_tokens=sum(answer.tokens.output for answer in answers),
        usd=round(sum(answer.usd for answer in answers), 8),
    )
