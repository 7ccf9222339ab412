"""Builders for tests about reviews of code."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from anchorline.findings.opinion import Opinion
from anchorline.gates.base import GateContext
from anchorline.memory.cache import ReplyCache
from anchorline.memory.spend import Spending
from anchorline.memory.store import FILE, Store
from anchorline.models.prices import price_table
from anchorline.models.provider import Provider
from anchorline.models.scripted import ScriptedModel, script_of
from anchorline.panel import Means
from anchorline.review import check, gate_context
from anchorline.reviewers.base import NoWorkspace
from anchorline.settings import Settings
from anchorline.text.changeset import change_of
from anchorline.text.snapshot import Snapshot, language_of


def code_context(after: str, before: str | None = None, name: str = "app.py", **options: object) -> GateContext:
    """What the gates know of a change from `before` (None: the file is new), as a review would tell them."""
    snapshot = Snapshot(f"file:///{name}", after, language=language_of(name), name=name)
    checked = check(snapshot, Settings(), NoWorkspace(), change=change_of(before, after))
    context = gate_context(checked, Settings(), Opinion())  # type: ignore[arg-type]
    return replace(context, **options)  # type: ignore[arg-type]


def means(script: object, folder: Path, *, remembers: bool = False, slots: int = 6) -> Means:
    """A scripted model and a memory in a folder."""
    answers, problems = script_of(script, "script")
    assert problems == ()
    store = Store(folder / FILE)
    return Means(
        provider=Provider("scripted", "script (scripted)", ScriptedModel(answers), True, True),
        personas=(),
        prices=price_table(),
        spending=Spending(store),
        secret=b"secret",
        slots=asyncio.Semaphore(slots),
        cache=ReplyCache(store) if remembers else None,
    )
