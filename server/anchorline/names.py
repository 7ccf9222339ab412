"""Names in the settings that nothing has: a check that was misspelt would be switched off in vain."""

from __future__ import annotations

from anchorline.reviewers.checks import all_checks
from anchorline.settings import Resolved

_KEY = "checks.disable"


def unknown_names(resolved: Resolved) -> tuple[str, ...]:
    """A sentence for each, with the file and the key it stands in."""
    disabled = resolved.settings.checks.disable
    if not disabled:
        return ()
    known = {check.id for check in all_checks()}
    where = resolved.sources[_KEY].origin
    return tuple(
        f"{where}: {_KEY}: {name!r} is no check; `anchorline checks` lists them"
        for name in disabled
        if name not in known
    )
