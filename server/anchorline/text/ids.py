"""IDs as they are written: a word and a number (Unit 7, Étape 4, 阶段 2), or a code and a number (R9, FR-001)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from anchorline.text.plan_words import DECISIONS, KNOWN_TOKENS, REQUIREMENTS, WORK
from anchorline.text.span import Span

MAX_RANGE = 200
"""A range of more members than this is no list of IDs."""

_MARKS = "\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0903\u093a-\u094f\u0e31-\u0e4e"
LETTER = f"(?:[^\\W\\d_]|[{_MARKS}])"
_UPPER = "A-ZÀ-ÖØ-ÞΑ-ΩА-Я"
_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
NUMBER = r"\d{1,4}(?:\.\d{1,3}){0,3}[a-h]?(?![\w%]|[.,]\d|\.[a-z]{2,5}(?!\w))"
ORDINAL_WORDS = "阶段|階段|步骤|步驟|步|单元|單元|期|단계"
ID = re.compile(
    rf"第[ ]?(?P<ordinal>\d{{1,4}})[ ]?(?P<ordinal_word>{ORDINAL_WORDS})"
    rf"|(?P<hangul>\d{{1,3}})[ ]?(?P<hangul_word>단계)"
    rf"|(?P<cjk>[{_CJK}]{{1,8}})[ \u3000]?(?P<cjk_number>{NUMBER})"
    rf"|(?P<code>[{_UPPER}]{{1,8}}(?:[-_][{_UPPER}]{{1,8}}){{0,2}})[-_]?(?P<code_number>{NUMBER})"
    rf"|(?P<qualifier>(?:{LETTER}{{2,24}}[ \u00a0]){{0,2}})(?P<word>{LETTER}{{2,24}})"
    rf"(?:[ \u00a0]{{1,2}}(?:#|[Nn][ro°º]\.?[ ]?)?|-)(?P<word_number>{NUMBER})"
)
# What may stand before a label: emphasis, brackets, check marks, emoji; and the heading's own number.
LEAD = re.compile(
    r"[^\w\s\"'“”„«»<>#|]{0,6}[ \t]{0,2}"
    r"[^\w\s\"'“”„«»<>#|]{0,6}[ \t]{0,2}(?:\d{1,3}(?:\.\d{1,3}){0,4}[.)]?[ \t]+)?[*_`~(\[]{0,4}"
)
AFTER_LABEL = re.compile(
    r"(?P<close>[*_`~)\]]{0,4})[ \t]*(?P<mark>[:：.。)）、—–|(（\[]|-(?=\s)|(?<=[*_`\]])(?=[ \t])|(?<=[*_`\]][ \t])|$)"
)
NEXT = re.compile(
    r"[*_`~)\]]{0,4}[ \t]{0,2}(?P<separator>[,;/&+、，]|[-–—~〜]|\.\.\.?|…)?[ \t]{0,2}"
    r"(?P<word>(?:and|or|und|oder|sowie|et|ou|y|e|o|en|i|и|và|to|through|thru|until|bis|à|a|au|до|至|到|和|与|及"
    r"|から)(?![^\W\d_]))?"
    r"[ \t]{0,2}[*_`~(\[]{0,4}"
)
NOT_INSIDE = r"(?<![\w./#@$\\&=-])"
RANGE_WORDS = frozenset("to through thru until bis à a au до 至 到 から".split())
RANGE_MARKS = frozenset(("-", "–", "—", "~", "〜", "..", "...", "…"))
_FUNCTION_WORDS = frozenset(
    "of for in the to a an and or from with per see by on at is as before after during between until since "
    "der die das des den dem und oder für von vor nach zu im in mit siehe "
    "de la le les du des et ou pour dans en à voir el los las y del para".split()
)
BARE_NUMBER = re.compile(NUMBER)
DIGIT = re.compile(r"\d")


class Number(NamedTuple):
    """The number of an ID: `1.2` is (1, 2), `3b` is (3,) and "b". Leading zeros do not count."""

    parts: tuple[int, ...]
    suffix: str = ""

    def __str__(self) -> str:
        return ".".join(map(str, self.parts)) + self.suffix

    @property
    def whole(self) -> bool:
        return len(self.parts) == 1 and not self.suffix


def expanded(first: Number, last: Number) -> Iterator[Number]:
    """The members between two numbers of the same depth; only the ends when the range is absurd."""
    head = first.parts[:-1]
    if head != last.parts[:-1] or not 0 <= last.parts[-1] - first.parts[-1] <= MAX_RANGE:
        yield from (first, last)
        return
    yield from (Number((*head, at)) for at in range(first.parts[-1], last.parts[-1] + 1))


@lru_cache(maxsize=4096)
def read_number(text: str) -> Number:
    if text.isdecimal():
        return Number((int(text),))
    suffix = text[-1] if text[-1:].isalpha() else ""
    return Number(tuple(int(part) for part in text.removesuffix(suffix).split(".")), suffix)


def is_cjk(word: str) -> bool:
    return any("\u3040" <= c <= "\u30ff" or "\u3400" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7af" for c in word)


def read_id(match: re.Match[str]) -> tuple[str, str, bool, str, Span] | None:
    """(key, prefix as written, whether a code, number as written, place) of a matched ID."""
    if match["code"]:
        return (
            match["code"],
            match.string[match.start("code") : match.start("code_number")],
            True,
            match["code_number"],
            Span(*match.span()),
        )
    if match["word"]:
        if any(word in _FUNCTION_WORDS for word in match["qualifier"].casefold().split()):
            return None
        word = _singular(match["word"].casefold())
        if word in _FUNCTION_WORDS:
            return None
        return word, match["word"][: len(word)], False, match["word_number"], Span(match.start("word"), match.end())
    if match["cjk"]:
        return match["cjk"], match["cjk"], False, match["cjk_number"], Span(*match.span())
    if match["ordinal"]:
        return match["ordinal_word"], match["ordinal_word"], False, match["ordinal"], Span(*match.span())
    return match["hangul_word"], match["hangul_word"], False, match["hangul"], Span(*match.span())


_PLAN_WORDS = WORK | REQUIREMENTS | DECISIONS


def _singular(word: str) -> str:
    """`units` is a label for several: the family is `unit`. Only where the singular is a word that plans use."""
    for ending in ("s", "en", "n", "e"):
        stem = word.removesuffix(ending)
        if stem != word and stem in _PLAN_WORDS and len(stem) > 2:
            return stem
    return word


def is_known_token(written: str) -> bool:
    """Whether the ID as written is the name of something else wherever it stands (S3, H2, Q4)."""
    return written in KNOWN_TOKENS
