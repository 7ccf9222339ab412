"""Identity: an id that is the same for the same finding on the same text, in every run and round.

It hangs on who raised it and on what text, with a few words around, not on line numbers and not on the title: models
reword titles, and an edit elsewhere is no new finding.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import replace

from anchorline.findings.finding import Finding
from anchorline.gates.base import GateContext, Passed

_CONTEXT = 32  # characters on either side, once white space is folded: line ends are no part of a finding


def identity(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:
    seen: Counter[str] = Counter()
    result: list[Finding] = []
    for finding in findings:
        digest = _digest(finding, context)
        seen[digest] += 1
        result.append(replace(finding, id=digest if seen[digest] == 1 else f"{digest}-{seen[digest]}"))
    return Passed(tuple(result))


def _digest(finding: Finding, context: GateContext) -> str:
    text, span = context.text, finding.span
    before = " ".join(text[max(span.start - 3 * _CONTEXT, 0) : span.start].split())
    after = " ".join(text[span.end : span.end + 3 * _CONTEXT].split())
    # The persona and not its category: a category is chosen anew each time, like a title.
    # And the first quote only: which further ones are given varies, and so do the findings merged into this one.
    parts = [finding.rule.split("/", maxsplit=1)[0], finding.evidence[0].quote, before[-_CONTEXT:], after[:_CONTEXT]]
    folded = "\0".join(" ".join(part.split()) for part in parts)
    return hashlib.sha256(folded.encode("utf-8", "surrogatepass")).hexdigest()[:16]
