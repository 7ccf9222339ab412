"""Reviewers as data: one Markdown file each, a head that says when it reads and how far it may go, and its prompt.

Built-in profiles come with the package; people add their own in their configuration folder; a repository may bring
some, which count only when the person trusts their very content, and then never reach as far as others: no fix of
theirs is applied unattended, no dearer model is used for them, and no name is taken from another profile.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

import yaml

from anchorline.findings.finding import CHECKS
from anchorline.findings.words import Anchor, AutofixClass, DocumentType, Profile

E = TypeVar("E", bound=StrEnum)

LONGEST_PROMPT = 7_000
"""Characters, about 2,000 tokens. A longer prompt costs on every save and says no more."""

_LONGEST_FILE = 64_000  # bytes
MOST_FILES = 50
_MOST_SIGNALS = 20
_MOST_WORDS = 200
_NAME = re.compile(r"[a-z][a-z0-9]{0,30}(?:-[a-z0-9]{1,30}){0,4}")
_HEAD = re.compile(r"\ufeff?---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_FIELDS = frozenset({
    "name", "profile", "always", "signals", "tier", "floor", "ceiling", "at_least_one", "model",
})  # fmt: skip
_SIGNAL_FIELDS = frozenset({"reason", "words", "at_least", "in", "types", "members"})
_RESERVED = frozenset({CHECKS, "verifier"})


class Tier(StrEnum):
    """Which of the configured models reads. `fast` follows the review; the others ask for at least theirs when a
    review is thorough."""

    FAST = "fast"
    STANDARD = "standard"
    DEEP = "deep"


class Origin(StrEnum):
    BUILT_IN = "built in"
    USER = "user folder"
    WORKSPACE = "workspace"


@dataclass(frozen=True, slots=True)
class Signal:
    """A reason to read a document: at least so many different ones of these words (in the text, or in headings only),
    its type, or a family of at least so many numbered parts. A word that ends in `*` stands for all that begin so."""

    reason: str
    words: tuple[str, ...] = ()
    at_least: int = 1
    in_headings: bool = False
    types: tuple[DocumentType, ...] = ()
    members: int | None = None


@dataclass(frozen=True, slots=True)
class Persona:
    """`floor` and `ceiling` bound the anchors of its findings. `model` overrides the tier. `sha256` is of the file."""

    name: str
    prompt: str
    profile: Profile = Profile.DOCUMENT
    always: bool = False
    signals: tuple[Signal, ...] = ()
    tier: Tier = Tier.FAST
    floor: Anchor = Anchor.ADVISORY
    ceiling: Anchor = Anchor.EVIDENT
    at_least_one: bool = False
    model: str | None = None
    origin: Origin = Origin.BUILT_IN
    sha256: str = ""

    @property
    def autofix(self) -> AutofixClass:
        """The boldest class that its findings may have."""
        return AutofixClass.GATED_AUTO if self.origin is Origin.WORKSPACE else AutofixClass.SAFE_AUTO


@dataclass(frozen=True, slots=True)
class ProfileFile:
    """A profile as it was read: `name` is what messages call the file."""

    name: str
    data: bytes = field(repr=False)

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


@cache
def built_in() -> tuple[Persona, ...]:
    """The profiles that come with the package, in the order of their names; those that always read come first."""
    folder = resources.files("anchorline.reviewers").joinpath("personas")
    files = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".md")), key=lambda entry: entry.name)
    personas = []
    for file in files:
        persona, problem = read_persona(ProfileFile(file.name, file.read_bytes()), Origin.BUILT_IN)
        assert persona is not None, problem
        personas.append(persona)
    return tuple(sorted(personas, key=lambda persona: (not persona.always, persona.name)))


def with_added(
    user: Sequence[ProfileFile] = (), workspace: Sequence[ProfileFile] = (), trusted: Iterable[str] = ()
) -> tuple[tuple[Persona, ...], tuple[str, ...]]:
    """(personas, problems): the built-in ones, then the person's own, then those of the workspace whose content the
    person trusts (`trusted` are SHA-256 sums). Of two with one name the first stays; only the person's own may take
    the place of a built-in one."""
    personas = {persona.name: persona for persona in built_in()}
    problems: list[str] = []
    for file in user:
        persona, problem = read_persona(file, Origin.USER)
        problems += [problem] if problem else []
        if persona is not None:
            known = personas.get(persona.name)
            if known is not None and known.origin is Origin.USER:
                problems.append(f"{file.name}: another profile is called {persona.name} too; rename one")
            else:
                personas[persona.name] = persona
    believed = frozenset(trusted)
    strange = [file.name for file in workspace if file.sha256 not in believed]
    if strange:
        one = len(strange) == 1
        problems.append(
            f"{', '.join(strange)}: {'is' if one else 'are'} new or changed since you accepted this folder's profiles, "
            f"and not used; read {'it' if one else 'them'}, then run anchorline personas --accept "
            f"{'FILE' if one else 'all'}"
        )
    for file in workspace:
        if file.sha256 not in believed:
            continue
        persona, problem = read_persona(file, Origin.WORKSPACE)
        problems += [problem] if problem else []
        if persona is None:
            continue
        if persona.name in personas:
            problems.append(f"{file.name}: {persona.name} is the name of another profile; choose one of its own")
        else:
            personas[persona.name] = persona
    return tuple(personas.values()), tuple(problems)


def read_folder(folder: Path, *, within: Path | None = None) -> tuple[tuple[ProfileFile, ...], tuple[str, ...]]:
    """(profiles, problems) of a folder's Markdown files by name. A folder that is not there holds none. No link is
    followed out of `within`: a repository must not have other files of the machine read."""
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix.casefold() == ".md")
    except FileNotFoundError:
        return (), ()
    except OSError as error:
        return (), (f"{folder}: {error.strerror or type(error).__name__}; no profiles are read from it",)
    problems = (
        [f"{folder}: holds more than {MOST_FILES} profiles; the rest is left out"] if len(paths) > MOST_FILES else []
    )
    files: list[ProfileFile] = []
    for path in paths[:MOST_FILES]:
        try:
            if not path.is_file():
                continue
            if within is not None and not path.resolve().is_relative_to(within.resolve()):
                problems.append(f"{path}: leads out of the folder that you trust; it is not used")
                continue
            with path.open("rb") as opened:
                files.append(ProfileFile(str(path), opened.read(_LONGEST_FILE + 1)))
        except OSError as error:
            problems.append(f"{path}: {error.strerror or type(error).__name__}; it is not used")
    return tuple(files), tuple(problems)


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
    if len(file.data) > _LONGEST_FILE:
        raise _Wrong(f"is larger than {_LONGEST_FILE:,} bytes; shorten it")
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
    signals = _signals(values.get("signals"))
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
        profile=_word(Profile, values, "profile", Profile.DOCUMENT),
        always=always,
        signals=signals,
        tier=tier,
        floor=floor,
        ceiling=ceiling,
        at_least_one=_flag(values, "at_least_one"),
        model=model,
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


def _signals(raw: object) -> tuple[Signal, ...]:
    if raw is None:
        return ()
    if not isinstance(raw, list) or len(raw) > _MOST_SIGNALS:
        raise _Wrong(f"signals must be a list of at most {_MOST_SIGNALS}")
    return tuple(_signal(item, number) for number, item in enumerate(raw, 1))


def _signal(raw: object, number: int) -> Signal:
    here = f"signal {number}"
    if not isinstance(raw, dict):
        raise _Wrong(f"{here} must be a table with reason and words, types or members")
    unknown = sorted(str(key) for key in raw if key not in _SIGNAL_FIELDS)
    if unknown:
        raise _Wrong(f"{here}: unknown {', '.join(unknown)}; a signal has {', '.join(sorted(_SIGNAL_FIELDS))}")
    reason, words, types, members = (raw.get(key) for key in ("reason", "words", "types", "members"))
    if not isinstance(reason, str) or not reason.strip():
        raise _Wrong(f"{here} needs a reason, in a few words")
    if (words is None) + (types is None) + (members is None) != 2:
        raise _Wrong(f"{here} needs one of words, types and members")
    if words is not None and not (
        isinstance(words, list) and 0 < len(words) <= _MOST_WORDS and all(_is_word(word) for word in words)
    ):
        raise _Wrong(f"{here}: words must be a list of words or short phrases; * may end one")
    if types is not None and not (isinstance(types, list) and types and all(_is_type(word) for word in types)):
        raise _Wrong(f"{here}: types must be a list out of {', '.join(DocumentType)}")
    if members is not None and (isinstance(members, bool) or not isinstance(members, int) or not 2 <= members <= 1_000):
        raise _Wrong(f"{here}: members must be a whole number from 2")
    at_least, place = raw.get("at_least", 1), raw.get("in", "text")
    if isinstance(at_least, bool) or not isinstance(at_least, int) or at_least < 1:
        raise _Wrong(f"{here}: at_least must be a whole number from 1")
    if place not in ("text", "headings"):
        raise _Wrong(f"{here}: in must be text or headings")
    return Signal(
        reason=reason.strip(),
        words=tuple(str(word).casefold() for word in words or ()),
        at_least=at_least,
        in_headings=place == "headings",
        types=tuple(DocumentType(word) for word in types or ()),
        members=members,
    )


def _is_word(word: object) -> bool:
    return isinstance(word, str) and 0 < len(word) <= 60 and any(c.isalnum() for c in word) and "*" not in word[:-1]


def _is_type(word: object) -> bool:
    return isinstance(word, str) and word in {member.value for member in DocumentType}
