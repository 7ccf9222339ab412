"""Plain edits: those that change words and nothing that links, runs, hides, structures or measures.

An edit brings something in by what it makes of the text, not only by what it writes: brackets that stood apart become
a link when they meet, a number in front of "seconds" is a measurement, and without its end a comment hides what
follows. So the lines round the edit are read as they were and as they would be.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from itertools import pairwise

from anchorline.findings.finding import Edit
from anchorline.text.numerals import NUMERAL

_AROUND = 400
"""Characters on either side that are read at most, where a line is longer."""

# Marks of prose; every other sign may be markup, code or part of an address. A hyphen between letters is prose too.
_PROSE = frozenset(".,;?'’‘\"“”„«»–—…()")
_CLOSES = {")": "(", "]": "[", "}": "{", ">": "<"}
_TWICE = frozenset('`*_|~$"')
_FENCE = re.compile(r"```|~~~|<!--|-->|(?m:^[ \t]*(?:-{2,}|={2,})[ \t]*$)")
_START = re.compile(r"[ \t]*(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)")
_LABEL = re.compile(
    r"^[ \t]{0,12}(?:#{1,6}[ \t]{1,4}"
    r"|(?:[-+*]|\d{1,9}[.)])[ \t]{1,4}(?:\[[ xX]\][ \t]{1,4})?(?=[^\n]{0,20}?\d[*_]{0,3}[.:)—–]))"
    r"[*_]{0,3}([^\W\d_]{1,14}[ -]?\d{1,4})\b",
    re.MULTILINE,
)
"""What an item or a heading defines: "- R2. …", "### Unit 2"."""
_UNDERLINE = re.compile(r"[ \t]*(?:-+|=+)[ \t]*\r?$")
_ADDRESS = re.compile(
    r"\w[\w+.-]{0,20}:(?=\w)|\bwww\.|://|@|\b[\w-]{1,63}\.(?:com|org|net|io|dev|app|ai|co|de|eu|uk|fr|us|info|biz|me|xyz|gov|edu)\b",
    re.IGNORECASE,
)
_UNIT_WORDS = (
    r"(?:nano|micro|milli)?seconds?|minutes?|hours?|days?|nights?|weeks?|months?|quarters?|years?|decades?|sprints?"
    r"|percent|per[ ]cent|(?:percentage|basis)[ ]points?|(?:kilo|mega|giga|tera)?(?:bytes?|bits?)|pixels?|tokens?"
    r"|dollars?|euros?|cents?|pounds?|quid|yen|eur|usd|gbp|chf|franken|degrees?|kelvin|met(?:er|re)s?|miles?|inch(?:es)?"
    r"|times|o'clock|thousand|millions?|billions?|tausend|millionen|milliarden|mio|mrd|uhr|prozent|promille"
    r"|prozentpunkten?|drittel|viertel|sekunden?|minuten?|stunden?|(?:werk|arbeits|kalender)?tag(?:en?)?|wochen?"
    r"|monat(?:en?)?|(?:halb)?jahr(?:en?)?|(?:tägig|wöchig|monatig|jährig)e?[nmrs]?|[a-zäöü]{3,9}(?:tägig|wöchig|monatig|jährig)e?[nmrs]?"
)
_UNITS = (
    rf"{_UNIT_WORDS}|mal|ns|µs|us|ms|s|secs?|mins?|sek|h|hrs?|yrs?|kr|[kmgt]i?b|[kmg]bit|[kmg]?hz|px|em|rem|pt|[mck]m"
    r"|k?g|k?wh?|v?cpus?|rps|fps|qps|d?b|[ap]\.?m"
)
UNIT = re.compile(rf"[%‰°€$£¥]|(?<![\w-])(?:{_UNIT_WORDS}|ms|secs?|mins?|sek|hrs?|[kmgt]i?b)(?!\w)", re.IGNORECASE)
"""A unit, wherever its number is."""
_MEASURED = re.compile(
    rf"""
      [€$£¥][ \t\xa0]?\d[\d.,]*
    | (?<![\w.])(?:\d[\d.,]*|{NUMERAL}|one|eine?[mnrs]?)
      (?:(?<=\d)[a-zµ°]{{1,4}}\b
        |[ \t\xa0]?[%‰°€$£¥]
        |[-\s\xa0]{{1,3}}(?:(?:business|working|calendar|full|whole|consecutive|more|further|additional)[-\s\xa0])?(?:{_UNITS})\b)
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""A number with its unit, or with the sign of a currency."""
_NEGATION = re.compile(
    r"\b(?:not|no|never|none|neither|nor|without|cannot|nicht|nie|niemals|ohne|kein\w{0,2}|keinerlei|keinesfalls|weder|nothing|nobody"
    r"|nowhere|nichts|niemand\w{0,2}|nirgends|kaum|hardly)\b|n['’]t\b",
    re.I,
)
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def is_plain(edit: Edit, text: str) -> bool:
    """Whether the edit leaves all as it is but the words."""
    if any(map(_is_hidden, (Counter(edit.new) - Counter(edit.old)))):
        return False
    start, end = edit.span
    low = max(text.rfind("\n", 0, max(text.rfind("\n", 0, start), 0)) + 1, start - _AROUND, 0)
    high = min(_end_of_next_line(text, end), end + _AROUND)
    before = text[low:high]
    after = text[low:start] + edit.new + text[end:high]
    return (
        not _added(_signs(before), _signs(after))
        and not set(_starts(after)) - set(_starts(before))
        and _is_whole(Counter(before) - Counter(after))
        and Counter(_FENCE.findall(before)) == Counter(_FENCE.findall(after))
        and not _underlines(before, after)
        and Counter(_LABEL.findall(before)) == Counter(_LABEL.findall(after))
        and not any(unicodedata.category(sign) == "So" for sign in Counter(before) - Counter(after))
        and not _added(_ADDRESS.findall(before), _ADDRESS.findall(after))
        and not _added(_MEASURED.findall(before), _MEASURED.findall(after))
        and Counter(map(str.casefold, _NEGATION.findall(before)))
        == Counter(map(str.casefold, _NEGATION.findall(after)))
    )


def _negations(text: str) -> Counter[str]:
    return Counter(map(str.casefold, _NEGATION.findall(text)))


def is_of_one_script(word: str) -> bool:
    """Whether all its letters are of one alphabet: a word of two is made to look like another."""
    return len({unicodedata.name(letter, "?").split()[0] for letter in word if letter.isalpha()}) == 1


def _is_hidden(character: str) -> bool:
    """Whether nothing of it shows, or it changes how others show."""
    if character in "\n\t ":
        return False
    return (
        character in _BLANK
        or unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs", "Me")
        or "\ufe00" <= character <= "\ufe0f"
        or "\U000e0100" <= character <= "\U000e01ef"
        or "\u180b" <= character <= "\u180f"
    )


def _added(before: list[str], after: list[str]) -> Counter[str]:
    return Counter(after) - Counter(before)


def _signs(text: str) -> list[str]:
    """Each sign that may be more than prose, with the kind of what stands on either side of it."""
    signs = []
    for at, sign in enumerate(text):
        if _is_word(sign) or sign.isspace() or (sign in _PROSE and not (sign == "(" and text[at - 1 : at] == "]")):
            continue
        left, right = _kind(text[at - 1 : at] if at else ""), _kind(text[at + 1 : at + 2])
        joins = sign in "-_/" and left == right == "w"
        spaced = sign in "-+&/=" and left == right == " "  # at the beginning of a line: see `_starts`
        ends = sign in ":!%" and right in " ."
        if not (joins or spaced or ends):
            signs.append(f"{left}{sign}{right}")
    return signs


def _kind(neighbour: str) -> str:
    if not neighbour or neighbour.isspace():
        return " "
    if _is_word(neighbour):
        return "w"
    return "." if neighbour in _PROSE else neighbour


def _is_word(character: str) -> bool:
    return character.isalnum() or unicodedata.category(character)[0] == "M"


def _starts(text: str) -> list[str]:
    """How lines begin: indents that may make code of them, and marks of lists."""
    starts = []
    for line in text.split("\n"):
        mark = _START.match(line)
        blanks = line[: len(line) - len(line.lstrip(" \t"))]
        if line.strip() and (mark or len(blanks) > 3 or "\t" in blanks):
            starts.append(re.sub(r"\d+", "1", mark.group()) if mark else blanks)
    return starts


def _is_whole(gone: Counter[str]) -> bool:
    """Whether of what stands in pairs only pairs are taken away."""
    return all(gone[opening] == gone[closing] for closing, opening in _CLOSES.items()) and not any(
        gone[sign] % 2 for sign in _TWICE
    )


def _underlines(before: str, after: str) -> bool:
    """Whether a line comes to stand over a row of hyphens, which makes a heading of it."""

    def headings(text: str) -> int:
        lines = text.split("\n")
        return sum(bool(above.strip() and _UNDERLINE.match(below)) for above, below in pairwise(lines))

    return headings(after) > headings(before)


def _end_of_next_line(text: str, at: int) -> int:
    for _ in range(2):
        end = text.find("\n", at)
        if end < 0:
            return len(text)
        at = end + 1
    return at - 1
