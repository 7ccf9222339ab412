"""How a claim is found again among the findings of a review.

It is found where the same reviewer rests on the same text, more than half of it, with a few words around that agree.
Titles only choose where one claim fits several findings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache

from anchorline.findings.decisions import Claim, evidence_at_home, place_at_home, reviewers_of
from anchorline.findings.finding import Finding
from anchorline.findings.trace import AROUND, WIDTH, Agreement, Place, Trace, agreement, words_of

_OVERLAP = 0.5  # of the shorter evidence; more than that must be shared
_LEAST = 0.25  # of the longer evidence
FAMILIAR = 0.5  # of the surroundings
_FEW = 3
_SELF_EVIDENT = 6  # words: a quote as long as this, if it stands once, needs no surroundings


class Subject:
    """A finding as decisions see it: who raised it, and the places that it rests on."""

    def __init__(self, finding: Finding, places: Sequence[Place]) -> None:
        self.finding = finding
        self.reviewers = frozenset(reviewers_of(finding))
        self.places = tuple(places)

    def grams(self, widths: Iterable[int]) -> set[int]:
        """Hashes, of so many words each, of which a decision about this finding has one."""
        return {gram for place in self.places for width in widths for gram in place.touching(width).values()}

    def near(self) -> set[int]:
        """Hashes that the surroundings of a short quote may have, wherever exactly it begins."""
        margin = AROUND + _SELF_EVIDENT
        grams = (
            gram for place in self.places for _, gram in place.grams(WIDTH, place.start - margin, place.end + margin)
        )
        return {each for gram in grams for each in (gram, gram ^ 1)}


def at_home(finding: Finding) -> Subject:
    """By the surroundings that the finding carries (`homes`), and nothing else."""
    return Subject(finding, [place_at_home(evidence.quote, home) for evidence, home in evidence_at_home(finding)])


@dataclass(frozen=True, slots=True)
class Likeness:
    """How well a claim fits a finding. `stands`: none of the evidence that both rest on was edited. `unseen` is what
    the finding does not rest on any more; whoever has the text may look whether it stands. Numbers are 0–1."""

    stands: bool
    unseen: tuple[Trace, ...]
    overlap: float
    around: float
    title: float


def likeness(claim: Claim, subject: Subject, *, strict: bool = False) -> Likeness | None:
    """How well what was said then fits what is said now; None when it is another matter.

    `strict`: the surroundings must agree, however telling the quote is; for text that may have come from another file.
    """
    if not subject.reviewers.intersection(claim.reviewers):
        return None
    best: list[tuple[Agreement, int]] = []
    unseen: list[Trace] = []
    shared_of: dict[int, int] = {}
    for trace in claim.traces:
        fitting = [
            (agreed, number)
            for number, place in enumerate(subject.places)
            if (agreed := agreement(trace, place)) is not None and _is_here(trace, agreed, place, strict=strict)
        ]
        if not fitting:
            unseen.append(trace)
            continue
        agreed, number = max(fitting, key=lambda pair: (pair[0].shared, pair[0].around, -pair[1]))
        best.append((agreed, number))
        shared_of[number] = min(shared_of.get(number, 0) + agreed.shared, subject.places[number].size)
    shared = sum(shared_of.values())
    then = sum(trace.size for trace in claim.traces)
    now = sum(place.size for place in subject.places)
    if not shared or shared <= _OVERLAP * min(then, now) or shared < _LEAST * max(then, now):
        return None
    return Likeness(
        stands=all(agreed.stands for agreed, _ in best),
        unseen=tuple(unseen),
        overlap=min(shared / min(then, now), 1.0),
        around=sum(agreed.around for agreed, _ in best) / len(best),
        title=_title_likeness(claim.title, subject.finding.title),
    )


def _likeliest(claims: Sequence[Claim], candidates: Sequence[int], near: Set[int]) -> list[int]:
    """Those that are worth a look: a short quote is nowhere without what was around it, and where many equal ones are
    known, only those whose surroundings agree best may be it."""
    telling: list[int] = []
    short: list[tuple[float, int]] = []
    for number in candidates:
        traces = claims[number].traces
        if any(trace.size >= _SELF_EVIDENT or not trace.around for trace in traces):
            telling.append(number)
            continue
        share = max(len(trace.around & near) / len(trace.around) for trace in traces)
        if share >= FAMILIAR:
            short.append((-share, number))
    return sorted([*telling, *(number for _, number in sorted(short)[:_FEW])])


def _is_here(trace: Trace, agreed: Agreement, place: Place, *, strict: bool) -> bool:
    if not agreed.shared:
        return False
    if agreed.around >= FAMILIAR:
        return True
    return not strict and min(trace.size, place.size) >= _SELF_EVIDENT and place.is_alone


def _title_likeness(a: str, b: str) -> float:
    one, other = _title_words(a), _title_words(b)
    return len(one & other) / len(one | other) if one and other else 0.0


@lru_cache(maxsize=1_024)
def _title_words(title: str) -> frozenset[str]:
    return frozenset(words_of(title.casefold()))


@dataclass(frozen=True, slots=True)
class Match:
    """`claim` and `subject` by their numbers."""

    claim: int
    subject: int
    like: Likeness


def matches(claims: Sequence[Claim], subjects: Sequence[Subject], *, strict: bool = False) -> list[Match]:
    """Which claims are which findings, best first.

    A reviewer raises a cause once: a claim is one finding of each of its reviewers at most. Where it fits several, the
    one with the likest title is meant, then the one whose surroundings and evidence agree best.
    """
    named = {name for subject in subjects for name in subject.reviewers}
    index: dict[int, list[int]] = {}
    widths: set[int] = set()
    deciding: set[str] = set()
    for number, claim in enumerate(claims):
        if named.isdisjoint(claim.reviewers):
            continue
        deciding.update(claim.reviewers)
        widths.update(trace.width for trace in claim.traces)
        for trace in claim.traces:
            for gram in trace.grams:
                index.setdefault(gram, []).append(number)
    if not index:
        return []
    found: list[Match] = []
    for at, subject in enumerate(subjects):
        if subject.reviewers.isdisjoint(deciding):
            continue
        candidates = sorted({number for gram in subject.grams(widths) & index.keys() for number in index[gram]})
        if len(candidates) > _FEW:
            candidates = _likeliest(claims, candidates, subject.near())
        for number in candidates:
            like = likeness(claims[number], subject, strict=strict)
            if like is not None:
                found.append(Match(number, at, like))
    found.sort(
        key=lambda match: (
            -match.like.title, -match.like.around, -match.like.overlap, match.claim, match.subject,
        )
    )  # fmt: skip
    taken: set[tuple[int, str]] = set()
    chosen: list[Match] = []
    for match in found:
        names = subjects[match.subject].reviewers.intersection(claims[match.claim].reviewers)
        free = {(match.claim, name) for name in names} - taken
        if free:
            taken |= free
            chosen.append(match)
    return chosen
