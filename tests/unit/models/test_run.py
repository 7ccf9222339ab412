"""The calls of one review, against a local endpoint: order, cache, failures, money, cancelling."""

from __future__ import annotations

import asyncio
import threading

import pytest

import kit
from anchorline.findings.words import AutofixClass, Outcome
from anchorline.models.anthropic import Access, AnthropicModel
from anchorline.models.base import ModelRequest, TextBlock
from anchorline.models.budget import Ceilings, Meter, priced
from anchorline.models.prices import price_table
from anchorline.models.run import AGAIN, Call, ask_all
from anchorline.models.scripted import ScriptedModel, script_of
from endpoint import Drip, Drop, Endpoint, Say, Status, finding, reply

SEVEN = ("coherence", "feasibility", "adversarial", "design-lens", "product-lens", "scope-guardian", "security-lens")


def call(reviewer: str, *, document: str = "A document. " * 400, model: str = "claude-haiku-5-5", **fields) -> Call:
    request = ModelRequest(
        reviewer=reviewer,
        document="file:///plan.md",
        model=model,
        system=(TextBlock("The rules."),),
        user=(TextBlock(document, True), TextBlock(f"Reviewer: {reviewer}\n\nRead.")),
        schema={"type": "object"},
        max_tokens=2000,
        timeout_s=fields.pop("timeout_s", 20.0),
    )
    return Call(priced(request, price_table().of(model)), **fields)


def meter(usd: float = 1.0, day: float = 2.0, calls: int = 40, spent: float = 0.0) -> Meter:
    return Meter(Ceilings(usd, day, calls), kit.day(spent))


class Asked:
    """A review under way against an endpoint, with everything that it says on the way."""

    def __init__(self, endpoint: Endpoint, *, max_retries: int = 0) -> None:
        self.model = AnthropicModel(Access(base_url=endpoint.url, api_key="k"), max_retries=max_retries)
        self.done: list[str] = []
        self.spent: list[float] = []

    async def all(self, calls, slots: int = 6, account: Meter | None = None):
        try:
            return await ask_all(
                self.model,
                calls,
                asyncio.Semaphore(slots),
                account or meter(),
                on_done=lambda _, answered: self.done.append(answered.reviewer),
                on_spent=lambda _, answered: self.spent.append(answered.usd),
            )
        finally:
            await self.model.close()


async def test_answers_come_in_the_order_of_the_calls_and_are_read():
    with Endpoint({"feasibility": [Say(reply(finding("a quote")))]}) as endpoint:
        asked = Asked(endpoint)
        answers = await asked.all([call(name) for name in SEVEN])
    assert [answer.reviewer for answer in answers] == list(SEVEN)
    assert {answer.outcome for answer in answers} == {Outcome.OK}
    assert answers[1].reply.raised[0].rule == "feasibility/contradiction"
    assert answers[1].text == reply(finding("a quote"))
    assert sorted(asked.done) == sorted(SEVEN)


async def test_the_others_wait_until_the_first_answer_has_begun_and_no_longer():
    gate, pause = threading.Event(), threading.Event()
    with Endpoint({"coherence": [Say(gate=gate, pause=pause)]}) as endpoint:
        review = asyncio.create_task(Asked(endpoint).all([call(name) for name in SEVEN]))
        await asyncio.to_thread(endpoint.wait_for, lambda e: e.seen, "the first request")
        assert endpoint.reviewers() == ["coherence"]
        gate.set()
        await asyncio.to_thread(endpoint.wait_for, lambda e: len(e.seen) == 7, "the others")
        pause.set()
        await review


async def test_the_others_read_the_cache_that_the_first_wrote():
    with Endpoint() as endpoint:
        answers = await Asked(endpoint).all([call(name) for name in SEVEN])
    assert answers[0].tokens.cache_write > 0
    assert {answer.tokens.cache_read for answer in answers[1:]} == {answers[0].tokens.cache_write}
    assert {answer.tokens.cache_write for answer in answers[1:]} == {0}


async def test_reviewers_on_another_model_have_a_first_of_their_own():
    gate = threading.Event()
    calls = [call("coherence"), call("deep-lens", model="claude-opus-5-5"), call("feasibility")]
    with Endpoint({"coherence": [Say(gate=gate)], "deep-lens": [Say(gate=gate)]}) as endpoint:
        review = asyncio.create_task(Asked(endpoint).all(calls))
        await asyncio.to_thread(endpoint.wait_for, lambda e: len(e.seen) == 2, "both first requests")
        assert set(endpoint.reviewers()) == {"coherence", "deep-lens"}
        gate.set()
        await review


async def test_no_more_calls_are_under_way_than_there_are_slots_for_all_documents_together():
    gate = threading.Event()
    slots = asyncio.Semaphore(3)
    with Endpoint({"*": [Say(pause=gate)]}) as endpoint:
        model = AnthropicModel(Access(base_url=endpoint.url, api_key="k"))
        reviews = [
            asyncio.create_task(ask_all(model, [call(name, document=text) for name in SEVEN], slots, meter()))
            for text in ("one " * 500, "two " * 500)
        ]
        await asyncio.to_thread(endpoint.wait_for, lambda e: len(e.seen) == 3, "three requests")
        assert slots.locked()
        gate.set()
        await asyncio.gather(*reviews)
        await model.close()
        assert len(endpoint.seen) == 14


@pytest.mark.parametrize(("status", "outcome"), [(401, Outcome.UNAUTHORIZED), (404, Outcome.ERROR)])
async def test_a_failure_that_would_meet_all_is_met_once(status, outcome):
    with Endpoint({"*": [Status(status)]}) as endpoint:
        answers = await Asked(endpoint).all([call(name) for name in SEVEN])
        assert len(endpoint.seen) == 1
    assert {answer.outcome for answer in answers} == {outcome}
    assert len({answer.detail for answer in answers}) == 1


async def test_one_that_fails_costs_no_other_its_findings():
    script = {
        "coherence": [Status(500)], "feasibility": [Say("Sorry, I cannot.")],
        "adversarial": [Say("{}", stop_reason="refusal")],
        "design-lens": [Drop(reply(finding("kept"), finding("broken"))[:-80])], "*": [Say(reply(finding("fine")))],
    }  # fmt: skip
    with Endpoint(script) as endpoint:
        answers = {answer.reviewer: answer for answer in await Asked(endpoint).all([call(name) for name in SEVEN])}
    assert [answers[name].outcome for name in SEVEN] == [
        Outcome.ERROR, Outcome.MALFORMED, Outcome.REFUSED, Outcome.ERROR, Outcome.OK, Outcome.OK, Outcome.OK,
    ]  # fmt: skip
    assert [raised.evidence[0].text for raised in answers["design-lens"].reply.raised] == ["kept"]
    assert [name for name in SEVEN if answers[name].text is None] == list(SEVEN[:4])


async def test_an_answer_cut_off_keeps_its_whole_findings():
    text = reply(finding("first"), finding("second"))
    with Endpoint({"*": [Say(text[: text.index("second")], stop_reason="max_tokens")]}) as endpoint:
        (answer,) = await Asked(endpoint).all([call("coherence")])
    assert answer.outcome is Outcome.CUT_OFF
    assert [raised.evidence[0].text for raised in answer.reply.raised] == ["first"]


async def test_an_empty_answer_is_asked_for_again_once_where_the_reviewer_says_so():
    with Endpoint({"coherence": [Say(), Say(reply(finding("late")))]}) as endpoint:
        (answer,) = await Asked(endpoint).all([call("coherence", at_least_one=True)])
        first, second = endpoint.seen
    assert second.blocks[:-1] == first.blocks[:-1]
    assert second.blocks[-1]["text"] == first.blocks[-1]["text"] + AGAIN
    assert (len(answer.reply.raised), answer.calls) == (1, 2)


async def test_an_answer_that_is_empty_twice_is_taken_as_it_is():
    with Endpoint() as endpoint:
        answers = await Asked(endpoint).all([call("coherence", at_least_one=True), call("feasibility")])
        assert endpoint.reviewers().count("coherence") == 2
        assert endpoint.reviewers().count("feasibility") == 1
    assert [answer.outcome for answer in answers] == [Outcome.OK, Outcome.OK]


async def test_a_reviewer_that_may_not_reach_apply_never_claims_it():
    with Endpoint({"*": [Say(reply(finding(autofix_class="safe_auto")))]}) as endpoint:
        (answer,) = await Asked(endpoint).all([call("coherence", autofix=AutofixClass.GATED_AUTO)])
    assert answer.reply.raised[0].autofix_class is AutofixClass.GATED_AUTO


async def test_retries_are_counted_against_the_ceiling_of_calls():
    with Endpoint({"*": [Status(500, {"retry-after-ms": "1"})]}) as endpoint:
        asked = Asked(endpoint, max_retries=2)
        answers = await asked.all([call(name) for name in SEVEN], account=meter(calls=8))
        assert len(endpoint.seen) == 8
    assert Outcome.OVER_BUDGET in {answer.outcome for answer in answers}


async def test_what_was_spent_today_by_others_holds_a_request_back():
    with Endpoint() as endpoint:
        answers = await Asked(endpoint).all([call("coherence")], account=meter(day=2.0, spent=2.0))
        assert endpoint.seen == []
    assert answers[0].outcome is Outcome.OVER_BUDGET


async def test_what_a_refused_call_cost_is_nothing_and_what_an_answer_cost_is_told():
    with Endpoint({"coherence": [Status(500)]}) as endpoint:
        asked = Asked(endpoint)
        account = meter()
        await asked.all([call("coherence"), call("feasibility")], account=account)
    assert asked.spent[0] == 0.0
    assert asked.spent[1] > 0.0
    assert account.usd == pytest.approx(sum(asked.spent))


async def test_cancelling_closes_all_connections_and_what_was_spent_is_told():
    with Endpoint({"*": [Drip()]}) as endpoint:
        asked = Asked(endpoint)
        review = asyncio.create_task(asked.all([call(name) for name in SEVEN]))
        await asyncio.to_thread(endpoint.wait_for, lambda e: len(e.seen) == 6, "six requests")
        review.cancel()
        with pytest.raises(asyncio.CancelledError):
            await review
        await asyncio.to_thread(endpoint.wait_for, lambda e: len(e.left) == 6, "six connections close")
    assert len(asked.spent) == 6
    assert asked.done == []


async def test_the_time_of_a_second_asking_is_what_the_first_left():
    script, _ = script_of({"coherence": [{"reply": {"findings": []}, "delay_s": 0.1}, {"delay_s": 60}]}, "script")
    (answer,) = await ask_all(
        ScriptedModel(script), [call("coherence", at_least_one=True, timeout_s=0.3)], asyncio.Semaphore(1), meter()
    )
    assert (answer.outcome, answer.calls) == (Outcome.OK, 2)


async def test_a_fault_of_the_program_is_one_reviewers_error():
    class Broken(ScriptedModel):
        async def complete(self, request, watch):
            if request.reviewer == "coherence":
                raise KeyError("oops")
            return await super().complete(request, watch)

    answers = await ask_all(Broken({}), [call("coherence"), call("feasibility")], asyncio.Semaphore(2), meter())
    assert [answer.outcome for answer in answers] == [Outcome.ERROR, Outcome.OK]
    assert "KeyError" in answers[0].detail
