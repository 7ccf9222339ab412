"""Which personas read a document or a change, and why. The same text gives the same answer; no model is asked."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property

from anchorline.findings.words import DocumentType, Profile
from anchorline.reviewers.persona import Persona, Signal
from anchorline.text.families import Families
from anchorline.text.outline import Outline

_WORD = re.compile(r"\w+")
_HYPHENATED = re.compile(r"[\w-]+")
_SEAM = re.compile(r"_+|(?<=[a-z0-9])(?=[A-Z])")
_SHOWN = 4  # words that a reason names


@dataclass(frozen=True, slots=True)
class Activation:
    """Whether a persona reads, and why (or why not) in a few words."""

    persona: Persona
    reads: bool
    why: str


@dataclass(frozen=True)
class Traits:
    """What signals look at: the author's own words, the headings, the type, the numbered parts; of a change its lines,
    the units around them, and where they stand."""

    text: str
    headings: str
    document_type: DocumentType = DocumentType.OTHER
    members: Mapping[str, int] = field(default_factory=dict)
    """By family of IDs: how many different ones the document defines."""
    language: str = ""
    path: str = ""
    changed_lines: int = 0
    decisions: int = 0
    """How many the author took on findings of this file before."""

    @cached_property
    def words(self) -> Counter[str]:
        return Counter(word.casefold() for word in _WORD.findall(self.text))

    @cached_property
    def heading_words(self) -> Counter[str]:
        return Counter(word.casefold() for word in _WORD.findall(self.headings))

    @cached_property
    def ordered_words(self) -> list[str]:
        return sorted(self.words)

    @cached_property
    def ordered_heading_words(self) -> list[str]:
        return sorted(self.heading_words)

    @cached_property
    def lowered(self) -> str:
        return _spaced(self.text)

    @cached_property
    def lowered_headings(self) -> str:
        return _spaced(self.headings)


def traits_of(outline: Outline, document_type: DocumentType, families: Families) -> Traits:
    return Traits(
        text=outline.prose,
        headings="\n".join(section.title for section in outline.sections),
        document_type=document_type,
        members={family.prefix: len(family.numbers) for family in families.plan},
    )


def traits_of_code(
    text: str, units: Iterable[str], *, language: str, path: str, changed_lines: int, decisions: int = 0
) -> Traits:
    """`text` is the lines that came or went, `units` the names of what is round them. Names are taken apart as well:
    `authToken` and `auth_token` hold the words auth and token."""
    names = "\n".join(units)
    return Traits(
        text=f"{text}\n{_in_words(text)}",
        headings=f"{names}\n{_in_words(names)}",
        language=language,
        path=path,
        changed_lines=changed_lines,
        decisions=decisions,
    )


def reads_for_words_alone(persona: Persona, traits: Traits) -> bool:
    """Whether nothing but words makes the persona read: it reads what holds them."""
    return not persona.always and all(signal.words or _proof(signal, traits) is None for signal in persona.signals)


def words_in(persona: Persona, traits: Traits) -> bool:
    """Whether a piece of code holds any word that the persona waits for."""
    return any(_occurs(word, signal, traits) for signal in persona.signals for word in signal.words)


def activate(
    personas: Sequence[Persona],
    traits: Traits,
    *,
    profile: Profile = Profile.DOCUMENT,
    enable: Iterable[str] = (),
    disable: Iterable[str] = (),
) -> tuple[Activation, ...]:
    """One entry for each persona of the profile, in their order. `disable` wins over `enable`, both over signals."""
    forced, never = frozenset(enable), frozenset(disable)
    return tuple(_decided(persona, traits, forced, never) for persona in personas if persona.profile is profile)


def unknown_names(personas: Sequence[Persona], named: Iterable[str]) -> tuple[str, ...]:
    """Names of `personas.enable` and `disable` that no persona has."""
    known = {persona.name for persona in personas}
    return tuple(dict.fromkeys(name for name in named if name not in known))


def _decided(persona: Persona, traits: Traits, forced: frozenset[str], never: frozenset[str]) -> Activation:
    if persona.name in never:
        return Activation(persona, False, "disabled in the settings")
    if persona.name in forced:
        return Activation(persona, True, "enabled in the settings")
    if persona.always:
        return Activation(persona, True, f"reads every {'change' if persona.profile is Profile.CODE else 'document'}")
    for signal in persona.signals:
        proof = _proof(signal, traits)
        if proof is not None:
            return Activation(persona, True, f"{signal.reason} ({proof})")
    return Activation(persona, False, f"no signal in the {'change' if persona.profile is Profile.CODE else 'text'}")


def _proof(signal: Signal, traits: Traits) -> str | None:
    """What in the document meets the signal; None when nothing does."""
    if signal.types:
        return f"it is of type {traits.document_type}" if traits.document_type in signal.types else None
    if signal.members is not None:
        count, prefix = max(((count, prefix) for prefix, count in traits.members.items()), default=(0, ""))
        return f"{count} of {prefix}" if count >= signal.members else None
    if signal.languages and traits.language not in signal.languages:
        return None
    if signal.languages and not signal.words and not signal.paths:
        return f"it is {traits.language}"
    if signal.paths:
        matching = next((pattern for pattern in signal.paths if _matches(pattern, traits.path.casefold())), None)
        return None if matching is None else f"its path matches {matching}"
    if signal.changed_lines is not None:
        return f"{traits.changed_lines} lines" if traits.changed_lines >= signal.changed_lines else None
    if signal.decisions:
        return f"{traits.decisions} of them" if traits.decisions else None
    found = [word for word in signal.words if _occurs(word, signal, traits)]
    if len(found) < signal.at_least:
        return None
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    return ", ".join(found[:_SHOWN]) + more


def _occurs(word: str, signal: Signal, traits: Traits) -> bool:
    words = traits.heading_words if signal.in_headings else traits.words
    text = traits.lowered_headings if signal.in_headings else traits.lowered
    stem = word.removesuffix("*")
    if _WORD.fullmatch(stem):
        if stem == word:
            return stem in words
        ordered = traits.ordered_heading_words if signal.in_headings else traits.ordered_words
        at = bisect_left(ordered, stem)
        return at < len(ordered) and ordered[at].startswith(stem)
    return (f" {stem}" if stem != word else f" {stem} ") in text


def _matches(pattern: str, path: str) -> bool:
    *folders, name = path.split("/")
    if pattern.endswith("/"):
        return any(fnmatchcase(folder, pattern[:-1]) for folder in folders)
    return fnmatchcase(name, pattern)


def _in_words(text: str) -> str:
    return _SEAM.sub(" ", text)


def _spaced(text: str) -> str:
    """Words in lower case with single spaces round them, so that a phrase is found as a whole."""
    return f" {' '.join(_HYPHENATED.findall(text.casefold()))} "
