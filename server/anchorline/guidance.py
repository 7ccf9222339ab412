"""`path_instructions`: what the person or the team advises for documents of a path."""

from __future__ import annotations

from anchorline.review import Checked
from anchorline.settings import Settings


def guidance_for(checked: Checked, settings: Settings) -> str:
    """What the instructions say about this document, all of what matches, in their order."""
    if not settings.path_instructions:
        return ""
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 - few have instructions

    name = checked.subject.snapshot.name
    matching = (text for glob, text in settings.path_instructions if GitIgnoreSpec.from_lines([glob]).match_file(name))
    return "\n".join(matching)
