"""From settings and environment to what model reviews need beyond one document: a model, personas, a memory.

The one place that puts the adapters together; both surfaces call it. Nothing is sent and nothing large is imported.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path

from anchorline.memory.cache import ReplyCache
from anchorline.memory.spend import Spending
from anchorline.memory.store import FILE, Store
from anchorline.models.prices import price_table
from anchorline.models.provider import NoProvider, ProviderSettings, resolve_provider
from anchorline.models.scripted import NAME as SCRIPTED_NAME
from anchorline.panel import Means
from anchorline.reviewers.personas import Persona, ProfileFile, read_folder, with_added
from anchorline.settings import Settings
from anchorline.settings.files import user_config_file

WORKSPACE_PERSONAS = ".anchorline/personas"

Profiles = Callable[[Path], tuple[tuple[ProfileFile, ...], tuple[str, ...]]]
"""(profiles, problems) of a folder."""


def state_file(settings: Settings) -> Path:
    """Where what lasts is kept: the setting `memory.path`, or the state folder of this system."""
    from platformdirs import user_state_path  # noqa: PLC0415 - only where something is kept

    folder = Path(settings.memory.path).expanduser() if settings.memory.path else user_state_path("anchorline")
    return folder / FILE


def open_store(settings: Settings) -> Store:
    return Store(state_file(settings))


def personas_of(
    settings: Settings, env: Mapping[str, str], workspace: Path | None = None, profiles: Profiles = read_folder
) -> tuple[tuple[Persona, ...], tuple[str, ...]]:
    """(personas, problems). `workspace` is the folder of a workspace that the person trusts, whose own profiles count
    too; None for one that nobody vouches for. `profiles` reads them, from the disk or from a revision."""
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
    own, wrong = profiles(workspace / WORKSPACE_PERSONAS) if workspace is not None else ((), ())
    personas, unread = with_added(files, own, trusted=[file.sha256 for file in own])
    return personas, (*problems, *wrong, *unread)


def gather(
    settings: Settings,
    env: Mapping[str, str],
    store: Store,
    slots: asyncio.Semaphore,
    *,
    workspace: Path | None = None,
    use_cache: bool = True,
    profiles: Profiles = read_folder,
) -> tuple[Means | NoProvider, tuple[str, ...]]:
    """(what model reviews need, or why there are none; problems)."""
    provider = resolve_provider(ProviderSettings(settings.provider, settings.base_url or None), env)
    if isinstance(provider, NoProvider):
        return provider, ()
    personas, problems = personas_of(settings, env, workspace, profiles)
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
