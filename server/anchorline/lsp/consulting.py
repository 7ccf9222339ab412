"""Model reviews in an editor: planned on the worker's thread, asked on the event loop, concluded on the thread again.

Imported with everything behind it on first use only.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from anchorline import panel
from anchorline.acceptance import own_profiles
from anchorline.evidence.between import common_prefix
from anchorline.findings.opinion import Opinion
from anchorline.findings.review import Review
from anchorline.findings.verified import Verified
from anchorline.findings.words import Outcome as ReviewerOutcome
from anchorline.findings.words import Profile
from anchorline.guidance import guidance_for
from anchorline.lsp import unread
from anchorline.lsp.engine import ALWAYS, CONSENT, NEVER, Consent, Money, Reason
from anchorline.means import gather, personas_in
from anchorline.memory.spend import Spending
from anchorline.memory.store import Store
from anchorline.models.editor import EditorAccess
from anchorline.models.provider import NoProvider
from anchorline.panel import Means, Plan
from anchorline.recall import Memory, Recall
from anchorline.review import Checked, conclude
from anchorline.reviewers.primer import decided_here, primers
from anchorline.second_look import second_look
from anchorline.settings import Resolved, Settings
from anchorline.verification import foreseen, is_wanted
from anchorline.workspace.context import code_context

_REACH = f"{ALWAYS} and {NEVER} count for every document."
_WHY = {Consent.GIVEN: "", Consent.REFUSED: unread.NEVER, Consent.UNKNOWN: unread.IF_AGREED}
_KINDS = {Consent.GIVEN: "yes", Consent.REFUSED: "no"}


class Consulting:
    """What model reviews of one server share. All methods on the worker's thread."""

    def __init__(self, recall: Recall) -> None:
        self._recall = recall
        self._means: dict[tuple[object, ...], Means] = {}
        self._slots: asyncio.Semaphore | None = None
        self._last_text: dict[str, str] = {}

    def plan(
        self,
        checked: Checked,
        resolved: Resolved,
        reason: Reason,
        trusted_root: Path | None,
        memory: Memory,
        editor: EditorAccess | None = None,
    ) -> tuple[Planned | str, tuple[str, ...]]:
        """(the consultation, problems); instead of one a few words why there is none: where no model can be reached, or
        on opening where not everything is known ("" then, for it may be another time)."""
        settings = resolved.settings
        store = self._recall.store(settings)
        means, problems = self._gather(settings, store, trusted_root, editor)
        if isinstance(means, str):
            return means, problems
        snapshot = checked.subject.snapshot
        before = self._last_text.get(snapshot.uri)
        outline = checked.subject.outline
        remembered, _ = memory.about()
        thorough = reason is Reason.THOROUGH
        code = checked.profile is Profile.CODE
        plan = panel.plan(
            checked.subject,
            settings,
            means,
            thorough=thorough,
            guidance=guidance_for(checked, settings),
            primers=primers(remembered, snapshot, outline, materiality=settings.memory.materiality),
            edited_at=None if before in (None, snapshot.text) else common_prefix(before or "", snapshot.text),
            context=code_context(
                checked.subject,
                exclude=settings.review.exclude,
                thorough=thorough,
                decisions=decided_here(remembered),
            )
            if code
            else None,
        )
        verifies = code and reason is not Reason.OPEN and is_wanted(settings, headless=False)
        planned = Planned(checked, settings, means, plan, store, memory, resolved.consents, verifies)
        if reason is Reason.OPEN and (plan.open or not plan.names):
            return _WHY[planned.consent()], problems
        self._last_text[snapshot.uri] = snapshot.text
        return planned, (*problems, *store.problems)

    def spent(self, uri: str) -> Money:
        return max(
            (Money(spending.of_document(uri), spending.today()) for spending in map(Spending, self._recall.stores)),
            key=lambda money: money.today,
            default=Money(),
        )

    def forget(self, uri: str | None) -> int:
        caches = {id(means.cache): means.cache for means in self._means.values() if means.cache is not None}
        return sum(cache.clear(uri) for cache in caches.values())

    def _gather(
        self, settings: Settings, store: Store, trusted_root: Path | None, editor: EditorAccess | None
    ) -> tuple[Means | str, tuple[str, ...]]:
        """(means or why there are none, problems). Means are kept while what they are made of stays the same:
        connections and caches live in them. Personas are read for every review, like settings: a few small files, so
        that an edit of one counts at once."""
        if self._slots is None:
            self._slots = asyncio.Semaphore(settings.concurrency)
        key = (settings.provider, settings.base_url, settings.personas, settings.memory, trusted_root)
        known = self._means.get(key)
        if known is not None:
            own = own_profiles(trusted_root) if trusted_root is not None else None
            personas, problems = personas_in(settings, os.environ, own, store)
            if personas == known.personas:
                return known, ()
            self._means[key] = replace(known, personas=personas)
            return self._means[key], problems
        means, problems = gather(settings, os.environ, store, self._slots, workspace=trusted_root, editor=editor)
        if isinstance(means, NoProvider):
            return (unread.SWITCHED_OFF, ()) if means.off else (unread.NO_WAY, (*problems, means.reason))
        self._means[key] = means
        return means, problems


@dataclass(frozen=True, slots=True)
class Planned:
    """See `engine.Consultation`."""

    checked: Checked
    settings: Settings
    means: Means
    plan: Plan
    store: Store
    memory: Memory
    consents: bool
    """Whether the person's own settings say that models are to be asked."""
    verifies: bool = False
    """Whether findings are verified, which may need calls even where every reviewer's answer is known."""

    @property
    def waiting(self) -> int:
        return len(self.plan.open) or int(self.verifies)

    @property
    def names(self) -> tuple[str, ...]:
        return self.plan.names

    @property
    def settle_s(self) -> float:
        return self.settings.review.settle_ms / 1000

    @property
    def paused(self) -> str | None:
        return self.plan.estimate.refusal if self.plan.open else None

    @property
    def offer(self) -> str:
        name = self.checked.subject.snapshot.name.rsplit("/", 1)[-1]
        if self.means.provider.unpriced:
            return (
                f"Let Anchorline have {name} reviewed by {self.means.provider.where}? On every save its text is sent "
                f"there, in {self.waiting} calls. What they cost is between you and your editor. {_REACH}"
            )
        verified = f"; {foreseen(self.plan, self.settings, self.means)}" if self.verifies else ""
        asked = (each.call.request.model for each in self.plan.open)
        models = ", ".join(dict.fromkeys(asked)) or self.settings.models.standard
        return (
            f"Let Anchorline have {name} reviewed by {models}? On every save its text is sent to "
            f"{self.means.provider.where}, in {len(self.plan.open)} calls for about "
            f"${self.plan.estimate.likely_usd:.3f}{verified}. {_REACH}"
        )

    def consent(self) -> Consent:
        if self.consents or self.means.provider.explicit:
            return Consent.GIVEN
        for key in (self._key(this_file=True), self._key(this_file=False)):
            match self.store.fact(key):
                case "yes":
                    return Consent.GIVEN
                case "no":
                    return Consent.REFUSED
        return Consent.UNKNOWN

    def remember(self, answer: Consent, *, this_file: bool) -> None:
        self.store.set_fact(self._key(this_file=this_file), _KINDS.get(answer))

    def prepare(self) -> None:
        self.checked.haystack.prepare()

    async def ask(self, on_done: Callable[[str, str], None]) -> tuple[Opinion, Verified | None]:
        def done(name: str, outcome: ReviewerOutcome) -> None:
            on_done(name, outcome.value)

        opinion = panel.opinion(self.plan, await panel.ask(self.plan, self.means, done))
        return await second_look(
            self.checked, self.settings, self.plan, self.means, opinion, done, headless=False, may_send=self.waiting > 0
        )

    def conclude(self, answers: tuple[Opinion, Verified | None]) -> Review:
        remembered, _ = self.memory.about()
        review = conclude(self.checked, self.settings, *answers, remembered=remembered)
        self.memory.add_round(review, self.checked.subject.text)
        return review

    def _key(self, *, this_file: bool) -> str:
        where = f"{CONSENT}{self.means.provider.where}"
        return f"{where} {self.plan.document}" if this_file else where
