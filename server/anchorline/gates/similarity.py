"""How alike two findings are: in the text they rest on, and in what they claim."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from anchorline.findings.finding import Finding
from anchorline.text.span import Span

Claim = Mapping[str, float]
"""What a finding says, as weighted words of length 1: the product of two claims is the cosine of their angle."""
Grounds = Sequence[Span]
"""The stretches of the document that a finding rests on, in order."""

_WORD = re.compile(r"[^\W_]+")
_ENDINGS = (
    "ations", "ation", "ities", "ings", "ing", "ments", "ment", "ies", "ied", "ers", "ed", "er", "es", "ly", "al", "s",
    "e",
)  # fmt: skip
_LONGEST = 1_000  # characters of one field that are read
_WEIGHTIEST = 128  # words of one claim; sentences have fewer
IDLE = frozenset(
    """
    a about all also an and any are as at be been both but by can cannot could did do does each even for from
    had has have he her his if in into is it its just may more most must no nor not of on one only or other out
    over same says she should so such than that the their them then there these they this those to two under up
    very was were what when where which while who whom whose will with without would yet you your aber als am an
    auch auf aus bei das dass dem den der des die doch ein eine einem einen einer eines er es für hat im ihr ist
    kein keine mit nach nicht noch nur oder sich sie sind so um und von vor war was wenn wer wie wird wo zu zum
    zur document plan reader say section text
    """.split()
)
"""Words that every finding has: they say nothing of what it is about."""


def grounds(finding: Finding) -> Grounds:
    return sorted(evidence.span for evidence in finding.evidence)


def evidence_overlap(a: Grounds, b: Grounds) -> float:
    """Share of the shorter evidence that both rest on, 0–1, by characters of the document."""
    shared = 0
    for start, end in a:
        for other_start, other_end in b:
            if other_start >= end:
                break
            if other_end > start:
                shared += min(end, other_end) - max(start, other_start)
    if not shared:
        return 0.0
    return min(shared / min(sum([end - start for start, end in spans]) for spans in (a, b)), 1.0)


def claims(findings: Sequence[Finding]) -> tuple[Claim, ...]:
    """What each finding says: title (twice), reason and fix, each word weighed by how few of the findings use it."""
    stems: dict[str, str] = {}
    counted = [_counted(finding, stems) for finding in findings]
    used_by = Counter(word for words in counted for word in words)
    rarity = {word: math.log(1 + len(findings) / number) for word, number in used_by.items()}
    return tuple(_of_length_one({word: math.log1p(n) * rarity[word] for word, n in words.items()}) for words in counted)


def cosine(a: Claim, b: Claim) -> float:
    """How alike two claims are, 0–1. Rounded: what is alike in the same way is so to the last digit, in every process,
    though the order of the sum is not the same."""
    return round(sum([a[word] * b[word] for word in a.keys() & b.keys()]), 9)


def word_likeness(a: str, b: str, least: float = 0.0) -> float:
    """0–100: how much two phrases share, whatever the order of their words. 0 when it is below `least`."""
    from rapidfuzz.fuzz import token_set_ratio  # noqa: PLC0415  # costs 4 MB, and checks alone never need it

    return float(token_set_ratio(a.casefold(), b.casefold(), score_cutoff=least))


def _counted(finding: Finding, stems: dict[str, str]) -> Counter[str]:
    title = f"{finding.title} {finding.title}"
    parts = (title, finding.why_it_matters, finding.suggested_fix or "", *(edit.new for edit in finding.edits))
    words = _WORD.findall(" ".join(part[:_LONGEST] for part in parts).casefold())
    for word in set(words) - stems.keys():
        stems[word] = "" if word in IDLE else stem_of(word)
    return Counter(stem for word in words if (stem := stems[word]))


def stem_of(word: str) -> str:
    """A word without its ending, so that "deletes" meets "deletion"; never fewer than four letters."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


def _of_length_one(weights: dict[str, float]) -> Claim:
    length = math.sqrt(sum(weight * weight for weight in weights.values())) or 1.0
    claim = {word: weight / length for word, weight in weights.items()}
    if len(claim) <= _WEIGHTIEST:
        return claim
    return {word: claim[word] for word in sorted(claim, key=lambda word: (-claim[word], word))[:_WEIGHTIEST]}
