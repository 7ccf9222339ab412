"""What is remembered about a document: the person's own decisions and rounds, and what a team decided in a file.

The one place that puts them together; both surfaces call it. The store is opened when there is one and a review
begins, and made only when there is something to keep.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from anchorline.findings.decisions import Decision, DecisionKind, Scope, decision_about
from anchorline.findings.finding import Finding
from anchorline.findings.remembered import MOST_MOVED, NOTHING, Remembered, moved_here
from anchorline.findings.review import Review
from anchorline.findings.rounds import round_of
from anchorline.memory.standing import Standing
from anchorline.settings import Settings
from anchorline.settings.layers import Reader, Unreadable
from anchorline.state import state_file
from anchorline.whereabouts import Names, Whereabouts, nothing_earlier

if TYPE_CHECKING:
    from anchorline.memory.decisions import DecisionStore, Elsewhere
    from anchorline.memory.store import Store

TEAM_FILE = ".anchorline/decisions.jsonl"

_MOST_KEPT = 256  # documents whose memory is kept at hand


@dataclass(frozen=True, slots=True)
class Team:
    """The way to the decisions of a workspace that the person trusts: from the disk, or from a revision. `root` is its
    folder; `called` says what people call a file in it; `earlier` are names that files had in that revision."""

    root: Path
    read: Reader
    called: Callable[[str], str] = str
    earlier: Names = nothing_earlier


def standing_of(path: Path | None, root: Path | None, uri: str) -> Standing:
    """Links are resolved: a file has one place."""
    if path is None:
        return Standing("", uri)
    real = Path(os.path.realpath(path))
    workspace = Path(os.path.realpath(root)) if root is not None else real.parent
    if not real.is_relative_to(workspace):
        workspace = real.parent
    return Standing(str(workspace), real.relative_to(workspace).as_posix())


class _Kept(NamedTuple):
    """What is known about a document, as of a state of the store; and of which of the others `gone` is true."""

    state: object
    remembered: Remembered
    elsewhere: Sequence[Elsewhere]
    gone: Sequence[tuple[str, str]] = ()


class Recall:
    """Safe to use from several threads."""

    def __init__(self, whereabouts: Whereabouts | None = None) -> None:
        self.whereabouts = Whereabouts() if whereabouts is None else whereabouts
        self._lock = threading.RLock()
        self._stores: dict[Path, Store] = {}
        self._decisions: dict[Path, DecisionStore] = {}
        self._kept: dict[Standing, _Kept] = {}

    def store(self, settings: Settings) -> Store:
        """Opened, and made where there is none."""
        place = state_file(settings)
        with self._lock:
            if place not in self._stores:
                from anchorline.memory.store import Store  # noqa: PLC0415 - most people have decided nothing yet

                self._stores[place] = Store(place)
            return self._stores[place]

    def decisions(self, settings: Settings) -> DecisionStore:
        place = state_file(settings)
        with self._lock:
            if place not in self._decisions:
                from anchorline.memory.decisions import DecisionStore  # noqa: PLC0415 - see `store`

                self._decisions[place] = DecisionStore(self.store(settings))
            return self._decisions[place]

    def about(
        self, settings: Settings, standing: Standing, team: Team | None = None
    ) -> tuple[Remembered, tuple[str, ...]]:
        """(what is remembered about a document, problems)."""
        remembered = self._own(settings, standing)
        opened = self._stores.get(state_file(settings))
        said = tuple(opened.problems) if opened is not None else ()
        if team is None:
            return remembered, said
        theirs, moved, problems = team_decisions(team, standing, self.whereabouts)
        if theirs or moved:
            remembered = replace(
                remembered, decisions=(*remembered.decisions, *theirs), moved=(*remembered.moved, *moved)
            )
        return remembered, (*said, *problems)

    def moved(self, store: DecisionStore, standing: Standing) -> tuple[Decision, ...]:
        """What is kept about documents that are gone, of which this may be one."""
        return store.about_gone(self.whereabouts.gone_among(store.elsewhere(standing), standing))

    @property
    def stores(self) -> tuple[Store, ...]:
        return tuple(self._stores.values())

    def close(self) -> None:
        for store in self._stores.values():
            store.close()

    def _own(self, settings: Settings, standing: Standing) -> Remembered:
        place = state_file(settings)
        if place not in self._stores and not place.is_file():
            return NOTHING
        known = self.decisions(settings)
        state = (place, known.state)
        kept = self._kept.get(standing)
        if kept is None or kept.state != state:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            kept = _Kept(state, known.remembered(standing), known.elsewhere(standing))
        gone = self.whereabouts.gone_among(kept.elsewhere, standing)  # files come and go, whatever the store holds
        if gone != kept.gone:
            kept = kept._replace(remembered=replace(kept.remembered, moved=known.about_gone(gone)), gone=gone)
        self._kept[standing] = kept
        return kept.remembered


@dataclass(frozen=True, slots=True)
class Memory:
    """What one document's reviews remember, and leave behind."""

    recall: Recall
    settings: Settings
    standing: Standing
    team: Team | None = None

    def about(self) -> tuple[Remembered, tuple[str, ...]]:
        """(what is remembered, problems)."""
        return self.recall.about(self.settings, self.standing, self.team)

    @property
    def problems(self) -> tuple[str, ...]:
        """What was wrong with the store so far."""
        return tuple(self.recall.store(self.settings).problems)

    def record(
        self, kind: DecisionKind, finding: Finding, scope: Scope = Scope.FINDING, reason: str = ""
    ) -> Decision | None:
        """What was kept; None when it could not be."""
        decision = decision_about(
            finding,
            kind,
            scope,
            workspace=self.standing.workspace,
            document=self.standing.document,
            path=self.standing.path,
            reason=reason,
        )
        return decision if self.recall.decisions(self.settings).record(decision) else None

    @property
    def file(self) -> Path:
        """The store's."""
        return state_file(self.settings)

    def lacking(self, taken: Sequence[Decision]) -> tuple[Decision, ...]:
        """Which of them are kept no longer."""
        return self.recall.decisions(self.settings).lacking(taken) if taken else ()

    def forget(self, ids: Iterable[str]) -> int:
        """How many decisions that were."""
        return self.recall.decisions(self.settings).forget(ids)

    def take_back(self, text: str = "") -> int:
        """Forget what hides findings here, in `text` too what was decided before the file got its name; how many
        decisions that were. What became of fixes stays known."""
        store = self.recall.decisions(self.settings)
        moved = about_moved(self.recall.moved(store, self.standing) if text else (), text)
        gone = store.forget_about(self.standing, hiding_only=True)
        return gone + store.forget(each.id for each in moved if each.kind.hides)

    def add_round(self, review: Review, text: str) -> None:
        self.recall.decisions(self.settings).add_round(self.standing, round_of(review, text))


def about_moved(moved: Sequence[Decision], text: str) -> tuple[Decision, ...]:
    """Those that are about this Markdown document, which had another name then."""
    if not moved:
        return ()
    from anchorline.text.outline import read_outline  # noqa: PLC0415 - files are seldom renamed

    return moved_here(moved, text, [(section.title, section.own) for section in read_outline(text).sections])


def team_decisions(
    team: Team, standing: Standing, whereabouts: Whereabouts
) -> tuple[tuple[Decision, ...], tuple[Decision, ...], tuple[str, ...]]:
    """(decisions of the workspace's file about a document, those about documents that are gone, problems)."""
    content = team.read(TEAM_FILE)
    name = team.called(TEAM_FILE)
    if content is None:
        return (), (), ()
    if isinstance(content, Unreadable):
        return (), (), (f"{name} {content.reason}; it is ignored.",)
    root = os.path.realpath(team.root)
    document = next((document for folder, document in standing.seen_from() if folder == root), None)
    if document is None:
        return (), (), ()
    known, problems = _team_file(content.decode("utf-8", "replace"), name)
    gone = whereabouts.gone(root, known.keys() - {document, ""}, standing, team.earlier)
    return (*known.get(document, ()), *known.get("", ())), latest(known, gone), problems


def latest(known: Mapping[str, Sequence[Decision]], documents: Iterable[str]) -> tuple[Decision, ...]:
    """What was decided about these documents, of late."""
    found = [each for document in sorted(documents) for each in known[document]]
    found.sort(key=lambda each: -each.at)
    return tuple(found[:MOST_MOVED])


@lru_cache(maxsize=8)
def _team_file(text: str, name: str) -> tuple[Mapping[str, Sequence[Decision]], tuple[str, ...]]:
    from anchorline.findings.wire.decided import imported  # noqa: PLC0415 - few workspaces have such a file

    decisions, problems = imported(text, name)
    found: dict[str, list[Decision]] = {}
    for decision in decisions:
        key = "" if decision.scope is Scope.WORKSPACE else decision.document
        found.setdefault(key, []).append(decision)
    return found, problems
