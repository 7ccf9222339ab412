"""Phrases that say how many members a whole family of IDs has: "in four implementation units"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from anchorline.reviewers.base import Subject
from anchorline.reviewers.counted import OTHERS, Claim, names_members, sizes_of
from anchorline.text.family import Family
from anchorline.text.ids import Number
from anchorline.text.numerals import value_of
from anchorline.text.plan_words import MEASURES
from anchorline.text.span import Span

# Where more follows, the number counts a part.
_AND_MORE = re.compile(
    r"[*_]{0,3}[,;]?[ \t\r\n]*(?:[(–—-][ \t]*)?(?:(?:and|und)[ \t\r\n]+(?:then|an?|one|another|two|dann|eine?[nmrs]?"
    r"|zwei)"
    r"|plus|then|followed|preceded|as well as|along with|not counting|excluding"
    r"|sowie|dann|danach|gefolgt|zuzüglich|nebst|\+|&)(?![\w-])|[*_]{0,3}[ \t]*\+",
    re.IGNORECASE,
)
_SUBJECTLESS = re.compile(
    r"(?:^|\n[ \t]*\r?\n|[\n\r][-*+#> \t]{0,8})[*_ \t-]{0,8}(?:to be )?(?:implemented|delivered|built|split"
    r"|divided|done"
    r"|broken down|carried out|organi[sz]ed|structured|shipped|umgesetzt|aufgeteilt|gegliedert|unterteilt|geliefert"
    r"|umsetzung|delivery|implementation|rollout)[ \t]+(?:wird )?$",
    re.IGNORECASE,
)
_PLANNED = re.compile(r"[ \t]+(?:are[ \t]+|sind[ \t]+)?(?:planned|in total|geplant|insgesamt)(?![\w-])", re.IGNORECASE)
_CLOSED = re.compile(r"[ \t]*(?:[.:]|\r?\n|$)")
_PREPOSITIONS = frozenset(("in", "into", "across", "over", "through", "über", "auf"))
_MOST_NOUNS = 1500
_MOST_UNITS = 40
_KINDS_OF_UNITS = frozenset(("implementation", "planned", "work", "numbered", "delivery"))
_NOT_WHOLE_BEFORE = re.compile(
    r"(?:\bof|\bof the|\bleast|\bmost|\babout|\baround|\broughly|\bapprox(?:imately|\.)?|\bnearly|\balmost|\bover"
    r"|\bthan|\bup to|\bor|\band|\bto|\bevery|\beach|\bany"
    r"|\bonly|\bother|\bfirst|\blast|\bnext|\bremaining|\bthese|\bthose|\banother|\bmore|\bboth|\bsame|\bbetween"
    r"|\bprevious|\btop|\bof those|\bversion|\bphase|\bstep|\bunit"
    r"|\bvon|\bder|\bmindestens|\bhöchstens|\betwa|\bca\.?|\bcirca|\brund|\bbis zu|\bbis|\boder|\bund|\bnur"
    r"|\bersten|\bletzten|\bnächsten|\bübrigen|\bdiese|\bweitere|\bmehr als|\bfast|[~≈<>≤≥±–—+-])[ \t\r\n*_]*$",
    re.IGNORECASE,
)
_THIS_PLAN = re.compile(
    r"\b(?:this|the|our) (?:plan|document|work|project|proposal|implementation|rollout|migration|feature|change"
    r"|spec)\b|\bdieser plan\b|\bder plan\b|\bdie (?:arbeit|umsetzung)\b",
    re.IGNORECASE,
)


def claims_of_families(subject: Subject) -> Iterator[Claim]:
    """Phrases about a whole family, wherever they stand."""
    plain = subject.markdown.plain
    lowered = plain.lower()
    if len(lowered) != len(plain):
        return  # a rare letter whose small form is longer; places would be off
    for stem, named in _nouns(subject):
        counts: list[int] | None = None
        at, left = lowered.find(stem), _MOST_NOUNS
        while at >= 0 and left > 0:
            left -= 1
            if _is_counted(lowered, at):
                counts = sizes_of(subject, named) if counts is None else counts
                claim = _whole(subject, lowered, at, stem, named, counts) if counts else None
                if claim is not None:
                    yield claim
            at = lowered.find(stem, at + len(stem))


def _is_counted(lowered: str, at: int) -> bool:
    """Whether a number stands before the noun, but for one word: a cheap look before the careful one."""
    words = lowered[max(0, at - 60) : at].replace("-", " ").split()[-2:]
    return any(value_of(word.strip("*_(")) is not None for word in words)


def _nouns(subject: Subject) -> Iterator[tuple[str, list[Family]]]:
    """Words that name the members of families, cut so that plural endings still match, with those families."""
    stems: dict[str, list[Family]] = {}
    for family in subject.families.plan[:20]:
        if not family.is_code:
            stems.setdefault(family.key, []).append(family)
        else:
            for noun in (
                "requirement",
                "decision",
                "unit",
                "task",
                "step",
                "anforderung",
                "entscheidung",
                "einheit",
                "schritt",
            ):
                if any(names_members(subject, family, noun + ending) for ending in ("s", "en", "e")):
                    stems.setdefault(noun, []).append(family)
    yield from stems.items()


def _whole(subject: Subject, lowered: str, at: int, stem: str, named: list[Family], counts: list[int]) -> Claim | None:
    """What a phrase that ends in the noun at `at` claims of the whole family, if it is wrong."""
    window = lowered[max(0, at - 60) : at]
    words = window.replace("-", " ").split()[-4:]
    if not words or (lowered[at - 1] not in " \t\r\n-"):
        return None
    qualifier = words.pop() if words[-1] in _KINDS_OF_UNITS else ""
    stated = value_of(words[-1]) if words else None
    if stated is None or not 2 <= stated <= 200 or stated in counts or stated == sum(counts) or len(counts) > 1:
        return None
    end = at + len(stem)
    while end < len(lowered) and lowered[end].isalpha():
        end += 1
    if not 1 <= end - at - len(stem) <= 2 or lowered[at:end] in MEASURES:
        return None
    number = lowered.rfind(words[-1], 0, at)
    if any(Number((0,)) in family.numbers for family in named) and stated == counts[0] - 1:
        return None  # the zeroth is preparation, and not counted by everybody
    actual = counts[0]
    own = qualifier in ("implementation", "planned") or stem.startswith(("umsetzung", "implementation"))
    if (abs(stated - actual) > max(2, actual // 2) and not (own and stated <= _MOST_UNITS)) or any(
        _inside(family, number) for family in named
    ):
        return None
    if lowered[number - 1 : number] not in ("", " ", "\t", "\n", "(", "*"):
        return None
    before = subject.text[max(0, number - 30) : number]
    if _AND_MORE.match(lowered, end) or OTHERS.search(_sentence_before(lowered, number)):
        return None
    if words[-2:-1] and words[-2] in _PREPOSITIONS:
        if not _spans_plan(lowered, number, end, more=stated > actual and qualifier != ""):
            return None
    else:
        if _NOT_WHOLE_BEFORE.search(before) or _ARTICLE.search(before):
            return None
        there_are = words[-3:-1] in (["there", "are"], ["es", "gibt"]) and _CLOSED.match(lowered, end)
        if not (there_are or _PLANNED.match(lowered, end)):
            return None
    return Claim(Span(number, number + len(words[-1])), stated, actual, True, subject.text[at:end])


def _spans_plan(lowered: str, number: int, end: int, *, more: bool) -> bool:
    """Whether "in|across N units" speaks of the plan. A number below the count may speak of a part of it; one above
    cannot, where the noun is the plan's own ("implementation units")."""
    if _OF_WHICH.match(lowered[end : end + 40].lstrip()):
        return False
    sentence = _sentence_before(lowered, number)
    if more or _THIS_PLAN.search(sentence) is not None:
        return True
    # "Umgesetzt in vier Einheiten." has no subject but the plan.
    opening = lowered[max(0, number - 60) : number].rstrip("*_ \t")
    preposition = opening.rsplit(None, 1)[-1] if opening.strip() else ""
    start = number - len(lowered[max(0, number - 60) : number]) + len(opening) - len(preposition)
    return (
        _CLOSED.match(lowered, end) is not None and _SUBJECTLESS.search(lowered, max(0, start - 60), start) is not None
    )


def _sentence_before(lowered: str, number: int) -> str:
    return lowered[max(0, number - 200) : number].replace("\n", " ").rsplit(". ", 1)[-1]


_ARTICLE = re.compile(r"\b(?:the|all|die|alle|den|allen)[ \t\r\n*_]*$", re.IGNORECASE)
_OF_WHICH = re.compile(r"(?:of|that|which|where|whose|at|per|from|is|are|was|were|each|von|die|der|pro)\b")


def _inside(family: Family, at: int) -> bool:
    """Within one member nobody speaks of all of them."""
    return any(d.extent.start <= at < d.extent.end for d in family.definitions if d.extent.end - d.extent.start > 0)
