"""The deterministic checks, one module each. A new check is one file here (with its docstring) and one fixture.

A check must be right: it raises nothing that a careful author could answer with "no".
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from anchorline.reviewers.base import Check


@cache
def all_checks() -> tuple[Check, ...]:
    """Every check, by id. A module takes part by having a `CHECK`."""
    modules = (import_module(f"{__name__}.{info.name}") for info in pkgutil.iter_modules(__path__))
    return tuple(sorted((m.CHECK for m in modules if hasattr(m, "CHECK")), key=lambda check: check.id))
