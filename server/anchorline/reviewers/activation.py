"""Which personas read a document, and why. The same document gives the same answer; no model is asked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from anchorline.findings.words import DocumentType, Profile
from anchorline.reviewers.personas import Persona, Signal
from anchorline.text.families import Families
from anchorline.text.outline import Outline

_WORD = re.compile(r"\w+")
_HYPHENATED = re.compile(r"[\w-]+")
_SHOWN = 4  # words that a reason names


@dataclass(frozen=True, slots=True)
class Activation:
    """Whether a persona reads, and why (or why not) in a few words."""

    persona: Persona
    reads: bool
    why: str


@dataclass(frozen=True)
class Traits:
    """What signals look at: the author's own words, the headings, the type, the numbered parts."""

    text: str
    headings: str
    document_type: DocumentType
    members: Mapping[str, int]
    """By family of IDs: how many different ones the document defines."""

    @cached_property
    def words(self) -> Counter[str]:
        return Counter(word.casefold() for word in _WORD.findall(self.text))

    @cached_property
    def heading_words(self) -> Counter[str]:
        return Counter(word.casefold() for word in _WORD.findall(self.headings))

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
        return Activation(persona, True, "reads every document")
    for signal in persona.signals:
        proof = _proof(signal, traits)
        if proof is not None:
            return Activation(persona, True, f"{signal.reason} ({proof})")
    return Activation(persona, False, "no signal in the text")


def _proof(signal: Signal, traits: Traits) -> str | None:
    """What in the document meets the signal; None when nothing does."""
    if signal.types:
        return f"it is of type {traits.document_type}" if traits.document_type in signal.types else None
    if signal.members is not None:
        count, prefix = max(((count, prefix) for prefix, count in traits.members.items()), default=(0, ""))
        return f"{count} of {prefix}" if count >= signal.members else None
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
        return stem in words if stem == word else any(other.startswith(stem) for other in words)
    return (f" {stem}" if stem != word else f" {stem} ") in text


def _spaced(text: str) -> str:
    """Words in lower case with single spaces round them, so that a phrase is found as a whole."""
    return f" {' '.join(_HYPHENATED.findall(text.casefold()))} "
