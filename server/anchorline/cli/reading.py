"""One file, read and reviewed. Whatever goes wrong with it stays with it: the other files are reviewed still."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from anchorline.cli.exits import UsageError
from anchorline.cli.paths import STDIN, absolute, shown_path, working_folder
from anchorline.cli.reviewed import Reviewed, not_reviewed
from anchorline.cli.surroundings import Surroundings
from anchorline.cli.targets import Target
from anchorline.findings.decisions import Decision
from anchorline.findings.remembered import NOTHING
from anchorline.findings.review import Review
from anchorline.findings.words import Profile, Status
from anchorline.names import unknown_names
from anchorline.recall import Memory, Recall, standing_of
from anchorline.review import check, conclude, models_read, why_no_model, without_models
from anchorline.reviewers.base import NoWorkspace, Workspace
from anchorline.settings import Settings
from anchorline.text.changeset import ChangeSet
from anchorline.text.snapshot import Snapshot
from anchorline.vetting import Vetting
from anchorline.workspace.files import MAX_DOCUMENT, read_document, snapshot_of_bytes
from anchorline.workspace.named import led_astray
from anchorline.workspace.workspace import FileWorkspace

if TYPE_CHECKING:
    from anchorline.cli.baseline import Baseline
    from anchorline.cli.consulting import Consulting

Say = Callable[[str], None]
"""Takes a sentence for standard error; the same sentence twice is said once."""


@dataclass(frozen=True, slots=True)
class Reviewing:
    """How this run reviews. `stdin_name` stands for standard input: a path whose settings and language count."""

    around: Surroundings
    say: Say
    profile: Profile | None = None
    stdin_name: str | None = None
    models_required: bool = False
    consulting: Consulting | None = None
    recall: Recall = field(default_factory=Recall)
    baseline: Baseline | None = None

    def read(self, target: Target) -> tuple[Snapshot | None, str, str | None]:
        """(snapshot, name for people, problem)."""
        if target.path is not None:
            name = shown_path(target.path)
            astray = led_astray(target.path, working_folder())
            if astray is not None:
                return None, name, f"{name} {astray}"
            snapshot, problem = read_document(target.path, name)
            return snapshot, name, problem
        name = shown_path(self.stdin_name) if self.stdin_name else STDIN
        data, problem = stdin_data()
        if problem is not None:
            return None, name, f"{name}: {problem}"
        snapshot, problem = snapshot_of_bytes(data, name)
        if snapshot is not None and not self.stdin_name:
            snapshot = replace(snapshot, language="markdown")
        return snapshot, name, problem

    def review(self, target: Target) -> Reviewed:
        try:
            snapshot, name, problem = self.read(target)
            if snapshot is None:
                return self._unreviewed(name, Status.FAILED, problem or f"{name} cannot be read.")
            if problem is not None:
                return self._unreviewed(name, Status.SKIPPED, problem, snapshot)
            return self.again(target, snapshot)
        except UsageError:
            raise
        except Exception as error:
            if os.environ.get("ANCHORLINE_DEBUG"):
                raise
            name = shown_path(target.path) if target.path is not None else STDIN
            reason = f"{name} could not be reviewed: internal error ({type(error).__name__}); please report it."
            return self._unreviewed(name, Status.FAILED, reason)

    def again(self, target: Target, snapshot: Snapshot) -> Reviewed:
        """Review a text that was read already, in the place of its target."""
        place = target.path or (absolute(self.stdin_name) if self.stdin_name else None)
        settings, workspace, change = self._stand(place, target.folder, snapshot)
        reason = _switched_off(settings)
        if reason is not None:
            return self._unreviewed(snapshot.name, Status.SKIPPED, f"{snapshot.name}: {reason}", snapshot)
        found = self._found(place, target, snapshot, settings, workspace, change)
        for problem in found.problems:
            self.say(f"{snapshot.name}: {problem}")
        if self.models_required and self.consulting is None and found.status is Status.COMPLETE:
            found = replace(found, status=Status.INCOMPLETE, reason="no model is configured")
        elif found.reason is not None:
            names_it = found.reason.startswith(f"{snapshot.name} ")
            self.say(found.reason if names_it else f"{snapshot.name}: review {found.status.value}: {found.reason}")
        return Reviewed(snapshot.name, found, snapshot)

    def vetting(self, target: Target, snapshot: Snapshot) -> Vetting:
        """What tells which fixes of this text would break something."""
        place = target.path or (absolute(self.stdin_name) if self.stdin_name else None)
        settings, workspace, _ = self._stand(place, target.folder, snapshot)
        return Vetting(snapshot, settings, workspace, self.profile)

    def _found(
        self,
        place: Path | None,
        target: Target,
        snapshot: Snapshot,
        settings: Settings,
        workspace: Workspace,
        change: ChangeSet | None,
    ) -> Review:
        checked = check(snapshot, settings, workspace, change=change, profile=self.profile)
        if isinstance(checked, Review):
            return checked
        root = self.around.root_of(place, target.folder) if place is not None else None
        memory = self.memory(place, root, settings)
        remembered, problems = memory.about() if memory is not None else (NOTHING, ())
        for problem in problems:
            self.say(problem)
        if self.baseline is not None:
            remembered = replace(
                remembered,
                baseline=self.baseline.about(snapshot.name, memory.standing if memory is not None else None),
                baseline_moved=self._moved(self.baseline, place, memory),
            )
        if self.consulting is None:
            found = conclude(checked, settings, remembered=remembered)
            unchanged = self.around.since is not None and change is not None and change.is_empty
            return without_models(found, checked, settings) if unchanged else found
        own = self.around.own_profiles(place, root) if place is not None and root is not None else None
        unbelieved = self.around.unbelieved_profiles(root) if root is not None else None
        if unbelieved is not None:
            self.say(unbelieved)
        read = None if place is None else self.around.reader(place)
        found = self.consulting.conclude(checked, settings, own, remembered, read)
        why = why_no_model(checked, settings)
        if self.models_required and why is not None and why.owed and found.status is Status.SKIPPED:
            found = replace(found, status=Status.INCOMPLETE)
        if memory is not None and models_read(checked, settings):
            memory.add_round(found, snapshot.text)
        return found

    def memory(self, place: Path | None, root: Path | None, settings: Settings) -> Memory | None:
        """What reviews of this file remember; None of a text that stands nowhere."""
        if place is None or root is None:
            return None
        return Memory(self.recall, settings, standing_of(place, root, ""), self.around.team(place, root))

    def _moved(self, baseline: Baseline, place: Path | None, memory: Memory | None) -> tuple[Decision, ...]:
        if place is None or memory is None:
            return ()
        return baseline.moved(
            memory.standing, self.recall.whereabouts, self.around.earlier(place, Path(memory.standing.workspace))
        )

    def _stand(
        self, place: Path | None, folder: Path | None, snapshot: Snapshot
    ) -> tuple[Settings, Workspace, ChangeSet | None]:
        if place is None:
            return self.around.without_place.settings, NoWorkspace(), None
        root = self.around.root_of(place, folder)
        resolved = self.around.settings_of(place, root)
        folders = [folder] if folder is not None else []
        workspace = FileWorkspace(place, folders, snapshot.name, moment=self.around.moment)
        change = None
        if not snapshot.is_markdown or self.around.since is not None:
            change, problem = self.around.change(workspace, snapshot.text, resolved.settings.review.base)
            if problem is not None:
                self.say(f"{snapshot.name}: everything counts as changed: {problem}")
        for problem in (*resolved.problems, *unknown_names(resolved), *workspace.problems):
            self.say(problem)
        return resolved.settings, workspace, change

    def _unreviewed(self, name: str, status: Status, reason: str, snapshot: Snapshot | None = None) -> Reviewed:
        self.say(reason)
        return not_reviewed(name, status, reason, snapshot)


@cache
def stdin_data() -> tuple[bytes, str | None]:
    """(standard input, up to one byte more than is reviewed; problem). It can be read only once."""
    if sys.stdin is None:
        return b"", "standard input is closed; send a document to it, or name a file."
    try:
        return sys.stdin.buffer.read(MAX_DOCUMENT + 1), None
    except OSError as error:
        return b"", f"standard input cannot be read: {error.strerror or error}; send a document to it, or name a file."


def _switched_off(settings: Settings) -> str | None:
    if not settings.enable:
        return "reviewing is switched off (the setting enable is false)."
    if settings.checks.on == "off":
        return "the checks are switched off (the setting checks.on is off)."
    return None
