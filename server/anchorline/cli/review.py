"""`anchorline review`: options in, results on standard output, everything else on standard error."""

from __future__ import annotations

from typing import Annotated

import typer

from anchorline.cli.request import Bar, Format, ProfileChoice, Request


def review(
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Files and folders; `-` is standard input.")],
    format_: Annotated[Format, typer.Option("--format", help="How results are written.")] = "text",
    offline: Annotated[bool, typer.Option("--offline", help="Open no connection; checks only.")] = False,
    require_models: Annotated[
        bool, typer.Option("--require-models", help="A review without models is incomplete (exit status 3).")
    ] = False,
    profile: Annotated[ProfileChoice, typer.Option(help="Judge as a document or as code; auto: by language.")] = "auto",
    since: Annotated[
        str | None,
        typer.Option(metavar="REV", help="Compare with this revision, and take the workspace's settings from it."),
    ] = None,
    fix: Annotated[bool, typer.Option("--fix", help="Apply the safe fixes, then report what is left.")] = False,
    rounds: Annotated[
        int | None, typer.Option(min=1, max=100, metavar="N", help="Most rounds of --fix (default 3).")
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="With --fix: stop at a critical finding, at most two rounds.")
    ] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Account for every finding that was dropped.")] = False,
    fail_on: Annotated[
        Bar, typer.Option(case_sensitive=False, help="The lowest severity that makes the exit status 1.")
    ] = "p1",
    max_usd: Annotated[
        float | None,
        typer.Option(min=0.0, metavar="N", help="Most US dollars that models may cost, within the budget."),
    ] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Use no answers from before.")] = False,
    baseline: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="What this file knows does not count: an export of decisions, or the JSON of an earlier review.",
        ),
    ] = None,
    provider: Annotated[
        str | None, typer.Option(metavar="NAME", help="How models are reached, or scripted:FILE, or off.")
    ] = None,
    trust: Annotated[bool, typer.Option("--trust", help="Believe what the workspace's own files set.")] = False,
    stdin_filename: Annotated[
        str | None, typer.Option(metavar="NAME", help="The path that standard input stands for.")
    ] = None,
) -> int:
    """Review files and folders, and print what was found.

    Exit status: 0 nothing at or above --fail-on, 1 something is, 2 the command was wrong, 3 a review is incomplete.
    """
    from anchorline.cli.run import run  # noqa: PLC0415 - help and mistakes need no engine

    return run(
        Request(
            paths=tuple(paths),
            format=format_,
            offline=offline,
            require_models=require_models,
            profile=profile,
            since=since,
            fix=fix,
            rounds=rounds,
            strict=strict,
            explain=explain,
            fail_on=fail_on,
            max_usd=max_usd,
            no_cache=no_cache,
            provider=provider,
            trust=trust,
            stdin_filename=stdin_filename,
            baseline=baseline,
        )
    )
