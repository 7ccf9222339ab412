"""Text without what people and models get wrong when they quote it, and the way back to the source.

A fold removes white space, line wraps, typographic variants and Markdown markup from a text. Quote and document are
folded alike, the quote is searched in the folded document, and the index map turns the place found into offsets of
the source. Nothing is folded that carries meaning of its own: letters, digits, case and most punctuation stay.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from typing import Literal

from anchorline.text.span import Span

Style = Literal["markup", "unnumbered", "code"]
"""`markup`: prose in Markdown. `unnumbered`: the same without the numbers of list items, which whoever joins the
items of a list leaves out. `code`: white space only, for in code every symbol counts."""

_SPACE = r" \t\x0b\x0c\xa0\u1680\u2000-\u200a\u202f\u205f\u3000"
_END = r"\n\r\x85\u2028\u2029"
_LONG_DASHES = "—―─⸺"
_SHORT_DASHES = "–−‐‑‒"
_SINGLE_QUOTES = "‘’‚‛′"
_DOUBLE_QUOTES = "“”„‟«»″"
_INVISIBLE = r"\u00ad\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f"
_ENTITIES = {
    "amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": " ", "mdash": " ", "ndash": "-",
    "hellip": "...", "rsquo": "'", "lsquo": "'", "rdquo": '"', "ldquo": '"',
}  # fmt: skip
_INLINE_TAGS = "abbr|a|b|code|del|em|ins|i|kbd|mark|small|span|strong|sub|sup|s|u"
# What may stand before the words of a line: quote marks, bullets, heading marks, check boxes, table pipes, box drawing.
_MARKERS = rf"[{_SPACE}{_END}>|│┃║]|[-*+•](?=[{_SPACE}])|\#{{1,6}}(?=[{_SPACE}])|\[[ xX]\](?=[{_SPACE}])"
_ORDINAL = rf"|\d{{1,9}}[.)](?=[{_SPACE}])"
_SPECIAL = rf"\\\[\]!`~*_|&<…\-{_SPACE}{_END}{_LONG_DASHES}{_SHORT_DASHES}{_SINGLE_QUOTES}{_DOUBLE_QUOTES}{_INVISIBLE}"

_FIXED = {
    "wrap": " ", "rule": " ", "gap": " ", "mark": "", "single": "'", "double": '"', "dots": "...",
}  # fmt: skip


def _alternatives(markers: str) -> str:
    # The first alternative runs over ordinary words at the speed of C; the last takes a character that turned out
    # to be ordinary. All are linear: their repeats are over disjoint sets of characters, or bounded.
    return rf"""
        (?P<words>[^{_SPECIAL}]+(?:(?:\x20|(?<=[^\W_])[_-](?=[^\W_]))[^{_SPECIAL}]+)*)
      | [{_SPACE}]*[{_END}](?:{markers})*(?P<wrap>)
      | (?:[{_SPACE}]{{2,}}|[{_SPACE[1:]}]|<br\x20?/?>)(?P<gap>)
      | (?:-{{2,}}|(?<=[{_SPACE}])-(?=[{_SPACE}])|[{_LONG_DASHES}|]+)(?P<rule>)
      | (?: [\]`{_INVISIBLE}]+(?![(\[]) | \[+(?!\^) | \[\^[^\]\[\s]{{1,60}}\]:?
          | \]\([^()\n]{{0,2000}}(?:\([^()\n]{{0,200}}\)[^()\n]{{0,2000}})?\)
          | \]\[[^\]\[\n]{{0,200}}\]
          | !\[ | \[ | \] | ~~ | </?(?:{_INLINE_TAGS})(?:\s[^<>]{{0,300}})?>)(?P<mark>)
      | \\(?P<escaped>[!-/:-@\[-`{{-~])
      | (?P<emphasis>\*+|_+)
      | (?P<dash>[{_SHORT_DASHES}])
      | [{_SINGLE_QUOTES}](?P<single>) | [{_DOUBLE_QUOTES}](?P<double>) | …(?P<dots>)
      | &(?P<entity>{"|".join(_ENTITIES)});
      | <(?P<link>(?:https?://|mailto:)[^\s<>]{{1,2000}})>
      | (?P<plain>.)
    """


@cache
def _patterns(style: Style) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What opens a text, and its tokens. Compiled when first needed: most reviews quote exactly."""
    if style == "code":
        return re.compile(""), re.compile(
            rf"(?P<words>[^{_SPACE}{_END}]+(?:\x20[^{_SPACE}{_END}]+)*)|[{_SPACE}{_END}]+(?P<gap>)"
        )
    markers = _MARKERS + (_ORDINAL if style == "unnumbered" else "")
    return re.compile(rf"(?:{markers})*"), re.compile(_alternatives(markers), re.VERBOSE | re.DOTALL)


class Folded:
    """A folded text and its index map: runs of characters, each with where it came from."""

    __slots__ = ("_at", "_origin", "_origin_end", "_through", "text")

    def __init__(
        self, text: str, at: list[int], origin: list[int], origin_end: list[int], through: Folded | None = None
    ) -> None:
        """`text[at[i]:at[i+1]]` came from `origin[i]:origin_end[i]` of the source; of the text of `through`, which
        knows the way on, when it is given."""
        self.text = text
        self._at = at
        self._origin = origin
        self._origin_end = origin_end
        self._through = through

    def source(self, start: int, end: int) -> Span:
        """The stretch of the source that became `text[start:end]`, which must not be empty."""
        first = bisect_right(self._at, start) - 1
        last = bisect_right(self._at, end - 1) - 1
        begin, stop = self._origin[first], self._origin_end[last]
        if self._verbatim(first):
            begin += start - self._at[first]
        if self._verbatim(last):
            stop = self._origin[last] + end - self._at[last]
        return self._through.source(begin, stop) if self._through else Span(begin, stop)

    def _verbatim(self, run: int) -> bool:
        folded_end = self._at[run + 1] if run + 1 < len(self._at) else len(self.text)
        return folded_end - self._at[run] == self._origin_end[run] - self._origin[run]


def fold(text: str, style: Style) -> Folded:
    """Linear in the text."""
    if text.isascii() or unicodedata.is_normalized("NFC", text):
        return _fold(text, style, None)
    composed = _composed(text)
    return _fold(composed.text, style, composed)


def _fold(text: str, style: Style, through: Folded | None) -> Folded:
    opening, token = _patterns(style)
    parts: list[str] = []
    at: list[int] = []
    origin: list[int] = []
    origin_end: list[int] = []
    length = 0
    spaced = True  # white space stays single, and none leads
    opened = opening.match(text)
    done = opened.end() if opened else 0
    for match in token.finditer(text, done):
        kind = match.lastgroup
        if kind in ("words", "plain"):
            continue
        start, end = match.span()
        if start > done:
            if spaced and text[done] == " ":
                done += 1
            if start > done:
                parts.append(text[done:start])
                at.append(length)
                origin.append(done)
                origin_end.append(start)
                length += start - done
                spaced = text[start - 1] == " "
        done = end
        new = _FIXED.get(kind or "")
        if new is None:
            new = _replacement(match, text)
        elif kind == "wrap" and _joins_without_space(text, start, end):
            continue
        if not new or (spaced and new == " "):
            continue
        if kind == "link":
            start, end = match.span(kind)
        parts.append(new)
        at.append(length)
        origin.append(start)
        origin_end.append(end)
        length += len(new)
        spaced = new == " "
    if spaced and text[done : done + 1] == " ":
        done += 1
    if done < len(text):
        parts.append(text[done:])
        at.append(length)
        origin.append(done)
        origin_end.append(len(text))
    return Folded("".join(parts), at, origin, origin_end, through)


def _replacement(match: re.Match[str], text: str) -> str:
    start, end = match.span()
    if match.lastgroup == "entity":
        return _ENTITIES[match["entity"]]
    if match.lastgroup == "dash":
        spaced = text[start - 1 : start].isspace() and text[end : end + 1].isspace()
        return " " if spaced else "-"
    if match.lastgroup == "emphasis":
        return match[0] if _means_itself(match[0], text[start - 1 : start], text[end : end + 1]) else ""
    return match[match.lastgroup or 0]


def _means_itself(run: str, before: str, after: str) -> bool:
    """Whether asterisks or underscores are no emphasis: within a name, within arithmetic."""
    if before.isalnum() and after.isalnum():
        return run[0] == "_" or len(run) == 1
    if run[0] == "_":
        return False
    return (not before or before.isspace()) and (not after or after.isspace())


def _joins_without_space(text: str, start: int, end: int) -> bool:
    """Whether a line is wrapped between two characters of a script that puts no space between words."""
    return start > 0 and end < len(text) and _unspaced(text[start - 1]) and _unspaced(text[end])


def _unspaced(character: str) -> bool:
    return "\u2e80" <= character < "\ua000" or "\uff01" <= character <= "\uff60"


# A character and what combines with it, for runs that are not ASCII only. Bounded, so that no heap of marks costs much.
_RUNS = re.compile(r"[\x00-\x7f]?[^\x00-\x7f]+")
_LONGEST_CLUSTER = 32


def _composed(text: str) -> Folded:
    """NFC, with its own index map."""
    parts: list[str] = []
    at: list[int] = []
    origin: list[int] = []
    origin_end: list[int] = []
    length = 0

    def add(piece: str, start: int, end: int) -> None:
        nonlocal length
        parts.append(piece)
        at.append(length)
        origin.append(start)
        origin_end.append(end)
        length += len(piece)

    done = 0
    for match in _RUNS.finditer(text):
        if unicodedata.is_normalized("NFC", match[0]):
            continue
        start = match.start()
        if start > done:
            add(text[done:start], done, start)
        for cluster in _clusters(match[0]):
            add(unicodedata.normalize("NFC", cluster), start, start + len(cluster))
            start += len(cluster)
        done = match.end()
    if done < len(text):
        add(text[done:], done, len(text))
    return Folded("".join(parts), at, origin, origin_end)


def _clusters(run: str) -> Iterator[str]:
    begin = 0
    for i in range(1, len(run)):
        character = run[i]
        combines = unicodedata.category(character)[0] == "M" or "\u1160" <= character <= "\u11ff"
        if not combines or i - begin >= _LONGEST_CLUSTER:
            yield run[begin:i]
            begin = i
    yield run[begin:]
