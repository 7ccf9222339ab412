"""Colours: few, and only where a person looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TextIO

from anchorline.findings.words import Severity


@dataclass(frozen=True, slots=True)
class Style:
    """Wraps text in terminal attributes; without `on`, returns it as it is."""

    on: bool = False

    def _wrap(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.on and text else text

    def bold(self, text: str) -> str:
        return self._wrap("1", text)

    def dim(self, text: str) -> str:
        return self._wrap("2", text)

    def red(self, text: str) -> str:
        return self._wrap("31", text)

    def green(self, text: str) -> str:
        return self._wrap("32", text)

    def cyan(self, text: str) -> str:
        return self._wrap("36", text)

    def severity(self, severity: Severity, text: str) -> str:
        return self._wrap({0: "1;31", 1: "1;33", 2: "1;36"}.get(severity.rank, "1"), text)


def style_for(stream: TextIO, environ: Mapping[str, str]) -> Style:
    """NO_COLOR wins, then FORCE_COLOR; otherwise colours go to a terminal that is not a dumb one."""
    if environ.get("NO_COLOR"):
        return Style(False)
    if environ.get("FORCE_COLOR", "") not in ("", "0"):
        return Style(True)
    return Style(stream.isatty() and environ.get("TERM") != "dumb")
