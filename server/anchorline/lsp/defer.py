"""Putting a finding off: an entry under "Deferred / Open Questions", which no review reads again."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date

from anchorline.findings.finding import Finding
from anchorline.lsp.markdown import inline
from anchorline.text.blocks import Block, BlockKind
from anchorline.text.edits import TextEdit, apply_edits
from anchorline.text.outline import Outline, read_outline
from anchorline.text.sections import Section, normalized_title
from anchorline.text.snapshot import Snapshot
from anchorline.text.span import Span

HEADING = "Deferred / Open Questions"
_TITLE = re.compile(r"deferred ?/ ?open questions")
_QUOTE = 60

ALREADY = "It stands there already."
UNCLOSED = (
    "The open questions cannot be added: the document seems to end inside a code block or a comment that is never "
    "closed. Close it and defer again."
)


def deferring(snapshot: Snapshot, finding: Finding, day: date) -> TextEdit | str:
    """The insertion that adds the finding to the section, under the heading of that day's review; both are made if
    they are not there. Or why nothing is inserted, in one sentence: ALREADY, or what is in the way.

    To be called where a text may be parsed, see `text.outline`.
    """
    outline = read_outline(snapshot.text, snapshot.lines)
    section = next((each for each in outline.sections if _TITLE.fullmatch(normalized_title(each.title))), None)
    entry, mark = _entry(finding)
    if section is not None and _stands(entry, mark, section.span.of(snapshot.text)):
        return ALREADY
    edit = _insertion(snapshot, outline, section, entry, f"From {day.isoformat()} review")
    after = read_outline(apply_edits(snapshot.text, [edit]))
    if not _is_well(outline, after, entry):
        return UNCLOSED
    return edit


def stands(text: str, finding: Finding) -> bool:
    """Whether the entry of the finding is in the text."""
    return _entry(finding)[0] in text


def _entry(finding: Finding) -> tuple[str, str]:
    """(the entry without its list marker, the part of it that tells what it is about whatever the title says)."""
    mark = f"({inline(finding.rule)}, “{inline(finding.evidence[0].quote, _QUOTE)}”)"
    return f"{inline(finding.title, 200)}: {inline(finding.why_it_matters)} {mark}", mark


def _stands(entry: str, mark: str, section: str) -> bool:
    """Models reword titles, checks do not: an entry of a model about the same text is the same."""
    by_model = "/" in mark.split(",", 1)[0]
    head = entry.split(": ", 1)[0]
    lines = (line.strip() for line in re.split(r"\r\n|\r|\n", section))
    return any(line.endswith(mark) and (by_model or line[1:].lstrip().startswith(head)) for line in lines)


def _insertion(snapshot: Snapshot, outline: Outline, section: Section | None, entry: str, day: str) -> TextEdit:
    text, eol = snapshot.text, snapshot.eol
    bullet = _bullet(outline, section)
    if section is None:
        blocks = [f"## {HEADING}", f"### {day}", f"{bullet} {entry}"]
        body = len(text.rstrip())
        return TextEdit(Span(body, len(text)), (eol * 2 if text[:body] else "") + (eol * 2).join(blocks) + eol)
    dated = next((each for each in _below(outline, section) if each.title == day), None)
    if dated is None:
        level = "#" * min(section.level + 1, 6)
        end = _end(text, section.span)
        return TextEdit(Span(end, end), f"{eol * 2}{level} {day}{eol * 2}{bullet} {entry}" + _last(text, end, eol))
    end = _end(text, dated.own)
    gap = eol if _ends_with_item(outline, dated, end) else eol * 2
    return TextEdit(Span(end, end), f"{gap}{bullet} {entry}" + _last(text, end, eol))


def _below(outline: Outline, section: Section) -> list[Section]:
    return [each for each in outline.sections if section.span.start < each.own.start < section.span.end]


def _end(text: str, span: Span) -> int:
    """Where the last line of a section that is not blank ends, without its line end."""
    return span.start + len(span.of(text).rstrip())


def _last(text: str, end: int, eol: str) -> str:
    """A document that does not end with a line end gets one."""
    return "" if text[end:] else eol


def _ends_with_item(outline: Outline, section: Section, end: int) -> bool:
    return any(section.own.start < block.span.start and block.span.end >= end for block in _items(outline))


def _items(outline: Outline) -> list[Block]:
    """Those of bullet lists."""
    return [block for _, block in outline.of_kind(BlockKind.ITEM) if block.info[:1] in ("-", "*", "+")]


def _bullet(outline: Outline, section: Section | None) -> str:
    """The marker of the section's last list; else the one that the document uses most."""
    bullets = _items(outline)
    own = [b.info[:1] for b in bullets if section is not None and section.span.start <= b.span.start < section.span.end]
    if own:
        return own[-1]
    counts = Counter(block.info[:1] for block in bullets)
    return max("-*+", key=lambda mark: counts[mark])


def _is_well(before: Outline, after: Outline, entry: str) -> bool:
    """Whether the entry is an item of a list in the section, and every heading from before is still one."""
    section = next((each for each in after.sections if _TITLE.fullmatch(normalized_title(each.title))), None)
    if section is None or len(after.sections) < len(before.sections):
        return False
    return any(
        section.span.start < block.span.start < section.span.end and entry in block.content.of(after.text)
        for block in _items(after)
    )
