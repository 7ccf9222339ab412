"""The engine behind the door: settings of a document, what lies around it, and the review.

Imports everything that is expensive; only `engine` imports this module, on the worker's thread. Settings are read for
every review: a few small files, so that an edit of one counts at once even where the client watches nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from anchorline.lsp.engine import Outcome, Policy, Surroundings
from anchorline.names import unknown_names
from anchorline.review import review
from anchorline.reviewers.base import NoWorkspace, Workspace
from anchorline.settings import Resolved, disk_reader, resolve, user_layer
from anchorline.settings.layers import editor_layer, environment_layer, workspace_layers
from anchorline.text.snapshot import Snapshot
from anchorline.workspace.walk import Walk, walk_root
from anchorline.workspace.workspace import FileWorkspace


class ReviewEngine:
    def review(self, snapshot: Snapshot, around: Surroundings, unwanted: Callable[[], bool]) -> Outcome:
        path = Path(around.path) if around.path is not None else None
        root = _root(path, around.folders)
        resolved = _settings(path, root, around)
        settings = resolved.settings
        policy = Policy(
            enable=settings.enable,
            checks_on=settings.checks.on,
            max_actionable=settings.max_actionable,
            usd_per_day=settings.budget.usd_per_day,
        )
        if not settings.enable or settings.checks.on == "off" or _excluded(path, root, resolved):
            return Outcome(None, policy, resolved.problems)
        workspace: Workspace = NoWorkspace()
        base_text: str | None = None
        if path is not None:
            workspace = files = FileWorkspace(path, [Path(folder) for folder in around.folders], snapshot.name)
            base_text = files.head_text() if not snapshot.is_markdown else None
        result = review(snapshot, settings, workspace, base_text=base_text, cancelled=unwanted)
        return Outcome(result, policy, (*resolved.problems, *unknown_names(resolved)))

    def invalidate(self) -> None:
        """Nothing is kept from review to review."""


def _root(path: Path | None, folders: tuple[str, ...]) -> Path | None:
    """The nearest workspace folder that holds the document; without one its repository, or else its own folder. An
    untitled buffer belongs to the only folder there is."""
    if path is None:
        return Path(folders[0]) if len(folders) == 1 else None
    holding = [folder for folder in map(Path, folders) if path.is_relative_to(folder)]
    if holding:
        return max(holding, key=lambda folder: len(folder.parts))
    return walk_root(path.parent)


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
