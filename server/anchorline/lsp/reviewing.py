"""The engine behind the door: settings of a document, what lies around it, the checks, and the plan for the models.

Imports everything that is expensive; only `engine` imports this module, on the worker's thread. Settings are read for
every review: a few small files, so that an edit of one counts at once even where the client watches nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from anchorline.findings.decisions import Claim, Decision, DecisionKind, Scope
from anchorline.findings.finding import Finding
from anchorline.findings.review import Review
from anchorline.findings.words import DocumentType
from anchorline.lsp import unread
from anchorline.lsp.engine import CONSENT, Money, Outcome, Policy, Reason, Surroundings
from anchorline.names import unknown_names
from anchorline.recall import Memory, Recall, Team, standing_of
from anchorline.review import Checked, check, conclude, models_read, without_models
from anchorline.reviewers.base import NoWorkspace, Workspace
from anchorline.settings import Resolved, disk_reader, resolve, user_layer
from anchorline.settings.layers import editor_layer, environment_layer, workspace_layers
from anchorline.text.changeset import ChangeSet
from anchorline.text.snapshot import Snapshot
from anchorline.vetting import Vetting
from anchorline.whereabouts import Whereabouts
from anchorline.workspace.change import change_since
from anchorline.workspace.files import read_document
from anchorline.workspace.moment import Listings, Moment
from anchorline.workspace.walk import Walk, walk_root
from anchorline.workspace.workspace import FileWorkspace

if TYPE_CHECKING:
    from anchorline.lsp.consulting import Consulting


LISTING_SECONDS = 10
"""How old the names may be that are suggested for a broken path, or that tell which files are gone. To list a large
folder anew at each keystroke's review would take longer than the review; what a client reports as changed counts at
once."""


class ReviewEngine:
    def __init__(self) -> None:
        self._consulting: Consulting | None = None
        self._listings = Listings(LISTING_SECONDS)
        self._recall = Recall(Whereabouts(LISTING_SECONDS))
        self._hiding: list[tuple[Path, Decision]] = []

    def review(self, snapshot: Snapshot, around: Surroundings, reason: Reason, unwanted: Callable[[], bool]) -> Outcome:
        path = Path(around.path) if around.path is not None else None
        root = _root(path, around.folders)
        resolved = _settings(path, root, around)
        settings = resolved.settings
        policy = Policy(
            enable=settings.enable,
            checks_on=settings.checks.on,
            models=settings.provider != "off",
            max_actionable=settings.max_actionable,
            usd_per_day=settings.budget.usd_per_day,
        )
        if not settings.enable or settings.checks.on == "off" or _excluded(path, root, resolved):
            return Outcome(None, policy, resolved.problems)
        workspace: Workspace = NoWorkspace()
        change: ChangeSet | None = None
        said: tuple[str, ...] = resolved.problems
        if path is not None:
            workspace = files = FileWorkspace(
                path, [Path(folder) for folder in around.folders], snapshot.name, moment=Moment(self._listings)
            )
            if not snapshot.is_markdown:
                change, problem = change_since(files.repository, files.path, snapshot.text, settings.review.base)
                said += () if problem is None else (f"{snapshot.name}: everything counts as changed: {problem}",)
        checked = check(snapshot, settings, workspace, change=change, cancelled=unwanted)
        if isinstance(checked, Review):
            return Outcome(checked, policy, said)
        memory = Memory(self._recall, settings, standing_of(path, root, snapshot.uri), _team(root, around))
        taken_back = self._taken_back(memory)
        remembered, doubts = memory.about()
        result = conclude(checked, settings, remembered=remembered)
        vetting = Vetting(snapshot, settings, workspace)
        said = (*said, *unknown_names(resolved), *doubts)
        alone = Outcome(result, policy, said, vetting=vetting, taken_back=taken_back)
        none = _no_model(resolved, around)
        if none:
            asked = reason is Reason.THOROUGH  # who has none asks for the checks, too, by the other command
            return replace(alone, unasked=unread.NO_MODEL_ASKED if asked else "", unread=none)
        occasion = _occasion(resolved, reason)
        if unwanted() or occasion is None:
            return alone
        if not models_read(checked, settings):
            result = without_models(result, checked, settings)
            why = _not_a_plan(checked) if result.reason is None else ""
            return replace(
                alone, review=result, unasked=why if reason.commanded else "", unread=unread.NOT_A_PLAN if why else ""
            )
        if self._consulting is None:
            from anchorline.lsp.consulting import Consulting  # noqa: PLC0415 - not small, and many ask no model

            self._consulting = Consulting(self._recall)
        trusted = root if around.trusted else None
        consultation, problems = self._consulting.plan(
            checked, resolved, occasion, trusted, memory, around.editor_model
        )
        said = (*said, *problems)
        if isinstance(consultation, str):
            later = unread.ON_SAVE if settings.review.on == "save" else unread.ON_COMMAND
            return replace(alone, problems=said, unread=consultation or later)
        return replace(alone, problems=said, consultation=consultation)

    def spent(self, uri: str) -> Money:
        return Money() if self._consulting is None else self._consulting.spent(uri)

    def forget(self, uri: str | None) -> int:
        return 0 if self._consulting is None else self._consulting.forget(uri)

    def record(
        self, kind: DecisionKind, finding: Finding, scope: Scope, reason: str, uri: str, around: Surroundings
    ) -> tuple[str, ...]:
        memory = self._memory(uri, around)
        kept = memory.record(kind, finding, scope, reason)
        if kept is not None and kind.hides:
            self._hiding.append((memory.file, kept))
        return memory.problems

    def _taken_back(self, memory: Memory) -> tuple[Decision, ...]:
        """What was kept by this process and is kept no longer: another one, or a command, took it back."""
        kept = [each for file, each in list(self._hiding) if file == memory.file]
        gone = memory.lacking(kept)
        for each in gone:
            with suppress(ValueError):
                self._hiding.remove((memory.file, each))
        return gone

    def restore(self, uri: str, around: Surroundings, ids: Sequence[str], made: Sequence[tuple[Scope, Claim]]) -> int:
        memory = self._memory(uri, around)
        kept = [each.id for file, each in self._hiding if file == memory.file and (each.scope, each.claim) in made]
        return memory.forget({*ids, *kept})

    def take_back(self, uri: str, around: Surroundings) -> int:
        text = read_document(Path(around.path), uri)[0] if around.path is not None else None
        return self._memory(uri, around).take_back(text.text if text is not None else "")

    def ask_again(self, around: Surroundings) -> int | None:
        path = Path(around.path) if around.path is not None else None
        resolved = _settings(path, _root(path, around.folders), around)
        return None if resolved.consents else self._recall.store(resolved.settings).forget_facts(CONSENT)

    def _memory(self, uri: str, around: Surroundings) -> Memory:
        path = Path(around.path) if around.path is not None else None
        root = _root(path, around.folders)
        return Memory(self._recall, _settings(path, root, around).settings, standing_of(path, root, uri), None)

    def invalidate(self) -> None:
        self._listings.clear()
        self._recall.whereabouts.clear()


def _not_a_plan(checked: Checked) -> str:
    subject = checked.subject
    if subject.outline is None or not subject.text.strip():
        return ""
    kind = "" if subject.document_type is DocumentType.OTHER else str(subject.document_type)
    return unread.not_a_plan_asked(subject.snapshot.name.rsplit("/", 1)[-1], kind)


def _no_model(resolved: Resolved, around: Surroundings) -> str:
    """Why there is none to be asked at all; "" where one may be. Cheap: most people have none."""
    settings = resolved.settings
    if settings.provider == "off":
        return unread.SWITCHED_OFF
    keyed = any(os.environ.get(name) for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"))
    if settings.provider == "auto" and not keyed and not settings.base_url and around.editor_model is None:
        return unread.NO_MODEL
    return ""


def _occasion(resolved: Resolved, reason: Reason) -> Reason | None:
    """What this is an occasion for, as far as models go: OPEN where they are not to be asked, but what they said before
    is shown; None where there is nothing to show."""
    settings = resolved.settings
    if reason is Reason.CHANGE:
        return None
    on_save = settings.review.on == "save"
    if reason is Reason.SAVE and not on_save:
        return Reason.OPEN
    if reason is Reason.AUTOMATIC_SAVE and not (on_save and settings.review.on_auto_save):
        return Reason.OPEN
    return reason


def _root(path: Path | None, folders: tuple[str, ...]) -> Path | None:
    """The nearest workspace folder that holds the document; without one its repository, or else its own folder. An
    untitled buffer belongs to the only folder there is."""
    if path is None:
        return Path(folders[0]) if len(folders) == 1 else None
    holding = [folder for folder in map(Path, folders) if path.is_relative_to(folder)]
    if holding:
        return max(holding, key=lambda folder: len(folder.parts))
    return walk_root(path.parent)


def _team(root: Path | None, around: Surroundings) -> Team | None:
    return Team(root, disk_reader(root)) if root is not None and around.trusted else None


def _settings(path: Path | None, root: Path | None, around: Surroundings) -> Resolved:
    layers = [user_layer(), environment_layer(os.environ), *map(editor_layer, around.editor)]
    if root is not None:
        folder = path.parent.relative_to(root).as_posix() if path is not None else ""
        layers += workspace_layers(disk_reader(root), folder)
    return resolve(layers, trusted=around.trusted)


def _excluded(path: Path | None, root: Path | None, resolved: Resolved) -> bool:
    if path is None or root is None:
        return False
    rules = resolved.settings.review
    return Walk(root, rules.include, rules.exclude).is_excluded(path)
