"""The words by which source files tell their linters to be silent: a table of comments and attributes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from anchorline.text.patterns import compiled


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
class Directive:
    """`word` is what people know it by; in `tail` its pattern holds what is said of rules, which `rule` finds there.
    `ends` takes a block back."""

    word: str
    family: Family
    reach: Reach
    pattern: str
    languages: frozenset[str]
    rule: re.Pattern[str]
    needs: str
    """What the text must hold, in lower case, for the pattern to be tried at all."""
    in_comment: bool = True
    anywhere: bool = False
    """Whether its tool finds it in the middle of a sentence too. There the capitals tell it from a word."""
    ends: str | None = None

    def standing_in(self, text: str) -> Iterator[re.Match[str]]:
        case = re.IGNORECASE if self.in_comment and not self.anywhere else re.NOFLAG
        return compiled(self.pattern, case).finditer(text)

    def ends_in(self, text: str) -> list[int]:
        return [end.start() for end in compiled(self.ends, re.IGNORECASE).finditer(text)] if self.ends else []


_PYTHON = frozenset({"python"})
_SCRIPT = frozenset({"javascript", "typescript", "typescriptreact"})
_NAMES = re.compile(r"@?[A-Za-z][\w./:@*-]{1,99}")
_CODES = re.compile(r"\b[A-Za-z]{1,6}\d{1,5}\b")
_QUOTED = re.compile(r'"([\w:./-]{1,99})"')
_NEVER = re.compile(r"(?!)")
_TAIL = r"(?P<tail>[^\r\n]{0,300})"


def _comment(
    word: str, family: Family, reach: Reach, pattern: str, languages: frozenset[str] = frozenset(),
    rule: re.Pattern[str] = _NAMES, needs: str = "", ends: str | None = None, anywhere: bool = False,
) -> Directive:  # fmt: skip
    needs = needs or word.casefold()
    return Directive(word, family, reach, pattern, languages, rule, needs, anywhere=anywhere, ends=ends)


_BRACKETED = r"(?:\[(?P<tail>[^\]\r\n]{0,300})\])?"
_PARENTHESIZED = r"(?:\((?P<tail>[^)\r\n]{0,300})\))?"
_LISTED = rf"[ \t]*(?::[ \t]*{_TAIL})?"
DIRECTIVES = (
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
    Directive("#![allow]", Family.RUST, Reach.FILE,
               r"#!\[[ \t]*(?:allow|expect)[ \t]*\((?P<tail>[^)\]]{0,500})", frozenset({"rust"}), _NAMES,
               "#![", in_comment=False),
    Directive("#[allow]", Family.RUST, Reach.ITEM,
               r"#\[[ \t]*(?:allow|expect)[ \t]*\((?P<tail>[^)\]]{0,500})", frozenset({"rust"}), _NAMES,
               "#[", in_comment=False),
    Directive("@file:Suppress", Family.JAVA, Reach.FILE,
               r"@file:[ \t]*Suppress[ \t]*\((?P<tail>[^)]{0,500})",
               frozenset({"kotlin"}), _QUOTED, "@file:", in_comment=False),
    Directive("@SuppressWarnings", Family.JAVA, Reach.ITEM,
               r"@(?:SuppressWarnings|SuppressFBWarnings|Suppress)[ \t]*\((?P<tail>[^)]{0,500})",
               frozenset({"java", "kotlin", "groovy"}), _QUOTED, "@suppress", in_comment=False),
)  # fmt: skip
