"""Reviewers as data: one Markdown file each, a head that says when it reads and how far it may go, and its prompt.

Built-in profiles come with the package; people add their own in their configuration folder; a repository may bring
some, which count only when the person trusts their very content, and then never reach as far as others: no fix of
theirs is applied unattended, no dearer model is used for them, and no name is taken from another profile.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from anchorline.reviewers.persona import Origin, Persona
from anchorline.reviewers.profile_file import LONGEST_FILE, ProfileFile, read_persona

MOST_FILES = 50


@cache
def built_in() -> tuple[Persona, ...]:
    """The profiles that come with the package, those for documents first, in the order of their names; those that
    always read come before the others."""
    folder = resources.files("anchorline.reviewers").joinpath("personas")
    return (*_of_package(folder), *_of_package(folder.joinpath("code")))


def _of_package(folder: Traversable) -> tuple[Persona, ...]:
    files = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".md")), key=lambda entry: entry.name)
    personas = []
    for file in files:
        persona, problem = read_persona(ProfileFile(file.name, file.read_bytes()), Origin.BUILT_IN)
        assert persona is not None, problem
        personas.append(persona)
    return tuple(sorted(personas, key=lambda persona: (not persona.always, persona.name)))


def with_added(
    user: Sequence[ProfileFile] = (), workspace: Sequence[ProfileFile] = (), trusted: Iterable[str] = ()
) -> tuple[tuple[Persona, ...], tuple[str, ...]]:
    """(personas, problems): the built-in ones, then the person's own, then those of the workspace whose content the
    person trusts (`trusted` are SHA-256 sums). Of two with one name for the same kind of text the first stays; only the
    person's own may take the place of a built-in one."""
    personas = {(persona.profile, persona.name): persona for persona in built_in()}
    problems: list[str] = []
    for file in user:
        persona, problem = read_persona(file, Origin.USER)
        problems += [problem] if problem else []
        if persona is not None:
            known = personas.get((persona.profile, persona.name))
            if known is not None and known.origin is Origin.USER:
                problems.append(f"{file.name}: another profile is called {persona.name} too; rename one")
            else:
                personas[persona.profile, persona.name] = persona
    believed = frozenset(trusted)
    strange = [file.name for file in workspace if file.sha256 not in believed]
    if strange:
        one = len(strange) == 1
        problems.append(
            f"{', '.join(strange)}: {'is' if one else 'are'} new or changed since you accepted this folder's profiles, "
            f"and not used; read {'it' if one else 'them'}, then run anchorline personas --accept "
            f"{'FILE' if one else 'all'}"
        )
    for file in workspace:
        if file.sha256 not in believed:
            continue
        persona, problem = read_persona(file, Origin.WORKSPACE)
        problems += [problem] if problem else []
        if persona is None:
            continue
        if any(persona.name == name for _, name in personas):
            problems.append(f"{file.name}: {persona.name} is the name of another profile; choose one of its own")
        else:
            personas[persona.profile, persona.name] = persona
    return tuple(personas.values()), tuple(problems)


def read_folder(folder: Path, *, within: Path | None = None) -> tuple[tuple[ProfileFile, ...], tuple[str, ...]]:
    """(profiles, problems) of a folder's Markdown files by name. A folder that is not there holds none. No link is
    followed out of `within`: a repository must not have other files of the machine read."""
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix.casefold() == ".md")
    except FileNotFoundError:
        return (), ()
    except OSError as error:
        return (), (f"{folder}: {error.strerror or type(error).__name__}; no profiles are read from it",)
    problems = (
        [f"{folder}: holds more than {MOST_FILES} profiles; the rest is left out"] if len(paths) > MOST_FILES else []
    )
    files: list[ProfileFile] = []
    for path in paths[:MOST_FILES]:
        try:
            if not path.is_file():
                continue
            if within is not None and not path.resolve().is_relative_to(within.resolve()):
                problems.append(f"{path}: leads out of the folder that you trust; it is not used")
                continue
            with path.open("rb") as opened:
                files.append(ProfileFile(str(path), opened.read(LONGEST_FILE + 1)))
        except OSError as error:
            problems.append(f"{path}: {error.strerror or type(error).__name__}; it is not used")
    return tuple(files), tuple(problems)
