"""The stand-in that ships: answers from a file, by the reviewer's name. For demonstrations and tests.

The file is JSON or YAML, a table from reviewer to what it answers; `"*"` stands for every reviewer that is not named,
and a reviewer that nothing stands for finds nothing. An answer is either the reply itself (a table with `findings`) or

    reply: {findings: […]}       the reply; or `text`, exactly the characters that the model sends
    stop_reason: end_turn        or max_tokens, refusal
    delay_s: 0.2                 seconds before the answer begins
    failure: timeout             or overloaded, unauthorized, error: no reply; refused, cut_off, malformed: a bad one
    detail: …                    the sentence that goes with a failure
    usage: {plain: 100, cache_write: 0, cache_read: 0, output: 50}
    looks_up: [{name: read_file, input: {path: a.py}}]   what it asks for instead of answering
    when: "Off by one"           only for calls whose last block of text holds this

A verdict (a table with `validated`) is an answer too. A list of answers is for successive calls of that reviewer on one
document; its last one stays. Same file, same calls: same answers.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from anchorline.findings.words import Outcome
from anchorline.models.base import ModelFailure, ModelReply, ModelRequest, Tokens, Watch
from anchorline.models.failures import over_budget, spent

ANYBODY = "*"
NAME = "scripted"

_LARGEST = 16_000_000  # bytes
_NOTHING = '{"findings": [], "residual_risks": [], "deferred_questions": []}'
_FIELDS = frozenset({"reply", "text", "stop_reason", "delay_s", "failure", "detail", "usage", "looks_up", "when"})
_FAILURES = {
    outcome.value: outcome
    for outcome in (
        Outcome.TIMEOUT, Outcome.OVERLOADED, Outcome.REFUSED, Outcome.CUT_OFF, Outcome.MALFORMED, Outcome.UNAUTHORIZED,
        Outcome.ERROR,
    )
}  # fmt: skip
_WITHOUT_REPLY = (Outcome.TIMEOUT, Outcome.OVERLOADED, Outcome.UNAUTHORIZED, Outcome.ERROR)


@dataclass(frozen=True, slots=True)
class Answer:
    text: str = _NOTHING
    stop_reason: str = "end_turn"
    delay_s: float = 0.0
    failure: Outcome | None = None
    detail: str = ""
    tokens: Tokens = field(default_factory=Tokens)
    looks_up: tuple[tuple[str, object], ...] = ()
    when: str = ""


Script = Mapping[str, tuple[Answer, ...]]


class ScriptedModel:
    """See `Model`. Counts the calls of each reviewer on each document."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._calls: Counter[tuple[str, str, str]] = Counter()

    async def complete(self, request: ModelRequest, watch: Watch) -> ModelReply:
        if not watch.may_send():
            raise over_budget()
        watch.attempts += 1
        answer = self._next(request)
        try:
            async with asyncio.timeout(request.timeout_s):
                await asyncio.sleep(answer.delay_s)
        except TimeoutError:
            raise spent(request.timeout_s) from None
        if answer.failure in _WITHOUT_REPLY:
            sentence = answer.detail or f"the script says {answer.failure}"
            raise ModelFailure(answer.failure, sentence, for_all=answer.failure is Outcome.UNAUTHORIZED)
        watch.on_first_byte()
        watch.tokens = answer.tokens
        asked = tuple(
            {"type": "tool_use", "id": f"use_{len(request.turns)}_{index}", "name": name, "input": given}
            for index, (name, given) in enumerate(answer.looks_up if request.tools else ())
        )
        return ModelReply(answer.text, answer.stop_reason, NAME, asked)

    async def close(self) -> None:
        return None

    def _next(self, request: ModelRequest) -> Answer:
        answers = self._script.get(request.reviewer) or self._script.get(ANYBODY) or (Answer(),)
        last = (request.turns[-1].user if request.turns else request.user)[-1].text
        when = next((answer.when for answer in answers if answer.when and answer.when in last), "")
        answers = tuple(answer for answer in answers if answer.when == when) or (Answer(),)
        key = (request.document, request.reviewer, when)
        self._calls[key] += 1
        return answers[min(self._calls[key], len(answers)) - 1]


def read_script(path: Path) -> tuple[Script, tuple[str, ...]]:
    """(script, problems). A file that cannot be read gives an empty script and one sentence."""
    try:
        with path.open("rb") as file:
            raw = file.read(_LARGEST + 1)
    except OSError as error:
        return {}, (
            f"{path}: cannot be read ({error.strerror or type(error).__name__}); check provider = scripted:FILE",
        )
    if len(raw) > _LARGEST:
        return {}, (f"{path}: larger than {_LARGEST:,} bytes",)
    try:
        text = raw.decode("utf-8-sig")
        data = json.loads(text) if path.suffix.casefold() == ".json" else yaml.safe_load(text)
    except (ValueError, RecursionError, yaml.YAMLError) as error:
        line = getattr(getattr(error, "problem_mark", None), "line", None)
        place = f" near line {line + 1}" if line is not None else ""
        return {}, (f"{path}: is not {'JSON' if path.suffix.casefold() == '.json' else 'YAML'}{place}; correct it",)
    return script_of(data, str(path))


def script_of(data: object, name: str) -> tuple[Script, tuple[str, ...]]:
    """(script, problems) of what was read from a file called `name`."""
    if not isinstance(data, Mapping):
        return {}, (f"{name}: is no table from reviewer to answer; see the documentation of scripted:FILE",)
    script: dict[str, tuple[Answer, ...]] = {}
    problems: list[str] = []
    for reviewer, entry in data.items():
        answers: list[Answer] = []
        for item in entry if isinstance(entry, list) else [entry]:
            answer, problem = _answer(item)
            answers.append(answer)
            if problem:
                problems.append(f"{name}: {reviewer}: {problem}")
        script[str(reviewer)] = tuple(answers)
    return script, tuple(problems)


def _answer(item: object) -> tuple[Answer, str | None]:
    if item is None:
        return Answer(), None
    if not isinstance(item, Mapping):
        return Answer(), "an answer is a table with findings, or with reply, text or failure"
    if "findings" in item or "validated" in item:
        when = str(item.get("when") or "")
        return Answer(_json({key: value for key, value in item.items() if key != "when"}), when=when), None
    unknown = sorted(str(key) for key in item if key not in _FIELDS)
    if unknown:
        return Answer(), f"unknown {', '.join(unknown)}; an answer has {', '.join(sorted(_FIELDS))}"
    word = item.get("failure")
    failure = _FAILURES.get(str(word)) if word is not None else None
    if word is not None and failure is None:
        return Answer(), f'failure "{word}" is none of {", ".join(_FAILURES)}'
    text = item["text"] if isinstance(item.get("text"), str) else _json(item.get("reply") or json.loads(_NOTHING))
    stop = (
        {Outcome.CUT_OFF: "max_tokens", Outcome.REFUSED: "refusal"}.get(failure, "end_turn") if failure else "end_turn"
    )
    if failure is Outcome.MALFORMED and "text" not in item:
        text = "I could not find anything to say in the form that was asked for."
    usage = item.get("usage")
    return Answer(
        text,
        str(item.get("stop_reason") or stop),
        _number(item.get("delay_s")),
        failure,
        str(item.get("detail") or ""),
        Tokens(*(int(_number(usage.get(key))) for key in ("plain", "cache_write", "cache_read", "output")))
        if isinstance(usage, Mapping)
        else Tokens(),
        _looks_up(item.get("looks_up")),
        str(item.get("when") or ""),
    ), None  # fmt: skip


def _looks_up(value: object) -> tuple[tuple[str, object], ...]:
    asked = value if isinstance(value, list) else ()
    return tuple((str(each.get("name")), each.get("input")) for each in asked if isinstance(each, Mapping))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _number(value: object) -> float:
    return (
        float(value) if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 10**9 else 0.0
    )
