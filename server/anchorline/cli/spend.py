"""`anchorline spend`: what the models cost, as the endpoint counted it."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

import typer

from anchorline.cli.exits import Exit, UsageError
from anchorline.cli.output.escape import one_line
from anchorline.cli.streams import tell


def spend(
    by: Annotated[
        Literal["day", "model", "document"], typer.Option("--by", help="What to add up by: day, model or document.")
    ] = "day",
    since: Annotated[str, typer.Option("--since", metavar="YYYY-MM-DD", help="From this day on.")] = "",
) -> int:
    """Show what models cost, by day, model or document."""
    from anchorline.means import open_store, state_file  # noqa: PLC0415 - help needs none of it
    from anchorline.memory.spend import Spending  # noqa: PLC0415
    from anchorline.settings import load  # noqa: PLC0415

    if since and not _is_day(since):
        raise UsageError(f"--since must be a day as YYYY-MM-DD, not {since!r}")
    settings = load(None).settings
    if not state_file(settings).is_file():
        print("Nothing was spent: no model was asked on this machine.")
        return Exit.OK
    store = open_store(settings)
    spending = Spending(store)
    lines = spending.lines(by, since)
    for problem in store.problems:
        tell(f"anchorline: {one_line(problem)}")
    if not lines:
        print("Nothing was spent" + (f" since {since}." if since else "."))
        return Exit.OK
    width = min(max(len(one_line(line.name)) for line in lines), 80)
    print(f"{by:<{width}}  {'calls':>6}  {'tokens in':>10}  {'tokens out':>10}  {'US dollars':>10}")
    for line in lines:
        name = one_line(line.name)
        print(f"{name:<{width}}  {line.calls:>6}  {line.input:>10,}  {line.output:>10,}  {line.usd:>10.4f}")
    foreseen, spent = spending.accuracy(since)
    print(f"\nToday ${spending.today():.4f} of ${settings.budget.usd_per_day:g}.")
    print(f"Estimates came to ${foreseen:.4f}, calls to ${spent:.4f}.")
    store.close()
    return Exit.OK


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
