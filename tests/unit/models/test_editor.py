"""The editor's own model: what it is asked, and what becomes of what it answers."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from anchorline.findings.words import Outcome
from anchorline.models.base import ModelFailure, ModelRequest, TextBlock, Tokens, Watch
from anchorline.models.editor import NAME, EditorAccess, EditorModel, NotAnsweredError
from anchorline.models.provider import NoProvider, Provider, ProviderSettings, resolve_provider

REQUEST = ModelRequest(
    "coherence",
    "file:///a.md",
    NAME,
    (TextBlock("The rules."),),
    (TextBlock("One. ", True), TextBlock("Two.", True), TextBlock("Reviewer: coherence")),
    max_tokens=900,
    timeout_s=10.0,
)
GOOD = {"text": "{}", "model": "m-1", "stopReason": "end_turn"}


def model_of(answer: object, seen: list[Any] | None = None) -> EditorModel:
    async def ask(params: dict[str, Any], within: float) -> object:
        if seen is not None:
            seen.append(params)
        if isinstance(answer, Exception):
            raise answer
        return answer

    return EditorModel(EditorAccess(ask))


async def failure_of(answer: object) -> ModelFailure:
    with pytest.raises(ModelFailure) as caught:
        await model_of(answer).complete(REQUEST, Watch())
    return caught.value


async def test_what_all_reviewers_share_is_a_message_of_its_own():
    seen: list[Any] = []
    await model_of(GOOD, seen).complete(REQUEST, Watch())
    assert seen == [
        {
            "system": "The rules.",
            "messages": [
                {"role": "user", "content": "One. Two."},
                {"role": "user", "content": "Reviewer: coherence"},
            ],
            "maxTokens": 900,
            "reviewer": "coherence",
        }
    ]


async def test_a_model_that_settings_name_is_a_wish():
    seen: list[Any] = []
    await model_of(GOOD, seen).complete(replace(REQUEST, model="large"), Watch())
    assert seen[0]["model"] == "large"


async def test_calls_are_counted_and_tokens_are_not_made_up():
    watch = Watch()
    reply = await model_of(GOOD).complete(REQUEST, watch)
    assert (reply.model, reply.stop_reason, watch.attempts, watch.billed()) == ("m-1", "end_turn", 1, Tokens())


async def test_a_call_beyond_the_ceiling_is_not_made():
    seen: list[Any] = []
    with pytest.raises(ModelFailure) as caught:
        await model_of(GOOD, seen).complete(REQUEST, Watch(may_send=lambda: False))
    assert (caught.value.outcome, seen) == (Outcome.OVER_BUDGET, [])


async def test_the_first_answer_releases_the_others_and_later_ones_need_not_wait():
    model, events = model_of(GOOD), []
    for _ in range(2):
        await model.complete(REQUEST, Watch(on_first_byte=lambda: events.append("begun")))
        events.append("answered")
    assert events[:2] == ["begun", "answered"]
    gate = asyncio.Event()

    async def slow(params: dict[str, Any], within: float) -> object:
        await gate.wait()
        return GOOD

    begun: list[bool] = []
    model._access = EditorAccess(slow)
    waiting = asyncio.create_task(model.complete(REQUEST, Watch(on_first_byte=lambda: begun.append(True))))
    await asyncio.sleep(0)
    assert begun == [True]
    gate.set()
    await waiting


async def test_time_bounds_an_editor_that_is_silent():
    async def silent(params: dict[str, Any], within: float) -> object:
        await asyncio.Event().wait()

    with pytest.raises(ModelFailure) as caught:
        await EditorModel(EditorAccess(silent)).complete(replace(REQUEST, timeout_s=0.01), Watch())
    assert caught.value.outcome is Outcome.TIMEOUT


@pytest.mark.parametrize(
    ("error", "outcome", "words", "for_all"),
    [
        (NotAnsweredError(), Outcome.TIMEOUT, "timeout_s", False),
        (NotAnsweredError(-32603, "no\r\nluck"), Outcome.ERROR, "gave no answer: no luck", False),
        (NotAnsweredError(0, ""), Outcome.ERROR, "did not say why", False),
        (NotAnsweredError(-32601, "?"), Outcome.ERROR, "offers no model", True),
        (NotAnsweredError(-32800, "?"), Outcome.ERROR, "cancelled in the editor", True),
        (NotAnsweredError(1, "sign in first", "unauthorized"), Outcome.UNAUTHORIZED, "sign in first", True),
        (NotAnsweredError(1, "wait", "overloaded"), Outcome.OVERLOADED, "wait", False),
        (NotAnsweredError(1, "no", "ok"), Outcome.ERROR, "no", False),
    ],
)
async def test_an_error_has_one_sentence(error, outcome, words, for_all):
    failure = await failure_of(error)
    assert (failure.outcome, failure.for_all) == (outcome, for_all)
    assert words in failure.sentence
    assert "\n" not in failure.sentence


async def test_keys_in_an_editors_words_are_covered():
    assert "A1b2" not in (await failure_of(NotAnsweredError(1, "bad key sk-ant-api03-" + "A1b2" * 24))).sentence


@pytest.mark.parametrize("answer", [None, 3, [], {"text": None}, {"text": ["{}"]}])
async def test_what_has_no_text_is_malformed_for_all(answer):
    failure = await failure_of(answer)
    assert (failure.outcome, failure.for_all) == (Outcome.MALFORMED, True)


async def test_a_reason_to_stop_that_nobody_knows_is_no_clean_end():
    failure = await failure_of({**GOOD, "stopReason": "tired"})
    assert (failure.outcome, failure.partial, failure.for_all) == (Outcome.MALFORMED, "{}", False)


def test_a_key_comes_before_the_editor_and_a_setting_before_both():
    access = EditorAccess(lambda params, within: asyncio.sleep(0), "Trial")
    key = {"ANTHROPIC_API_KEY": "k"}

    def name(provider: str, env: dict[str, str], base_url: str | None = None) -> str:
        found = resolve_provider(ProviderSettings(provider, base_url), env, access)
        return found.name if isinstance(found, Provider) else found.reason

    assert name("auto", {}) == "editor"
    assert name("auto", key) == "anthropic"
    assert name("auto", {}, "http://127.0.0.1:1") == "anthropic"
    assert name("editor", key) == "editor"
    assert "off" in name("off", {})


def test_only_a_setting_is_consent():
    access = EditorAccess(lambda params, within: asyncio.sleep(0), "Trial")
    found = [resolve_provider(ProviderSettings(name), {}, access) for name in ("auto", "editor")]
    assert [(each.explicit, each.where, each.on_this_machine) for each in found if isinstance(each, Provider)] == [
        (False, "the model of Trial", False),
        (True, "the model of Trial", False),
    ]


def test_without_an_editor_the_reason_says_what_to_do():
    found = resolve_provider(ProviderSettings("editor"), {})
    assert isinstance(found, NoProvider)
    assert not found.off
    assert "name another provider" in found.reason
