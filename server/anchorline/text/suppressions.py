"""Where a source file tells its linters to be silent: by which comment or attribute, for which rules, on which lines.

A directive counts only in a comment (where comments can be told from the rest) and only in a language whose tools obey
it. One that a linter would apply to a statement or a definition reaches as far here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from anchorline.text.directives import DIRECTIVES, Directive, Family, Reach
from anchorline.text.lines import LineIndex
from anchorline.text.span import Span


@dataclass(frozen=True, slots=True)
class Suppression:
    """`rules` as written, none for all of the tool's. `first` to `last` are zero-based lines, both included;
    `line` is where it stands. `word` is what people know it by."""

    word: str
    family: Family
    rules: frozenset[str]
    line: int
    first: int
    last: int

    def covers(self, line: int) -> bool:
        return self.first <= line <= self.last


_REASON = re.compile(r"\s--\s|\s#|\s//|\*/|\s[—–]\s")
_ALL = frozenset({"all", "*"})
_NO_RULE = frozenset({"lint", "reason"})  # words of a syntax, not of a rule
MOST = 1_000
"""Directives of one kind that are read; no file has so many."""
_INDENTED = 200  # characters before a comment that may be indentation
_FURTHEST = 4_000  # characters between an attribute and its definition: other attributes, a doc comment
_KNOWN = frozenset(language for directive in DIRECTIVES for language in directive.languages)


def suppressions(
    text: str, lines: LineIndex, language: str, comments: Sequence[Span] | None, units: Sequence[Span]
) -> tuple[Suppression, ...]:
    """All of them, in the order of the text. `comments` in order, None where they cannot be told from the rest; `units`
    are the definitions with their attributes, as far as they are known. A language without tools of its own here may
    use the words of any."""
    folded = text.casefold() if text.isascii() else text.lower()
    found: list[tuple[int, Suppression]] = []
    for directive in DIRECTIVES:
        if directive.needs not in folded or not _spoken(directive, language):
            continue
        ends = directive.ends_in(text)
        for match in islice(directive.standing_in(text), MOST):
            at = match.start()
            if directive.in_comment is not _in_comment(at, comments, otherwise=directive.in_comment):
                continue
            if directive.in_comment and not directive.anywhere and not _opens(at, text, lines, comments):
                continue
            first, last = _reach(directive, match, text, lines, comments, units, ends)
            rules = _rules(directive, match.groupdict().get("tail") or "")
            line = lines.line_of(at)
            found.append((at, Suppression(directive.word, directive.family, rules, line, first, last)))
    return tuple(suppression for _, suppression in sorted(found, key=lambda pair: pair[0]))


def _spoken(directive: Directive, language: str) -> bool:
    return not directive.languages or language in directive.languages or language not in _KNOWN


def _in_comment(at: int, comments: Sequence[Span] | None, *, otherwise: bool) -> bool:
    if comments is None:
        return otherwise
    before = bisect_right(comments, at, key=lambda span: span.start) - 1
    return before >= 0 and at in comments[before]


def _opens(at: int, text: str, lines: LineIndex, comments: Sequence[Span] | None) -> bool:
    """Whether a comment, or a line of one, begins there: what stands in the middle of a sentence is prose."""
    start = lines.line_span(lines.line_of(at)).start
    if comments is not None:
        before = bisect_right(comments, at, key=lambda span: span.start) - 1
        start = max(start, comments[before].start)
    return text[max(start, at - _INDENTED) : at].rstrip(" \t")[-1:] in ("", *"#/*-!;<{@")


def _rules(directive: Directive, tail: str) -> frozenset[str]:
    said = _REASON.split(tail, maxsplit=1)[0]
    if directive.word in ("biome-ignore", "biome-ignore-all"):
        said = said.partition(": ")[0]
    if directive.word == "nolint":
        said = said.split(" ", 1)[0]  # what follows is a reason
    rules = frozenset(rule.rstrip(".:,") for rule in directive.rule.findall(said)) - _NO_RULE
    return frozenset() if rules & _ALL else rules


def _reach(
    directive: Directive,
    match: re.Match[str],
    text: str,
    lines: LineIndex,
    comments: Sequence[Span] | None,
    units: Sequence[Span],
    ends: Sequence[int],
) -> tuple[int, int]:
    line, end = lines.line_of(match.start()), len(lines) - 1
    match directive.reach:
        case Reach.FILE:
            return 0, end
        case Reach.LINE:
            return line, line
        case Reach.PREVIOUS:
            return max(line - 1, 0), max(line - 1, 0)
        case Reach.NEXT:
            following = _next_code(line, lines, comments)
            return following, following
        case Reach.HERE:
            if not _alone(match.start(), text, lines, comments):
                return line, line
            return _following(match.span(), line, text, lines, comments, units)
        case Reach.ITEM:
            return _following(match.span(), line, text, lines, comments, units)
        case Reach.BLOCK:
            if not _alone(match.start(), text, lines, comments):
                return line, line
            closing = bisect_right(ends, match.start())
            last = lines.line_of(ends[closing]) if closing < len(ends) else end
            around = [unit for unit in units if match.start() in unit] if directive.family is Family.PYTHON else []
            if around:  # a comment inside a definition holds for the rest of it
                last = min(last, lines.line_of(max(min(around, key=lambda unit: unit.end - unit.start).end - 1, 0)))
            return line, max(last, line)


def _alone(at: int, text: str, lines: LineIndex, comments: Sequence[Span] | None) -> bool:
    """Whether no code stands before the comment on its line."""
    start = lines.line_span(lines.line_of(at)).start
    if comments is not None:
        before = bisect_right(comments, at, key=lambda span: span.start) - 1
        if before >= 0 and at in comments[before]:
            at = max(comments[before].start, start)
    return not text[max(start, at - _INDENTED) : at].strip(" \t#/*-{<!;")


def _next_code(line: int, lines: LineIndex, comments: Sequence[Span] | None) -> int:
    """The first line after this one that is neither empty nor a comment."""
    return next(_code_lines(line + 1, lines, comments), min(line + 1, len(lines) - 1))


def _code_lines(first: int, lines: LineIndex, comments: Sequence[Span] | None) -> Iterator[int]:
    for line in range(first, min(first + 50, len(lines))):
        written = lines.line_text(line)
        if not written.strip():
            continue
        start = lines.line_span(line).start + len(written) - len(written.lstrip())
        if not _in_comment(start, comments, otherwise=False):
            yield line


def _following(
    stands: tuple[int, int],
    line: int,
    text: str,
    lines: LineIndex,
    comments: Sequence[Span] | None,
    units: Sequence[Span],
) -> tuple[int, int]:
    """The definition that what stands there belongs to or goes before; else the next line of code."""
    start, end = stands
    for unit in units:
        here = unit.start <= start < unit.end and not _has_code(text[unit.start : start])
        ahead = end <= unit.start <= end + _FURTHEST and not _has_code(text[end : unit.start])
        if here or ahead:
            return line, lines.line_of(max(unit.end - 1, unit.start))
    following = _next_code(line, lines, comments)
    return line, following if units else _indented_below(following, lines)


def _indented_below(first: int, lines: LineIndex) -> int:
    """The last line of what begins there, by its indentation and the bracket that closes it: where definitions are not
    known."""
    indent, last = _indent(lines.line_text(first)), first
    for line in range(first + 1, len(lines)):
        written = lines.line_text(line)
        if not written.strip():
            continue
        if _indent(written) <= indent:
            return line if written.lstrip().startswith(("}", ")", "end")) else last
        last = line
    return last


def _indent(written: str) -> int:
    return len(written) - len(written.lstrip())


def _has_code(between: str) -> bool:
    return any(mark in between for mark in "{};=")
