"""`initialized`: ask the client to watch files, and for its settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from anchorline.lsp.protocol import NoAnswerError

if TYPE_CHECKING:
    from anchorline.lsp.session import Session

WATCHED = ("**/.anchorline.toml", "**/pyproject.toml", "**/.gitignore", "**/.anchorlineignore", "**/.git/logs/HEAD")


def handle(ls: Session, _: Any) -> None:
    ls.tasks.start("register", _register(ls))
    ls.ask_for_settings()


async def _register(ls: Session) -> None:
    registrations: list[dict[str, Any]] = []
    if ls.client.watch_files:
        watchers = [{"globPattern": pattern} for pattern in WATCHED]
        registrations.append(
            {
                "id": "anchorline-files",
                "method": types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
                "registerOptions": {"watchers": watchers},
            }
        )
    if ls.client.watch_configuration:
        registrations.append(
            {
                "id": "anchorline-settings",
                "method": types.WORKSPACE_DID_CHANGE_CONFIGURATION,
                "registerOptions": {"section": "anchorline"},
            }
        )
    if registrations:
        try:
            await ls.protocol.ask(types.CLIENT_REGISTER_CAPABILITY, {"registrations": registrations})
        except NoAnswerError as error:
            ls.log_message(f"Files and settings are not watched: {error}.")


async def pull_settings(ls: Session) -> None:
    """Ask for the settings of every folder. Without an answer, or with one of another shape, those known stay."""
    if not ls.client.configuration:
        return
    folders = list(ls.folders)
    try:
        answer = await ls.protocol.ask(types.WORKSPACE_CONFIGURATION, {"items": ls.configuration.items(folders)})
    except NoAnswerError as error:
        ls.log_message(f"The editor's settings are not known: {error}.")
        return
    known = ls.configuration.layers("")
    before = [ls.configuration.layers(folder + "/") for folder in folders]
    if not ls.configuration.pull(folders, answer):
        ls.log_message("The editor answered the question for its settings in another form; they stay as they were.")
        return
    if known != ls.configuration.layers("") or before != [ls.configuration.layers(folder + "/") for folder in folders]:
        ls.schedule.settings_changed()
