"""Silence: what the author or the team asked not to hear, by comment in the text or by setting.

`<!-- anchorline-disable-next-line RULE -->` (also `-line` and `-file`; `#`, `//`, `--` and `/* */` comments in source).
RULE is a check, a persona or `persona/category`; several are separated by commas or spaces; none means all. A comment
that came with a change which is judged (`--since`) does not count: nobody softens his own review.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from anchorline.findings.finding import Finding
from anchorline.findings.ledger import Drop
from anchorline.gates.base import GateContext, Passed
from anchorline.text.blocks import BlockKind
from anchorline.text.masks import blanked

INLINE = "ignored"
FILTERED = "filtered"

_DIRECTIVE = re.compile(r"(<!--|\{/\*|/\*|//|--|#|;)[ \t]*anchorline-disable(-next-line|-line|-file)\b([^\r\n]{0,200})")
_CLOSING = {"<!--": "-->", "{/*": "*/}", "/*": "*/"}
_RULE = re.compile(r"[a-z][a-z0-9_-]*(?:/[a-z0-9_-]+)?")


class _Directive(NamedTuple):
    stands: int
    line: int | None  # None: the whole file
    rules: frozenset[str]  # empty: all

    def covers(self, finding: Finding, line: int) -> bool:
        if self.line is not None and self.line != line:
            return False
        if not self.rules:
            return True
        names = {finding.rule, finding.rule.split("/", maxsplit=1)[0], *finding.reviewers}
        names |= {f"{reviewer}/{finding.category}" for reviewer in finding.reviewers}
        return bool(names & self.rules)


def silence(findings: tuple[Finding, ...], context: GateContext) -> Passed[Finding]:
    kept: list[Finding] = []
    drops: list[Drop] = []
    directives = tuple(_directives(context)) if findings else ()
    brought = [directive for directive in directives if directive.stands in context.brought]
    directives = tuple(directive for directive in directives if directive.stands not in context.brought)
    void: set[int] = set()
    lines = context.snapshot.lines
    for finding in findings:
        line = lines.line_of(finding.span.start)
        reviewer = finding.reviewers[0]
        directive = next((each for each in directives if each.covers(finding, line)), None)
        if directive is not None:
            reason = f"disabled by a comment (line {directive.stands + 1})"
            drops.append(Drop(finding.title, reviewer, INLINE, reason))
            continue
        void.update(each.stands for each in brought if each.covers(finding, line))
        if context.filters & {finding.category, finding.rule}:
            drops.append(Drop(finding.title, reviewer, FILTERED, "silenced by the setting filters"))
        else:
            kept.append(finding)
    notes = (
        f"the anchorline-disable comment of line {line + 1} came with this change, so it silences nothing in its review"
        for line in sorted(void)
    )
    return Passed(tuple(kept), tuple(drops), notes=tuple(notes))


def _directives(context: GateContext) -> Iterator[_Directive]:
    text, lines = context.text, context.snapshot.lines
    if "anchorline-disable" not in text:
        return
    if context.outline is not None:
        # A document that explains these comments shows them in code.
        shown = [block.span for _, block in context.outline.of_kind(BlockKind.FENCE, BlockKind.CODE)]
        text = blanked(text, [*shown, *context.outline.code])
    for match in _DIRECTIVE.finditer(text):
        if context.comments is not None and not any(match.start() in comment for comment in context.comments):
            continue
        opening, where, rest = match.groups()
        if context.snapshot.is_markdown and opening not in ("<!--", "{/*"):
            continue
        # In an HTML comment the rules end where it closes; elsewhere words after a second "--" are a reason.
        rest = rest.split(_CLOSING.get(opening, "--"))[0]
        rules = frozenset(_RULE.findall(rest.split("--")[0].casefold()))
        line = lines.line_of(match.start())
        if where == "-file":
            yield _Directive(line, None, rules)
        elif where == "-line":
            yield _Directive(line, line, rules)
        else:
            yield _Directive(line, line + 1, rules)
            # A comment on a line of its own may stand apart from the paragraph that it is about.
            following = line + 1
            while following < len(lines) and not lines.line_text(following).strip():
                following += 1
            if following != line + 1:
                yield _Directive(line, following, rules)
