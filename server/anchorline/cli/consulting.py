"""The model reviewers of one run of the command: the command itself is the consent, within `--max-usd` and the budget.

Imported only where a model is configured: most runs have none, and what is behind this is not small.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from anchorline import panel
from anchorline.findings.review import Review
from anchorline.findings.words import Outcome, Profile
from anchorline.guidance import guidance_for
from anchorline.means import Profiles, gather, open_store
from anchorline.models.provider import NoProvider
from anchorline.panel import Means
from anchorline.review import Checked, conclude, models_read, without_models
from anchorline.reviewers.personas import read_folder
from anchorline.second_look import second_look
from anchorline.settings import Settings
from anchorline.workspace.context import code_context
from anchorline.workspace.standards import Read

Say = Callable[[str], None]


class Consulting:
    """One event loop, one memory and one sum of money for the whole run. A context manager."""

    def __init__(self, settings: Settings, say: Say, *, use_cache: bool, profiles: Profiles = read_folder) -> None:
        self._settings = settings
        self._say = say
        self._use_cache = use_cache
        self._profiles = profiles
        self._left = settings.budget.usd_per_thorough
        self._runner = asyncio.Runner()
        self._store = open_store(settings)
        self._slots = asyncio.Semaphore(settings.concurrency)
        self._means: dict[Path | None, Means] = {}
        self.missing = self._missing()
        """Why there is no model after all, in one sentence; None when there is one."""

    def __enter__(self) -> Consulting:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for means in self._means.values():
            self._runner.run(means.provider.model.close())
        self._runner.close()
        self._store.close()

    def conclude(
        self, checked: Checked, settings: Settings, trusted_root: Path | None, read: Read | None = None
    ) -> Review:
        """Ask the models about a document or a change, and sum up. Without models, or where none reads, the checks
        alone. `read` is where a project's standards come from, None for the disk."""
        means = self._means_for(trusted_root)
        if means is None:
            return conclude(checked, settings)
        if not models_read(checked, settings):
            return without_models(conclude(checked, settings), checked)
        code = checked.profile is Profile.CODE
        plan = panel.plan(
            checked.subject,
            settings,
            means,
            thorough=True,
            most_usd=self._left,
            guidance=guidance_for(checked, settings),
            context=code_context(checked.subject, read=read, thorough=True) if code else None,
        )
        answers = self._runner.run(panel.ask(plan, means, _unheard))
        opinion, verified = self._runner.run(
            second_look(checked, settings, plan, means, panel.opinion(plan, answers), _unheard, headless=True)
        )
        spent = opinion.usage.usd + (verified.usage.usd if verified is not None else 0.0)
        self._left = max(self._left - spent, 0.0)
        for problem in self._store.problems:
            self._say(problem)
        return conclude(checked, settings, opinion, verified, headless=True)

    def _missing(self) -> str | None:
        means, problems = gather(self._settings, os.environ, self._store, self._slots, use_cache=self._use_cache)
        for problem in problems:
            self._say(problem)
        if isinstance(means, NoProvider):
            return means.reason
        self._means[None] = means
        return None

    def _means_for(self, trusted_root: Path | None) -> Means | None:
        if self.missing is not None:
            return None
        if trusted_root not in self._means:
            means, problems = gather(
                self._settings,
                os.environ,
                self._store,
                self._slots,
                workspace=trusted_root,
                use_cache=self._use_cache,
                profiles=self._profiles,
            )
            for problem in problems:
                self._say(problem)
            if isinstance(means, NoProvider):
                return None
            self._means[trusted_root] = means
        return self._means[trusted_root]


def _unheard(reviewer: str, outcome: Outcome) -> None:
    """A run of the command shows the whole, not the parts."""
