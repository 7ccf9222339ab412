"""The usual command lines, read without typer.

Reading options with typer takes longer than reviewing a page, and `review` runs in hooks on every commit. Flags,
choices and paths are read here; typer reads everything else, every mistake included. A test holds the two together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from anchorline.cli.request import Bar, Format, ProfileChoice, Request

_FLAGS = ("offline", "require_models", "fix", "strict", "explain", "no_cache", "trust")
_CHOICES = {"format": get_args(Format), "profile": get_args(ProfileChoice), "fail_on": get_args(Bar)}
_TEXTS = ("since", "stdin_filename", "provider", "baseline")


def usual_request(arguments: Sequence[str]) -> Request | None:
    """The request of a plain `review` command line; None for anything that is not perfectly plain."""
    if arguments[:1] != ["review"]:
        return None
    given: dict[str, Any] = {}
    paths: list[str] = []
    waiting = iter(arguments[1:])
    for argument in waiting:
        if argument == "-" or not argument.startswith("-"):
            paths.append(argument)
            continue
        name = argument.removeprefix("--").replace("-", "_")
        if argument != "--" + name.replace("_", "-"):
            return None
        if name in _FLAGS:
            given[name] = True
            continue
        value = next(waiting, None)
        if value is None or value.startswith("-"):
            return None
        if name not in _TEXTS and value not in _CHOICES.get(name, ()):
            return None
        given[name] = value
    return Request(paths=tuple(paths), **given) if paths else None
