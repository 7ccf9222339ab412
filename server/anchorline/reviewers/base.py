"""What a deterministic reviewer is given, and what it gives back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Protocol

from anchorline.findings.finding import CHECKS, Quote, Raised, RawEdit
from anchorline.findings.words import Anchor, AutofixClass, DocumentType, FindingType, Severity
from anchorline.reviewers.units import Unit, read_units
from anchorline.text.changeset import ChangeSet
from anchorline.text.dependencies import Dependency, dependencies
from anchorline.text.families import Families, learn_families
from anchorline.text.outline import Outline
from anchorline.text.snapshot import Snapshot
from anchorline.text.source import SourceOutline
from anchorline.text.span import Span

MOST_FINDINGS = 100
"""Findings of one check in one document; a document with more has another problem than each of them."""


class Existence(StrEnum):
    """What is known of a path. UNKNOWN: refused, unreadable or outside; nothing may be concluded from it."""

    FILE = "file"
    FOLDER = "folder"
    MISSING = "missing"
    UNKNOWN = "unknown"


class Workspace(Protocol):
    """What a check may ask about the files around the document.

    Paths are as written in the document, already percent-decoded and without fragment. Every answer is bounded and
    runs nothing; a path that leaves the root is UNKNOWN, without a look at it.
    """

    @property
    def rooted(self) -> bool:
        """Whether a repository or workspace folder holds the document, so that "missing" means something."""
        ...

    @property
    def in_repository(self) -> bool:
        """Whether the document lies in a repository with at least one commit."""
        ...

    def beside(self, path: str) -> Existence:
        """The path as a link target: relative to the document's folder, or to the root when it starts with "/"."""
        ...

    def at_root(self, path: str) -> Existence:
        """The path relative to the root, on disk or at HEAD."""
        ...

    def tracked_suffix(self, path: str) -> bool | None:
        """Whether some tracked path is, or ends with "/" +, this path; None when that cannot be known."""
        ...

    def near_matches(self, path: str) -> Sequence[str]:
        """Link targets, as they would be written from the document, of the files most like a missing target: the
        same name in another folder, or a spelling that differs by a letter or two, case or separator. Bounded."""
        ...

    def read_beside(self, path: str) -> str | None:
        """Text of a file that the document points at; None when it cannot be read or is larger than 1 MiB."""
        ...


class NoWorkspace:
    """An untitled buffer or standard input: nothing around it is known."""

    rooted = False
    in_repository = False

    def beside(self, path: str) -> Existence:  # noqa: ARG002
        return Existence.UNKNOWN

    at_root = beside

    def tracked_suffix(self, path: str) -> bool | None:  # noqa: ARG002
        return None

    def near_matches(self, path: str) -> Sequence[str]:  # noqa: ARG002
        return ()

    def read_beside(self, path: str) -> str | None:  # noqa: ARG002
        return None


@dataclass(frozen=True)
class Subject:
    """One document under review, with what is derived from it, each thing once.

    `outline` is set for Markdown, `source` for a language that tree-sitter knows here. `changed` are the zero-based
    lines that differ from HEAD, None when there is no HEAD to compare with: then the whole document is new.
    `change` is what the text is compared with, and how it differs: of source always, of a document where a change is
    judged.
    """

    snapshot: Snapshot
    outline: Outline | None
    source: SourceOutline | None
    document_type: DocumentType
    workspace: Workspace = field(default_factory=NoWorkspace)
    changed: frozenset[int] | None = None
    change: ChangeSet | None = None

    @property
    def text(self) -> str:
        return self.snapshot.text

    @property
    def markdown(self) -> Outline:
        """The outline, for checks that run on Markdown only."""
        assert self.outline is not None
        return self.outline

    @cached_property
    def families(self) -> Families:
        """The families of IDs that the document defines."""
        return learn_families(self.markdown)

    @cached_property
    def dependencies(self) -> tuple[Dependency, ...]:
        """What the fields of the plan's units name as their dependencies."""
        return dependencies(self.markdown, self.families)

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The units of the plan that have a Files field or an Approach, in document order."""
        return tuple(read_units(self.markdown))

    def is_changed(self, span: Span) -> bool:
        if self.changed is None:
            return True
        lines = self.snapshot.lines
        return any(
            line in self.changed
            for line in range(lines.line_of(span.start), lines.line_of(max(span.end - 1, span.start)) + 1)
        )


class Scope(StrEnum):
    """Where a check runs."""

    PLAN = "plan"  # Markdown that is a plan, requirements, a spec or an ADR
    MARKDOWN = "markdown"  # any Markdown
    SOURCE = "source"  # source files
    TEXT = "text"  # everything


@dataclass(frozen=True, slots=True)
class Check:
    """A deterministic reviewer. Its module's docstring is its page of documentation."""

    id: str
    title: str  # what it finds, in a few words
    scope: Scope
    severity: Severity
    confidence: Anchor
    category: str
    run: Callable[[Subject], Iterable[Raised]]
    finding_type: FindingType = FindingType.ERROR

    def raises(
        self,
        subject: Subject,
        title: str,
        why: str,
        *spans: Span,
        fix: str | None = None,
        edits: Iterable[RawEdit] = (),
        autofix: AutofixClass = AutofixClass.MANUAL,
        severity: Severity | None = None,
        confidence: Anchor | None = None,
    ) -> Raised:
        """A finding of this check. `spans`: the smallest faulty text first, then what else proves it."""
        return Raised(
            reviewer=CHECKS,
            rule=self.id,
            title=title,
            severity=severity or self.severity,
            confidence=self.confidence if confidence is None else confidence,
            why_it_matters=why,
            evidence=tuple(Quote(span.of(subject.text), span) for span in spans),
            category=self.category,
            finding_type=self.finding_type,
            autofix_class=autofix,
            suggested_fix=fix,
            edits=tuple(edits),
        )


_MAX_GROWTH = 200


def replacement(text: str, span: Span, new: str, within: Span | None = None) -> RawEdit:
    """An edit of `span` whose old text is unique in `within` (default: the document).

    A number or an ID alone stands in many places, so the old text grows outwards, a word at a time on its own line,
    until it stands once. If the line, or `_MAX_GROWTH` characters of it on either side, is not enough, it grows no
    further and the gates will refuse it.
    """
    within = within or Span(0, len(text))
    lowest, highest = max(span.start - _MAX_GROWTH, 0), min(span.end + _MAX_GROWTH, len(text))
    line_start = max(lowest, text.rfind("\n", lowest, span.start) + 1, text.rfind("\r", lowest, span.start) + 1)
    line_end = min(
        (end for end in (text.find(mark, span.end, highest) for mark in "\r\n") if end >= 0), default=highest
    )
    start, end = span
    forward = True
    while _count(text, text[start:end], within) > 1 and (start > line_start or end < line_end):
        if (forward and end < line_end) or start <= line_start:
            end = _next_boundary(text, end, line_end)
        else:
            start = _previous_boundary(text, start, line_start)
        forward = not forward
    return RawEdit(text[start:end], text[start : span.start] + new + text[span.end : end], Span(start, end))


def _count(text: str, needle: str, within: Span) -> int:
    """Occurrences, overlapping ones too, counted up to 2."""
    first = text.find(needle, within.start, within.end)
    if first < 0:
        return 0
    return 2 if text.find(needle, first + 1, within.end) >= 0 else 1


def _next_boundary(text: str, at: int, limit: int) -> int:
    while at < limit and text[at].isspace():
        at += 1
    while at < limit and not text[at].isspace():
        at += 1
    return at


def _previous_boundary(text: str, at: int, limit: int) -> int:
    while at > limit and text[at - 1].isspace():
        at -= 1
    while at > limit and not text[at - 1].isspace():
        at -= 1
    return at
