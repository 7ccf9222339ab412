"""Reviews of one document, one after the other: what changed between them, what returned, and when nothing moves."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from anchorline.findings.decisions import Claim, at_home, claim_of, digest
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
    found = []
    for title, span in sections:
        words = "\0".join(words_of(span.of(text), code=code)).encode("utf-8", "surrogatepass")
        found.append((heading_digest(title), hashlib.blake2b(words, digest_size=8).hexdigest()))
        if len(found) >= MOST_SECTIONS:
            break
    return tuple(found)


def heading_digest(title: str) -> str:
    return digest(" ".join(title.split()).casefold())


def round_of(review: Review, text: str, at: int = 0) -> Round:
    """The round that a review of this text was."""
    claims = tuple(
        RoundClaim(claim_of(at_home(finding)), tuple(_headings(finding)), finding.held_back)
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


def alike(a: Claim, b: Claim) -> bool:
    """Whether two rounds speak of the same: one reviewer, more than half of the shorter evidence shared, and, where
    the quotes are short, the surroundings too. What is compared are hashes; no text is needed."""
    if not set(a.reviewers).intersection(b.reviewers):
        return False
    if a.finding and a.finding == b.finding:
        return True
    ours, theirs = ({gram for trace in claim.traces for gram in trace.grams} for claim in (a, b))
    shared, least = len(ours & theirs), min(len(ours), len(theirs))
    if not shared or shared <= _ALIKE * least:
        return False
    if least >= _SELF_EVIDENT:
        return True
    near, there = ({gram for trace in claim.traces for gram in trace.around} for claim in (a, b))
    return not near or not there or len(near & there) >= _ALIKE * min(len(near), len(there))


def among(claim: Claim, claims: Iterable[RoundClaim]) -> RoundClaim | None:
    return next((other for other in claims if alike(claim, other.claim)), None)


def regressions(rounds: Sequence[Round]) -> tuple[RoundClaim, ...]:
    """Findings of the last round that had been fixed: an earlier round raised them, their section was changed, a later
    one in which their reviewer was heard did not raise them, and now they are back. Rounds are oldest first."""
    if len(rounds) < 3:
        return ()
    *earlier, last = rounds
    return tuple(raised for raised in last.claims if _was_fixed(raised, earlier))


def _was_fixed(raised: RoundClaim, earlier: Sequence[Round]) -> bool:
    if not earlier[-1].heard(raised.claim.reviewers) or among(raised.claim, earlier[-1].claims) is not None:
        return False
    for at in range(len(earlier) - 2, -1, -1):
        then = among(raised.claim, earlier[at].claims)
        if then is not None:
            held = _contents(earlier[at].sections, then.sections)
            return any(_contents(later.sections, then.sections) != held for later in earlier[at + 1 :])
    return False


def _contents(sections: Sections, headings: Collection[str]) -> list[tuple[str, str]]:
    return [section for section in sections if section[0] in headings]


def is_stagnant(rounds: Sequence[Round]) -> bool:
    """Whether the last three rounds found the same, and something."""
    if len(rounds) < STAGNATION:
        return False
    *before, last = rounds[-STAGNATION:]
    return bool(last.claims) and all(_same(last, other) for other in before)


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


def _same(a: Round, b: Round) -> bool:
    return (
        len(a.claims) == len(b.claims)
        and all(among(each.claim, b.claims) for each in a.claims)
        and all(among(each.claim, a.claims) for each in b.claims)
    )
