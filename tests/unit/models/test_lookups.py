"""A model that looks things up before it answers: what goes to the endpoint, and where it ends."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from anchorline.findings.wire.reply import Reply
from anchorline.findings.words import Outcome
from anchorline.models.anthropic import Access, AnthropicModel
from anchorline.models.base import ModelRequest, TextBlock, Tool, ToolUse
from anchorline.models.budget import Ceilings, Meter, priced
from anchorline.models.prices import price_table
from anchorline.models.run import MOST_AT_ONCE, MOST_TURNS, Call, ask_all
from anchorline.models.scripted import ScriptedModel, script_of
from endpoint import Drip, Endpoint, Look, Say, Status
from kit import day

READ = Tool("read_file", "Reads.", {"type": "object", "properties": {"path": {"type": "string"}}})
OWN = "Reviewer: verifier\n\nVerify this one finding."


class Desk:
    def __init__(self, answer: str = "1: x = 1") -> None:
        self.asked: list[ToolUse] = []
        self.text = answer

    async def answer(self, use: ToolUse) -> str:
        self.asked.append(use)
        return self.text


def call(desk: Desk, **changes) -> Call:
    request = ModelRequest(
        reviewer="verifier", document="file:///a.py", model="claude-sonnet-5-5", system=(TextBlock("The rules."),),
        user=(TextBlock("The change. " * 400, True), TextBlock(OWN)), schema={"type": "object"}, max_tokens=2000,
        timeout_s=20.0, tools=(READ,),
    )  # fmt: skip
    request = replace(request, **changes)
    return Call(priced(request, price_table().of(request.model)), reads=lambda _: Reply(), look_up=desk.answer)


async def asked(model, *calls, usd=1.0, most=40):
    meter = Meter(Ceilings(usd, 2.0, most), day())
    try:
        return await ask_all(model, calls, asyncio.Semaphore(6), meter)
    finally:
        await model.close()


def real(endpoint: Endpoint) -> AnthropicModel:
    return AnthropicModel(Access(base_url=endpoint.url, api_key="k"), max_retries=0)


@pytest.mark.parametrize("whole", [False, True])
async def test_what_it_asks_for_is_answered_and_its_own_task_stands_last_again(whole):
    desk = Desk()
    with Endpoint({"verifier": [Look("read_file", {"path": "a.py"}, whole), Say("the answer")]}) as endpoint:
        (answered,) = await asked(real(endpoint), call(desk))
    assert (answered.outcome, answered.text, answered.calls) == (Outcome.OK, "the answer", 2)
    assert [(use.name, use.input) for use in desk.asked] == [("read_file", {"path": "a.py"})]
    first, second = (seen.body for seen in endpoint.seen)
    assert first["tools"] == [{"name": "read_file", "description": "Reads.", "input_schema": READ.schema}]
    assert "tool_choice" not in first
    assert second["messages"][0] == first["messages"][0]
    said, told = second["messages"][1:]
    assert said["role"] == "assistant"
    assert said["content"][-1] == {"type": "tool_use", "id": "use_0", "name": "read_file", "input": {"path": "a.py"}}
    if not whole:
        assert said["content"][:2] == [
            {"type": "thinking", "thinking": "Let me look.", "signature": "signed"},
            {"type": "text", "text": "I look."},
        ]
    assert told["content"][0] == {"type": "tool_result", "tool_use_id": "use_0", "content": "1: x = 1"}
    assert told["content"][1]["text"].startswith(OWN)
    assert [seen.reviewer for seen in endpoint.seen] == ["verifier", "verifier"]


async def test_all_that_was_sent_is_paid_for():
    with Endpoint({"verifier": [Look("read_file", {}), Look("read_file", {}), Say("x" * 400)]}) as endpoint:
        (answered,) = await asked(real(endpoint), call(Desk()))
    total = endpoint.total()
    assert answered.calls == 3
    assert answered.tokens.input == total.plain + total.write + total.read
    assert answered.usd > 0


async def test_a_model_that_goes_round_in_circles_is_stopped():
    desk = Desk()
    with Endpoint({"verifier": [Look("read_file", {"path": "a.py"})]}) as endpoint:
        (answered,) = await asked(real(endpoint), call(desk))
    assert (answered.outcome, answered.text) == (Outcome.ERROR, None)
    assert "was stopped" in answered.detail
    assert len(endpoint.seen) == MOST_TURNS + 1
    assert "No look-ups are left" in endpoint.seen[-1].body["messages"][-1]["content"][-1]["text"]


@pytest.mark.parametrize("given", ["not a table", [1, 2], None, 7])
async def test_what_is_asked_with_may_have_any_shape(given):
    desk = Desk("refused")
    with Endpoint({"verifier": [Look("read_file", given), Say("x")]}) as endpoint:
        (answered,) = await asked(real(endpoint), call(desk))
    assert answered.outcome is Outcome.OK
    assert desk.asked[0].input == given


async def test_each_look_up_counts_against_the_budget():
    with Endpoint({"verifier": [Look("read_file", {})]}) as endpoint:
        (answered,) = await asked(real(endpoint), call(Desk()), most=3)
    assert answered.outcome is Outcome.OVER_BUDGET
    assert len(endpoint.seen) == 3


async def test_answers_that_are_long_are_reckoned_with_before_they_are_sent():
    desk = Desk("x" * 300_000)
    with Endpoint({"verifier": [Look("read_file", {})]}) as endpoint:
        (answered,) = await asked(real(endpoint), call(desk), usd=0.1)
    assert answered.outcome is Outcome.OVER_BUDGET
    assert len(endpoint.seen) == 1


async def test_the_time_is_for_all_rounds_together():
    with Endpoint({"verifier": [Look("read_file", {}), Drip()]}) as endpoint:
        (answered,) = await asked(real(endpoint), call(Desk(), timeout_s=1.0))
    assert answered.outcome is Outcome.TIMEOUT


async def test_cancelling_closes_the_connection_in_any_round():
    with Endpoint({"verifier": [Look("read_file", {}), Drip()]}) as endpoint:
        task = asyncio.create_task(asked(real(endpoint), call(Desk())))
        await asyncio.to_thread(endpoint.wait_for, lambda e: len(e.seen) == 2, "the second round")
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.to_thread(endpoint.wait_for, lambda e: e.left == ["verifier"], "the client leaving")


async def test_an_endpoint_that_takes_no_tools_is_asked_without():
    script = {"verifier": [Status(400, kind="invalid_request_error", message="tools: not supported"), Say("x")]}
    with Endpoint(script) as endpoint:
        (answered,) = await asked(real(endpoint), call(Desk()))
    assert answered.outcome is Outcome.OK
    assert "tools" not in endpoint.seen[1].body


def scripted(data) -> ScriptedModel:
    script, problems = script_of(data, "script")
    assert problems == ()
    return ScriptedModel(script)


async def test_the_script_can_look_things_up_and_tell_calls_apart_by_what_they_say():
    model = scripted({
        "verifier": [
            {"when": "Alpha", "looks_up": [{"name": "read_file", "input": {"path": "a.py"}}]},
            {"when": "Alpha", "text": "one"},
            {"when": "Beta", "validated": False},
            {"text": "other"},
        ]
    })  # fmt: skip
    desk = Desk()
    calls = [call(desk, user=(TextBlock(f"Reviewer: verifier\n\n{name}"),)) for name in ("Beta", "Alpha", "Gamma")]
    answers = await asked(model, *calls)
    assert [answer.text for answer in answers] == ['{"validated": false}', "one", "other"]
    assert len(desk.asked) == 1


async def test_one_round_answers_so_many_questions_and_no_more():
    ask = [{"name": "read_file", "input": {"path": f"{number}.py"}} for number in range(MOST_AT_ONCE + 3)]
    desk = Desk()
    (answered,) = await asked(scripted({"verifier": [{"looks_up": ask}, {"text": "done"}]}), call(desk))
    assert answered.text == "done"
    assert len(desk.asked) == MOST_AT_ONCE
