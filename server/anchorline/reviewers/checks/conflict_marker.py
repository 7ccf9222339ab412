"""A merge conflict that was left in a source file.

**What.** The three lines that Git writes around a conflict: `<<<<<<< …`, `=======` and `>>>>>>> …`.

**Why.** The file holds both sides of the conflict and neither compiles nor means what anybody wrote.

**Fires.** All three markers, in this order, each at the start of its line and exactly seven characters long.

**Must not fire.** On a row of equals signs under a title; on markers inside a string or a block comment that holds the
whole conflict (a test of a merge tool, an explanation); on lines that are not part of the change.

**Class.** manual: which side is right is for the author to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from anchorline.findings.finding import Raised
from anchorline.findings.words import Anchor, Severity
from anchorline.reviewers.base import Check, Scope, Subject
from anchorline.text.span import Span

_MARKER = re.compile(r"^(?:<{7} [^\r\n]+|={7}(?=\r?$)|>{7} [^\r\n]+)", re.MULTILINE)

_MAX_CONFLICTS = 100  # of one file; the rest come to light when these are gone


def run(subject: Subject) -> Iterator[Raised]:
    text = subject.text
    if "<<<<<<< " not in text or ">>>>>>> " not in text:
        return
    enclosing: Sequence[Span] = ()
    if subject.source is not None:
        enclosing = [*subject.source.strings, *subject.source.comments]
    for opening, middle, closing in islice(_conflicts(text), _MAX_CONFLICTS):
        quoted = any(span.start <= opening.start and closing.end <= span.end for span in enclosing)
        if subject.is_changed(opening) and not quoted:
            yield CHECK.raises(
                subject,
                "Merge conflict left in the file",
                "Both sides of the conflict stand in the file, so it cannot be parsed as either of them.",
                opening,
                middle,
                closing,
                fix="Keep one side, or combine them, and delete the three marker lines.",
            )


def _conflicts(text: str) -> Iterator[tuple[Span, Span, Span]]:
    opening: Span | None = None
    middle: Span | None = None
    for match in _MARKER.finditer(text):
        span = Span(match.start(), match.end())
        mark = text[match.start()]
        if mark == "<":
            opening, middle = span, None
        elif mark == "=" and opening is not None:
            middle = span
        elif mark == ">" and opening is not None and middle is not None:
            yield opening, middle, span
            opening = middle = None


CHECK = Check(
    id="conflict-marker",
    title="merge conflict left in a file",
    scope=Scope.SOURCE,
    severity=Severity.P0,
    confidence=Anchor.EVIDENT,
    category="other",
    run=run,
)
