"""How many things a reader may count in lists, by every natural reading."""

from __future__ import annotations

import re
from bisect import bisect_left

from anchorline.reviewers.base import Subject
from anchorline.reviewers.counted import EXTRA
from anchorline.text.blocks import BlockKind
from anchorline.text.ids import Number
from anchorline.text.numerals import NUMERAL
from anchorline.text.outline import Outline
from anchorline.text.patterns import compiled

_SOME = rf"(?<![\w.-])(?:{NUMERAL})(?![\w%-])|[;×]|\ball\b|\beach\b|\bevery\b|\balle\b|[–-]\d"
_ASIDE = re.compile(
    r"[*_ ]*(?:notes?|plus|also|optional(?:ly)?|bonus|recommend\w*|all of|everything|none of|in addition"
    r"|additionally|finally,|result"
    r"|hinweis|anmerkung|außerdem|zusätzlich|optional|empfehlung|alle|keine)\b",
    re.IGNORECASE,
)


def lists_among(outline: Outline, following: list[int]) -> list[int]:
    """The list below and those that continue it before anything else than paragraphs and code."""
    lists: list[int] = []
    for index in following:
        kind = outline.blocks[index].kind
        if kind in (BlockKind.BULLET_LIST, BlockKind.ORDERED_LIST):
            lists.append(index)
        elif kind in (BlockKind.HEADING, BlockKind.RULE, BlockKind.TABLE):
            break
    return lists


def length_of(outline: Outline, index: int) -> int:
    """How many blocks a list has, with itself and all that is nested."""
    end = outline.blocks[index].span.end
    return bisect_left(outline.blocks, end, lo=index, key=lambda block: block.span.start) - index


def readings(subject: Subject, lists: list[int], labels: list[tuple[int, str, Number]]) -> list[int]:
    """Every number that a reader may count in the lists; the first is the plain one: items of the first list."""
    outline = subject.markdown
    found: list[int] = []
    total = total_leaves = 0
    for index in lists:
        items = [item for item in outline.children(index) if outline.blocks[item].kind is BlockKind.ITEM]
        texts = [_first_line(outline, item) for item in items]
        leaves = sum(_leaves(outline, item) for item in items)
        nested = sum(_nested(outline, item) for item in items)
        total += len(items)
        total_leaves += leaves
        span = outline.blocks[index].span
        within = labels[bisect_left(labels, (span.start,)) : bisect_left(labels, (span.end,))]
        ranged = len({label[1:] for label in within})
        struck = sum(text.lstrip().startswith("~~") for text in texts)
        boxes = [outline.blocks[item].task for item in items]
        inner = [int(n) for text in texts for n in re.findall(r"(?<![\w.-])(\d{1,3})(?![\w.%-])", text)]
        alike = sum(_first_word(text) == _first_word(texts[0]) for text in texts) if texts else 0
        asides = sum(_ASIDE.match(text) is not None for text in texts)
        extra = sum(EXTRA.match(text) is not None for text in texts)
        bold = sum(text.lstrip().startswith(("**", "__")) for text in texts)
        found += [
            len(items),
            total,
            leaves,
            total_leaves,
            nested,
            len(items) + nested,
            len(items) - struck,
            alike,
            len(items) - asides,
            len(items) - extra,
            bold,
            sum(inner),
        ]
        found += [ranged] if ranged else []
        found += [boxes.count(True), boxes.count(False)]
        if outline.blocks[index].kind is BlockKind.ORDERED_LIST:
            first = re.match(r"\d+", outline.blocks[items[0]].info) if items else None
            found.append((int(first.group()) if first else 1) + len(items) - 1)
    return found


def is_plain(outline: Outline, index: int) -> bool:
    """Whether each item is one thing: no lists within, no enumeration, no number of things."""
    for item in outline.children(index):
        text = outline.blocks[item].content.of(outline.text)
        if _sublists(outline, item) or text.count(",") > 1 or len(text) > 300:
            return False
        if compiled(_SOME, re.IGNORECASE).search(re.sub(r"^[*_]{0,2}[^\W\d_]{1,12}[ -]?\d{1,4}", "", text[:120])):
            return False
    return True


def _first_line(outline: Outline, item: int) -> str:
    return outline.blocks[item].content.of(outline.text).split("\n", 1)[0]


def _first_word(text: str) -> str:
    found = re.search(r"[^\W\d_]+", text)
    return found.group().casefold() if found else ""


def _sublists(outline: Outline, item: int) -> list[int]:
    return [
        c for c in outline.children(item) if outline.blocks[c].kind in (BlockKind.BULLET_LIST, BlockKind.ORDERED_LIST)
    ]


def _leaves(outline: Outline, item: int, depth: int = 0) -> int:
    inner = [child for sub in _sublists(outline, item) for child in outline.children(sub)] if depth < 6 else []
    return sum(_leaves(outline, child, depth + 1) for child in inner) or 1


def _nested(outline: Outline, item: int) -> int:
    return sum(len(outline.children(sub)) for sub in _sublists(outline, item))
