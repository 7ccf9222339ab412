"""The stand-in that ships."""

from __future__ import annotations

import json

import pytest

from anchorline.findings.words import Outcome
from anchorline.models.base import ModelFailure, ModelRequest, TextBlock, Tokens, Watch
from anchorline.models.scripted import ScriptedModel, read_script, script_of


def request(reviewer: str = "coherence", document: str = "file:///a.md", timeout_s: float = 10.0) -> ModelRequest:
    return ModelRequest(reviewer, document, "any", (), (TextBlock("Reviewer: x"),), timeout_s=timeout_s)


def model_of(data: object) -> ScriptedModel:
    script, problems = script_of(data, "script.yaml")
    assert problems == ()
    return ScriptedModel(script)


async def test_a_reviewer_answers_what_stands_under_its_name():
    model = model_of({"coherence": {"findings": [{"title": "T"}]}, "*": {"text": "nothing to say"}})
    assert json.loads((await model.complete(request(), Watch())).text) == {"findings": [{"title": "T"}]}
    assert (await model.complete(request("other"), Watch())).text == "nothing to say"


async def test_whoever_is_not_named_finds_nothing():
    assert json.loads((await model_of({}).complete(request(), Watch())).text)["findings"] == []


async def test_a_list_is_for_successive_calls_on_one_document_and_its_last_one_stays():
    model = model_of({"coherence": [{"text": "one"}, {"text": "two"}]})
    texts = [(await model.complete(request(), Watch())).text for _ in range(3)]
    assert texts == ["one", "two", "two"]
    assert (await model.complete(request(document="file:///b.md"), Watch())).text == "one"


@pytest.mark.parametrize("word", ["timeout", "overloaded", "unauthorized", "error"])
async def test_a_failure_is_raised_with_its_sentence(word):
    with pytest.raises(ModelFailure) as caught:
        await model_of({"*": {"failure": word, "detail": "as written"}}).complete(request(), Watch())
    assert (caught.value.outcome, caught.value.sentence) == (Outcome(word), "as written")


@pytest.mark.parametrize(("word", "outcome"), [("cut_off", Outcome.CUT_OFF), ("refused", Outcome.REFUSED)])
async def test_an_answer_may_end_as_answers_do(word, outcome):
    answer = await model_of({"*": {"failure": word, "text": '{"findings": ['}}).complete(request(), Watch())
    assert (answer.outcome, answer.text) == (outcome, '{"findings": [')


async def test_a_delay_beyond_the_time_is_a_timeout():
    with pytest.raises(ModelFailure) as caught:
        await model_of({"*": {"delay_s": 60}}).complete(request(timeout_s=0.01), Watch())
    assert caught.value.outcome is Outcome.TIMEOUT


async def test_usage_is_reported_and_the_first_byte_announced():
    begun = []
    watch = Watch(on_first_byte=lambda: begun.append(True))
    await model_of({"*": {"usage": {"plain": 1, "cache_read": 3, "output": 4}}}).complete(request(), watch)
    assert (watch.billed(), begun) == (Tokens(1, 0, 3, 4), [True])


async def test_what_may_not_be_paid_for_is_not_answered():
    with pytest.raises(ModelFailure) as caught:
        await model_of({}).complete(request(), Watch(may_send=lambda: False))
    assert caught.value.outcome is Outcome.OVER_BUDGET


@pytest.mark.parametrize(("name", "text"), [("s.json", '{"a": {"findings": []}}'), ("s.yaml", "a:\n  findings: []\n")])
def test_a_script_is_json_or_yaml(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    script, problems = read_script(tmp_path / name)
    assert (list(script), problems) == (["a"], ())


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("s.yaml", "a: [", "is not YAML"),
        ("s.json", "{", "is not JSON"),
        ("s.yaml", "- a", "no table"),
        ("s.yaml", "a: {failure: tired}", '"tired" is none of'),
        ("s.yaml", "a: {delay: 3}", "unknown delay"),
        ("s.yaml", "a: 3", "an answer is a table"),
    ],
)
def test_a_broken_script_is_one_sentence_that_names_the_file(tmp_path, name, text, words):
    (tmp_path / name).write_text(text)
    _, (problem,) = read_script(tmp_path / name)
    assert words in problem
    assert name in problem


def test_a_missing_script_is_one_sentence(tmp_path):
    script, (problem,) = read_script(tmp_path / "none.yaml")
    assert script == {}
    assert "cannot be read" in problem
