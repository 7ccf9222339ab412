"""What becomes of a review of source between the answers of its reviewers and its end: the names that they use are
looked up, and what they raised is verified where that is wanted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from anchorline import verification
from anchorline.findings.opinion import Opinion
from anchorline.findings.verified import Verified
from anchorline.findings.words import Profile
from anchorline.gates.code_symbols import files_named, names_unknown
from anchorline.gates.grounding import known_names
from anchorline.panel import Means, OnDone, Plan
from anchorline.review import Checked, candidates, gate_context
from anchorline.reviewers.base import Existence, Workspace
from anchorline.settings import Settings
from anchorline.workspace.paths import parts_below
from anchorline.workspace.tools import Lookups
from anchorline.workspace.workspace import FileWorkspace

MOST_WALKED = 20_000
"""Entries of the workspace among which a file is looked for that Git does not track."""


async def second_look(
    checked: Checked,
    settings: Settings,
    plan: Plan,
    means: Means,
    opinion: Opinion,
    on_done: OnDone,
    *,
    headless: bool,
    may_send: bool = True,
) -> tuple[Opinion, Verified | None]:
    """(the opinion with what was looked up, what a second look came to), both for `review.conclude`. For documents, and
    where nothing is to be verified, None."""
    if checked.profile is not Profile.CODE or not opinion.raised:
        return opinion, None
    lookups = lookups_of(checked, settings)
    context = gate_context(checked, settings, opinion, headless=headless)
    names = names_unknown(opinion.raised, known_names(context))
    files = files_named(opinion.raised)
    if names or files:
        found = await asyncio.to_thread(lookups.holds, names) if names else frozenset()
        there = await asyncio.to_thread(_there, files, checked.subject.workspace)
        opinion = replace(opinion, elsewhere=found | there)
    if not verification.is_wanted(settings, headless=headless):
        return opinion, None
    context = gate_context(checked, settings, opinion, headless=headless)
    waiting = await asyncio.to_thread(candidates, checked, opinion, context)
    verified = await verification.verify(
        waiting.findings,
        context,
        settings,
        means,
        lookups,
        ceilings=plan.ceilings,
        spent=opinion.usage,
        shared=plan.shared,
        may_send=may_send,
        on_done=on_done,
    )
    return opinion, verified


def _there(files: Sequence[str], workspace: Workspace) -> frozenset[str]:
    """Those of the paths that are files of the workspace, whole or by the end of a path, or of which nobody knows."""
    missing = [path for path in files if _is_missing(path, workspace)]
    if missing and isinstance(workspace, FileWorkspace) and workspace.walk is not None:
        root = workspace.walk.root
        walked = workspace.walk.files(most=MOST_WALKED, every=True)
        names = ["/" + "/".join(parts_below(root, file) or ()) for file in walked]
        missing = [path for path in missing if not any(name.endswith(f"/{path}") for name in names)]
    return frozenset(files) - frozenset(missing)


def _is_missing(path: str, workspace: Workspace) -> bool:
    if any(look(path) is not Existence.MISSING for look in (workspace.at_root, workspace.beside)):
        return False
    tracked = workspace.tracked_suffix(path)
    return "/" in path if tracked is None else not tracked


def lookups_of(checked: Checked, settings: Settings) -> Lookups:
    """What may be looked up around the reviewed file, whose present text counts instead of what is on disk."""
    workspace, snapshot = checked.subject.workspace, checked.subject.snapshot
    if not isinstance(workspace, FileWorkspace) or workspace.root is None:
        return Lookups(None)
    below = parts_below(workspace.root, workspace.document)
    current = {} if below is None else {"/".join(below): snapshot.text}
    return Lookups(workspace.root, exclude=settings.review.exclude, repository=workspace.repository, current=current)
