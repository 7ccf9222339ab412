"""The file of a persona: a head that says when it reads and how far it may go, and its prompt."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

import yaml

from anchorline.findings.finding import CHECKS
from anchorline.findings.words import Anchor, DocumentType, Profile
from anchorline.reviewers.persona import Origin, Part, Persona, Signal, Tier

E = TypeVar("E", bound=StrEnum)

LONGEST_PROMPT = 7_000
"""Characters, about 2,000 tokens. A longer prompt costs on every save and says no more."""

LONGEST_FILE = 64_000  # bytes
_LONGEST_ABOUT = 120
_MOST_SIGNALS = 20
_MOST_WORDS = 200
_NAME = re.compile(r"[a-z][a-z0-9]{0,30}(?:-[a-z0-9]{1,30}){0,4}")
_HEAD = re.compile(r"\ufeff?---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_FIELDS = frozenset({
    "name", "about", "profile", "always", "signals", "tier", "floor", "ceiling", "at_least_one", "model", "context",
})  # fmt: skip
_SIGNAL_FIELDS = frozenset({
    "reason", "words", "at_least", "in", "types", "members", "languages", "paths", "changed_lines", "decisions",
})  # fmt: skip
_KINDS = ("words", "types", "members", "languages", "paths", "changed_lines", "decisions")
_FOR_DOCUMENTS, _FOR_CODE = frozenset({"types", "members"}), frozenset(_KINDS[3:])
_RESERVED = frozenset({CHECKS, "verifier"})


@dataclass(frozen=True, slots=True)
class ProfileFile:
    """A profile as it was read: `name` is what messages call the file."""

    name: str
    data: bytes = field(repr=False)

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


def read_persona(file: ProfileFile, origin: Origin) -> tuple[Persona | None, str | None]:
    """(persona, problem). A profile that says something wrong is not used at all; one that only asks for more than its
    origin may have is used without that, and the problem says so."""
    try:
        return _read(file, origin)
    except _Wrong as wrong:
        return None, f"{file.name}: {wrong}"


class _Wrong(Exception):  # noqa: N818  # carries a sentence to the one place that returns it
    """What is wrong with a profile, to follow the name of its file."""


def _read(file: ProfileFile, origin: Origin) -> tuple[Persona, str | None]:
    if len(file.data) > LONGEST_FILE:
        raise _Wrong(f"is larger than {LONGEST_FILE:,} bytes; shorten it")
    try:
        text = file.data.decode("utf-8")
    except UnicodeDecodeError:
        raise _Wrong("is not UTF-8; save it as UTF-8") from None
    head = _HEAD.match(text)
    if head is None:
        raise _Wrong("has no head between two --- lines; begin with ---, name: …, ---")
    values = _table(head[1])
    unknown = sorted(str(key) for key in values if key not in _FIELDS)
    if unknown:
        raise _Wrong(f"unknown {', '.join(unknown)}; a head has {', '.join(sorted(_FIELDS))}")
    name = values.get("name")
    if not isinstance(name, str) or not _NAME.fullmatch(name) or name in _RESERVED:
        raise _Wrong("name must be lower-case words with hyphens, such as data-lens, and not checks or verifier")
    prompt = text[head.end() :].strip()
    if not prompt:
        raise _Wrong("has no prompt below its head")
    if len(prompt) > LONGEST_PROMPT:
        raise _Wrong(f"its prompt has {len(prompt):,} characters; {LONGEST_PROMPT:,} is the most")
    always = _flag(values, "always")
    profile = _word(Profile, values, "profile", Profile.DOCUMENT)
    signals = _signals(values.get("signals"), profile)
    if not always and not signals:
        raise _Wrong("never reads anything; set always: true, or give signals")
    floor, ceiling = _anchor(values, "floor", Anchor.ADVISORY), _anchor(values, "ceiling", Anchor.EVIDENT)
    if floor > ceiling:
        raise _Wrong(f"floor {floor:d} is above ceiling {ceiling:d}")
    tier, model = _word(Tier, values, "tier", Tier.FAST), values.get("model")
    if model is not None and (not isinstance(model, str) or not re.fullmatch(r"\S{1,200}", model)):
        raise _Wrong("model must be a model's name")
    problem = None
    if origin is Origin.WORKSPACE and (tier is not Tier.FAST or model is not None or ceiling is Anchor.EVIDENT):
        if tier is not Tier.FAST or model is not None:
            problem = f"{file.name}: a profile of the workspace cannot choose its model; it reads with the fast one"
        tier, model, ceiling = Tier.FAST, None, min(ceiling, Anchor.CONFIRMED)
        floor = min(floor, ceiling)
    return Persona(
        name=name,
        prompt=prompt.replace("\r\n", "\n"),
        profile=profile,
        always=always,
        signals=signals,
        tier=tier,
        floor=floor,
        ceiling=ceiling,
        at_least_one=_flag(values, "at_least_one"),
        model=model,
        context=_context(values.get("context"), profile),
        about=_about(values),
        origin=origin,
        sha256=file.sha256,
    ), problem


def _table(source: str) -> Mapping[str, Any]:
    try:
        # Aliases let a few lines stand for gigabytes; there is none without an anchor.
        if "&" in source and any(isinstance(token, yaml.AliasToken) for token in yaml.scan(source)):
            raise _Wrong("its head uses YAML aliases; write the values out")
        values = yaml.load(source, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506  # a safe loader
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f" (line {mark.line + 2})" if mark is not None else ""
        raise _Wrong(f"its head is no YAML{where}; correct it") from None
    if not isinstance(values, dict):
        raise _Wrong("its head is no table of settings; write name: … on a line of its own")
    return values


def _about(values: Mapping[str, Any]) -> str:
    about = values.get("about", "")
    if not isinstance(about, str) or len(about) > _LONGEST_ABOUT:
        raise _Wrong(f"about must be a text of at most {_LONGEST_ABOUT} characters")
    return " ".join(about.split())


def _flag(values: Mapping[str, Any], key: str) -> bool:
    value = values.get(key, False)
    if not isinstance(value, bool):
        raise _Wrong(f"{key} must be true or false")
    return value


def _anchor(values: Mapping[str, Any], key: str, default: Anchor) -> Anchor:
    value = values.get(key, int(default))
    if isinstance(value, bool) or value not in (0, 25, 50, 75, 100):
        raise _Wrong(f"{key} must be 0, 25, 50, 75 or 100")
    return Anchor(int(value))


def _word(kind: type[E], values: Mapping[str, Any], key: str, default: E) -> E:
    value = values.get(key, default.value)
    if not isinstance(value, str) or value not in {member.value for member in kind}:
        raise _Wrong(f"{key} must be {' or '.join(member.value for member in kind)}")
    return kind(value)


def _context(raw: object, profile: Profile) -> frozenset[Part]:
    if raw is None:
        return frozenset()
    if profile is not Profile.CODE:
        raise _Wrong("context is for profile: code only")
    if not isinstance(raw, list) or not all(isinstance(word, str) and word in list(Part) for word in raw):
        raise _Wrong(f"context must be a list out of {', '.join(Part)}")
    return frozenset(Part(word) for word in raw)


def _signals(raw: object, profile: Profile) -> tuple[Signal, ...]:
    if raw is None:
        return ()
    if not isinstance(raw, list) or len(raw) > _MOST_SIGNALS:
        raise _Wrong(f"signals must be a list of at most {_MOST_SIGNALS}")
    return tuple(_signal(item, number, profile) for number, item in enumerate(raw, 1))


def _signal(raw: object, number: int, profile: Profile) -> Signal:
    here = f"signal {number}"
    if not isinstance(raw, dict):
        raise _Wrong(f"{here} must be a table with reason and words, types or members")
    unknown = sorted(str(key) for key in raw if key not in _SIGNAL_FIELDS)
    if unknown:
        raise _Wrong(f"{here}: unknown {', '.join(unknown)}; a signal has {', '.join(sorted(_SIGNAL_FIELDS))}")
    reason = raw.get("reason")
    if not isinstance(reason, str) or not reason.strip():
        raise _Wrong(f"{here} needs a reason, in a few words")
    given = [kind for kind in _KINDS if raw.get(kind) is not None]
    elsewhere = _FOR_CODE if profile is Profile.DOCUMENT else _FOR_DOCUMENTS
    kinds = [kind for kind in _KINDS if kind not in elsewhere]
    if "languages" in given and ("words" in given or "paths" in given) and "languages" in kinds:
        given.remove("languages")  # they narrow the other
    if len(given) != 1 or given[0] not in kinds:
        raise _Wrong(f"{here} needs one of {', '.join(kinds[:-1])} and {kinds[-1]}")
    at_least, place = raw.get("at_least", 1), raw.get("in", "text")
    if isinstance(at_least, bool) or not isinstance(at_least, int) or at_least < 1:
        raise _Wrong(f"{here}: at_least must be a whole number from 1")
    if place not in ("text", "headings"):
        raise _Wrong(f"{here}: in must be text or headings")
    return Signal(
        reason=reason.strip(),
        words=_listed(raw, "words", _is_word, f"{here}: words must be a list of words or short phrases; * may end one"),
        at_least=at_least,
        in_headings=place == "headings",
        types=tuple(
            DocumentType(word)
            for word in _listed(
                raw, "types", _is_type, f"{here}: types must be a list out of {', '.join(DocumentType)}"
            )
        ),
        members=_least(raw, "members", 2, here),
        languages=_listed(raw, "languages", _is_word, f"{here}: languages must be a list such as [python, typescript]"),
        paths=_listed(raw, "paths", _is_path, f"{here}: paths must be a list of names, *.endings and folders/"),
        changed_lines=_least(raw, "changed_lines", 1, here),
        decisions=_flag(raw, "decisions"),
    )


def _listed(raw: Mapping[str, Any], key: str, good: Callable[[object], bool], problem: str) -> tuple[str, ...]:
    items = raw.get(key)
    if items is None:
        return ()
    if not isinstance(items, list) or not 0 < len(items) <= _MOST_WORDS or not all(good(item) for item in items):
        raise _Wrong(problem)
    return tuple(str(item).casefold() for item in items)


def _least(raw: Mapping[str, Any], key: str, least: int, here: str) -> int | None:
    number = raw.get(key)
    if number is None:
        return None
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= 1_000:
        raise _Wrong(f"{here}: {key} must be a whole number from {least}")
    return number


def _is_path(word: object) -> bool:
    return isinstance(word, str) and 0 < len(word) <= 60 and word.count("*") <= 2 and "/" not in word[:-1]


def _is_word(word: object) -> bool:
    return isinstance(word, str) and 0 < len(word) <= 60 and any(c.isalnum() for c in word) and "*" not in word[:-1]


def _is_type(word: object) -> bool:
    return isinstance(word, str) and word in {member.value for member in DocumentType}
