"""Sentences that announce a list and say how many things it has: "There are three steps:"."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from anchorline.reviewers.base import Subject
from anchorline.reviewers.counted import OTHERS, Claim, names_members
from anchorline.reviewers.list_counts import is_plain, length_of, lists_among, readings
from anchorline.text.blocks import BlockKind
from anchorline.text.ids import Number
from anchorline.text.numerals import NUMERAL, value_of
from anchorline.text.patterns import compiled
from anchorline.text.plan_words import MEASURES
from anchorline.text.span import Span

_W = r"[^\W\d_]{1,24}(?:-[^\W\d_]{1,24}){0,2}"
# The whole sentence that announces a list. What may stand before the number is closed; the noun is the last word.
_OPENING = (
    r"(?:there(?:'s| are| will be)(?: exactly| a total of| in total)?|we (?:have|plan|propose|need|define"
    r"|identified)(?: exactly)?"
    r"|(?:this|the) (?:plan|document|spec|specification|design|proposal|project|work|change|feature|rollout"
    r"|migration|release|implementation|section)"
    r" (?:has|contains|consists of|comprises|defines|includes|covers|proposes|introduces|adds|is (?:split|divided"
    r"|broken(?: down)?) (?:into|in))(?: exactly| a total of)?"
    r"|(?:the |this )?work (?:is )?(?:split|divided|broken(?: down)?) into|a total of|in total,?|exactly|all|the"
    r"|the following|following|our"
    r"|es (?:gibt|sind)(?: genau| insgesamt)?"
    r"|(?:dieser|der|das|dieses) (?:plan|dokument|projekt|entwurf) (?:hat|enthält|umfasst|definiert|besteht aus)"
    r"(?: genau| insgesamt)?"
    r"|wir (?:haben|planen|brauchen)|insgesamt|genau|alle|die|die folgenden|folgende|unsere)"
)
_ANNOUNCES = (
    rf"[*_ \t]*(?:{_OPENING}[ \t]+)?[*_]{{0,3}}(?P<number>{NUMERAL})[*_]{{0,3}}[ \t]+"
    rf"(?P<noun>{_W}(?:[ \t]+{_W}){{0,2}}?)"
    r"(?P<tail>(?: (?:planned|in total|total|overall|below|follow|listed below|as follows|are planned"
    r"|are listed below|are needed|needed|in this plan|in scope|geplant|insgesamt|folgen|nötig|notwendig))?)"
    r"[*_ \t]*[:：][*_ \t]*"
)
_IN_SO_MANY = (
    r"\b(?:in|into|across|over|consists? of|comprises?|contains?|includes?|involves?|has|have|needs?|takes?"
    r"|auf|über|aus|umfasst|umfassen|enthält|enthalten|hat|haben|braucht|brauchen)[ \t\r\n]+"
    r"(?:(?:exactly|the following|genau|insgesamt|folgende[n]?)[ \t]+)?[*_]{0,3}"
    rf"(?P<number>{NUMERAL})[*_]{{0,3}}[ \t\r\n]+"
    rf"(?P<noun>(?:(?:separate|distinct|consecutive|main|small|implementation)[ \t]+)?{_W})(?P<tail>)"
    r"(?:[ \t]+(?:vor|auf|nötig|notwendig|geplant|planned|needed))?[*_ \t]*[:：][*_ \t]*$"
)
_THERE_ARE = re.compile(r"[*_ \t]*(?:there|we|this|the \w+ \w|es gibt|dieser|wir|das \w+ \w|der \w+ \w)", re.IGNORECASE)
_OPEN_END = re.compile(
    r"(?:…|\.\.\.|\betc\b|\band (?:more|others|so on)\b|\bu\.? ?s\.? ?w\b|\bund (?:weitere|mehr)\b|\busf\b"
    r"|<[^>\n]{1,40}>|\bTBD\b)",
    re.IGNORECASE,
)
_NO_NOUN = frozenset(
    (
        "of", "in", "for", "with", "to", "or", "and", "that", "which", "we", "you", "is", "are", "as", "per", "more",
        "less",
        "fewer", "other", "further", "additional", "von", "für", "mit", "oder", "und", "bis", "weitere",
        "andere", "mehr",
    )
)  # fmt: skip
_MOST_BLOCKS = 6_000  # of announced lists, which are counted in many ways


def claims_of_lists(subject: Subject) -> Iterator[Claim]:
    """Sentences that announce the list right below them."""
    outline = subject.markdown
    plain, blocks = outline.plain, outline.blocks
    labels = sorted((d.label.start, family.key, d.number) for family in subject.families for d in family.definitions)
    left = _MOST_BLOCKS
    for index, block in outline.of_kind(BlockKind.PARAGRAPH):
        content = block.content
        if not plain[max(content.start, content.end - 6) : content.end].rstrip("*_ \t").endswith((":", "：")):
            continue
        siblings = outline.children(block.parent)
        position = bisect_right(siblings, index)
        following = _up_to_the_next(subject, siblings[position : position + 8])
        if not following or blocks[following[0]].kind not in (BlockKind.BULLET_LIST, BlockKind.ORDERED_LIST):
            continue
        match = _announcement(plain, content)
        if match is None:
            continue
        lists = lists_among(outline, following)
        left -= sum(length_of(outline, each) for each in lists)
        if left < 0:
            return
        claim = _compare(subject, match, lists, labels)
        if claim is not None:
            yield claim


def _up_to_the_next(subject: Subject, following: list[int]) -> list[int]:
    """What follows, up to a sentence that announces a list of its own."""
    outline = subject.markdown
    for at, index in enumerate(following):
        block = outline.blocks[index]
        if block.kind is BlockKind.PARAGRAPH and _announcement(outline.plain, block.content) is not None:
            return following[:at]
    return following


def _announcement(plain: str, content: Span) -> re.Match[str] | None:
    """The sentence at the end of the paragraph, if all of it is an announcement, or its end, if it is "in N Xs:"."""
    start = max(content.start, content.end - 200)
    stops = list(re.finditer(r"[.!?][)\"”*_]{0,3}[ \t\r\n]+", plain[start : content.end]))
    if stops:
        start += stops[-1].end()
    elif start > content.start:
        return None
    announcement = compiled(_ANNOUNCES, re.IGNORECASE).fullmatch(plain, start, content.end)
    return announcement or _in_so_many(plain, start, content.end)


def _in_so_many(plain: str, start: int, end: int) -> re.Match[str] | None:
    """The end of "The work is done in four steps:" or "The roll-out consists of four steps:"."""
    match = compiled(_IN_SO_MANY, re.IGNORECASE).search(plain, start, end)
    if match is None or OTHERS.search(plain, start, match.start()):
        return None
    return match


def _compare(
    subject: Subject, match: re.Match[str], lists: list[int], labels: list[tuple[int, str, Number]]
) -> Claim | None:
    outline = subject.markdown
    stated = value_of(match["number"])
    words = match["noun"].casefold().split()
    noun = words[-1]
    if stated is None or not 2 <= stated <= 200 or not _is_plural(noun) or any(word in MEASURES for word in words):
        return None
    if any(word in _NO_NOUN or value_of(word) is not None for word in words):
        return None
    if len(outline.children(lists[0])) in (0, 1, stated):
        return None
    counts = readings(subject, lists, labels)
    actual = counts[0]
    if (
        stated in counts
        or actual < 2
        or _OPEN_END.search(outline.text, outline.blocks[lists[0]].span.start, outline.blocks[lists[-1]].span.end)
    ):
        return None
    named = [family for family in subject.families if names_members(subject, family, noun)]
    if any(stated == len(family.numbers) for family in named):
        return None  # the rest of the family stands elsewhere
    # A number far off counts something else, unless the list is of IDs that the noun names, or the sentence says
    # that these are all and the list is plain.
    far = abs(stated - actual) > (max(5, actual) if named else max(2, actual // 4))
    if far and not (_says_all(match) and len(lists) == 1 and is_plain(outline, lists[0])):
        return None
    return Claim(Span(*match.span("number")), stated, actual, len(lists) == 1, match["noun"])


def _says_all(match: re.Match[str]) -> bool:
    """Whether the sentence is "there are N Xs:" or "N Xs planned:", and not a title like "12 tools:"."""
    return match.re is compiled(_ANNOUNCES, re.IGNORECASE) and (
        match["tail"] != "" or _THERE_ARE.match(match.string, match.start(), match.start("number")) is not None
    )


def _is_plural(noun: str) -> bool:
    return noun.endswith(("s", "en", "e", "er", "n")) and not noun.endswith(("ss", "ous", "less"))
