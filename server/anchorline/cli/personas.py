"""`anchorline personas`: which model reviewers there are, which would read a document and why; and accepting some."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from anchorline.cli.exits import Exit, UsageError
from anchorline.cli.output.escape import one_line

if TYPE_CHECKING:
    from anchorline.acceptance import OwnProfiles
    from anchorline.cli.surroundings import Surroundings
    from anchorline.reviewers.activation import Activation
    from anchorline.reviewers.base import Subject
    from anchorline.reviewers.persona import Persona
    from anchorline.reviewers.profile_file import ProfileFile
    from anchorline.settings import Settings

ALL = "all"


def personas(
    file: Annotated[
        str | None, typer.Option("--for", metavar="FILE", help="Say which would read this file, and why.")
    ] = None,
    trust: Annotated[bool, typer.Option("--trust", help="Look as `review --trust` would.")] = False,
    accept: Annotated[
        str | None,
        typer.Option(
            "--accept", metavar="FILE|all", help="Accept a repository's own profile as it is, or all of this folder's."
        ),
    ] = None,
) -> int:
    """List the personas, or say which of them would read a document. Nothing is sent."""
    from anchorline.cli.paths import absolute  # noqa: PLC0415 - help needs none of it
    from anchorline.cli.surroundings import Surroundings  # noqa: PLC0415

    if accept is not None and file is not None:
        raise UsageError("--accept and --for exclude each other")
    around = Surroundings(None, trust=trust, command_line={})
    if accept is not None:
        return _accept(accept, around)
    place = absolute(file or ".")
    looked = place if file is not None else place / "any.md"
    root = around.root_of(looked)
    settings = around.settings_of(looked, root).settings
    known, problems = _known(settings, around.own_profiles(looked, root))
    unbelieved = around.unbelieved_profiles(root)
    for problem in (*problems, *_unknown(known, settings), *([unbelieved] if unbelieved else ())):
        print(f"anchorline: {one_line(problem)}")
    if file is None:
        width = max(len(persona.name) for persona in known)
        for persona in known:
            print(f"{persona.name:<{width}}  {persona.profile:<8}  {persona.origin:<11}  {one_line(_when(persona))}")
        return Exit.OK
    return _say_who_reads(place, known, settings, around)


def _known(settings: Settings, own: OwnProfiles | None) -> tuple[tuple[Persona, ...], tuple[str, ...]]:
    """(personas, problems) as a review would have them. To look accepts nothing."""
    from anchorline.means import known_personas, open_store, personas_of  # noqa: PLC0415

    if own is None or not own.files:
        return personas_of(settings, os.environ, own)
    store = open_store(settings)
    known, problems = known_personas(settings, os.environ, own, store)
    store.close()
    return known, (*store.problems, *problems)


def _say_who_reads(place: Path, known: tuple[Persona, ...], settings: Settings, around: Surroundings) -> int:
    from anchorline.cli.paths import shown_path  # noqa: PLC0415
    from anchorline.review import examine  # noqa: PLC0415
    from anchorline.reviewers.activation import activate, traits_of  # noqa: PLC0415
    from anchorline.reviewers.base import NoWorkspace  # noqa: PLC0415
    from anchorline.workspace.files import read_document  # noqa: PLC0415
    from anchorline.workspace.workspace import FileWorkspace  # noqa: PLC0415

    snapshot, unreadable = read_document(place, shown_path(place))
    if snapshot is None:
        raise UsageError(unreadable or f"{shown_path(place)} cannot be read")
    if not snapshot.is_markdown:
        workspace = FileWorkspace(place, [], snapshot.name, moment=around.moment)
        change, _ = around.change(workspace, snapshot.text, settings.review.base)
        decisions = _decisions(place, settings, around)
        _say_for_code(examine(snapshot, workspace, change=change), settings, known, decisions)
        return Exit.OK
    subject = examine(snapshot, NoWorkspace())
    assert subject.outline is not None
    traits = traits_of(subject.outline, subject.document_type, subject.families)
    print(f"{shown_path(place)} is of type {subject.document_type}.")
    if not subject.document_type.is_plan and settings.review.documents != "all":
        print(
            "Models read plans, requirements, specs and ADRs only (the setting review.documents): none would read it."
        )
    _say(activate(known, traits, enable=settings.personas.enable, disable=settings.personas.disable))
    return Exit.OK


def _say(activations: Sequence[Activation]) -> None:
    width = max((len(each.persona.name) for each in activations), default=0)
    for each in activations:
        print(f"{'reads' if each.reads else 'skips'}  {each.persona.name:<{width}}  {one_line(each.why)}")


def _decisions(place: Path, settings: Settings, around: Surroundings) -> int:
    """How many earlier ones reviewers of a file are told of."""
    from anchorline.recall import Memory, Recall, standing_of  # noqa: PLC0415
    from anchorline.reviewers.primer import decided_here  # noqa: PLC0415

    root = around.root_of(place)
    recall = Recall()
    remembered, _ = Memory(recall, settings, standing_of(place, root, ""), around.team(place, root)).about()
    recall.close()
    return decided_here(remembered)


def _say_for_code(subject: Subject, settings: Settings, known: tuple[Persona, ...], decisions: int) -> None:
    from anchorline.asked import traits_of_change  # noqa: PLC0415
    from anchorline.findings.words import Profile  # noqa: PLC0415
    from anchorline.reviewers.activation import activate  # noqa: PLC0415
    from anchorline.reviewers.code_context import CodeContext  # noqa: PLC0415
    from anchorline.reviewers.unread import is_code, why_unread  # noqa: PLC0415

    snapshot = subject.snapshot
    assert subject.change is not None
    reason = why_unread(subject) if is_code(snapshot.language) else f"{snapshot.language} is no source"
    against = f", compared with {subject.change.compared_with}" if subject.change.compared_with else ""
    print(f"{snapshot.name} is {'new' if subject.change.is_new else 'changed'} {snapshot.language}{against}.")
    if reason is not None:
        print(one_line(f"No model would read it: {reason}."))
    _say(
        activate(
            known,
            traits_of_change(subject, CodeContext(decisions=decisions)),
            profile=Profile.CODE,
            enable=settings.personas.enable,
            disable=settings.personas.disable,
        )
    )


def _accept(named: str, around: Surroundings) -> int:
    """Remember that the person accepts profiles as they are now, and say what each may do. All or none."""
    from anchorline.acceptance import PLACE, accept, own_profiles  # noqa: PLC0415
    from anchorline.cli.paths import absolute, shown_path  # noqa: PLC0415
    from anchorline.means import open_store  # noqa: PLC0415
    from anchorline.workspace.paths import real_folder  # noqa: PLC0415

    if named == ALL:
        root = around.root_of(absolute(".") / "any.md")
    else:
        holding = real_folder(absolute(named).parent) or absolute(named).parent
        root = holding.parent.parent
        if holding != root / PLACE or root != around.root_of(root / "any.md"):
            raise UsageError(f"{shown_path(named)} is no profile of a repository; those stand in {PLACE} at its root")
    own = own_profiles(root)
    files = [file for file in own.files if named == ALL or Path(file.name).name == absolute(named).name]
    if not files:
        none = "no profiles" if named == ALL else f"no profile {absolute(named).name}"
        raise UsageError(own.problems[0] if own.problems else f"{shown_path(root / PLACE)} holds {none}")
    read = [(file, _readable(file)) for file in files]
    store = open_store(around.settings_of(root / "any.md", root).settings)
    written = [accept(file, root, store) for file, _ in read]
    store.close()
    if not all(written) or not store.lasting:
        raise UsageError(store.problems[0] if store.problems else "the state folder cannot be written")
    for file, persona in read:
        print(f"accepted {persona.name}: {one_line(shown_path(file.name))}, SHA-256 {file.sha256[:12]}")
        print(f"  reads: {one_line(_when(persona))}")
        print(
            f"  may: raise findings up to confidence {persona.ceiling:d} with the fast model, and propose fixes; never "
            "apply one, nor take the place of another persona"
        )
    if not around.trusted(root):
        print("This folder is not trusted: its profiles count with --trust, or once trusted_folders lists it.")
    return Exit.OK


def _readable(file: ProfileFile) -> Persona:
    """Raises UsageError: what would not be used is not accepted."""
    from anchorline.reviewers.personas import with_added  # noqa: PLC0415

    known, problems = with_added(workspace=[file], trusted=[file.sha256])
    if known[-1].sha256 != file.sha256:
        raise UsageError(problems[0])
    return known[-1]


def _when(persona: Persona) -> str:
    return "always" if persona.always else "; ".join(dict.fromkeys(signal.reason for signal in persona.signals))


def _unknown(known: tuple[Persona, ...], settings: Settings) -> tuple[str, ...]:
    from anchorline.reviewers.activation import unknown_names  # noqa: PLC0415

    names = unknown_names(known, (*settings.personas.enable, *settings.personas.disable))
    return tuple(f"{name!r} is no persona; `anchorline personas` lists them" for name in names)
