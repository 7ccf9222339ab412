"""The real server with a reviewer that tests can play: words in the text decide what is found, and how it goes.

teh       safe fix to "the" (apply)              maybe   a decision        hmm    a hint
colour    proposed fix to "color" (honour too)   fatal   an error          twice  evidence at both places
SLOW      the review waits until it is unwanted  BREAK   it raises         PARTIAL  a reviewer times out
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable
from typing import Any

from anchorline.findings.finding import CHECKS, Constituent, Edit, Evidence, Finding
from anchorline.findings.review import Review, ReviewerResult
from anchorline.findings.words import (
    Anchor,
    AutofixClass,
    DocumentType,
    FindingType,
    LspSeverity,
    Match,
    Profile,
    Route,
    Severity,
    Status,
)
from anchorline.findings.words import (
    Outcome as ReviewerOutcome,
)
from anchorline.lsp import editing
from anchorline.lsp.engine import Money, Outcome, Policy, Reason, Surroundings
from anchorline.lsp.start import start
from anchorline.text.snapshot import Snapshot
from anchorline.text.span import Span

_KINDS: dict[str, tuple[Route, Severity, Anchor, LspSeverity, str]] = {
    "teh": (Route.APPLY, Severity.P2, Anchor.EVIDENT, LspSeverity.INFORMATION, "the"),
    "colour": (Route.PROPOSED, Severity.P2, Anchor.CONFIRMED, LspSeverity.INFORMATION, "color"),
    "honour": (Route.PROPOSED, Severity.P2, Anchor.CONFIRMED, LspSeverity.INFORMATION, "honor"),
    "maybe": (Route.DECISION, Severity.P2, Anchor.CONFIRMED, LspSeverity.INFORMATION, ""),
    "fatal": (Route.DECISION, Severity.P0, Anchor.EVIDENT, LspSeverity.ERROR, ""),
    "hmm": (Route.FYI, Severity.P3, Anchor.ADVISORY, LspSeverity.HINT, ""),
    "twice": (Route.DECISION, Severity.P1, Anchor.CONFIRMED, LspSeverity.WARNING, ""),
}
_WORD = re.compile(r"\b(?:" + "|".join(_KINDS) + r")\b")


class ScriptedEngine:
    def review(self, snapshot: Snapshot, around: Surroundings, reason: Reason, unwanted: Callable[[], bool]) -> Outcome:
        options: dict[str, Any] = {}
        for layer in around.editor:
            options |= layer
        policy = Policy(
            enable=options.get("enable", True),
            checks_on=options.get("checks", {}).get("on", "change"),
            max_actionable=options.get("maxActionable", 10),
        )
        problems = ("`strictness` is no strictness; using balanced",) if "strictness" in options else ()
        if not policy.enable:
            return Outcome(None, policy, problems)
        while "SLOW" in snapshot.text and not unwanted():
            time.sleep(0.005)
        if "BREAK" in snapshot.text:
            raise RuntimeError(snapshot.text)
        print("a stray print")  # must never reach the client
        return Outcome(_review(snapshot), policy, problems)

    def spent(self, uri: str) -> Money:
        return Money()

    def forget(self, uri: str | None) -> int:
        return 0

    def restore(self, *_: object) -> int:
        return 0

    def ask_again(self, *_: object) -> int:
        return 0

    def record(self, kind: object, finding: Finding, scope: object, reason: str, *_: object) -> tuple[str, ...]:
        return ()

    def take_back(self, uri: str, around: Surroundings) -> int:
        return 0

    def invalidate(self) -> None:
        pass


def _review(snapshot: Snapshot) -> Review:
    partial = "PARTIAL" in snapshot.text
    matches = [] if partial else list(_WORD.finditer(snapshot.text))
    findings = [_finding(snapshot, match.group(), Span(*match.span())) for match in matches if match.group() != "twice"]
    both = [Evidence("twice", Span(*m.span()), Match.EXACT) for m in matches if m.group() == "twice"]
    if both:
        findings.append(_finding(snapshot, "twice", both[0].span, tuple(both)))
    return Review(
        sha256=snapshot.sha256,
        profile=Profile.DOCUMENT,
        document_type=DocumentType.PLAN,
        status=Status.INCOMPLETE if partial else Status.COMPLETE,
        reviewers=(ReviewerResult(CHECKS, ReviewerOutcome.TIMEOUT if partial else ReviewerOutcome.OK),),
        findings=tuple(findings),
    )


def _finding(snapshot: Snapshot, word: str, span: Span, evidence: tuple[Evidence, ...] = ()) -> Finding:
    route, severity, anchor, lsp_severity, fix = _KINDS[word]
    title = f"The word {word} is doubtful"
    return Finding(
        rule=f"word-{word}",
        title=title,
        severity=severity,
        confidence=anchor,
        autofix_class=AutofixClass.SAFE_AUTO if route is Route.APPLY else AutofixClass.GATED_AUTO,
        finding_type=FindingType.ERROR,
        category="naming",
        section="",
        why_it_matters="See ![x](http://evil.example/x.png) and <b>this</b> \u202e reason.",
        evidence=evidence or (Evidence(word, span, Match.EXACT),),
        reviewers=(CHECKS,),
        suggested_fix=f"write {fix}" if fix else None,
        edits=(Edit(span, word, fix),) if fix else (),
        constituents=(Constituent(CHECKS, title, "", anchor),),
        route=route,
        id=f"{word}-{snapshot.text.count(word, 0, span.start)}",
        message=title,
        lsp_severity=lsp_severity,
    )


if __name__ == "__main__":
    if "SCRIPTED_PATIENCE" in os.environ:  # seconds that an editor has for an edit
        editing.WITHIN = editing.ARRIVES_WITHIN = float(os.environ["SCRIPTED_PATIENCE"])
    sys.exit(start(sys.argv[1:], engine=ScriptedEngine()))
