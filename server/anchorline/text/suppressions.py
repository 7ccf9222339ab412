"""Where a source file tells its linters to be silent: by which comment or attribute, for which rules, on which lines.

A directive counts only in a comment (where comments can be told from the rest) and only in a language whose tools obey
it. One that a linter would apply to a statement or a definition reaches as far here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from anchorline.text.lines import LineIndex
from anchorline.text.span import Span


class Reach(StrEnum):
    LINE = "line"
    NEXT = "next line"
    PREVIOUS = "previous line"
    HERE = "its line, or what follows when it stands alone"
    BLOCK = "until it is taken back"
    FILE = "file"
    ITEM = "the definition that follows"


class Family(StrEnum):
    """Whose tools obey. `types` are type checkers, whatever the language."""

    PYTHON = "python"
    JAVASCRIPT = "javascript"
    GO = "go"
    JAVA = "java"
    RUST = "rust"
    C = "c"
    RUBY = "ruby"
    SWIFT = "swift"
    SHELL = "shell"
    PHP = "php"
    TYPES = "types"
    ANY = "any"


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


@dataclass(frozen=True, slots=True)
class _Directive:
    word: str
    family: Family
    reach: Reach
    pattern: re.Pattern[str]
    languages: frozenset[str]
    rule: re.Pattern[str]
    needs: str
    """What the text must hold, in lower case, for the pattern to be tried at all."""
    in_comment: bool = True
    anywhere: bool = False
    """Whether its tool finds it in the middle of a sentence too."""
    ends: re.Pattern[str] | None = None


_PYTHON = frozenset({"python"})
_SCRIPT = frozenset({"javascript", "typescript", "typescriptreact"})
_NAMES = re.compile(r"@?[A-Za-z][\w./:@*-]{1,99}")
_CODES = re.compile(r"\b[A-Za-z]{1,6}\d{1,5}\b")
_QUOTED = re.compile(r'"([\w:./-]{1,99})"')
_NEVER = re.compile(r"(?!)")
_REASON = re.compile(r"\s--\s|\s#|\s//|\*/|\s[—–]\s")
_TAIL = r"(?P<tail>[^\r\n]{0,300})"


def _comment(
    word: str, family: Family, reach: Reach, pattern: str, languages: frozenset[str] = frozenset(),
    rule: re.Pattern[str] = _NAMES, needs: str = "", ends: str | None = None, anywhere: bool = False,
) -> _Directive:  # fmt: skip
    case = re.NOFLAG if anywhere else re.IGNORECASE  # in a sentence the capitals tell it from a word
    return _Directive(
        word, family, reach, re.compile(pattern, case), languages, rule, needs or word.casefold(),
        anywhere=anywhere, ends=re.compile(ends, re.IGNORECASE) if ends else None,
    )  # fmt: skip


_BRACKETED = r"(?:\[(?P<tail>[^\]\r\n]{0,300})\])?"
_PARENTHESIZED = r"(?:\((?P<tail>[^)\r\n]{0,300})\))?"
_LISTED = rf"[ \t]*(?::[ \t]*{_TAIL})?"
_DIRECTIVES = (
    _comment("noqa", Family.PYTHON, Reach.FILE, rf"\b(?:flake8|ruff)[:=][ \t]*noqa\b{_LISTED}", _PYTHON, _CODES),
    _comment("noqa", Family.PYTHON, Reach.LINE, rf"(?<![:=] )(?<![:=])\bnoqa\b{_LISTED}", _PYTHON, _CODES),
    _comment("type: ignore", Family.TYPES, Reach.LINE, rf"\btype:[ \t]*ignore\b{_BRACKETED}", _PYTHON, needs="type:"),
    _comment("pyright: ignore", Family.TYPES, Reach.LINE, rf"\bpyright:[ \t]*ignore\b{_BRACKETED}", _PYTHON,
             needs="pyright:"),
    _comment("mypy: ignore-errors", Family.TYPES, Reach.FILE, r"\bmypy:[ \t]*ignore-errors\b", _PYTHON, _NEVER,
             needs="mypy:"),
    _comment("pylint: disable-next", Family.PYTHON, Reach.NEXT, rf"\bpylint:[ \t]*disable-next=[ \t]*{_TAIL}", _PYTHON,
             needs="pylint:"),
    _comment("pylint: skip-file", Family.PYTHON, Reach.FILE, r"\bpylint:[ \t]*skip-file\b", _PYTHON, _NEVER,
             needs="pylint:"),
    _comment("pylint: disable", Family.PYTHON, Reach.BLOCK, rf"\bpylint:[ \t]*disable=[ \t]*{_TAIL}", _PYTHON,
             needs="pylint:", ends=r"\bpylint:[ \t]*enable\b"),
    _comment("nosec", Family.PYTHON, Reach.LINE, rf"\bnosec\b[ \t]*:?{_TAIL}", _PYTHON, _CODES),
    _comment("eslint-disable-line", Family.JAVASCRIPT, Reach.LINE, rf"\b(?:es|ox)lint-disable-line\b{_TAIL}", _SCRIPT,
             needs="lint-disable-line"),
    _comment("eslint-disable-next-line", Family.JAVASCRIPT, Reach.NEXT, rf"\b(?:es|ox)lint-disable-next-line\b{_TAIL}",
             _SCRIPT, needs="lint-disable-next-line"),
    _comment("eslint-disable", Family.JAVASCRIPT, Reach.BLOCK, rf"\b(?:es|ox)lint-disable(?!-)\b{_TAIL}", _SCRIPT,
             needs="lint-disable", ends=r"\b(?:es|ox)lint-enable\b"),
    _comment("biome-ignore-all", Family.JAVASCRIPT, Reach.FILE, rf"\bbiome-ignore-all\b{_TAIL}", _SCRIPT),
    _comment("biome-ignore", Family.JAVASCRIPT, Reach.NEXT, rf"\bbiome-ignore(?!-)\b{_TAIL}", _SCRIPT),
    _comment("deno-lint-ignore-file", Family.JAVASCRIPT, Reach.FILE, rf"\bdeno-lint-ignore-file\b{_TAIL}", _SCRIPT),
    _comment("deno-lint-ignore", Family.JAVASCRIPT, Reach.NEXT, rf"\bdeno-lint-ignore(?!-)\b{_TAIL}", _SCRIPT),
    _comment("tslint:disable", Family.JAVASCRIPT, Reach.NEXT, rf"\btslint:disable-next-line\b{_TAIL}", _SCRIPT),
    _comment("@ts-nocheck", Family.TYPES, Reach.FILE, r"@ts-nocheck\b", _SCRIPT, _NEVER),
    _comment("@ts-ignore", Family.TYPES, Reach.NEXT, r"@ts-ignore\b", _SCRIPT, _NEVER),
    _comment("@ts-expect-error", Family.TYPES, Reach.NEXT, r"@ts-expect-error\b", _SCRIPT, _NEVER),
    _comment("nolint", Family.GO, Reach.HERE, rf"\bnolint(?::{_TAIL}|(?=[ \t]*(?://|\*/|[\r\n]|$)))",
             frozenset({"go"})),
    _comment("lint:file-ignore", Family.GO, Reach.FILE, r"\blint:file-ignore[ \t]+(?P<tail>\S{1,200})",
             frozenset({"go"})),
    _comment("lint:ignore", Family.GO, Reach.HERE, r"\blint:ignore[ \t]+(?P<tail>\S{1,200})", frozenset({"go"})),
    _comment("#nosec", Family.GO, Reach.HERE, rf"#nosec\b{_TAIL}", frozenset({"go"}), _CODES),
    _comment("NOLINTNEXTLINE", Family.C, Reach.NEXT, rf"\bNOLINTNEXTLINE\b{_PARENTHESIZED}", frozenset({"c", "cpp"}),
             anywhere=True),
    _comment("NOLINTBEGIN", Family.C, Reach.BLOCK, rf"\bNOLINTBEGIN\b{_PARENTHESIZED}", frozenset({"c", "cpp"}),
             ends=r"\bNOLINTEND\b", anywhere=True),
    _comment("NOLINT", Family.C, Reach.LINE, rf"\bNOLINT\b{_PARENTHESIZED}", frozenset({"c", "cpp"}), anywhere=True),
    _comment("rubocop:disable", Family.RUBY, Reach.BLOCK, rf"\brubocop:(?:disable|todo)\b{_TAIL}", frozenset({"ruby"}),
             needs="rubocop:", ends=r"\brubocop:enable\b"),
    _comment("swiftlint:disable:next", Family.SWIFT, Reach.NEXT, rf"\bswiftlint:disable:next\b{_TAIL}",
             frozenset({"swift"})),
    _comment("swiftlint:disable:this", Family.SWIFT, Reach.LINE, rf"\bswiftlint:disable:this\b{_TAIL}",
             frozenset({"swift"})),
    _comment("swiftlint:disable:previous", Family.SWIFT, Reach.PREVIOUS, rf"\bswiftlint:disable:previous\b{_TAIL}",
             frozenset({"swift"})),
    _comment("swiftlint:disable", Family.SWIFT, Reach.BLOCK, rf"\bswiftlint:disable(?!:)\b{_TAIL}",
             frozenset({"swift"}), ends=r"\bswiftlint:enable\b"),
    _comment("shellcheck disable", Family.SHELL, Reach.HERE, r"\bshellcheck[ \t]+disable=(?P<tail>[\w,-]{1,200})",
             frozenset({"shellscript"}), _CODES, needs="shellcheck"),
    _comment("phpcs:ignore", Family.PHP, Reach.HERE, rf"\bphpcs:ignore\b{_TAIL}", frozenset({"php"})),
    _comment("@phpstan-ignore", Family.PHP, Reach.HERE, rf"@phpstan-ignore(?:-next-line|-line)?\b{_TAIL}",
             frozenset({"php"})),
    _comment("noinspection", Family.ANY, Reach.NEXT, rf"\bnoinspection\b{_TAIL}"),
    _comment("NOSONAR", Family.ANY, Reach.LINE, r"\bNOSONAR\b", rule=_NEVER, anywhere=True),
    _comment("CHECKSTYLE:OFF", Family.JAVA, Reach.BLOCK, rf"\bCHECKSTYLE:[ \t]*OFF\b:?{_TAIL}", frozenset({"java"}),
             needs="checkstyle:", ends=r"\bCHECKSTYLE:[ \t]*ON\b"),
    _Directive("#![allow]", Family.RUST, Reach.FILE,
               re.compile(r"#!\[[ \t]*(?:allow|expect)[ \t]*\((?P<tail>[^)\]]{0,500})"), frozenset({"rust"}), _NAMES,
               "#![", in_comment=False),
    _Directive("#[allow]", Family.RUST, Reach.ITEM,
               re.compile(r"#\[[ \t]*(?:allow|expect)[ \t]*\((?P<tail>[^)\]]{0,500})"), frozenset({"rust"}), _NAMES,
               "#[", in_comment=False),
    _Directive("@file:Suppress", Family.JAVA, Reach.FILE,
               re.compile(r"@file:[ \t]*Suppress[ \t]*\((?P<tail>[^)]{0,500})"),
               frozenset({"kotlin"}), _QUOTED, "@file:", in_comment=False),
    _Directive("@SuppressWarnings", Family.JAVA, Reach.ITEM,
               re.compile(r"@(?:SuppressWarnings|SuppressFBWarnings|Suppress)[ \t]*\((?P<tail>[^)]{0,500})"),
               frozenset({"java", "kotlin", "groovy"}), _QUOTED, "@suppress", in_comment=False),
)  # fmt: skip
_ALL = frozenset({"all", "*"})
_NO_RULE = frozenset({"lint", "reason"})  # words of a syntax, not of a rule
MOST = 1_000
"""Directives of one kind that are read; no file has so many."""

_INDENTED = 200  # characters before a comment that may be indentation
_FURTHEST = 4_000  # characters between an attribute and its definition: other attributes, a doc comment
_KNOWN = frozenset(language for directive in _DIRECTIVES for language in directive.languages)


def suppressions(
    text: str, lines: LineIndex, language: str, comments: Sequence[Span] | None, units: Sequence[Span]
) -> tuple[Suppression, ...]:
    """All of them, in the order of the text. `comments` in order, None where they cannot be told from the rest; `units`
    are the definitions with their attributes, as far as they are known. A language without tools of its own here may
    use the words of any."""
    folded = text.casefold() if text.isascii() else text.lower()
    found: list[tuple[int, Suppression]] = []
    for directive in _DIRECTIVES:
        if directive.needs not in folded or not _spoken(directive, language):
            continue
        ends = [end.start() for end in directive.ends.finditer(text)] if directive.ends is not None else []
        for match in islice(directive.pattern.finditer(text), MOST):
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


def _spoken(directive: _Directive, language: str) -> bool:
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


def _rules(directive: _Directive, tail: str) -> frozenset[str]:
    said = _REASON.split(tail, maxsplit=1)[0]
    if directive.word in ("biome-ignore", "biome-ignore-all"):
        said = said.partition(": ")[0]
    if directive.word == "nolint":
        said = said.split(" ", 1)[0]  # what follows is a reason
    rules = frozenset(rule.rstrip(".:,") for rule in directive.rule.findall(said)) - _NO_RULE
    return frozenset() if rules & _ALL else rules


def _reach(
    directive: _Directive,
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
