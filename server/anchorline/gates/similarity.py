"""How alike two findings are: in the text they rest on, in what they claim, in what they would change."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from anchorline.findings.finding import Finding

Claim = Mapping[str, float]
"""What a finding says, as weighted words of length 1: the product of two claims is the cosine of their angle."""

_WORD = re.compile(r"[^\W_]+")
_ENDINGS = (
    "ations", "ation", "ities", "ings", "ing", "ments", "ment", "ies", "ied", "ers", "ed", "er", "es", "ly", "al", "s",
    "e",
)  # fmt: skip
_LONGEST = 4_000  # characters of one field that are read
_IDLE = frozenset(
    """
    a about all also an and any are as at be been both but by can cannot could did do does each even for from had has
    have he her his if in into is it its just may more most must no nor not of on one only or other out over same says
    she should so such than that the their them then there these they this those to two under up very was were what when
    where which while who whom whose will with without would yet you your
    aber als am an auch auf aus bei das dass dem den der des die doch ein eine einem einen einer eines er es für hat im
    ihr ist kein keine mit nach nicht noch nur oder sich sie sind so um und von vor war was wenn wer wie wird wo zu zum
    zur
    document plan reader say section text
    """.split()
)
"""Words that every finding has: they say nothing of what it is about."""

_REMOVES = r"remove|delete|drop|cut|strike|exclude|omit|entferne|lösche|streiche"
_KEEPS = r"keep|retain|restore|leave|include|add|behalte|füge|ergänze"
_RAISES = r"increase|raise|extend|lengthen|widen|erhöhe|verlängere"
_LOWERS = r"decrease|lower|reduce|shorten|narrow|senke|verringere|verkürze"
_ADVICE = re.compile(
    rf"^\W*(?:(?P<removes>{_REMOVES})|(?P<keeps>{_KEEPS})|(?P<raises>{_RAISES})|(?P<lowers>{_LOWERS}))n?\b",
    re.IGNORECASE,
)
_OPPOSITES = frozenset({("removes", "keeps"), ("keeps", "removes"), ("raises", "lowers"), ("lowers", "raises")})
_MENU = re.compile(r"\b(?:or|oder)\b", re.IGNORECASE)


def evidence_overlap(a: Finding, b: Finding) -> float:
    """Share of the shorter evidence that both rest on, 0–1, by characters of the document."""
    spans_a = [evidence.span for evidence in a.evidence]
    spans_b = [evidence.span for evidence in b.evidence]
    shared = sum(max(0, min(x.end, y.end) - max(x.start, y.start)) for x in spans_a for y in spans_b)
    smaller = min(sum(s.end - s.start for s in spans_a), sum(s.end - s.start for s in spans_b))
    return min(shared / smaller, 1.0) if smaller else 0.0


def claims(findings: Sequence[Finding]) -> tuple[Claim, ...]:
    """What each finding says: title (twice), reason and fix, each word weighed by how few of the findings use it."""
    counted = [_counted(finding) for finding in findings]
    used_by = Counter(word for words in counted for word in words)
    rarity = {word: math.log(1 + len(findings) / number) for word, number in used_by.items()}
    return tuple(_of_length_one({word: math.log1p(n) * rarity[word] for word, n in words.items()}) for words in counted)


def claim_likeness(a: Claim, b: Claim) -> float:
    """0–1: 1 says the same in the same words."""
    return sum(a[word] * b[word] for word in a.keys() & b.keys())


def word_likeness(a: str, b: str) -> float:
    """0–100: how much two phrases share, whatever the order of their words."""
    from rapidfuzz.fuzz import token_set_ratio  # noqa: PLC0415  # costs 4 MB, and checks alone never need it

    return float(token_set_ratio(a.casefold(), b.casefold()))


def opposed(a: Finding, b: Finding) -> bool:
    """Whether both would change the same text into different things: no one fix resolves them."""
    return any(
        x.span.overlaps(y.span) and x.new.split() != y.new.split() and (x.old == y.old or x.span == y.span)
        for x in a.edits
        for y in b.edits
    )


def at_odds(a: Finding, b: Finding) -> bool:
    """Whether their advice goes in opposite directions, be it for places apart: in its words, or in its edits."""
    return _opposing_words(a, b) or _undoes(a, b) or _undoes(b, a)


def _undoes(a: Finding, b: Finding) -> bool:
    """Whether all that `a` takes out of the text `b` would write into it, as when each prefers another term."""
    taken, written = _difference(a)[0], _difference(b)[1]
    return bool(taken) and taken <= written


def _difference(finding: Finding) -> tuple[set[str], set[str]]:
    """(words that the edits take away, words that they bring)."""
    taken: set[str] = set()
    brought: set[str] = set()
    for edit in finding.edits:
        old, new = (Counter(_stems(side)) for side in (edit.old, edit.new))
        taken.update(old - new)
        brought.update(new - old)
    return taken, brought


def _opposing_words(a: Finding, b: Finding) -> bool:
    """Whether one says remove where the other says keep, or they want different numbers. A menu opposes nothing."""
    fix_a, fix_b = (" ".join((finding.suggested_fix or "")[:_LONGEST].split()) for finding in (a, b))
    if not fix_a or not fix_b or _MENU.search(fix_a) or _MENU.search(fix_b):
        return False
    lead_a, lead_b = _ADVICE.match(fix_a), _ADVICE.match(fix_b)
    if lead_a and lead_b and (lead_a.lastgroup, lead_b.lastgroup) in _OPPOSITES:
        return True
    return _differ_in_numbers_only(set(_WORD.findall(fix_a.casefold())), set(_WORD.findall(fix_b.casefold())))


def _differ_in_numbers_only(a: set[str], b: set[str]) -> bool:
    apart = a ^ b
    return bool(a - b) and bool(b - a) and all(word.isdecimal() for word in apart)


def _counted(finding: Finding) -> Counter[str]:
    words = Counter(_stems(finding.title))
    words += words
    words.update(_stems(finding.why_it_matters))
    words.update(_stems(finding.suggested_fix or ""))
    for edit in finding.edits:
        words.update(_stems(edit.new))
    return words


def _stems(text: str) -> list[str]:
    return [_stem(word) for word in _WORD.findall(text[:_LONGEST].casefold()) if word not in _IDLE]


def _stem(word: str) -> str:
    """A word without its ending, so that "deletes" meets "deletion"; never fewer than four letters."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


def _of_length_one(weights: dict[str, float]) -> Claim:
    length = math.sqrt(sum(weight * weight for weight in weights.values())) or 1.0
    return {word: weight / length for word, weight in weights.items()}
