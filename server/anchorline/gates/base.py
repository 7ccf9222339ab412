"""What gates share: the context they judge in, and the shape of their answer."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Generic, TypeVar

from anchorline.evidence.locate import Haystack
from anchorline.findings.finding import Finding
from anchorline.findings.ledger import Drop
from anchorline.findings.remembered import NOTHING, Remembered
from anchorline.findings.rounds import Round, Sections, before, section_digests
from anchorline.findings.words import Anchor, LspSeverity, Profile
from anchorline.text.blocks import BlockKind
from anchorline.text.outline import Outline
from anchorline.text.sections import normalized_title
from anchorline.text.snapshot import Snapshot
from anchorline.text.span import Span

T = TypeVar("T")


TOKEN = re.compile(r"\w+(?:[-'’.,:/@\\]\w+)*|[^\w\s]")
"""Words as a reader sees them, and signs."""
_MARK = re.compile(r"^[ \t]*(?:\d{1,9}[.)]|#{1,6})(?=[ \t])", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Passed(Generic[T]):
    """What came through a gate. `merged` counts findings that live on inside another one; it is negative where some did
    and now do not. `notes` say in a sentence what the gate left undone."""

    findings: tuple[T, ...]
    drops: tuple[Drop, ...] = ()
    merged: int = 0
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class GateContext:
    """What gates may know besides the findings: values only, nothing that opens a file.

    `sections` are (title, span) of the source's units, in order; `comments` are its comments, None where they cannot be
    told from the rest. `floors` and `ceilings` bound the anchor of a reviewer by nature. `models` names the model
    behind each reviewer, for agreement across models. `severity_map` overrides placement by "P1/75" or "P1". `filters`
    are categories and rules to silence. `haystack` is the snapshot's, where somebody has one already.
    `materiality`: what models newly find to be minor, in sections that nobody touched since the last round, informs.

    `changed` are the lines that a change touches, whole and in order, None where all of the text is new; where lines
    were only taken away, those that now meet there count. `removed` is what the change took away, each stretch as it
    stood, line ends as `\\n`. `brought` are the lines, counted from 0, of a change that is judged and so cannot silence
    its own review. `standards` are (path, text) of the project's own rules. `elsewhere` are symbols that stand
    somewhere else in the workspace, and `repairs` the (misspelt word, word) among their edits, as somebody looked up
    for these findings. `bar` is the judge's, before it is adapted to each finding. `headless`: what is published leaves
    a person's hands.
    """

    snapshot: Snapshot
    profile: Profile = Profile.DOCUMENT
    outline: Outline | None = None
    sections: tuple[tuple[str, Span], ...] = ()
    comments: tuple[Span, ...] | None = None
    agreement: str = "persona"
    floors: Mapping[str, Anchor] = field(default_factory=dict)
    ceilings: Mapping[str, Anchor] = field(default_factory=dict)
    models: Mapping[str, str] = field(default_factory=dict)
    severity_map: Mapping[str, LspSeverity] = field(default_factory=dict)
    filters: frozenset[str] = frozenset()
    prefix_messages: bool = False
    haystack: Haystack | None = None
    remembered: Remembered = NOTHING
    materiality: bool = True
    changed: tuple[Span, ...] | None = None
    removed: tuple[str, ...] = ()
    brought: frozenset[int] = frozenset()
    standards: tuple[tuple[str, str], ...] = ()
    elsewhere: frozenset[str] = frozenset()
    repairs: frozenset[tuple[str, str]] = frozenset()
    bar: int = 80
    headless: bool = False

    @property
    def text(self) -> str:
        return self.snapshot.text

    def section_of(self, offset: int) -> str:
        """The text of the nearest heading above; for source, the innermost unit around; "" before the first."""
        if self.outline is not None:
            return self.outline.section_at(offset).title
        index = self._innermost(Span(offset, offset + 1))
        return self._units[index][1] if index >= 0 else ""

    def unit_of(self, span: Span) -> Span | None:
        """The innermost of `sections` that holds all of a span."""
        index = self._innermost(span)
        return self._units[index][0] if index >= 0 else None

    def _innermost(self, span: Span) -> int:
        index = bisect_right(self._units, span.start, key=lambda unit: unit[0].start) - 1
        while index >= 0 and span.end > self._units[index][0].end:
            index = self._units[index][2]
        return index

    @cached_property
    def _units(self) -> tuple[tuple[Span, str, int], ...]:
        """Spans and titles of the sections in order, each with the index of the one around it, -1 at the top."""
        units: list[tuple[Span, str, int]] = []
        around = -1
        for title, span in sorted(self.sections, key=lambda section: (section[1].start, -section[1].end)):
            while around >= 0 and units[around][0].end < span.end:
                around = units[around][2]
            units.append((span, title, around))
            around = len(units) - 1
        return tuple(units)

    def section_span(self, title: str) -> Span | None:
        """Where a section that a finding names stands; None when none or several have that title.

        The heading's own text counts, not its ancestors. The span reaches to the next heading of the same level.
        """
        wanted = normalized_title(title)
        if not wanted:
            return None
        found = self._spans_by_title.get(wanted, [])
        return found[0] if len(found) == 1 else None

    @cached_property
    def own_sections(self) -> tuple[tuple[str, Span], ...]:
        """Heading, and what stands under it up to the next one; for source, its units, and all of it without a name."""
        if self.outline is not None:
            return tuple((section.title, section.own) for section in self.outline.sections)
        return (("", Span(0, len(self.text))), *self.sections)

    @cached_property
    def earlier(self) -> tuple[Round, ...]:
        """The rounds of earlier texts, oldest first."""
        return before(self.remembered.rounds, self.snapshot.sha256)

    @cached_property
    def section_contents(self) -> Sections:
        return section_digests(self.text, self.own_sections, code=self.profile is Profile.CODE)

    @cached_property
    def _spans_by_title(self) -> dict[str, list[Span]]:
        pairs: Iterable[tuple[str, Span]] = self.sections
        if self.outline is not None:
            pairs = ((section.title, section.span) for section in self.outline.sections if section.level)
        spans: dict[str, list[Span]] = {}
        for title, span in pairs:
            spans.setdefault(normalized_title(title), []).append(span)
        return spans

    @property
    def review_output(self) -> tuple[Span, ...]:
        """Places of what earlier reviews wrote: never reviewed again."""
        return self.outline.review_output if self.outline is not None else ()

    @cached_property
    def authored(self) -> Span | None:
        """The longest stretch without review output, which may repeat what stands there; None where there is none."""
        edges = [0, *(edge for span in self.review_output for edge in span), len(self.text)]
        stretches = [Span(*edges[at : at + 2]) for at in range(0, len(edges), 2)]
        return max(stretches, key=lambda span: span.end - span.start) if self.review_output else None

    @cached_property
    def taken_away(self) -> tuple[str, tuple[int, ...]]:
        """(what the change took away, white space folded, one stretch a line; where each place of `changed` begins in
        it)."""
        stretches = [" ".join(stretch.split()) + "\n" for stretch in self.removed[: len(self.changed or ())]]
        return "".join(stretches), tuple(accumulate(map(len, stretches), initial=0))[: len(stretches)]

    @cached_property
    def changed_lines(self) -> tuple[tuple[int, int], ...]:
        """The first and the last line of each place that the change touches, in order."""
        lines = self.snapshot.lines
        return tuple(
            (lines.line_of(span.start), lines.line_of(max(span.end - 1, span.start))) for span in self.changed or ()
        )

    @cached_property
    def plain(self) -> str:
        """The author's prose, all else blank: code, comments, HTML, targets of links. Offsets are those of the text."""
        return self.outline.plain if self.outline is not None else self.text

    @cached_property
    def words(self) -> Counter[str]:
        """How often each word stands in the prose, marks of lists aside."""
        return Counter(TOKEN.findall(_MARK.sub("", self.plain)))

    @cached_property
    def counts(self) -> frozenset[int]:
        """Numbers that the document itself yields by counting: items of each list, body rows of each table,
        headings under one."""
        if self.outline is None:
            return frozenset()
        outline = self.outline
        counts = {
            sum(1 for child in outline.children(index) if outline.blocks[child].info != "header")
            for index, _ in outline.of_kind(BlockKind.BULLET_LIST, BlockKind.ORDERED_LIST, BlockKind.TABLE)
        }
        levels: list[tuple[int, Counter[int]]] = []  # of the sections around: level, and how many of each level within
        for section in outline.sections:
            while levels and levels[-1][0] >= section.level:
                counts.update(levels.pop()[1].values())
            if levels:
                levels[-1][1][section.level] += 1
            levels.append((section.level, Counter()))
        for _, within in levels:
            counts.update(within.values())
        return frozenset(counts)


def without(findings: tuple[Finding, ...], why: Callable[[Finding], str | None], gate: str) -> Passed[Finding]:
    """The findings but those for which there is a reason why not."""
    kept: list[Finding] = []
    drops: list[Drop] = []
    for finding in findings:
        reason = why(finding)
        if reason is None:
            kept.append(finding)
        else:
            drops += drops_of(finding, gate, reason)
    return Passed(tuple(kept), tuple(drops), merged=len(findings) - len(kept) - len(drops))


def drops_of(finding: Finding, gate: str, reason: str, score: int | None = None) -> tuple[Drop, ...]:
    """One for each finding that was merged into this one: with it, all of them go."""
    return tuple(Drop(part.title, part.reviewer, gate, reason, score) for part in finding.constituents)


Gate = Callable[[tuple[T, ...], GateContext], Passed[T]]
