"""Text to safe edit: a finding's fix, proven once more against the text as it is now.

A fix is computed from the current text or not at all. It leaves every line end that it does not replace, the byte
order mark and every settled mark as they are, and source has no more syntax errors than before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from anchorline.findings.finding import Edit, Finding
from anchorline.findings.words import Match
from anchorline.text.edits import TextEdit, apply_edits, overlapping
from anchorline.text.snapshot import BOM, Snapshot, eol_of
from anchorline.text.span import Span

Faults = Callable[[str], int | None]
"""How many syntax errors a text has; None when nobody can tell."""

_EOL = re.compile(r"\r\n|\n|\r")
SETTLED = re.compile(r"session-settled:(?:(?!-->)[^\r\n)\]]){0,2000}")
"""A settled mark and its reason, to the end of its parenthesis, comment or line."""

_Key = TypeVar("_Key", bound=Hashable)

FixKey = tuple[str, str, tuple[str, ...], tuple[tuple[str, str], ...]]


def fix_key(finding: Finding) -> FixKey:
    """The same for the same fix of the same evidence, in whatever review it was raised. A fix can be made where its old
    text stands once in the section, so of two that can be made at different places each has its own."""
    return (
        finding.rule,
        finding.section,
        tuple(evidence.quote for evidence in finding.evidence),
        tuple((edit.old, edit.new) for edit in finding.edits),
    )


def plan_fix(
    finding: Finding, text: str, *, section: Span | None = None, faults: Faults | None = None
) -> tuple[TextEdit, ...] | str:
    """The edits of a finding in `text`, in order; or why there are none, in one sentence.

    Old text must stand exactly once in the text, or in `section`, the place of the section that the finding names.
    All edits of a fix are possible, or none is.
    """
    if not finding.edits:
        return "The finding carries no edit."
    if any(evidence.match is Match.FUZZY for evidence in finding.evidence):
        return "The finding's evidence was found only roughly, and what is not certain is not edited."
    edits: list[TextEdit] = []
    for edit in finding.edits:
        placed = _placed(edit, text, section)
        if isinstance(placed, str):
            return placed
        edits.append(placed)
    edits.sort(key=lambda each: each.span)
    if overlapping(edits):
        return "Two edits of the fix touch the same text."
    return harm(edits, text, faults) or tuple(edits)


def fix_edits(snapshot: Snapshot, finding: Finding) -> tuple[tuple[TextEdit, ...], str | None]:
    """(the edits of a finding in this snapshot, None), or ((), why there are none).

    The structure of the text is read only when it is needed: to find a section, or to parse source.
    """
    section = None
    if finding.edit_section and not all(_count(snapshot.text, edit.old) == 1 for edit in finding.edits):
        section = section_span(snapshot, finding.edit_section)
    planned = plan_fix(finding, snapshot.text, section=section, faults=_faults_in(snapshot.language))
    return ((), planned) if isinstance(planned, str) else (planned, None)


@dataclass(frozen=True, slots=True)
class Vetted:
    """What is known of the fixes of one text."""

    sha256: str = ""
    reasons: Mapping[FixKey, str | None] = field(default_factory=dict)
    """Why a fix is withheld ("it would …"); None where nothing speaks against it."""
    apart: frozenset[FixKey] = frozenset()
    """Fixes that are harmless alone, but not together with the others of their route."""


class Combined(NamedTuple, Generic[_Key]):
    """Fixes that can be applied at once, and the keys of those that lost to an earlier one."""

    edits: tuple[TextEdit, ...]
    losers: tuple[_Key, ...]


def combine(
    fixes: Sequence[tuple[_Key, Sequence[TextEdit]]], text: str, *, faults: Faults | None = None
) -> Combined[_Key]:
    """All fixes that fit together, the earlier before the later. The same edit from two fixes is made once."""
    accepted: list[TextEdit] = []
    losers: list[_Key] = []
    for key, fix in fixes:
        new = [edit for edit in fix if edit not in accepted]
        if overlapping([*accepted, *new]):
            losers.append(key)
        else:
            accepted += new
    accepted.sort(key=lambda edit: edit.span)
    if not accepted or not harm(accepted, text, faults):
        return Combined(tuple(accepted), tuple(losers))
    # Each is harmless alone, together they are not: add them one by one. Rare enough to pay for each.
    accepted, losers = [], []
    for key, fix in fixes:
        together = sorted({*accepted, *fix}, key=lambda edit: edit.span)
        if overlapping(together) or harm(together, text, faults):
            losers.append(key)
        else:
            accepted = together
    return Combined(tuple(accepted), tuple(losers))


def harm(edits: Sequence[TextEdit], text: str, faults: Faults | None = None) -> str | None:
    """What the edits, which must not overlap, would break besides what they replace; None when nothing."""
    result = apply_edits(text, edits)
    if not _line_ends_kept(edits, text, result):
        return "The fix would change a line end that is not part of it."
    if text.startswith(BOM) is not result.startswith(BOM):
        return "The fix would change the byte order mark."
    if _settled(text) != _settled(result):
        return "The fix would change a mark of something settled."
    if faults is not None and (faults(result) or 0) > (faults(text) or 0):
        return "The source would no longer parse after the fix."
    return None


def section_span(snapshot: Snapshot, title: str) -> Span | None:
    """Where the section (in source: the function or class) of that title stands; None when none or several have it."""
    if snapshot.is_markdown:
        from anchorline.text.outline import read_outline  # noqa: PLC0415 - most fixes need no structure

        found = [section.span for section in read_outline(snapshot.text, snapshot.lines).sections_titled(title)]
    else:
        from anchorline.text.source import outline_source  # noqa: PLC0415 - as above

        found = [unit.span for unit in outline_source(snapshot.text, snapshot.language).units if unit.name == title]
    return found[0] if len(found) == 1 else None


def _faults_in(language: str) -> Faults | None:
    from anchorline.text.grammar import SOURCE_LANGUAGES  # noqa: PLC0415 - as above
    from anchorline.text.source import error_count  # noqa: PLC0415 - as above

    return (lambda text: error_count(text, language)) if language in SOURCE_LANGUAGES else None


def _placed(edit: Edit, text: str, section: Span | None) -> TextEdit | str:
    if not edit.old:
        return "The edit names no text to replace."
    if edit.old == edit.new:
        return "The edit changes nothing."
    gone = True
    for old in as_written(edit.old, text):
        for scope in (Span(0, len(text)), section):
            if scope is None:
                continue
            count = _count(text, old, scope)
            gone = gone and not count
            if count == 1:
                at = text.find(old, scope.start, scope.end)
                return TextEdit(Span(at, at + len(old)), with_line_ends_of(old, edit.new, text))
    if gone:
        return "The text to replace is no longer there."
    return "The text to replace stands in several places."


def as_written(old: str, text: str) -> tuple[str, ...]:
    """The old text of an edit; where it stands nowhere, also with the document's own line ends: whoever quotes a text
    with other line ends than the document's still means that text."""
    return (old,) if old in text else (old, _EOL.sub(eol_of(text), old))


def _count(text: str, wanted: str, scope: Span | None = None) -> int:
    """Occurrences, overlapping ones too: none, one, or two for more than one."""
    start, end = scope or Span(0, len(text))
    first = text.find(wanted, start, end)
    if first < 0:
        return 0
    return 1 if text.find(wanted, first + 1, end) < 0 else 2


def with_line_ends_of(old: str, new: str, text: str) -> str:
    """The new text with the line ends of the old one, one by one; with the document's where their numbers differ."""
    ends = _EOL.findall(old)
    if len(ends) != len(_EOL.findall(new)):
        return _EOL.sub(eol_of(text), new)
    following = iter(ends)
    return _EOL.sub(lambda _: next(following), new)


def _line_ends_kept(edits: Sequence[TextEdit], text: str, result: str) -> bool:
    """Whether no edge of an edit splits a pair of `\\r\\n`, or makes one of what were two."""
    delta = 0
    for edit in edits:
        start, end = edit.span.start + delta, edit.span.start + delta + len(edit.new_text)
        if any(text[at - 1 : at + 1] == "\r\n" for at in edit.span if at):
            return False
        if any(result[at - 1 : at + 1] == "\r\n" for at in (start, end) if at):
            return False
        delta += edit.delta
    return True


def _settled(text: str) -> list[str]:
    return SETTLED.findall(text) if "session-settled:" in text else []
