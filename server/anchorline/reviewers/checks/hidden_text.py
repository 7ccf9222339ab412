"""Invisible characters that hide text or change the order in which it is read.

Why
    A reader and a program must see the same text. Bidirectional controls can make source code or a command look
    different from what runs; tag characters, runs of zero-width characters and runs of variation selectors can carry
    whole sentences that a person never sees and that a language model reads as instructions.

Fires
    Everywhere in the file, code, comments and quotations included, on

    - a bidirectional override (U+202D, U+202E), closed or not;
    - a bidirectional embedding or isolate (U+202A, U+202B, U+2066 to U+2068) that is not closed on its line, in a line
      without right-to-left letters;
    - tag characters (U+E0000 to U+E007F) outside an emoji flag;
    - four or more zero-width characters in a row, or three that are not all the same;
    - variation selectors in a row: two or more of U+E0100 to U+E01EF, four or more of U+FE00 to U+FE0F;
    - in source code, a Hangul filler (U+3164, U+FFA0, U+115F, U+1160) that does not stand beside Hangul: it looks like
      a space and counts as a letter.

    The message names the code points, for the characters cannot be shown.

Must not fire
    - No-break spaces, soft hyphens, a byte order mark, single zero-width spaces: the usual remains of copying.
    - Joiners and non-joiners in Persian, Arabic, Indic and other scripts that are written with them; joiners in emoji.
    - Direction marks (U+200E, U+200F, U+061C), and embeddings and isolates that are closed on their line.
    - Flags such as those of Scotland and Wales, which are spelt with tag characters.
    - One variation selector after an emoji or an ideograph.
    - The two ends of a range of such characters in a pattern that looks for them.

Class
    Category security. Severity P1 for overrides, tag characters and selectors of the second block, P2 for the rest;
    confidence 100, for the characters are there. The fix deletes them and is gated_auto: text in a right-to-left
    script, or a test of this very thing, may need them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from anchorline.findings.finding import Raised
from anchorline.findings.words import Anchor, AutofixClass, Severity
from anchorline.reviewers.base import Check, Scope, Subject, replacement
from anchorline.text.patterns import compiled
from anchorline.text.span import Span

_MAX_FINDINGS = 20
_MAX_NAMED = 4
_MAX_LINE = 4000

# One class finds the places; alternatives, tried at every character, would take several times as long.
_SUSPECT = re.compile(
    "[\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f\ufe00-\ufe0f\U000e0100-\U000e01ef\u200b-\u200f\u2060-\u2064\ufeff"
    "\u180e\u00ad\u034f\u061c\u3164\uffa0\u115f\u1160]+"
)
_KIND = re.compile(
    "(?P<bidi>[\u202a-\u202e\u2066-\u2069]+)"
    "|(?P<tags>[\U000e0000-\U000e007f]+)"
    "|(?P<selectors>[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,})"
    "|(?P<zero>[\u200b-\u200f\u2060-\u2064\ufeff\u180e\u00ad\u034f\u061c]{3,})"
    "|(?P<filler>[\u3164\uffa0\u115f\u1160]+)"
)
_RIGHT_TO_LEFT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
# Scripts that are written with joiners: Arabic and its kin, the Indic scripts, Tibetan, Myanmar, Khmer, Mongolian.
_JOINED = "[\u0600-\u08ff\u0900-\u0fff\u1000-\u109f\u1780-\u17ff\u1800-\u18af\ua840-\ua9ff\uaa60-\uaa7f\ufb50-\ufdff]"
_HANGUL = "[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3\ua960-\ua97c\ud7b0-\ud7fb\uffa1-\uffdc]"
_CONTROL = re.compile("[\u202a-\u202e\u2066-\u2069]")
_RANGE = re.compile("[\u202a-\u202e\u2066-\u2069]-[\u202a-\u202e\u2066-\u2069]")
_MAX_CONTROLS = 2000  # of one line; more is no text
_OVERRIDES = "\u202d\u202e"
_EMBEDDINGS = "\u202a\u202b\u202d\u202e"
_ISOLATES = "\u2066\u2067\u2068"
_FLAG = "\U0001f3f4"
_FLAG_END = "\U000e007f"


def _run(subject: Subject) -> Iterator[Raised]:
    if subject.text.isascii():
        return
    hits = list(islice(_hits(subject), _MAX_FINDINGS + 1))
    for index, (span, title, why, severity) in enumerate(hits[:_MAX_FINDINGS]):
        is_last = index == _MAX_FINDINGS - 1 and len(hits) > _MAX_FINDINGS
        reason = f"{why} There are more such places in this file." if is_last else why
        line = subject.snapshot.lines.line_span(subject.snapshot.lines.line_of(span.start))
        # On a line of that length the text around a run does not make it unique at a bearable cost.
        edits = (replacement(subject.text, span, ""),) if line.end - line.start <= _MAX_LINE else ()
        yield CHECK.raises(
            subject,
            f"{title}: {_names(span.of(subject.text))}",
            reason,
            span,
            fix="Delete the invisible characters.",
            edits=edits,
            autofix=AutofixClass.GATED_AUTO if edits else AutofixClass.MANUAL,
            severity=severity,
        )


def _hits(subject: Subject) -> Iterator[tuple[Span, str, str, Severity]]:
    text = subject.text
    in_code = subject.outline is None and subject.source is not None
    seen_lines: set[int] = set()
    for match in (kind for run in _SUSPECT.finditer(text) for kind in _KIND.finditer(text, *run.span())):
        span = Span(*match.span())
        run = match.group()
        if match.lastgroup == "bidi":
            line = subject.snapshot.lines.line_of(span.start)
            if line not in seen_lines:
                seen_lines.add(line)
                yield from _bidi(text, subject.snapshot.lines.line_span(line))
        elif match.lastgroup == "tags":
            if not _is_flag(text, span):
                why = "Tag characters are never shown, yet a program or a language model reads them as text."
                yield span, "Invisible tag characters", why, Severity.P1
        elif match.lastgroup == "selectors":
            second_block = sum(character > "\U000e00ff" for character in run)
            if second_block >= 2 or len(run) >= 4:
                why = "Selectors in a row select nothing; such runs carry hidden bytes."
                yield span, "Run of variation selectors", why, Severity.P1 if second_block else Severity.P2
        elif match.lastgroup == "zero":
            if _is_hidden(text, span):
                why = "Nobody sees these characters; a run of them can carry a hidden message and breaks searches."
                yield span, "Run of zero-width characters", why, Severity.P2
        elif in_code and not compiled(_HANGUL).search(text[max(0, span.start - 1) : span.end + 1].replace(run, "")):
            why = "The character looks like a space but counts as a letter, so it can be a hidden name in code."
            yield span, "Invisible letter in code", why, Severity.P2


def _bidi(text: str, line: Span) -> Iterator[tuple[Span, str, str, Severity]]:
    """Overrides, and what is left open at the end of the line. One finding for each run of them."""
    open_: list[int] = []
    faulty: set[int] = set()
    overrides: set[int] = set()
    for match in islice(_CONTROL.finditer(text, line.start, line.end), _MAX_CONTROLS):
        at, character = match.start(), match.group()
        if character in _OVERRIDES:
            overrides.add(at)
        if character in _EMBEDDINGS or character in _ISOLATES:
            open_.append(at)
        elif character == "\u202c":  # closes an embedding, never across an isolate
            if open_ and text[open_[-1]] in _EMBEDDINGS:
                open_.pop()
        elif character == "\u2069":  # closes an isolate and every embedding opened in it
            keep = next((i for i in range(len(open_) - 1, -1, -1) if text[open_[i]] in _ISOLATES), None)
            if keep is not None:
                del open_[keep:]
    if not compiled(_RIGHT_TO_LEFT).search(text, line.start, line.end):
        faulty.update(open_)
    for run in _runs(faulty | overrides):
        if _RANGE.search(text, max(line.start, run.start - 2), min(line.end, run.end + 2)):
            continue  # both ends of a range in a pattern that looks for such characters
        if any(at in overrides for at in range(*run)):
            yield (
                run,
                "Bidirectional override",
                "It makes what follows be shown in another order than it is stored and run.",
                Severity.P1,
            )
        else:
            yield (
                run,
                "Bidirectional control that is never closed",
                "It can change the order in which the rest of its line is shown, and it travels with copied text.",
                Severity.P2,
            )


def _runs(places: set[int]) -> list[Span]:
    runs: list[Span] = []
    for at in sorted(places):
        if runs and runs[-1].end == at:
            runs[-1] = Span(runs[-1].start, at + 1)
        else:
            runs.append(Span(at, at + 1))
    return runs


def _is_flag(text: str, span: Span) -> bool:
    """A black flag, at most six tags, and the end tag."""
    return (
        span.start > 0
        and text[span.start - 1] == _FLAG
        and text[span.end - 1] == _FLAG_END
        and 3 <= span.end - span.start <= 7
        and text.count(_FLAG_END, span.start, span.end) == 1
    )


def _is_hidden(text: str, span: Span) -> bool:
    run = span.of(text)
    if span.start == 0 and run.startswith("\ufeff"):
        run = run[1:]
    kinds = set(run)
    if len(run) < 3 or (len(run) < 4 and len(kinds) == 1):
        return False
    if kinds <= set("\u200e\u200f\u061c"):  # marks only: careless, but they hide nothing
        return False
    beside = text[max(0, span.start - 1) : span.start] + text[span.end : span.end + 1]
    return not (kinds <= set("\u200c\u200d\u200e\u200f\u061c") and len(run) < 8 and compiled(_JOINED).search(beside))


def _names(run: str) -> str:
    """ "4 × U+200B" or "U+200B U+200D … (12 characters)"."""
    if len(set(run)) == 1:
        return f"{len(run)} × U+{ord(run[0]):04X}" if len(run) > 1 else f"U+{ord(run):04X}"
    names = " ".join(f"U+{ord(character):04X}" for character in run[:_MAX_NAMED])
    return names if len(run) <= _MAX_NAMED else f"{names} … ({len(run)} characters)"


CHECK = Check(
    id="hidden-text",
    title="Invisible characters that hide or reorder text",
    scope=Scope.TEXT,
    severity=Severity.P2,
    confidence=Anchor.EVIDENT,
    category="security",
    run=_run,
)
