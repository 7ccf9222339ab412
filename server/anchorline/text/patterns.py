"""Patterns that few texts need: compiled when the first one does, for a command line that reads one text and ends."""

from __future__ import annotations

import re
from functools import cache


@cache
def compiled(pattern: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """As `re.compile`, whose own memory is too short for all that are written here."""
    return re.compile(pattern, flags)
