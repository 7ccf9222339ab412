"""Addresses that the surfaces point people to, in one place."""

from __future__ import annotations

HOME = "https://github.com/anchorline/anchorline"
_CHECKS = f"{HOME}/blob/main/docs/checks"


def check_page(check_id: str) -> str:
    """The page that says what a check finds, why, and what it leaves alone."""
    return f"{_CHECKS}/{check_id}.md"
