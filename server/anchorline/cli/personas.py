"""`anchorline personas`: which model reviewers there are, and which of them would read a document, and why."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from anchorline.cli.exits import Exit, UsageError
from anchorline.cli.output.escape import one_line

if TYPE_CHECKING:
    from anchorline.reviewers.activation import Activation
    from anchorline.reviewers.base import Subject
    from anchorline.reviewers.personas import Persona
    from anchorline.settings import Settings


def personas(
    file: Annotated[
        str | None, typer.Option("--for", metavar="FILE", help="Say which would read this file, and why.")
    ] = None,
    trust: Annotated[bool, typer.Option("--trust", help="Look as `review --trust` would.")] = False,
) -> int:
    """List the personas, or say which of them would read a document. Nothing is sent."""
    from anchorline.cli.paths import absolute, shown_path  # noqa: PLC0415 - help needs none of it
    from anchorline.cli.surroundings import Surroundings  # noqa: PLC0415
    from anchorline.means import personas_of  # noqa: PLC0415
    from anchorline.review import examine  # noqa: PLC0415
    from anchorline.reviewers.activation import activate, traits_of, unknown_names  # noqa: PLC0415
    from anchorline.reviewers.base import NoWorkspace  # noqa: PLC0415
    from anchorline.workspace.files import read_document  # noqa: PLC0415
    from anchorline.workspace.workspace import FileWorkspace  # noqa: PLC0415

    place = absolute(file or ".")
    around = Surroundings(None, trust=trust, command_line={})
    looked = place if file is not None else place / "any.md"
    root = around.root_of(looked)
    settings = around.settings_of(looked, root).settings
    known, problems = personas_of(settings, os.environ, root if around.trusted(root) else None)
    for problem in (
        *problems,
        *_unknown(unknown_names(known, (*settings.personas.enable, *settings.personas.disable))),
    ):
        print(f"anchorline: {one_line(problem)}")
    width = max(len(persona.name) for persona in known)
    if file is None:
        for persona in known:
            when = "always" if persona.always else "; ".join(signal.reason for signal in persona.signals)
            print(f"{persona.name:<{width}}  {persona.profile:<8}  {persona.origin:<11}  {one_line(when)}")
        return Exit.OK
    snapshot, unreadable = read_document(place, shown_path(place))
    if snapshot is None:
        raise UsageError(unreadable or f"{shown_path(place)} cannot be read")
    if not snapshot.is_markdown:
        workspace = FileWorkspace(place, [], snapshot.name, moment=around.moment)
        change, _ = around.change(workspace, snapshot.text, settings.review.base)
        _say_for_code(examine(snapshot, workspace, change=change), settings, known)
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


def _say_for_code(subject: Subject, settings: Settings, known: tuple[Persona, ...]) -> None:
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
            traits_of_change(subject, CodeContext()),
            profile=Profile.CODE,
            enable=settings.personas.enable,
            disable=settings.personas.disable,
        )
    )


def _unknown(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{name!r} is no persona; `anchorline personas` lists them" for name in names)
