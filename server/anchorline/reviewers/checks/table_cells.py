"""A table row with more cells than its header: the surplus text is not shown.

Why
    GitHub and every renderer that follows its rules drop cells beyond the header's last column. The text stands in the
    file, and no reader of the rendered page ever sees it. The usual cause is a pipe inside a code span, which ends the
    cell all the same unless a backslash stands before it.

Fires
    On the surplus text of a body row:

        | Flag | Meaning |
        |------|---------|
        | `-m` | merge, as in `a | b` |

    Here the second code span is cut at its pipe. Where escaping the pipes inside code spans gives the row exactly as
    many cells as the header, the fix writes them as `\\|`. When every row of a table of three or more has the same
    surplus, the header is short, and there is one finding for the table.

Must not fire
    - Rows whose surplus cells are empty or hold only a comment or an attribute list (`{: .wide}`).
    - Rows with fewer cells than the header, which lose nothing.
    - Pipes that are escaped already; tables in code fences, quotations and comments.

Class
    P2, confidence 100: the rule for tables leaves no choice. The fix is safe_auto where the pipes stand in code spans
    and escaping them makes the counts agree, for then there is one right answer; else the finding is manual.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from anchorline.findings.finding import Raised, RawEdit
from anchorline.findings.words import Anchor, AutofixClass, Severity
from anchorline.reviewers.base import Check, Scope, Subject, replacement
from anchorline.text.blocks import Block, BlockKind
from anchorline.text.inline import code_spans
from anchorline.text.outline import Outline
from anchorline.text.span import Span

_MAX_SHOWN = 4
_MAX_FINDINGS = 50
_MAX_ROWS = 500  # with surplus text, of one table


def _run(subject: Subject) -> Iterator[Raised]:
    return islice(_findings(subject), _MAX_FINDINGS)


def _findings(subject: Subject) -> Iterator[Raised]:
    outline = subject.markdown
    for index, table in outline.of_kind(BlockKind.TABLE):
        rows = outline.children(index)
        if not rows or outline.blocks[rows[0]].info != "header" or not outline.is_claim(table.span):
            continue
        columns = len(outline.children(rows[0]))
        body = rows[1:]
        wide = [row for row in body if len(outline.children(row)) > columns][:_MAX_ROWS]
        surplus = [(outline.blocks[row], span) for row in wide if (span := _surplus(outline, row, columns))]
        widths = {len(outline.children(row)) for row in body} if len(surplus) in (len(body), _MAX_ROWS) else set()
        if len(surplus) > 2 and len(widths) == 1:
            yield _short_header(subject, columns, widths.pop(), [span for _, span in surplus])
            continue
        for row, span in surplus:
            yield _finding(subject, row, span, columns)


def _surplus(outline: Outline, row: int, columns: int) -> Span | None:
    """The text of a row beyond its last column, without empty cells at its ends."""
    beyond = outline.children(row)[columns:]
    first, last = outline.blocks[beyond[0]].span.start, outline.blocks[beyond[-1]].span.end
    if not outline.prose[first:last].strip(" \t|"):
        return None
    cells = [outline.blocks[cell].span for cell in beyond]
    full = [cell for cell in cells if _is_text(outline.prose[cell.start : cell.end].strip())]
    return Span(full[0].start, full[-1].end) if full else None


def _is_text(words: str) -> bool:
    """Not an attribute list, as in `{: .wide}`."""
    return words != "" and not (words.endswith("}") and words.startswith(("{:", "{ .", "{.", "{#")))


def _short_header(subject: Subject, columns: int, width: int, surplus: list[Span]) -> Raised:
    return CHECK.raises(
        subject,
        f"The table's header has {columns} columns, its rows have {width} cells",
        "Renderers drop what stands beyond the last column of the header, so no reader sees it.",
        *surplus[:_MAX_SHOWN],
    )


def _finding(subject: Subject, row: Block, span: Span, columns: int) -> Raised:
    edits = _escapes(subject.text, row, columns)
    return CHECK.raises(
        subject,
        f"The row has more cells than the {columns} columns of its header",
        "A pipe inside a code span ends its cell all the same; what stands beyond the last column is not shown."
        if edits
        else "Renderers drop the surplus text, so no reader sees it.",
        span,
        fix="Write the pipe inside the code span as \\|." if edits else None,
        edits=edits,
        autofix=AutofixClass.SAFE_AUTO if edits else AutofixClass.MANUAL,
    )


def _pipes(text: str, span: Span) -> Iterator[int]:
    """Pipes that end a cell."""
    at = text.find("|", span.start, span.end)
    while at >= 0:
        if at == 0 or text[at - 1] != "\\":
            yield at
        at = text.find("|", at + 1, span.end)


def _escapes(text: str, row: Block, columns: int) -> list[RawEdit]:
    """Edits that escape the pipes in code spans, if that gives the row as many cells as the header has columns."""
    spans = [Span(*span) for span in code_spans(text, row.span.start, row.span.end)]
    cut = [(span, pipes) for span in spans if (pipes := list(_pipes(text, span)))]
    outside = set(_pipes(text, row.span)).difference(*(pipes for _, pipes in cut))
    line = row.span.of(text).strip(" \t>")
    cells = len(outside) + 1 - line.startswith("|") - (line.endswith("|") and not line.endswith("\\|"))
    if not cut or cells != columns:
        return []
    whole = Span(cut[0][0].start, cut[-1][0].end)
    parts: list[str] = []
    at = whole.start
    for pipe in (pipe for _, pipes in cut for pipe in pipes):
        parts += (text[at:pipe], "\\|")
        at = pipe + 1
    return [replacement(text, whole, "".join((*parts, text[at : whole.end])))]


CHECK = Check(
    id="table-cells",
    title="Table row with more cells than its header",
    scope=Scope.PLAN,
    severity=Severity.P2,
    confidence=Anchor.EVIDENT,
    category="other",
    run=_run,
)
