"""What a `review` command line asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from anchorline.findings.words import Severity

Format = Literal["text", "json", "sarif", "github"]
ProfileChoice = Literal["auto", "document", "code"]
Bar = Literal["p0", "p1", "p2", "p3", "none"]

_ROUNDS, _STRICT_ROUNDS = 3, 2


@dataclass(frozen=True, slots=True)
class Request:
    """The options as given; None where an option was not."""

    paths: tuple[str, ...]
    format: Format = "text"
    offline: bool = False
    require_models: bool = False
    profile: ProfileChoice = "auto"
    since: str | None = None
    fix: bool = False
    rounds: int | None = None
    strict: bool = False
    explain: bool = False
    fail_on: Bar = "p1"
    max_usd: float | None = None
    no_cache: bool = False
    provider: str | None = None
    trust: bool = False
    stdin_filename: str | None = None
    baseline: str | None = None

    @property
    def bar(self) -> Severity | None:
        """The lowest severity that makes the exit status 1; None: nothing does."""
        return None if self.fail_on == "none" else Severity(self.fail_on.upper())

    @property
    def most_rounds(self) -> int:
        rounds = _ROUNDS if self.rounds is None else self.rounds
        return min(rounds, _STRICT_ROUNDS) if self.strict else rounds
