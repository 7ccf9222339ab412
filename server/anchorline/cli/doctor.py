"""`anchorline doctor`: what is installed, what is configured and by whom, and what would leave this machine."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from anchorline import __version__
from anchorline.cli.exits import Exit, UsageError
from anchorline.cli.output.escape import one_line

if TYPE_CHECKING:
    from anchorline.cli.surroundings import Surroundings
    from anchorline.settings import Settings

KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN")
LIBRARIES = ("pygls", "lsprotocol", "pydantic", "anthropic", "markdown-it-py", "tree-sitter", "pygit2", "typer", "rich")


def doctor(
    path: Annotated[str, typer.Argument(metavar="PATH", help="The file or folder to look from.")] = ".",
    trust: Annotated[bool, typer.Option("--trust", help="Look as `review --trust` would.")] = False,
    sent: Annotated[
        bool, typer.Option("--sent", help="Print instead, word by word, what a save of the file PATH would send.")
    ] = False,
) -> int:
    """Show versions, settings with their sources, the endpoint, the repository, and what would be sent where.

    Of a file: which reviewers a save would ask, and for how much. Nothing is sent.
    """
    from anchorline.cli.paths import absolute, shown_path  # noqa: PLC0415 - help needs none of it
    from anchorline.cli.surroundings import Surroundings  # noqa: PLC0415
    from anchorline.settings.files import user_config_file  # noqa: PLC0415
    from anchorline.settings.layers import Layer  # noqa: PLC0415
    from anchorline.settings.shown import shown  # noqa: PLC0415

    place = absolute(path)
    try:
        place.stat()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise UsageError(f"{shown_path(place)} cannot be looked at: {why}; check the path") from None
    file = place / "any.md" if place.is_dir() else place
    if sent and place.is_dir():
        raise UsageError("--sent is about a file; name one")
    around = Surroundings(None, trust=trust, command_line={})
    root = around.root_of(file, place if place.is_dir() else None)
    resolved = around.settings_of(file, root)
    if sent:
        return _sent(file, root, around, resolved.settings)

    _section("Versions", [("anchorline", __version__), ("python", f"{platform.python_version()} ({sys.executable})")])
    _rows([(name, _version(name)) for name in LIBRARIES])
    _section("Workspace", [("looked from", shown_path(place)), ("root", str(root))])
    _rows(
        [("trusted", "yes" if around.trusted(root) else "no (its settings count as far as a repository may set them)")]
    )
    _rows(_repository(file))
    _section("Configuration", [("your own file", _presence(user_config_file(os.environ)))])
    for key, source in resolved.sources.items():
        origin = "" if source.layer is Layer.DEFAULT else f"  ({one_line(source.origin)})"
        _rows([(key, f"{shown(source.value)}{origin or '  (default)'}")])
    if resolved.problems:
        _section("Problems", [("", one_line(problem)) for problem in resolved.problems])
    _section("Models", [(name, "present" if os.environ.get(name) else "not set") for name in KEYS])
    _rows(_sending(resolved.settings))
    if not place.is_dir():
        from anchorline.cli.outgoing import outgoing  # noqa: PLC0415 - it needs all that a review needs

        rows = outgoing(file, root, around, resolved.settings).rows()
        _section(f"A save of {shown_path(place)}", [(name, one_line(value)) for name, value in rows])
    return Exit.OK


def _sent(file: Path, root: Path, around: Surroundings, settings: Settings) -> int:
    from anchorline.cli.outgoing import outgoing  # noqa: PLC0415 - it needs all that a review needs
    from anchorline.cli.output.escape import disarmed, visible  # noqa: PLC0415

    for line in outgoing(file, root, around, settings).text():
        print(disarmed(visible(line)))
    return Exit.OK


def _repository(file: Path) -> Iterator[tuple[str, str]]:
    from anchorline.workspace.repository import open_repository  # noqa: PLC0415

    repository, problem = open_repository(file)
    if repository is None:
        yield "git", one_line(problem or "in no repository; source is judged as a whole, links are not judged")
        return
    commit, problem = repository.commit()
    state = f"HEAD is {commit.id[:12]}" if commit is not None else problem or "no commits yet"
    yield "git", f"{one_line(str(repository.root))}, {state}"


def _sending(settings: Settings) -> Iterator[tuple[str, str]]:
    from anchorline.models.provider import NoProvider, ProviderSettings, resolve_provider  # noqa: PLC0415
    from anchorline.settings.shown import shown  # noqa: PLC0415

    provider = resolve_provider(ProviderSettings(settings.provider, settings.base_url or None), os.environ)
    if isinstance(provider, NoProvider):
        yield "endpoint", "none"
        yield "would be sent", f"nothing: {one_line(provider.reason)}"
        return
    yield "endpoint", one_line(str(shown(provider.where)))
    what = "the text of each plan, requirements, spec or ADR that is reviewed, secrets covered"
    if settings.review.documents == "all":
        what = "the text of each Markdown document that is reviewed, secrets covered"
    yield "would be sent", f"{what}, to {one_line(str(shown(provider.where)))}"
    agreed = "settings name it" if provider.explicit else "an editor asks once before anything is sent"
    yield "consent", f"{agreed}; a command line run is consent itself"
    yield "models", f"fast {settings.models.fast}, standard {settings.models.standard}, deep {settings.models.deep}"
    budget = settings.budget
    yield (
        "at most",
        (
            f"${budget.usd_per_review:g} a save, ${budget.usd_per_thorough:g} a thorough review or run, "
            f"${budget.usd_per_day:g} a day, {budget.max_calls} calls"
        ),
    )


def _version(name: str) -> str:
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

    try:
        return version(name)
    except PackageNotFoundError:
        return "missing; install Anchorline again"


def _presence(path: Path) -> str:
    return f"{one_line(str(path))} ({'present' if path.is_file() else 'not there'})"


def _section(title: str, rows: list[tuple[str, str]]) -> None:
    print(f"\n{title}" if title != "Versions" else title)
    _rows(rows)


def _rows(rows: Iterator[tuple[str, str]] | list[tuple[str, str]]) -> None:
    for name, value in rows:
        print(f"  {name:<32} {value}".rstrip() if name else f"  {value}")
