"""A count in the text differs from the list that it announces.

Why
    "6 requirements planned:" above five requirements means that one was lost, or that the count went stale. Readers
    who trust the number look for a requirement that is not there.

Fires
    On phrases that speak of a whole set, in digits or words, English or German:

    - "N Xs:", "N Xs planned:", "there are N Xs:", "this plan has N Xs:", "… in|across N Xs:" directly above a list that
      has another number of items
    - "N Xs planned", "in|across N implementation units", "es gibt N Einheiten", "umgesetzt in N Einheiten" where X is a
      family of IDs that the document defines with another number of members

    For example:

        There are three steps:

        1. Build
        2. Ship

Must not fire
    - on parts of a set: "one of three", "two of the units", "the first two units", "these three", "the remaining two"
    - on bounds and estimates: "at least three", "up to 5", "about ten", "3–5", "two or three"
    - on statements about members: "two units appear disjoint", "three tests fail"
    - on families with optional, deferred or withdrawn members, with gaps, or that count from zero and leave it out
    - on measures and versions: "within 30 days:", "Python 3 requirements:", "Phase 2 tasks:"
    - on lists that some natural reading counts right: by their leaves, by their checked boxes, with the list that
      follows, by the numbers in their items, without struck-out items, with the ranges in their labels written out
    - on lists with a note, an optional or rejected item, or a recommendation at their end
    - where more follows the number: "in two phases plus a pilot", "in two phases, then a clean-up"
    - on "N Xs:" far from the length of its list, or "there are N Xs:" above a list of groups
    - on lists that go on ("…", "etc.")
    - in code, quotations, comments and deferred sections

Class
    P2, confidence 100. The list is the truth, so changing the number is the one right answer: safe_auto. Manual when
    several lists follow and it is open which one was counted.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice

from anchorline.findings.finding import Raised
from anchorline.findings.words import Anchor, AutofixClass, Severity
from anchorline.reviewers.base import MOST_FINDINGS, Check, Scope, Subject, replacement
from anchorline.text.blocks import BlockKind
from anchorline.text.families import Families
from anchorline.text.family import Family
from anchorline.text.ids import Number
from anchorline.text.numerals import NUMERAL, value_of, written_like
from anchorline.text.outline import Outline
from anchorline.text.plan_words import DECISIONS, MEASURES, REQUIREMENTS
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
    r"|es gibt(?: genau| insgesamt)?|(?:dieser|der|das|dieses) (?:plan|dokument|projekt|entwurf) (?:hat|enthält"
    r"|umfasst|definiert|besteht aus)(?: genau| insgesamt)?"
    r"|wir (?:haben|planen|brauchen)|insgesamt|genau|alle|die|die folgenden|folgende|unsere)"
)
_ANNOUNCES = re.compile(
    rf"[*_ \t]*(?:{_OPENING}[ \t]+)?[*_]{{0,3}}(?P<number>{NUMERAL})[*_]{{0,3}}[ \t]+"
    rf"(?P<noun>{_W}(?:[ \t]+{_W}){{0,2}}?)"
    r"(?P<tail>(?: (?:planned|in total|total|overall|below|follow|listed below|as follows|are planned"
    r"|are listed below|in this plan|in scope|geplant|insgesamt|folgen))?)[*_ \t]*[:：][*_ \t]*",
    re.IGNORECASE,
)
_IN_SO_MANY = re.compile(
    r"\b(?:in|into|across|over|auf|über)[ \t\r\n]+(?:the following[ \t]+)?[*_]{0,3}"
    rf"(?P<number>{NUMERAL})[*_]{{0,3}}[ \t\r\n]+"
    rf"(?P<noun>(?:(?:separate|distinct|consecutive|main|small|implementation)[ \t]+)?{_W})(?P<tail>)"
    r"[*_ \t]*[:：][*_ \t]*$",
    re.IGNORECASE,
)
# Where more follows, the number counts a part.
_AND_MORE = re.compile(
    r"[*_]{0,3}[,;]?[ \t\r\n]*(?:[(–—-][ \t]*)?(?:(?:and|und)[ \t\r\n]+(?:then|an?|one|another|two|dann|eine?[nmrs]?"
    r"|zwei)"
    r"|plus|then|followed|preceded|as well as|along with|not counting|excluding"
    r"|sowie|dann|danach|gefolgt|zuzüglich|nebst|\+|&)(?![\w-])|[*_]{0,3}[ \t]*\+",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\b(?:besides|apart from|in addition to|aside from|except|after an?|on top of|neben|außer|zusätzlich zu"
    r"|nach (?:einem|einer))\b",
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
_MOST_BLOCKS = 6_000  # of announced lists, which are counted in many ways
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
_OPEN_END = re.compile(
    r"(?:…|\.\.\.|\betc\b|\band (?:more|others|so on)\b|\bu\.? ?s\.? ?w\b|\bund (?:weitere|mehr)\b|\busf\b"
    r"|<[^>\n]{1,40}>|\bTBD\b)",
    re.IGNORECASE,
)
_THIS_PLAN = re.compile(
    r"\b(?:this|the|our) (?:plan|document|work|project|proposal|implementation|rollout|migration|feature|change"
    r"|spec)\b|\bdieser plan\b|\bder plan\b|\bdie (?:arbeit|umsetzung)\b",
    re.IGNORECASE,
)
_QUALIFIERS = frozenset(
    (
        "implementation",
        "planned",
        "work",
        "numbered",
        "core",
        "key",
        "functional",
        "technical",
        "main",
        "total",
        "geplante",
    )
)


@dataclass(frozen=True, slots=True)
class _Claim:
    number: Span
    stated: int
    actual: int
    sure: bool
    noun: str


def _run(subject: Subject) -> Iterator[Raised]:
    outline = subject.markdown
    seen: set[int] = set()
    for claim in islice(chain(_before_lists(subject), _of_families(subject)), MOST_FINDINGS):
        if claim.number.start in seen:
            continue
        seen.add(claim.number.start)
        text = subject.text
        written = claim.number.of(text)
        new = written_like(claim.actual, written)
        # In the middle of the title a number word has no capital.
        was, now = (word if word.isupper() else word.lower() for word in (written, new))
        section = outline.section_at(claim.number.start)
        within = section.own if section.level else None
        edits = (replacement(text, claim.number, new, within),) if claim.sure else ()
        yield CHECK.raises(
            subject,
            f"The text says {was} {claim.noun}, but there are {now}",
            f"The count is {was}; what it counts has {now} members. Whoever trusts the number looks for "
            + ("one that is not there." if claim.stated > claim.actual else "fewer than there are."),
            claim.number,
            fix=f"Change {written} to {new}." if claim.sure else None,
            edits=edits,
            autofix=AutofixClass.SAFE_AUTO if claim.sure else AutofixClass.MANUAL,
        )


def _before_lists(subject: Subject) -> Iterator[_Claim]:
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
        following = siblings[position : position + 8]
        if not following or blocks[following[0]].kind not in (BlockKind.BULLET_LIST, BlockKind.ORDERED_LIST):
            continue
        match = _announcement(plain, content)
        if match is None:
            continue
        lists = _lists(outline, following)
        left -= sum(_length(outline, each) for each in lists)
        if left < 0:
            return
        claim = _compare(subject, match, lists, labels)
        if claim is not None:
            yield claim


def _announcement(plain: str, content: Span) -> re.Match[str] | None:
    """The sentence at the end of the paragraph, if all of it is an announcement, or its end, if it is "in N Xs:"."""
    start = max(content.start, content.end - 200)
    stops = list(re.finditer(r"[.!?][)\"”*_]{0,3}[ \t\r\n]+", plain[start : content.end]))
    if stops:
        start += stops[-1].end()
    elif start > content.start:
        return None
    return _ANNOUNCES.fullmatch(plain, start, content.end) or _in_so_many(plain, start, content.end)


def _in_so_many(plain: str, start: int, end: int) -> re.Match[str] | None:
    """The end of "The work is done in four steps:"."""
    match = _IN_SO_MANY.search(plain, start, end)
    if match is None or _OTHERS.search(plain, start, match.start()):
        return None
    return match


def _length(outline: Outline, index: int) -> int:
    """How many blocks a list has, with itself and all that is nested."""
    end = outline.blocks[index].span.end
    return bisect_left(outline.blocks, end, lo=index, key=lambda block: block.span.start) - index


def _compare(
    subject: Subject, match: re.Match[str], lists: list[int], labels: list[tuple[int, str, Number]]
) -> _Claim | None:
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
    counts = _readings(subject, lists, labels)
    actual = counts[0]
    if (
        stated in counts
        or actual < 2
        or _OPEN_END.search(outline.text, outline.blocks[lists[0]].span.start, outline.blocks[lists[-1]].span.end)
    ):
        return None
    named = [family for family in subject.families if _counts(subject, family, noun)]
    if any(stated == len(family.numbers) for family in named):
        return None  # the rest of the family stands elsewhere
    # A number far off counts something else, unless the list is of IDs that the noun names, or the sentence says
    # that these are all and the list is plain.
    far = abs(stated - actual) > (max(5, actual) if named else max(2, actual // 4))
    if far and not (_says_all(match) and len(lists) == 1 and _is_plain(outline, lists[0])):
        return None
    return _Claim(Span(*match.span("number")), stated, actual, len(lists) == 1, match["noun"])


def _says_all(match: re.Match[str]) -> bool:
    """Whether the sentence is "there are N Xs:" or "N Xs planned:", and not a title like "12 tools:"."""
    return match.re is _ANNOUNCES and (
        match["tail"] != "" or _THERE_ARE.match(match.string, match.start(), match.start("number")) is not None
    )


_THERE_ARE = re.compile(r"[*_ \t]*(?:there|we|this|the \w+ \w|es gibt|dieser|wir|das \w+ \w|der \w+ \w)", re.IGNORECASE)


def _is_plain(outline: Outline, index: int) -> bool:
    """Whether each item is one thing: no lists within, no enumeration, no number of things."""
    for item in outline.children(index):
        text = outline.blocks[item].content.of(outline.text)
        if _sublists(outline, item) or text.count(",") > 1 or len(text) > 300:
            return False
        if _SOME.search(re.sub(r"^[*_]{0,2}[^\W\d_]{1,12}[ -]?\d{1,4}", "", text[:120])):
            return False
    return True


_SOME = re.compile(
    rf"(?<![\w.-])(?:{NUMERAL})(?![\w%-])|[;×]|\ball\b|\beach\b|\bevery\b|\balle\b|[–-]\d", re.IGNORECASE
)
_NO_NOUN = frozenset(
    (
        "of", "in", "for", "with", "to", "or", "and", "that", "which", "we", "you", "is", "are", "as", "per", "more",
        "less",
        "fewer", "other", "further", "additional", "von", "für", "mit", "oder", "und", "bis", "weitere",
        "andere", "mehr",
    )
)  # fmt: skip


def _is_plural(noun: str) -> bool:
    return noun.endswith(("s", "en", "e", "er", "n")) and not noun.endswith(("ss", "ous", "less"))


def _lists(outline: Outline, following: list[int]) -> list[int]:
    """The list below and those that continue it before anything else than paragraphs and code."""
    lists: list[int] = []
    for index in following:
        kind = outline.blocks[index].kind
        if kind in (BlockKind.BULLET_LIST, BlockKind.ORDERED_LIST):
            lists.append(index)
        elif kind in (BlockKind.HEADING, BlockKind.RULE, BlockKind.TABLE):
            break
    return lists


def _readings(subject: Subject, lists: list[int], labels: list[tuple[int, str, Number]]) -> list[int]:
    """Every number that a reader may count in the lists; the first is the plain one: items of the first list."""
    outline = subject.markdown
    readings: list[int] = []
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
        extra = sum(_EXTRA.match(text) is not None for text in texts)
        bold = sum(text.lstrip().startswith(("**", "__")) for text in texts)
        readings += [
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
        readings += [ranged] if ranged else []
        readings += [boxes.count(True), boxes.count(False)]
        if outline.blocks[index].kind is BlockKind.ORDERED_LIST:
            first = re.match(r"\d+", outline.blocks[items[0]].info) if items else None
            readings.append((int(first.group()) if first else 1) + len(items) - 1)
    return readings


def _first_line(outline: Outline, item: int) -> str:
    return outline.blocks[item].content.of(outline.text).split("\n", 1)[0]


def _first_word(text: str) -> str:
    found = re.search(r"[^\W\d_]+", text)
    return found.group().casefold() if found else ""


_ASIDE = re.compile(
    r"[*_ ]*(?:notes?|plus|also|optional(?:ly)?|bonus|recommend\w*|all of|everything|none of|in addition"
    r"|additionally|finally,|result"
    r"|hinweis|anmerkung|außerdem|zusätzlich|optional|empfehlung|alle|keine)\b",
    re.IGNORECASE,
)


def _sublists(outline: Outline, item: int) -> list[int]:
    return [
        c for c in outline.children(item) if outline.blocks[c].kind in (BlockKind.BULLET_LIST, BlockKind.ORDERED_LIST)
    ]


def _leaves(outline: Outline, item: int, depth: int = 0) -> int:
    inner = [child for sub in _sublists(outline, item) for child in outline.children(sub)] if depth < 6 else []
    return sum(_leaves(outline, child, depth + 1) for child in inner) or 1


def _nested(outline: Outline, item: int) -> int:
    return sum(len(outline.children(sub)) for sub in _sublists(outline, item))


def _of_families(subject: Subject) -> Iterator[_Claim]:
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
                counts = _sizes(subject, named) if counts is None else counts
                claim = _whole(subject, lowered, at, stem, named, counts) if counts else None
                if claim is not None:
                    yield claim
            at = lowered.find(stem, at + len(stem))


def _is_counted(lowered: str, at: int) -> bool:
    """Whether a number stands before the noun, but for one word: a cheap look before the careful one."""
    words = lowered[max(0, at - 60) : at].replace("-", " ").split()[-2:]
    return any(value_of(word.strip("*_(")) is not None for word in words)


def _sizes(subject: Subject, named: list[Family]) -> list[int]:
    """How many members the families have; none where that is open for one of them."""
    sizes = [_size(subject.families, family) for family in named]
    return [size for size in sizes if size is not None] if None not in sizes else []


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
                if any(_counts(subject, family, noun + ending) for ending in ("s", "en", "e")):
                    stems.setdefault(noun, []).append(family)
    yield from stems.items()


def _whole(subject: Subject, lowered: str, at: int, stem: str, named: list[Family], counts: list[int]) -> _Claim | None:
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
    if _AND_MORE.match(lowered, end) or _OTHERS.search(_sentence_before(lowered, number)):
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
    return _Claim(Span(number, number + len(words[-1])), stated, actual, True, subject.text[at:end])


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


def _counts(subject: Subject, family: Family, noun: str) -> bool:
    """Whether a noun in the plural names the members of the family."""
    if not family.is_code:
        return (
            noun != family.key
            and noun.startswith(family.key[:-1])
            and len(noun) - len(family.key) <= 2
            and noun not in MEASURES
        )
    known = (
        REQUIREMENTS
        if family.role.value == "requirement"
        else DECISIONS
        if family.role.value == "decision"
        else frozenset(("units", "tasks", "steps"))
    )
    if noun not in known:
        return False
    titles = " ".join(subject.markdown.sections[i].title for i in {d.section for d in family.definitions}).casefold()
    return noun in titles or noun.removesuffix("s") in titles.split()


_EXTRA = re.compile(
    r"[^\n]{0,100}\b(?:optional|stretch|bonus|future|later|deferred|withdrawn|removed|dropped|cancell?ed|merged|rejected"
    r"|discarded|declined|ruled out|out of scope|not (?:chosen|planned|in scope|recommended)|do nothing|status quo"
    r"|zurückgestellt|entfällt|verworfen|abgelehnt|ausgeschlossen|nicht im umfang)\b",
    re.IGNORECASE,
)


def _size(families: Families, family: Family) -> int | None:
    """How many members the family has; None where that is open: restarts, gaps, dotted numbers, further mentions."""
    if family.has_repeats or not all(number.whole for number in family.numbers):
        return None
    firsts = sorted(number.parts[0] for number in family.numbers)
    if (
        firsts != list(range(firsts[0], firsts[0] + len(firsts)))
        or len({d.section for d in family.definitions if d.form is family.definitions[0].form}) > 1
    ):
        return None
    if {n for n in families.known[family.key] if n.whole} - family.numbers:
        return None
    text = families.outline.text
    if any(_EXTRA.match(text, d.label.end) for d in family.definitions):
        return None
    return len(firsts)


CHECK = Check(
    id="count-mismatch",
    title="count that differs from its list",
    scope=Scope.PLAN,
    severity=Severity.P2,
    confidence=Anchor.EVIDENT,
    category="contradiction",
    run=_run,
)
