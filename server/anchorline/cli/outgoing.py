"""What a save of a file would send to models, and for how much; for `doctor`. Nothing is sent to find out."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from anchorline import panel
from anchorline.cli.paths import shown_path
from anchorline.cli.surroundings import Surroundings
from anchorline.findings.prompts import TextBlock
from anchorline.findings.review import Review
from anchorline.findings.words import Profile
from anchorline.guidance import guidance_for
from anchorline.means import known_personas, open_store
from anchorline.memory.cache import ReplyCache
from anchorline.memory.spend import Spending
from anchorline.models.prices import price_table
from anchorline.models.provider import NoProvider, ProviderSettings, resolve_provider
from anchorline.models.scripted import NAME as SCRIPTED_NAME
from anchorline.panel import Means, Plan
from anchorline.recall import Memory, Recall, standing_of
from anchorline.review import Checked, check, models_read, why_no_model
from anchorline.reviewers.primer import decided_here, primers
from anchorline.settings import Settings
from anchorline.verification import foreseen, is_wanted
from anchorline.workspace.context import code_context
from anchorline.workspace.files import read_document
from anchorline.workspace.workspace import FileWorkspace


@dataclass(frozen=True, slots=True)
class Outgoing:
    """`plan` is the review by models as a save would begin it, None when `reason` says why there would be none."""

    name: str
    kind: str
    plan: Plan | None
    reason: str = ""
    verified: str = ""
    """What verification adds to that."""

    def rows(self) -> Iterator[tuple[str, str]]:
        """(name, value) for people."""
        yield "read as", self.kind
        if self.plan is None:
            yield "would be sent", f"nothing: {self.reason}"
            return
        foreseen = self.plan.estimate
        if not self.plan.open:
            yield "would be sent", "nothing: the answers about this text are kept from earlier"
        elif foreseen.refusal is not None:
            yield "would be sent", f"nothing: {foreseen.refusal}"
        else:
            tokens = max(each.call.priced.input for each in self.plan.open)
            yield (
                "would be sent",
                f"{foreseen.calls} calls of up to {tokens:,} tokens each, for about ${foreseen.likely_usd:.4f}; "
                "--sent prints them",
            )
        if self.plan.open and self.verified:
            yield "after that", self.verified
        waiting = {each.call.request.reviewer for each in self.plan.open}
        for activation in self.plan.activations:
            name = activation.persona.name
            if activation.reads:
                how = self.plan.models[name] if name in waiting else "kept from earlier"
                yield name, f"{how}; {activation.why}"

    def text(self) -> Iterator[str]:
        """Line by line, what is sent: first what all reviewers are sent, then what each is told."""
        requests = [each.call.request for each in self.plan.open] if self.plan is not None else []
        if not requests:
            yield f"A save of {self.name} would send nothing: {self.reason or 'the answers are kept from earlier'}."
            return
        first = requests[0]
        yield from _blocks("to all reviewers, system", first.system)
        yield from _blocks("to all reviewers", first.user[: first.shared_blocks])
        for request in requests:
            yield from _blocks(f"to {request.reviewer} ({request.model})", request.user[request.shared_blocks :])


def outgoing(path: Path, root: Path, around: Surroundings, settings: Settings) -> Outgoing:
    """What a save of a file would send, as things stand: settings, cache, budget and decisions count."""
    name = shown_path(path)
    snapshot, unreadable = read_document(path, name)
    if snapshot is None or unreadable is not None:
        return Outgoing(name, "nothing", None, unreadable or "it cannot be read")
    workspace = FileWorkspace(path, [], snapshot.name, moment=around.moment)
    change = None
    if not snapshot.is_markdown:
        change, _ = around.change(workspace, snapshot.text, settings.review.base)
    checked = check(snapshot, settings, workspace, change=change)
    if isinstance(checked, Review):
        return Outgoing(name, snapshot.language, None, checked.reason or "it is not reviewed")
    kind = str(checked.subject.document_type) if checked.profile is Profile.DOCUMENT else snapshot.language
    if not models_read(checked, settings):
        return Outgoing(name, kind, None, _unread(checked, settings))
    store = open_store(settings)
    recall = Recall()
    try:
        own = around.own_profiles(path, root)
        provider = resolve_provider(ProviderSettings(settings.provider, settings.base_url or None), os.environ)
        if isinstance(provider, NoProvider):
            return Outgoing(name, kind, None, provider.reason)
        cache = ReplyCache(store) if provider.name != SCRIPTED_NAME else None
        personas, _ = known_personas(settings, os.environ, own, store)
        slots = asyncio.Semaphore(settings.concurrency)
        means = Means(provider, personas, price_table(), Spending(store), store.secret(), slots, cache)
        remembered, _ = Memory(recall, settings, standing_of(path, root, ""), around.team(path, root)).about()
        subject = checked.subject
        context = None
        if checked.profile is Profile.CODE:
            context = code_context(
                subject, exclude=settings.review.exclude, thorough=False, decisions=decided_here(remembered)
            )
        plan = panel.plan(
            subject,
            settings,
            means,
            guidance=guidance_for(checked, settings),
            primers=primers(remembered, subject.snapshot, subject.outline, materiality=settings.memory.materiality),
            context=context,
        )
    finally:
        recall.close()
        store.close()
    verifies = checked.profile is Profile.CODE and is_wanted(settings, headless=False)
    return Outgoing(name, kind, plan, verified=foreseen(plan, settings, means) if verifies else "")


def _unread(checked: Checked, settings: Settings) -> str:
    why = why_no_model(checked, settings)
    if why is not None:
        return why.reason
    if checked.profile is Profile.DOCUMENT:
        return "models read plans, requirements, specs and ADRs only (the setting review.documents)"
    return "models do not read such files"


def _blocks(title: str, blocks: tuple[TextBlock, ...]) -> Iterator[str]:
    yield f"--- {title} ---"
    for block in blocks:
        yield from block.text.split("\n")
    yield ""
