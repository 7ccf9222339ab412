"""A total in a table that is not the sum of its column.

Why
    Estimates and counts are read from the bottom line. A total that was not updated with its rows is the number that
    gets quoted.

Fires
    On the number in a last row labelled exactly Total, Totals, Sum, Summe, Gesamt, Gesamtsumme, Insgesamt and the like,
    when every other cell of the column is a whole number and their sum is another one:

        | Area    | Tests |
        |---------|------:|
        | Parser  |    12 |
        | Server  |    30 |
        | **Total** | **40** |

Must not fire
    - Columns with anything but whole numbers: empty cells, units, currencies, decimals, ranges, percentages, "~", "≈",
      "+", footnote marks.
    - Columns that do not add up by nature: averages, medians, maxima, rates, ranks, years, versions, distinct or unique
      counts, elapsed time of work done in parallel.
    - Tables with subtotals or "of which" rows, tables that show a part ("top five", "selected", "…"), and tables near
      whose text something overlaps, is rounded, excluded or counted twice.
    - `1.234` and `1,234` where one reading (thousands or decimals) fits.

Class
    P2, confidence 75: the arithmetic is certain, that the column is meant to add up nearly so. The fix writes the sum
    and is gated_auto, for the total may be right and one of the cells wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from anchorline.findings.finding import Raised
from anchorline.findings.words import Anchor, AutofixClass, Severity
from anchorline.reviewers.base import Check, Scope, Subject, replacement
from anchorline.text.blocks import BlockKind
from anchorline.text.inline import plain
from anchorline.text.outline import Outline
from anchorline.text.span import Span

_TOTALS = frozenset({
    "total", "totals", "grand total", "sum", "summe", "gesamt", "gesamtsumme", "insgesamt", "total général", "somme",
    "totale", "totaal", "suma", "итого", "合计", "总计", "合計",
})  # fmt: skip
_INTEGER = re.compile(
    r"-?(?:\d{1,15}|\d{1,3}(?:,\d{3}){1,5}|\d{1,3}(?:\.\d{3}){1,5}|\d{1,3}(?:['’ \u00a0\u202f]\d{3}){1,5})"
)
_SEPARATOR = re.compile(r"[,.'’ \u00a0\u202f]")
_NOT_ADDED = re.compile(
    r"\b(?:averages?|avg|mean|median|max(?:imum)?|min(?:imum)?|peak|p\d{2}|percent(?:age)?|rates?|ratio|rank|position|"
    r"years?|jahr|age|alter|versions?|ids?|no|nr|index|score|priority|prio|distinct|unique|eindeutige?|elapsed|wall|"
    r"calendar|parallel|cumulative|kumuliert|running|durchschnitt|mittel(?:wert)?|anteil|port|line|zeile|progress|level|"
    r"stars?|rating|target|start|end|weeks?|woche|month|monat|date|datum|phase|order|batch|size|limit|threshold|status|"
    r"after|nachher|delta|change|net)\b|%|#|Ø|±|Δ|/",
    re.I,
)
_PARTIAL_ROW = re.compile(
    r"\b(?:sub-?totals?|zwischensumme|teilsumme|total|sum|summe|gesamt|average|avg|mean|median|max|min|of which|davon|"
    r"thereof|including|incl|inkl|net|netto|gross|brutto|less|minus|abz[üu]glich|difference|differenz|delta|others?|rest|"
    r"remaining|unique|distinct|overlap)\b|└|├|↳|&nbsp;|…|\.\.\.",
    re.I,
)
_CAVEAT = re.compile(
    r"\b(?:overlap\w*|[üu]berlapp\w*|distinct|unique|de-?dup\w*|duplicates?|twice|double[- ]count\w*|doppelt|"
    r"parallel\w*|"
    r"concurrent\w*|simultan\w*|round\w*|gerundet|rundung\w*|approx\w*|exclud\w*|excl|ohne|"
    r"not (?:added|additive|counted|shown|listed|included)|top[ -](?:\d+|three|five|ten)|largest|biggest|selected|"
    r"excerpt|"
    r"auszug|sample|some of|main|e\.g|for example|among|shared|more than one|several of)\b",
    re.I,
)
_AROUND_BEFORE, _AROUND_AFTER = 300, 500
_MAX_ROWS = 2000


def _run(subject: Subject) -> Iterator[Raised]:
    outline = subject.markdown
    for index, table in outline.of_kind(BlockKind.TABLE):
        rows = outline.children(index)
        if not 4 <= len(rows) <= _MAX_ROWS or not outline.is_claim(table.span):
            continue
        cells = [[outline.blocks[cell].span for cell in outline.children(row)] for row in rows]
        header, body, last = cells[0], cells[1:-1], cells[-1]
        if not last or _said(outline, last[0]).casefold().rstrip(" :") not in _TOTALS:
            continue
        labels = [_said(outline, row[0]) if row else "" for row in body]
        if any(_PARTIAL_ROW.search(label[:200]) for label in labels) or _is_grouped(outline, body):
            continue
        # The author's own words only: what a review has put off into the document speaks of other things.
        around = outline.prose[max(0, table.span.start - _AROUND_BEFORE) : table.span.start]
        if _CAVEAT.search(around + outline.prose[table.span.end : table.span.end + _AROUND_AFTER]):
            continue
        for column in range(1, min(len(header), len(last))):
            if _NOT_ADDED.search(header[column].of(outline.text)[:200]):
                continue
            found = _mismatch(outline, [row[column] for row in body if column < len(row)], last[column])
            if found is not None and len(found) == 2 and all(column < len(row) for row in body):
                yield _finding(subject, *found)


def _finding(subject: Subject, number: Span, total: int) -> Raised:
    written = number.of(subject.text)
    new = _like(written, total)
    return CHECK.raises(
        subject,
        f"The column adds up to {new}, the total says {written}",
        "The total is the number that gets quoted; it does not fit the rows above it.",
        number,
        fix=f"Write {new}, or correct the cell that is wrong.",
        edits=(replacement(subject.text, number, new),),
        autofix=AutofixClass.GATED_AUTO,
    )


def _mismatch(outline: Outline, cells: Sequence[Span], total: Span) -> tuple[Span, int] | None:
    """The total's number and the sum of the cells, when they differ whichever way the numbers are read."""
    number = _number(outline.text, total)
    numbers = [_number(outline.text, cell) for cell in cells]
    if number is None or len(numbers) < 2:
        return None
    written = [span.of(outline.text) for span in numbers if span is not None]
    if len(written) < len(numbers):
        return None
    said = number.of(outline.text)
    if len({mark for word in (*written, said) for mark in _SEPARATOR.findall(word)}) > 1:
        return None
    values = [int(_SEPARATOR.sub("", word)) for word in written]
    whole = int(_SEPARATOR.sub("", said))
    if sum(values) == whole or not any(values) or _fits_without_subtotals(values, whole):
        return None
    if _as_decimals(said) == sum(map(_as_decimals, written)):
        return None
    return number, sum(values)


def _as_decimals(word: str) -> int:
    """The number in thousandths, a separator read as a decimal point; a number without one is whole."""
    head, mark, tail = word.replace(",", ".").partition(".")
    if not mark or not head.lstrip("-").isdigit() or not tail.isdigit():
        return int(_SEPARATOR.sub("", word)) * 1000
    return int(head + tail)


def _fits_without_subtotals(values: Sequence[int], total: int) -> bool:
    """Whether some rows are the sum of rows right above them and the total fits once those are left out."""
    prefix, seen, subtotals = 0, [0], set[int]()
    for at, value in enumerate(values):
        if at >= 2 and value and prefix - value in set(seen[: at - 1]) and len(seen) < 64:
            subtotals.add(at)
        prefix += value
        seen.append(prefix)
    return bool(subtotals) and sum(v for at, v in enumerate(values) if at not in subtotals) == total


def _is_grouped(outline: Outline, body: Sequence[Sequence[Span]]) -> bool:
    """Whether some rows are set in bold and others not: headings of groups, with sums of their own."""
    bold = [row[0].of(outline.text).startswith(("**", "__")) for row in body if row]
    return any(bold) and not all(bold)


def _said(outline: Outline, cell: Span) -> str:
    return plain(cell.of(outline.text)[:200])


def _number(text: str, cell: Span) -> Span | None:
    """The bare whole number of a cell, emphasis aside."""
    start, end = cell
    while start < end and text[start] in "*_ ":
        start += 1
    while end > start and text[end - 1] in "*_ ":
        end -= 1
    return Span(start, end) if end - start <= 40 and _INTEGER.fullmatch(text, start, end) else None


def _like(written: str, value: int) -> str:
    """The value with the thousands separator that the number was written with."""
    mark = _SEPARATOR.search(written)
    return str(value) if mark is None else f"{value:,}".replace(",", mark.group())


CHECK = Check(
    id="table-total",
    title="Total that is not the sum of its column",
    scope=Scope.PLAN,
    severity=Severity.P2,
    confidence=Anchor.CONFIRMED,
    category="contradiction",
    run=_run,
)
