"""From settings and environment to a model that can be called, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from anchorline.models.anthropic import Access, AnthropicModel
from anchorline.models.base import Model
from anchorline.models.editor import NAME as EDITOR
from anchorline.models.editor import EditorAccess, EditorModel
from anchorline.models.endpoint import DEFAULT_BASE_URL, endpoint_problem, host_of, is_loopback
from anchorline.models.scripted import ScriptedModel, read_script

SCRIPTED = "scripted:"
KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN")
UNNEEDED_KEY = "none"
"""Sent to an endpoint on this machine that wants no key; the SDK insists on one."""

_CLOUD = {
    "bedrock": ("Amazon Bedrock", "ANTHROPIC_BEDROCK_BASE_URL"),
    "vertex": ("Google Vertex AI", "ANTHROPIC_VERTEX_BASE_URL"),
    "foundry": ("Microsoft Foundry", "ANTHROPIC_FOUNDRY_BASE_URL"),
}
_OWN_CREDENTIALS = (
    "ANTHROPIC_PROFILE", "ANTHROPIC_IDENTITY_TOKEN", "ANTHROPIC_IDENTITY_TOKEN_FILE",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ProviderSettings:
    """What settings say: `provider` as in the setting of that name, `base_url` None where it is not set."""

    provider: str = "auto"
    base_url: str | None = None


@dataclass(frozen=True, slots=True)
class Provider:
    """A model that can be called. `where` names the recipient for people. `explicit`: settings name it, so that the
    person need not be asked whether anything may be sent. `on_this_machine`: nothing leaves it. `unpriced`: which model
    answers, where settings name none, and what that costs, is between the person and the recipient."""

    name: str
    where: str
    model: Model
    explicit: bool
    on_this_machine: bool
    problems: tuple[str, ...] = ()
    unpriced: bool = False


@dataclass(frozen=True, slots=True)
class NoProvider:
    """`off`: by the person's own choice; nothing is missing then. `reason` is one sentence. `wrong`: what is set up
    cannot be meant."""

    reason: str
    off: bool = False
    wrong: bool = False


NO_EDITOR = NoProvider(
    'no editor offers a model here (provider = "editor"): an editor must have an extension that does, and the command '
    'line has none; name another provider, or "off"'
)


def resolve_provider(
    settings: ProviderSettings, env: Mapping[str, str], editor: EditorAccess | None = None
) -> Provider | NoProvider:
    """Opens nothing and imports nothing large; a scripted file is read. `editor` leads to the model that an
    editor offers; a key comes before it where settings name neither."""
    name = settings.provider
    if name == "off":
        return NoProvider("models are off (provider = off)", off=True)
    if name == EDITOR:
        return NO_EDITOR if editor is None else _editor(editor, explicit=True)
    if name.startswith(SCRIPTED):
        return _scripted(name.removeprefix(SCRIPTED))
    if name in _CLOUD:
        return _cloud(name, settings, env)
    keyed = any(env.get(key) for key in KEYS)
    if name == "auto" and editor is not None and not keyed and not settings.base_url:
        return _editor(editor, explicit=False)
    return _anthropic(settings, env)


def _editor(access: EditorAccess, *, explicit: bool) -> Provider:
    where = f"the model of {access.editor or 'your editor'}"
    return Provider(EDITOR, where, EditorModel(access), explicit, False, unpriced=True)


def _scripted(file: str) -> Provider | NoProvider:
    script, problems = read_script(Path(file).expanduser())
    if problems and not script:
        return NoProvider(problems[0], wrong=True)
    return Provider("scripted", f"{file} (scripted)", ScriptedModel(script), True, True, problems)


def _cloud(name: str, settings: ProviderSettings, env: Mapping[str, str]) -> Provider | NoProvider:
    title, variable = _CLOUD[name]
    base_url = settings.base_url or env.get(variable) or None
    if base_url is not None:
        problem = endpoint_problem(base_url, with_key=True)
        if problem is not None:
            return NoProvider(problem, wrong=True)
    where = f"{title} ({host_of(base_url)})" if base_url else title
    on_this_machine = base_url is not None and is_loopback(host_of(base_url, port=False))
    return Provider(name, where, AnthropicModel(Access(name, base_url)), True, on_this_machine)


def _anthropic(settings: ProviderSettings, env: Mapping[str, str]) -> Provider | NoProvider:
    explicit = settings.provider == "anthropic"
    api_key = env.get("ANTHROPIC_API_KEY") or None
    auth_token = env.get("ANTHROPIC_AUTH_TOKEN") or None if api_key is None else None
    base_url = settings.base_url or env.get("ANTHROPIC_BASE_URL") or DEFAULT_BASE_URL
    with_key = bool(api_key or auth_token)
    problem = endpoint_problem(base_url, with_key=with_key)
    if problem is not None:
        return NoProvider(problem, wrong=True)
    host = host_of(base_url)
    local = is_loopback(host_of(base_url, port=False))
    named = explicit or settings.base_url is not None
    if not with_key and not (named and base_url != DEFAULT_BASE_URL):
        if not (explicit and any(env.get(variable) for variable in _OWN_CREDENTIALS)):
            return NoProvider("no model is configured; set ANTHROPIC_API_KEY, or provider and base_url")
        access = Access("anthropic", base_url)
    else:
        access = Access("anthropic", base_url, api_key or (None if auth_token else UNNEEDED_KEY), auth_token)
    return Provider("anthropic", host, AnthropicModel(access), explicit, local)
