"""A run of `review`: targets in, one result out, and the exit status that it means."""

from __future__ import annotations

import math
import os
import shutil
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, TextIO

from anchorline.cli.exits import Exit, UsageError
from anchorline.cli.output.escape import disarmed, one_line
from anchorline.cli.paths import STDIN
from anchorline.cli.progress import Progress
from anchorline.cli.reading import Reviewing
from anchorline.cli.request import Request
from anchorline.cli.reviewed import Reviewed
from anchorline.cli.streams import tell
from anchorline.cli.surroundings import Surroundings
from anchorline.cli.targets import Target, targets_of
from anchorline.findings.words import Profile
from anchorline.recall import Recall
from anchorline.settings.kinds import BAD
from anchorline.settings.schema import BY_KEY, SCRIPTED

if TYPE_CHECKING:
    from anchorline.cli.baseline import Baseline
    from anchorline.cli.consulting import Consulting

NO_MODEL = "no model is configured; only the deterministic checks ran (--offline keeps this line away)."
_KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN")


def run(request: Request) -> int:
    """Review, print, and say by the exit status how it went. Raises UsageError before anything was reviewed."""
    _check(request)
    said = _Said(on_runner=bool(os.environ.get("GITHUB_ACTIONS")) or request.format == "github")
    around = Surroundings(
        request.since,
        trust=request.trust,
        command_line={"provider": _provider(request)},
    )
    targets, problems = targets_of(request.paths, around.files_below)
    around.check_since(target.path for target in targets if target.path is not None)
    for problem in (*around.problems, *problems):
        said.say(problem)
    baseline = _baseline(request, said)
    recall = Recall()
    with ExitStack() as stack:
        stack.callback(recall.close)
        consulting = _consulting(request, around, said)
        if consulting is not None:
            stack.enter_context(consulting)
        reviewing = Reviewing(
            around,
            said.say,
            profile=None if request.profile == "auto" else Profile(request.profile),
            stdin_name=request.stdin_filename,
            models_required=request.require_models,
            consulting=consulting,
            recall=recall,
            baseline=baseline,
        )
        files, fixed_text = _reviewed(targets, reviewing, request, said)
    stream = sys.stdout if fixed_text is None else sys.stderr
    output = _rendered(files, request, around, stream)
    if fixed_text is not None:
        _write(sys.stdout, fixed_text)
    # UTF-8 and `\n` wherever it goes: the bytes below the text layer are the same on every machine.
    _write(stream, output.encode("utf-8", "backslashreplace"))
    return _status(files, request)


def _reviewed(
    targets: Sequence[Target], reviewing: Reviewing, request: Request, said: _Said
) -> tuple[list[Reviewed], bytes | None]:
    fixed_text: bytes | None = None
    files: list[Reviewed] = []
    with Progress(len(targets), sys.stderr) as progress:
        said.progress = progress
        for target in targets:
            if request.fix:
                from anchorline.cli.fixing import fixed  # noqa: PLC0415 - most runs fix nothing

                file, fixed_text = fixed(reviewing, target, request.most_rounds, strict=request.strict)
                files.append(file)
            else:
                files.append(reviewing.review(target))
            progress.advance()
    return files, fixed_text


def _baseline(request: Request, said: _Said) -> Baseline | None:
    """What does not count. A file that cannot be read is a mistake; a line of it that cannot, is said."""
    if request.baseline is None:
        return None
    from anchorline.cli.baseline import Baseline  # noqa: PLC0415 - most runs have no baseline
    from anchorline.cli.decisions import read_text  # noqa: PLC0415
    from anchorline.findings.wire.decided import baseline  # noqa: PLC0415

    known, problems = baseline(read_text(request.baseline), request.baseline)
    for problem in problems:
        said.say(problem)
    return Baseline(known)


def _provider(request: Request) -> str | None:
    """A script answers from a file, so it may do so offline; whatever else is named may not."""
    if request.offline and not (request.provider or "").startswith(SCRIPTED):
        return "off"
    return request.provider


def _consulting(request: Request, around: Surroundings, said: _Said) -> Consulting | None:
    """What asks the models; None, said once, where there is nobody to ask."""
    settings = around.without_place.settings
    if settings.provider == "off":
        return None
    keyed = any(os.environ.get(key) for key in _KEYS)
    if settings.provider == "auto" and not settings.base_url and not keyed:
        said.say(NO_MODEL)
        return None
    from anchorline.cli.consulting import Consulting  # noqa: PLC0415 - not small, and most runs ask nobody

    consulting = Consulting(settings, said.say, use_cache=not request.no_cache, max_usd=request.max_usd)
    if consulting.missing is None:
        return consulting
    with consulting:
        if consulting.wrong:
            raise UsageError(consulting.missing)
        said.say(f"{consulting.missing}; only the deterministic checks ran.")
        return None


def _check(request: Request) -> None:
    if request.offline and request.require_models:
        raise UsageError("--offline and --require-models exclude each other")
    if not request.fix and (request.rounds is not None or request.strict):
        raise UsageError("--rounds and --strict go with --fix")
    if request.fix and STDIN in request.paths and set(request.paths) != {STDIN}:
        raise UsageError("with --fix, `-` stands alone: its fixed text goes to standard output")
    if request.since is not None and STDIN in request.paths and request.stdin_filename is None:
        raise UsageError("--since has nothing to compare standard input with; say by --stdin-filename where it stands")
    if request.stdin_filename is not None and STDIN not in request.paths:
        raise UsageError("--stdin-filename goes with `-`, which reads standard input")
    if request.max_usd is not None and not math.isfinite(request.max_usd):
        raise UsageError("--max-usd must be a number of US dollars")
    if request.baseline == STDIN:
        raise UsageError("--baseline takes a file")
    if "" in request.paths:
        raise UsageError("an empty PATH names nothing")
    kind = BY_KEY["provider"].kind
    if request.provider is not None and kind.from_text(request.provider) is BAD:
        raise UsageError(f"--provider must be {kind.words}, not {request.provider!r}")


def _status(files: Sequence[Reviewed], request: Request) -> int:
    """What was not reviewed outweighs what was found."""
    if not all(file.is_whole for file in files):
        return Exit.INCOMPLETE
    return Exit.FINDINGS if any(file.reaches(request.bar) for file in files) else Exit.OK


def _rendered(files: Sequence[Reviewed], request: Request, around: Surroundings, stream: TextIO) -> str:
    conventional = around.without_place.settings.conventional_comments != "off"
    if request.format == "json":
        from anchorline.cli.output.report import json_output  # noqa: PLC0415 - one format is written

        return json_output(files, explain=request.explain)
    if request.format == "sarif":
        from anchorline.cli.output.sarif import sarif_output  # noqa: PLC0415

        return sarif_output(files, conventional=conventional)
    if request.format == "github":
        from anchorline.cli.output.github import github_output  # noqa: PLC0415

        return github_output(files, conventional=conventional)
    from anchorline.cli.output.style import style_for  # noqa: PLC0415
    from anchorline.cli.output.text import TextOptions, text_output  # noqa: PLC0415

    options = TextOptions(
        style=style_for(stream, os.environ),
        width=min(shutil.get_terminal_size((100, 24)).columns, 160) if stream.isatty() else 100,
        conventional=conventional,
        explain=request.explain,
        disarm=bool(os.environ.get("GITHUB_ACTIONS")),
    )
    return text_output(files, options)


def _write(stream: TextIO, data: bytes) -> None:
    """All of it: without Python's buffer (PYTHONUNBUFFERED) one write takes no more than a pipe holds."""
    stream.flush()
    left = memoryview(data)
    while left:
        left = left[stream.buffer.write(left) :]
    stream.buffer.flush()


class _Said:
    """Sentences for standard error, each said once, never in the middle of a progress bar."""

    def __init__(self, *, on_runner: bool) -> None:
        self.progress: Progress | None = None
        self._on_runner = on_runner
        self._before: set[str] = set()

    def say(self, sentence: str) -> None:
        if sentence in self._before:
            return
        self._before.add(sentence)
        if self.progress is not None:
            self.progress.clear()
        line = f"anchorline: {one_line(sentence)}"
        tell(disarmed(line) if self._on_runner else line)
