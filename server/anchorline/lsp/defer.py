"""Putting a finding off: an entry under "Deferred / Open Questions", which no review reads again."""

from __future__ import annotations

import re

from anchorline.findings.finding import Finding
from anchorline.lsp.markdown import inline
from anchorline.text.edits import TextEdit
from anchorline.text.snapshot import Snapshot
from anchorline.text.span import Span

HEADING = "Deferred / Open Questions"
_TITLE = re.compile(r"deferred {0,2}/ {0,2}open questions", re.IGNORECASE)
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]")
_FENCE = re.compile(r" {0,3}(```+|~~~+)")


def deferring(snapshot: Snapshot, finding: Finding) -> TextEdit:
    """The insertion that adds the finding to the section, which is made at the end of the document if there is none."""
    eol = snapshot.eol
    entry = f"- {inline(finding.title, 200)}: {inline(finding.why_it_matters)} ({inline(finding.rule)})"
    at = _end_of_section(snapshot)
    text = snapshot.text
    if at is not None:
        before = "" if text[:at].endswith(("\n", "\r")) else eol
        line_above = text[:at].rstrip("\r\n").rsplit("\n", 1)[-1].rsplit("\r", 1)[-1]
        gap = eol if _HEADING.match(line_above) else ""
        return TextEdit(Span(at, at), f"{before}{gap}{entry}{eol}")
    body = text.rstrip()
    tail = f"{eol}{eol}" if body else ""
    return TextEdit(Span(len(body), len(text)), f"{tail}## {HEADING}{eol}{eol}{entry}{eol}")


def _end_of_section(snapshot: Snapshot) -> int | None:
    """Where the section's last line that is not blank ends (its line end included); None without a section."""
    lines = snapshot.lines
    fence: str | None = None
    level: int | None = None
    end: int | None = None
    for number in range(len(lines)):
        line = lines.line_text(number)
        if found := _FENCE.match(line):
            run = found.group(1)
            if fence is None:
                fence = run
            elif run[0] == fence[0] and len(run) >= len(fence) and not line[found.end() :].strip():
                fence = None
        heading = _HEADING.match(line) if fence is None else None
        if heading is not None:
            depth = len(heading.group(1))
            if level is not None and depth <= level:
                break
            if level is None and _TITLE.fullmatch(line[heading.end() :].strip().rstrip("#").strip()):
                level = depth
        if level is not None and line.strip():
            end = lines.starts[number + 1] if number + 1 < len(lines) else len(snapshot.text)
    return end
