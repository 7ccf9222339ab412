"""`anchorline checks`: which deterministic checks there are, and what each of them does."""

from __future__ import annotations

from typing import Annotated

import typer

from anchorline.cli.exits import Exit, UsageError


def checks(
    check: Annotated[str | None, typer.Argument(metavar="ID", help="Print the page of this check.")] = None,
) -> int:
    """List the deterministic checks, or print the page of one."""
    from anchorline.cli.pages import page, page_markdown  # noqa: PLC0415 - other commands need no checks
    from anchorline.reviewers.checks import all_checks  # noqa: PLC0415

    pages = [page(each) for each in all_checks()]
    if check is not None:
        found = next((each for each in pages if each.id == check), None)
        if found is None:
            raise UsageError(f"there is no check {check!r}; `anchorline checks` lists them.")
        print(page_markdown(found), end="")
        return Exit.OK
    width = max((len(each.id) for each in pages), default=0)
    for each in pages:
        print(f"{each.id:<{width}}  {each.severity}  {each.scope:<8}  {each.title}")
    return Exit.OK
