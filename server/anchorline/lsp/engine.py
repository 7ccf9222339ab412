"""The one door to what is expensive: settings files, parsers, checks, the review itself.

Nothing behind it is imported before `initialize` is answered. All of it runs on the worker's thread, first use
included, so the event loop never waits for an import.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Any, Protocol

from anchorline.evidence.fix import Vetted
from anchorline.findings.decisions import Claim, Decision, DecisionKind, Scope
from anchorline.findings.finding import Finding
from anchorline.findings.review import Review
from anchorline.text.snapshot import Snapshot

if TYPE_CHECKING:
    from anchorline.models.editor import EditorAccess


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where a document stands and what the editor says. Paths are absolute; `path` is None for untitled buffers."""

    path: str | None = None
    folders: tuple[str, ...] = ()
    trusted: bool = False
    editor: tuple[Any, ...] = ()
    """Raw settings of the editor, weakest first."""
    editor_model: EditorAccess | None = None
    """The way to the editor's own model; None where it offers none."""


class Reason(IntEnum):
    """Why a review starts, the strongest last: each does what those before it do. Models have their place in SAVE and
    the commands only, never in AUTOMATIC_SAVE unless the person wants that; what they said before is shown again on
    OPEN."""

    CHANGE = 1
    OPEN = 2
    AUTOMATIC_SAVE = 3
    SAVE = 4
    COMMAND = 5
    THOROUGH = 6

    @property
    def commanded(self) -> bool:
        return self >= Reason.COMMAND

    @property
    def supersedes(self) -> bool:
        """Whether a person asks by it for a review of this text, instead of any other."""
        return self >= Reason.SAVE


ALWAYS, THIS_FILE, NEVER = "Always", "This file", "Never"
"""What the person may answer."""

CONSENT = "consent "
"""How the store's keys of the person's answers begin."""


class Consent(StrEnum):
    """Whether the person agrees that text is sent to the model."""

    GIVEN = "given"
    REFUSED = "refused"
    UNKNOWN = "unknown"


class Consultation(Protocol):
    """A review by models, planned and not yet made. Its methods belong to the thread that each names."""

    @property
    def waiting(self) -> int:
        """Reviewers that a call has to be made for; 0 when all that they have to say is known already."""
        ...

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def offer(self) -> str:
        """Where to, what, about how much: what the person is asked."""
        ...

    @property
    def settle_s(self) -> float:
        """Seconds that saves must have been quiet."""
        ...

    @property
    def paused(self) -> str | None:
        """Why nothing may be sent: a budget that would be passed."""
        ...

    def consent(self) -> Consent:
        """On the worker's thread."""
        ...

    def remember(self, answer: Consent, *, this_file: bool) -> None:
        """On the worker's thread."""
        ...

    def prepare(self) -> None:
        """On the worker's thread, while answers are awaited: what can be done before they are there."""
        ...

    async def ask(self, on_done: Callable[[str, str], None]) -> Any:
        """On the event loop. `on_done` is told of each reviewer and its outcome. Cancelling closes connections."""
        ...

    def conclude(self, answers: Any) -> Review:
        """On the worker's thread: the whole review, checks included."""
        ...


class FixVetting(Protocol):
    """What the fixes of one reviewed text would break. On the worker's thread."""

    @property
    def sha256(self) -> str:
        """Of the text."""
        ...

    def vet(
        self, findings: Sequence[Finding], cancelled: Callable[[], bool] = ..., known: Vetted | None = None
    ) -> Vetted:
        """`known` is what was found out so far; of another text, nothing of it is believed."""
        ...


@dataclass(frozen=True, slots=True)
class Money:
    """US dollars."""

    document: float = 0.0
    today: float = 0.0


@dataclass(frozen=True, slots=True)
class Policy:
    """The settings that the server itself acts on."""

    enable: bool = True
    checks_on: str = "change"
    models: bool = True
    """Whether any may be asked."""
    max_actionable: int = 10
    usd_per_day: float = 2.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """`review` is None when settings switch reviewing off for this document. `problems` are sentences for people."""

    review: Review | None
    policy: Policy = field(default_factory=Policy)
    problems: tuple[str, ...] = ()
    consultation: Consultation | None = None
    vetting: FixVetting | None = None
    taken_back: tuple[Decision, ...] = ()
    """What was decided here since the start, and is in the store no longer when the review begins."""
    unasked: str = ""
    """Why models take no part in a review that a person asked for, in a sentence; "" where they do, or nobody asked."""
    unread: str | None = None
    """The same in a few words for the status, whoever asked; None where it is as it was."""


class Engine(Protocol):
    """Called on the worker's thread only; `record`, `restore` and `take_back` on another one, but one only."""

    def review(
        self, snapshot: Snapshot, around: Surroundings, reason: Reason, unwanted: Callable[[], bool]
    ) -> Outcome: ...

    def spent(self, uri: str) -> Money:
        """What models cost so far."""
        ...

    def forget(self, uri: str | None) -> int:
        """Drop the replies that are kept about one document, or all; how many there were."""
        ...

    def record(
        self, kind: DecisionKind, finding: Finding, scope: Scope, reason: str, uri: str, around: Surroundings
    ) -> tuple[str, ...]:
        """Keep a decision about a finding of this document; sentences for the person when that went wrong."""
        ...

    def restore(self, uri: str, around: Surroundings, ids: Sequence[str], made: Sequence[tuple[Scope, Claim]]) -> int:
        """Forget the decisions with these ids, and those about these claims that were kept since the start; how many
        that were."""
        ...

    def take_back(self, uri: str, around: Surroundings) -> int:
        """Forget what hides findings of this document, and of its workspace; how many decisions that were."""
        ...

    def ask_again(self, around: Surroundings) -> int | None:
        """Forget the answers to the question whether text may be sent; how many there were. None where nobody is asked,
        for the person's own settings say it. On the worker's thread."""
        ...

    def invalidate(self) -> None:
        """Settings or files of the workspace changed. May be called on any thread."""
        ...


class LazyEngine:
    """Imports the real engine when it is first asked for a review."""

    def __init__(self) -> None:
        self._real: Engine | None = None
        self._door = threading.Lock()

    def review(self, snapshot: Snapshot, around: Surroundings, reason: Reason, unwanted: Callable[[], bool]) -> Outcome:
        return self._engine.review(snapshot, around, reason, unwanted)

    def spent(self, uri: str) -> Money:
        return Money() if self._real is None else self._real.spent(uri)

    def forget(self, uri: str | None) -> int:
        return 0 if self._real is None else self._real.forget(uri)

    def record(
        self, kind: DecisionKind, finding: Finding, scope: Scope, reason: str, uri: str, around: Surroundings
    ) -> tuple[str, ...]:
        return self._engine.record(kind, finding, scope, reason, uri, around)

    def restore(self, uri: str, around: Surroundings, ids: Sequence[str], made: Sequence[tuple[Scope, Claim]]) -> int:
        return self._engine.restore(uri, around, ids, made)

    def take_back(self, uri: str, around: Surroundings) -> int:
        return self._engine.take_back(uri, around)

    def ask_again(self, around: Surroundings) -> int | None:
        return self._engine.ask_again(around)

    @property
    def _engine(self) -> Engine:
        with self._door:
            if self._real is None:
                self._real = _load()
            return self._real

    def invalidate(self) -> None:
        if self._real is not None:
            self._real.invalidate()


def _load() -> Engine:
    from anchorline.lsp.reviewing import ReviewEngine  # noqa: PLC0415 - the door

    engine = ReviewEngine()
    # What was just imported lives as long as the process: the collector need not walk it while somebody types.
    gc.collect()
    gc.freeze()
    return engine
