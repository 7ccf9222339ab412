"""Identity: an id that is the same for the same finding on the same text, in every run and round.

It hangs on who raised it and on what text, not on line numbers and not on the title: models reword titles, and an edit
elsewhere is no new finding. A long quote that stands in one place only is told by its heading; any other by the words
around it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import replace

from anchorline.findings.decisions import MOST_QUOTES
from anchorline.findings.finding import Finding, Home
from anchorline.findings.words import Profile
from anchorline.gates.base import GateContext, Passed
from anchorline.text.span import Span

_CONTEXT = 32  # characters on either side, once white space is folded: line ends are no part of a finding
_TELLING = 40  # characters of a quote that nobody writes twice by chance
_HOME = 160  # characters on either side that a finding takes along


def identity(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:
    seen: Counter[str] = Counter()
    result: list[Finding] = []
    for finding in findings:
        digest = _digest(finding, context)
        seen[digest] += 1
        result.append(
            replace(
                finding,
                id=digest if seen[digest] == 1 else f"{digest}-{seen[digest]}",
                homes=tuple(_home(evidence.span, context) for evidence in finding.evidence[:MOST_QUOTES]),
            )
        )
    return Passed(tuple(result))


def _home(span: Span, context: GateContext) -> Home:
    text = context.text
    return Home(
        text[max(span.start - _HOME, 0) : span.start],
        text[span.end : span.end + _HOME],
        context.section_of(span.start),
        context.profile is Profile.CODE,
    )


def _digest(finding: Finding, context: GateContext) -> str:
    text, span = context.text, finding.span
    # The persona and not its category: a category is chosen anew each time, like a title.
    # And the first quote only: which further ones are given varies, and so do the findings merged into this one.
    persona, quote = finding.rule.split("/", maxsplit=1)[0], finding.evidence[0].quote
    if len(quote) >= _TELLING and text.find(quote) == text.rfind(quote):
        return _hashed(persona, quote, finding.section)
    before = " ".join(text[max(span.start - 3 * _CONTEXT, 0) : span.start].split())
    after = " ".join(text[span.end : span.end + 3 * _CONTEXT].split())
    return _hashed(persona, quote, before[-_CONTEXT:], after[:_CONTEXT])


def _hashed(*parts: str) -> str:
    folded = "\0".join(" ".join(part.split()) for part in parts)
    return hashlib.sha256(folded.encode("utf-8", "surrogatepass")).hexdigest()[:16]
