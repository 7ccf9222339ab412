"""A placeholder that was never filled in: TBD, TODO, FIXME or ???.

Why
    A reader who reaches "Owner: TBD" has to stop and ask. Placeholders are useful while a document is written and are
    easily forgotten when it is handed on.

Fires
    On upper-case TBD, TODO and FIXME, and on ???, where they stand for missing content: as the whole of a cell, an
    item or a paragraph, after a colon, a dash or "is", in parentheses, or at the start of a sentence with what is to be
    done:

        - Owner: TBD
        | Latency budget | ??? |
        The retention period is TBD.
        TODO: describe the rollback.

Must not fire
    - Placeholders as subject matter: "the TODO app", "TODO comments", "grep for FIXME", "no TBD remains", lists of them
      ("TBD, TODO and ???"), words in quotation marks.
    - Headings, file names, code, quotations, comments; `{{TODO}}` and `<TBD>`; documents that are templates.
    - "TODO" as a state: under a header such as Status, or after "Status:"; check-box items, which are tasks; "TODO:" as
      the label of a list.
    - "???" at the end of a word: that is tone.

Class
    FYI: P3 at confidence 50, an omission. There is no fix that a program could know.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice

from anchorline.findings.finding import Raised
from anchorline.findings.words import Anchor, FindingType, Severity
from anchorline.reviewers.base import Check, Scope, Subject
from anchorline.reviewers.quotation import is_quoted
from anchorline.text.blocks import Block, BlockKind
from anchorline.text.outline import Outline
from anchorline.text.span import Span

_MAX_FINDINGS = 25
_MAX_LOOKS = 2000
_HINT = re.compile(r"TBD|TODO|FIXME|\?\?\?")
_TOKEN = re.compile(r"(?<![\w?/.@#$<{=&%-])(?:TBD|TODO|FIXME|\?\?\?)(?![\w?/=>}]|[.-]\w)")
_OPENS = re.compile(
    r"(?:^|[:=(\[—–|>]|[.!?;]|[ \t]-|\b(?:is|are|remains?|still|currently|ist|sind|bleibt|noch|est|es))[ \t*_]*$", re.I
)
_CLOSES = re.compile(r"[*_ \t]*(?:$|[.,;:)\]|!—–]|-[ \t]|\(|\?$)")
_SAYS_WHAT = re.compile(r"[*_]{0,3}(?:\([\w .@-]{1,40}\))?[*_]{0,3}(?::|[ \t]+[-—–][ \t]|[ \t]+[a-z])")
_NOUN = re.compile(
    r"[*_ \t]{0,4}[- ]?(?:apps?|applications?|lists?|items?|comments?|markers?|tags?|files?|boards?|columns?|sections?|"
    r"entr(?:y|ies)|placeholders?|notes?|notices?|stubs?|tracker|keywords?|strings?|annotations?|scan\w*|check\w*|grep|"
    r"tests?|method|function|macro|model|api|service|or|and|und|oder|et|y|in|s)\b",
    re.I,
)
_ANOTHER = re.compile(r"(?:TBD|TODO|FIXME|XXX|HACK|\?\?\?|TBC|WIP)", re.I)
_QUOTES = tuple("\"“”„«»‹›‘’'`")
_STATE = re.compile(r"\b(?:status|state|stand|progress|fortschritt|done|stage|zustand|estado|statut|état)\b", re.I)
_BLOCKS = frozenset({BlockKind.PARAGRAPH, BlockKind.CELL})
_TEMPLATE = re.compile(r"template|vorlage|boilerplate|skeleton", re.I)


def _run(subject: Subject) -> Iterator[Raised]:
    outline = subject.markdown
    plain = outline.plain
    if _TEMPLATE.search(subject.snapshot.name) or (
        outline.sections[1:] and _TEMPLATE.search(outline.sections[1].title)
    ):
        return
    candidates = islice(_HINT.finditer(plain), _MAX_LOOKS)
    hits = [hit for candidate in candidates if (hit := _TOKEN.match(plain, candidate.start()))]
    if not hits:
        return
    holders = [block for block in outline.blocks if block.kind in _BLOCKS]
    starts = [block.content.start for block in holders]
    found = 0
    for hit in hits:
        at = bisect_right(starts, hit.start()) - 1
        if at < 0 or hit.end() > holders[at].content.end:
            continue
        span = Span(*hit.span())
        if not _stands_for_content(outline, holders[at], span) or is_quoted(plain, span.start, outline.lines):
            continue
        found += 1
        if found > _MAX_FINDINGS:
            return
        yield CHECK.raises(
            subject,
            f"{hit.group()} was left open",
            "A reader who gets here has to stop and ask.",
            span,
        )


def _stands_for_content(outline: Outline, block: Block, span: Span) -> bool:
    plain = outline.plain
    line = outline.lines.line_span(outline.lines.line_of(span.start))
    begin, end = max(line.start, block.content.start), min(line.end, block.content.end)
    before, behind = plain[max(begin, span.start - 80) : span.start], plain[span.end : min(end, span.end + 80)]
    if before.rstrip("*_ ").endswith(_QUOTES) or behind.startswith(_QUOTES):
        return False
    if _ANOTHER.search(before[-24:]) or _ANOTHER.search(behind[:24]) or _NOUN.match(behind):
        return False
    if span.of(plain) == "TODO" and (_is_state(outline, block) or _STATE.search(before[-24:])):
        return False
    if _is_task_or_label(outline, block, before, behind):
        return False
    opens = before.strip("*_ \t") == "" or _OPENS.search(before) is not None
    if span.of(plain) == "???":
        return opens and (_CLOSES.match(behind) is not None)
    return opens and (_CLOSES.match(behind) is not None or (_is_start(before) and _SAYS_WHAT.match(behind) is not None))


def _is_start(before: str) -> bool:
    return re.search(r"(?:^|[.!?:(\[—–|])[ \t*_]*$", before) is not None


def _is_task_or_label(outline: Outline, block: Block, before: str, behind: str) -> bool:
    """A check-box item is a task, whatever it begins with; "TODO:" alone is the label of a list."""
    if block.parent >= 0 and outline.blocks[block.parent].task is not None and not before.strip("*_ \t"):
        return True
    return before.strip("*_ \t") == "" and behind.strip("*_ \t") == ":"


def _is_state(outline: Outline, cell: Block) -> bool:
    """Whether the cell stands in a column of states."""
    if cell.kind is not BlockKind.CELL or cell.parent < 0:
        return False
    row = outline.children(cell.parent)
    column = next((at for at, index in enumerate(row) if outline.blocks[index].span == cell.span), 0)
    table = outline.children(outline.blocks[cell.parent].parent)
    header = outline.children(table[0]) if table else []
    return column >= len(header) or _STATE.search(outline.blocks[header[column]].span.of(outline.text)[:80]) is not None


CHECK = Check(
    id="placeholder",
    title="Placeholder left open",
    scope=Scope.PLAN,
    severity=Severity.P3,
    confidence=Anchor.ADVISORY,
    category="omission",
    run=_run,
    finding_type=FindingType.OMISSION,
)
