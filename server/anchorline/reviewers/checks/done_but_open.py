"""A document that calls itself completed while check boxes stand open.

Why
    People and tools pick up work by the status in the front matter. A plan marked completed with open boxes is either
    not completed or not kept up; whoever relies on it cannot tell which.

Fires
    On the status value when it is `completed`, `complete`, `done`, `implemented`, `finished`, `shipped`,
    `abgeschlossen`, `erledigt`, `fertig` or `umgesetzt`, and at least one check box is open:

        ---
        status: completed
        ---
        - [x] Write the migration
        - [ ] Remove the old table

    There is one finding; the first open boxes are its further evidence.

Must not fire
    - Other words (`active`, `partially completed`, `mostly done`).
    - Boxes under headings that speak of later, optional or dropped work ("Future work", "Out of scope", "Deferred",
      "Follow-ups", "Optional", "Open questions"), and boxes that say so themselves or are struck through.
    - Boxes in code fences, quotations and comments.

Class
    FYI: P3 at confidence 50, for some authors use boxes as bullets. The fix is manual: either the status or the boxes
    are right, and only the author knows which.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from anchorline.findings.finding import Raised
from anchorline.findings.words import Anchor, Severity
from anchorline.reviewers.base import Check, Scope, Subject
from anchorline.text.blocks import BlockKind
from anchorline.text.outline import Outline
from anchorline.text.span import Span

_MAX_SHOWN = 3
_MAX_COUNTED = 1000
_DONE = frozenset({
    "completed", "complete", "done", "implemented", "finished", "shipped", "abgeschlossen", "erledigt", "fertig",
    "umgesetzt",
})  # fmt: skip
_STATUS = re.compile(r"(?<![^\r\n])status[ \t]*:[ \t]*[\"']?([^\s\"'#]{1,40})", re.IGNORECASE)
_LATER = re.compile(
    r"\b(?:future|later|follow[- ]?ups?|defer(?:red)?|postponed|optional|out[- ]of[- ]scope|non[- ]?goals?|backlog|"
    r"nice[- ]to[- ]have|stretch|not (?:doing|done|planned)|won'?t|dropped|skipped|cancell?ed|superseded|abandoned|"
    r"obsolete|n/a|not applicable|open questions?|next steps?|moved to|ideas|template|example|legend|"
    r"sp[äa]ter|zur[üu]ckgestellt|verschoben|entf[äa]llt|offene fragen|ausblick)\b",
    re.IGNORECASE,
)


def _run(subject: Subject) -> Iterator[Raised]:
    outline = subject.markdown
    front = outline.front_matter
    if front is None or front.word("status") not in _DONE:
        return
    status = _STATUS.search(subject.text, front.content.start, front.content.end)
    if status is None:
        return
    boxes = list(islice(_open_boxes(outline), _MAX_COUNTED))
    if not boxes:
        return
    count = f"{len(boxes)} or more" if len(boxes) == _MAX_COUNTED else str(len(boxes))
    noun = "check box is" if len(boxes) == 1 else "check boxes are"
    yield CHECK.raises(
        subject,
        f"Status is {status.group(1)} but {count} {noun} open",
        "Whoever goes by the status takes the open items for finished work.",
        Span(*status.span(1)),
        *boxes[:_MAX_SHOWN],
    )


def _open_boxes(outline: Outline) -> Iterator[Span]:
    """The first line of every open item that counts."""
    set_aside = _set_aside(outline)
    for _, block in outline.of_kind(BlockKind.ITEM):
        if block.task is not False or not outline.is_claim(block.content):
            continue
        if outline.section_index_at(block.span.start) in set_aside:
            continue
        line = outline.lines.line_span(outline.lines.line_of(block.content.start))
        said = Span(block.content.start, min(line.end, block.content.end))
        words = said.of(outline.text).strip()
        if words and not words.startswith("~~") and not _LATER.search(words[:400]):
            yield Span(said.start, said.start + len(said.of(outline.text).rstrip()))


def _set_aside(outline: Outline) -> set[int]:
    found: set[int] = set()
    for index, section in enumerate(outline.sections):
        if section.parent in found or _LATER.search(section.title[:200]):
            found.add(index)
    return found


CHECK = Check(
    id="done-but-open",
    title="Completed status with open check boxes",
    scope=Scope.PLAN,
    severity=Severity.P3,
    confidence=Anchor.ADVISORY,
    category="contradiction",
    run=_run,
)
