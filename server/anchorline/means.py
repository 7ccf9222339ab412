"""From settings and environment to what model reviews need beyond one document: a model, personas, a memory.

The one place that puts the adapters together; both surfaces call it. Nothing is sent and nothing large is imported.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

from anchorline.acceptance import OwnProfiles, counting, met, own_profiles, unaccepted
from anchorline.memory.cache import ReplyCache
from anchorline.memory.spend import Spending
from anchorline.memory.store import Store
from anchorline.models.editor import EditorAccess
from anchorline.models.prices import price_table
from anchorline.models.provider import NoProvider, ProviderSettings, resolve_provider
from anchorline.models.scripted import NAME as SCRIPTED_NAME
from anchorline.panel import Means
from anchorline.reviewers.persona import Persona
from anchorline.reviewers.personas import read_folder, with_added
from anchorline.reviewers.profile_file import ProfileFile
from anchorline.settings import Settings
from anchorline.settings.files import user_config_file
from anchorline.state import state_file as state_file  # noqa: PLC0414 - for whoever gathers means


def open_store(settings: Settings) -> Store:
    return Store(state_file(settings))


def personas_of(
    settings: Settings, env: Mapping[str, str], own: OwnProfiles | None = None, accepted: frozenset[str] = frozenset()
) -> tuple[tuple[Persona, ...], tuple[str, ...]]:
    """(personas, problems). `own` are the profiles of a workspace that the person trusts, None of one that nobody
    vouches for; those count whose SHA-256 sum is `accepted`."""
    folders = [
        user_config_file(env).parent / "personas",
        *(Path(path).expanduser() for path in settings.personas.paths),
    ]
    files: list[ProfileFile] = []
    problems: list[str] = []
    for folder in folders:
        found, wrong = read_folder(folder)
        files += found
        problems += wrong
    if own is None:
        personas, unread = with_added(files)
        return personas, (*problems, *unread)
    personas, unread = with_added(files, own.files, trusted=accepted)
    return personas, (*problems, *own.problems, *unread)


def personas_in(
    settings: Settings, env: Mapping[str, str], own: OwnProfiles | None, store: Store
) -> tuple[tuple[Persona, ...], tuple[str, ...]]:
    """(personas, problems) for a review: in a folder that is met for the first time, its profiles are accepted."""
    if own is None:
        return personas_of(settings, env)
    accepted = counting(own, store)
    personas, problems = personas_of(settings, env, own, accepted)
    used = {persona.sha256 for persona in personas}
    strange = [file for file in unaccepted(own, store) if file.sha256 in used] if own.vouched else []
    if strange:
        names = ", ".join(file.name for file in strange)
        problems += (f"{names}: new or changed since you accepted this folder's profiles; used because of --trust",)
    met(own, store)
    return personas, problems


def known_personas(
    settings: Settings, env: Mapping[str, str], own: OwnProfiles | None, store: Store
) -> tuple[tuple[Persona, ...], tuple[str, ...]]:
    """(personas, problems) as a review would have them. To look accepts nothing."""
    accepted = counting(own, store) if own is not None and own.files else frozenset()
    return personas_of(settings, env, own, accepted)


def gather(
    settings: Settings,
    env: Mapping[str, str],
    store: Store,
    slots: asyncio.Semaphore,
    *,
    workspace: Path | None = None,
    own: OwnProfiles | None = None,
    use_cache: bool = True,
    editor: EditorAccess | None = None,
) -> tuple[Means | NoProvider, tuple[str, ...]]:
    """(what model reviews need, or why there are none; problems). `workspace` is a folder that the person trusts; `own`
    are its profiles where somebody has read them already, from a revision for one. `editor` leads to the editor's own
    model."""
    provider = resolve_provider(ProviderSettings(settings.provider, settings.base_url or None), env, editor)
    if isinstance(provider, NoProvider):
        return provider, ()
    if own is None and workspace is not None:
        own = own_profiles(workspace)
    personas, problems = personas_in(settings, env, own, store)
    means = Means(
        provider=provider,
        personas=personas,
        prices=price_table(),
        spending=Spending(store),
        secret=store.secret(),
        slots=slots,
        # A script answers call by call: to keep its answers would be to skip some.
        cache=ReplyCache(store) if use_cache and provider.name != SCRIPTED_NAME else None,
    )
    return means, (*provider.problems, *problems)
