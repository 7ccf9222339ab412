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
from anchorline.acceptance import OwnProfiles
from anchorline.findings.remembered import Remembered
from anchorline.findings.review import Review
from anchorline.findings.words import Outcome, Profile
from anchorline.guidance import guidance_for
from anchorline.means import gather, open_store
from anchorline.models.provider import NoProvider
from anchorline.panel import Means
from anchorline.review import Checked, conclude, models_read, without_models
from anchorline.reviewers.primer import decided_here, primers
from anchorline.second_look import second_look
from anchorline.settings import Settings
from anchorline.workspace.context import code_context
from anchorline.workspace.standards import Read

Say = Callable[[str], None]


class Consulting:
    """One event loop, one memory and one sum of money for the whole run. A context manager."""

    def __init__(self, settings: Settings, say: Say, *, use_cache: bool, max_usd: float | None = None) -> None:
        """`max_usd` bounds the whole run, as the budget does."""
        self._settings = settings
        self._say = say
        self._use_cache = use_cache
        self._left, named = settings.budget.usd_per_thorough, "budget.usd_per_thorough"
        if max_usd is not None and max_usd < self._left:
            self._left, named = max_usd, "--max-usd"
        self._left_of = f"what is left of {named} for this run"
        self._runner = asyncio.Runner()
        self._store = open_store(settings)
        self._slots = asyncio.Semaphore(settings.concurrency)
        self._means: dict[Path | None, Means] = {}
        self.wrong = False
        """Whether `missing` is a mistake in the settings."""
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
        self,
        checked: Checked,
        settings: Settings,
        own: OwnProfiles | None,
        remembered: Remembered,
        read: Read | None = None,
    ) -> Review:
        """Ask the models about a document or a change, and sum up. Without models, or where none reads, the checks
        alone. `own` are the profiles of a folder that the person trusts. `read` is where a project's standards come
        from, None for the disk."""
        means = self._means_for(own)
        if means is None:
            return conclude(checked, settings, remembered=remembered)
        if not models_read(checked, settings):
            return without_models(conclude(checked, settings, remembered=remembered), checked, settings)
        code = checked.profile is Profile.CODE
        subject = checked.subject
        plan = panel.plan(
            checked.subject,
            settings,
            means,
            thorough=True,
            most_usd=self._left,
            most_named=self._left_of,
            guidance=guidance_for(checked, settings),
            primers=primers(remembered, subject.snapshot, subject.outline, materiality=settings.memory.materiality),
            context=code_context(
                subject,
                exclude=settings.review.exclude,
                read=read,
                thorough=True,
                decisions=decided_here(remembered),
            )
            if code
            else None,
        )
        answers = self._runner.run(panel.ask(plan, means, _unheard))
        opinion, verified = self._runner.run(
            second_look(checked, settings, plan, means, panel.opinion(plan, answers), _unheard, headless=True)
        )
        spent = opinion.usage.usd + (verified.usage.usd if verified is not None else 0.0)
        self._left = max(self._left - spent, 0.0)
        for problem in self._store.problems:
            self._say(problem)
        return conclude(checked, settings, opinion, verified, remembered=remembered, headless=True)

    def _missing(self) -> str | None:
        means, problems = gather(self._settings, os.environ, self._store, self._slots, use_cache=self._use_cache)
        for problem in problems:
            self._say(problem)
        if isinstance(means, NoProvider):
            self.wrong = means.wrong
            return means.reason
        self._means[None] = means
        return None

    def _means_for(self, own: OwnProfiles | None) -> Means | None:
        if self.missing is not None:
            return None
        folder = own.folder if own is not None else None
        if folder not in self._means:
            means, problems = gather(
                self._settings, os.environ, self._store, self._slots, own=own, use_cache=self._use_cache
            )
            for problem in problems:
                self._say(problem)
            if isinstance(means, NoProvider):
                return None
            self._means[folder] = means
        return self._means[folder]


def _unheard(reviewer: str, outcome: Outcome) -> None:
    """A run of the command shows the whole, not the parts."""
