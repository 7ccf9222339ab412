"""A reviewer that is a prompt: what it looks for, when it reads, and how far it may go."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from anchorline.findings.words import Anchor, AutofixClass, DocumentType, Profile


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


class Part(StrEnum):
    """What a code reviewer may lean on besides the change: rules of the project, and places that use what changed."""

    STANDARDS = "standards"
    CALLERS = "callers"


@dataclass(frozen=True, slots=True)
class Signal:
    """A reason to read. At least so many different ones of these words (in the text, or in headings only); a word that
    ends in `*` stands for all that begin so. For documents also the type, or a family of at least so many numbered
    parts. For code, where text means the lines that changed and headings the units around them, also the language, a
    path (`name`, `*.ending` or `folder/`), so many changed lines, or decisions that were taken on the file before.
    Languages beside words or paths narrow them: both must hold."""

    reason: str
    words: tuple[str, ...] = ()
    at_least: int = 1
    in_headings: bool = False
    types: tuple[DocumentType, ...] = ()
    members: int | None = None
    languages: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    changed_lines: int | None = None
    decisions: bool = False


@dataclass(frozen=True, slots=True)
class Persona:
    """`floor` and `ceiling` bound the anchors of its findings. `model` overrides the tier. `context` is what its answer
    depends on besides the change, for code. `about` is what it looks for, in a few words for people. `sha256` is of
    the file."""

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
    context: frozenset[Part] = frozenset()
    about: str = ""
    origin: Origin = Origin.BUILT_IN
    sha256: str = ""

    @property
    def autofix(self) -> AutofixClass:
        """The boldest class that its findings may have."""
        return AutofixClass.GATED_AUTO if self.origin is Origin.WORKSPACE else AutofixClass.SAFE_AUTO
