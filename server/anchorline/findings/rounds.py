"""Reviews of one document, one after the other: what changed between them, what returned, and when nothing moves."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice

from anchorline.findings.decisions import Claim, claim_of, digest
from anchorline.findings.finding import Finding
from anchorline.findings.review import Review
from anchorline.findings.trace import words_of
from anchorline.findings.words import Profile
from anchorline.text.span import Span

STAGNATION = 3
"""Rounds with the same findings after which another one is a waste."""

MOST_CLAIMS = 200  # of one round
MOST_SECTIONS = 1_000

_ALIKE = 0.5
_SELF_EVIDENT = 4  # hashes of a quote that needs no surroundings

Sections = tuple[tuple[str, str], ...]
"""(digest of the heading, digest of the words under it up to the next heading), in document order."""


@dataclass(frozen=True, slots=True)
class RoundClaim:
    """A finding of a round. `sections` are digests of the headings that its evidence stands under; `held_back` as the
    finding."""

    claim: Claim
    sections: tuple[str, ...] = ()
    held_back: bool = False


@dataclass(frozen=True, slots=True)
class Round:
    """A review. `at` in seconds since 1970; `outcomes` by reviewer, each with whether its part is whole; `claims` are
    what was raised and not dropped."""

    sha256: str
    at: int = 0
    outcomes: tuple[tuple[str, str, bool], ...] = ()
    claims: tuple[RoundClaim, ...] = ()
    sections: Sections = ()

    def heard(self, reviewers: Iterable[str]) -> bool:
        """Whether one of these reviewers had its say."""
        whole = {name for name, _, complete in self.outcomes if complete}
        return any(name.split("/", 1)[0] in whole for name in reviewers)


def section_digests(text: str, sections: Iterable[tuple[str, Span]], *, code: bool = False) -> Sections:
    """Of (heading, the text up to the next one). White space, line ends and emphasis make no other section."""
    return _section_digests(text, tuple(islice(sections, MOST_SECTIONS)), code)


@lru_cache(maxsize=4)
def _section_digests(text: str, sections: tuple[tuple[str, Span], ...], code: bool) -> Sections:
    """Kept for the latest texts: what reviewers are told, the gates and the round all ask for it."""
    found = []
    for title, span in sections:
        words = "\0".join(words_of(span.of(text), code=code)).encode("utf-8", "surrogatepass")
        found.append((heading_digest(title), hashlib.blake2b(words, digest_size=8).hexdigest()))
    return tuple(found)


def heading_digest(title: str) -> str:
    return digest(" ".join(title.split()).casefold())


def round_of(review: Review, text: str, at: int = 0) -> Round:
    """The round that a review of this text was."""
    claims = tuple(
        RoundClaim(claim_of(finding), tuple(_headings(finding)), finding.held_back)
        for finding in review.findings[:MOST_CLAIMS]
    )
    return Round(
        sha256=review.sha256,
        at=at,
        outcomes=tuple((each.name, each.outcome.value, each.outcome.complete) for each in review.reviewers),
        claims=claims,
        sections=section_digests(text, review.sections, code=review.profile is Profile.CODE),
    )


def _headings(finding: Finding) -> Iterable[str]:
    titles = [home.section for home in finding.homes] or [finding.section]
    return dict.fromkeys(heading_digest(title) for title in titles)


def changed_headings(before: Sections, now: Sections) -> frozenset[str]:
    """Digests of the headings of sections that are new, or hold other words than before."""
    known = set(before)
    return frozenset(section[0] for section in now if section not in known)


class Claims:
    """Claims, indexed by what they rest on: those that speak of the same as another one are found without comparing it
    with all of them."""

    def __init__(self, claims: Iterable[Claim]) -> None:
        self._claims = [_Compared(claim) for claim in claims]
        self._by_gram: dict[int, list[int]] = {}
        self._by_id: dict[str, list[int]] = {}
        for number, each in enumerate(self._claims):
            self._by_id.setdefault(each.claim.finding, []).append(number)
            for gram in each.grams:
                self._by_gram.setdefault(gram, []).append(number)

    def like(self, claim: Claim) -> Iterator[int]:
        """The numbers of those that speak of the same: one reviewer, more than half of the shorter evidence shared,
        and, where the quotes are short, the surroundings too. What is compared are hashes; no text is needed."""
        other = _Compared(claim)
        shared: dict[int, int] = dict.fromkeys(self._by_id.get(claim.finding, ()) if claim.finding else (), 0)
        for gram in other.grams:
            for number in self._by_gram.get(gram, ()):
                shared[number] = shared.get(number, 0) + 1
        return (number for number, count in shared.items() if _alike(self._claims[number], other, count))

    def first_among(self, claims: Iterable[RoundClaim]) -> dict[int, RoundClaim]:
        """The first of a round's claims that speaks of the same, by the numbers of those that there is one for."""
        found: dict[int, RoundClaim] = {}
        for each in claims:
            for number in self.like(each.claim):
                found.setdefault(number, each)
        return found


class _Compared:
    """A claim, with the hashes of all its evidence together; those of the surroundings once somebody asks."""

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self.reviewers = frozenset(claim.reviewers)
        self.grams = _united([trace.grams for trace in claim.traces])

    @cached_property
    def around(self) -> frozenset[int]:
        return _united([trace.around for trace in self.claim.traces])


def _united(sets: Sequence[frozenset[int]]) -> frozenset[int]:
    return sets[0] if len(sets) == 1 else frozenset().union(*sets)


def _alike(a: _Compared, b: _Compared, shared: int) -> bool:
    """`shared` is the number of hashes that the evidence of both has."""
    if a.reviewers.isdisjoint(b.reviewers):
        return False
    if a.claim.finding and a.claim.finding == b.claim.finding:
        return True
    least = min(len(a.grams), len(b.grams))
    if not shared or shared <= _ALIKE * least:
        return False
    if least >= _SELF_EVIDENT or not a.around or not b.around:
        return True
    return len(a.around & b.around) >= _ALIKE * min(len(a.around), len(b.around))


def among(claim: Claim, claims: Iterable[RoundClaim]) -> RoundClaim | None:
    """The first that speaks of the same. For many claims there is `Claims`."""
    return Claims([claim]).first_among(claims).get(0)


def regressions(rounds: Sequence[Round]) -> tuple[RoundClaim, ...]:
    """Findings of the last round that had been fixed: an earlier round raised them, their section was changed, a later
    one in which their reviewer was heard did not raise them, and now they are back. Rounds are oldest first."""
    if len(rounds) < 3:
        return ()
    *earlier, last = rounds
    missed = Claims(each.claim for each in last.claims).first_among(earlier[-1].claims)
    fresh = [
        each
        for number, each in enumerate(last.claims)
        if number not in missed and earlier[-1].heard(each.claim.reviewers)
    ]
    return tuple(fresh[number] for number in _fixed(fresh, earlier))


def _fixed(fresh: Sequence[RoundClaim], earlier: Sequence[Round]) -> list[int]:
    """Which of these claims, that the last of the earlier rounds has not, were fixed before it; by their numbers."""
    claims = Claims(each.claim for each in fresh)
    left, fixed = set(range(len(fresh))), []
    for at in range(len(earlier) - 2, -1, -1):
        if not left:
            break
        for number, then in claims.first_among(earlier[at].claims).items():
            if number in left:
                left.remove(number)
                held = _contents(earlier[at].sections, then.sections)
                if any(_contents(later.sections, then.sections) != held for later in earlier[at + 1 :]):
                    fixed.append(number)
    return sorted(fixed)


def _contents(sections: Sections, headings: Collection[str]) -> list[tuple[str, str]]:
    return [section for section in sections if section[0] in headings]


def is_stagnant(rounds: Sequence[Round]) -> bool:
    """Whether the last three rounds found the same, and something."""
    if len(rounds) < STAGNATION:
        return False
    *before, last = rounds[-STAGNATION:]
    if not last.claims or any(len(each.claims) != len(last.claims) for each in before):
        return False
    claims = Claims(each.claim for each in last.claims)
    return all(_are_like(claims, len(last.claims), each) for each in before)


def _are_like(claims: Claims, number: int, other: Round) -> bool:
    """Whether each of so many claims is one of the round, and each of the round one of them."""
    found: set[int] = set()
    for each in other.claims:
        like = set(claims.like(each.claim))
        if not like:
            return False
        found |= like
    return len(found) == number


def before(rounds: Sequence[Round], sha256: str) -> tuple[Round, ...]:
    """The rounds of earlier texts: to review the same text again is no new round."""
    earlier = list(rounds)
    while earlier and earlier[-1].sha256 == sha256:
        earlier.pop()
    return tuple(earlier)


def remarks(rounds: Sequence[Round]) -> tuple[str, ...]:
    """What is to be said about the last of these rounds, in sentences."""
    said = [f'"{back.claim.title}" is back after it had been fixed.' for back in regressions(rounds)]
    if is_stagnant(rounds):
        said.append(f"{STAGNATION} rounds found the same; another one will, until somebody decides.")
    return tuple(said)
