"""`anchorline personas`: which model reviewers there are, and which of them would read a document, and why."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from anchorline.cli.exits import Exit, UsageError
from anchorline.cli.output.escape import one_line


def personas(
    file: Annotated[
        str | None, typer.Option("--for", metavar="FILE", help="Say which would read this document, and why.")
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
            print(f"{persona.name:<{width}}  {persona.origin:<11}  {one_line(when)}")
        return Exit.OK
    snapshot, unreadable = read_document(place, shown_path(place))
    if snapshot is None or not snapshot.is_markdown:
        raise UsageError(unreadable or f"{shown_path(place)} is not Markdown; personas read documents")
    subject = examine(snapshot, NoWorkspace())
    assert subject.outline is not None
    traits = traits_of(subject.outline, subject.document_type, subject.families)
    print(f"{shown_path(place)} is of type {subject.document_type}.")
    if not subject.document_type.is_plan and settings.review.documents != "all":
        print(
            "Models read plans, requirements, specs and ADRs only (the setting review.documents): none would read it."
        )
    for each in activate(known, traits, enable=settings.personas.enable, disable=settings.personas.disable):
        print(f"{'reads' if each.reads else 'skips'}  {each.persona.name:<{width}}  {one_line(each.why)}")
    return Exit.OK


def _unknown(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{name!r} is no persona; `anchorline personas` lists them" for name in names)
