"""What is asked about a change: who reads it, what they are sent, and what their answers are kept for."""

from __future__ import annotations

from dataclasses import dataclass

from anchorline.findings.words import Profile
from anchorline.reviewers.activation import Activation, Traits, activate, reads_for_words_alone, traits_of_code
from anchorline.reviewers.base import Subject
from anchorline.reviewers.code_context import CodeContext
from anchorline.reviewers.code_prompt import CodePrompt, assemble, reply_schema, reviewer_parts
from anchorline.reviewers.persona import Persona
from anchorline.reviewers.prompt import DocumentPrompt
from anchorline.reviewers.regions import units_of
from anchorline.settings import Settings

_ENOUGH = 200_000
"""Characters of a change that signals are looked for in."""


@dataclass(frozen=True, slots=True)
class Asked:
    activations: tuple[Activation, ...]
    code: CodePrompt
    thorough: bool
    whole: frozenset[str]
    """Reviewers that read for another reason than words in the change."""
    language: str
    guidance: str

    @property
    def prompt(self) -> DocumentPrompt:
        return self.code.prompt

    @property
    def schema(self) -> dict[str, object]:
        return reply_schema()

    def parts(self, persona: Persona, model: str, effort: str | None) -> tuple[str, ...]:
        """What the cache knows a reviewer by: how it is asked, and what its answer depends on of the change."""
        key = self.code.key(persona, whole=persona.name in self.whole, thorough=self.thorough)
        return (*reviewer_parts(persona, model, effort, self.language, self.guidance), key)


def asked_about_change(
    subject: Subject,
    settings: Settings,
    personas: tuple[Persona, ...],
    context: CodeContext,
    *,
    secret: bytes,
    guidance: str = "",
    thorough: bool = False,
) -> Asked:
    traits = traits_of_change(subject, context)
    forced = frozenset(settings.personas.enable)
    activations = activate(
        personas,
        traits,
        profile=Profile.CODE,
        enable=settings.personas.enable,
        disable=settings.personas.disable,
    )
    code = assemble(subject, context, secret=secret, language=settings.language, guidance=guidance)
    whole = frozenset(
        each.persona.name
        for each in activations
        if each.persona.name in forced or not reads_for_words_alone(each.persona, traits)
    )
    return Asked(activations, code, thorough, whole, settings.language, guidance)


def traits_of_change(subject: Subject, context: CodeContext) -> Traits:
    """What the signals of code reviewers look at: lines that came and lines that went, and the units round them."""
    change, snapshot = subject.change, subject.snapshot
    assert change is not None
    if change.is_new:
        text, count = snapshot.text, len(snapshot.lines)
    else:
        came = [snapshot.lines.line_text(line) for line in sorted(change.lines or ())]
        went = [line for hunk in change.hunks for line in change.removed(hunk)]
        text, count = "\n".join((*came, *went)), len(came) + len(went)
    return traits_of_code(
        text[:_ENOUGH],
        (unit.name for unit in units_of(change, snapshot, subject.source)),
        language=snapshot.language,
        path=snapshot.name,
        changed_lines=count,
        decisions=context.decisions,
    )
