"""Rounds are compared by what they rest on; the index finds what comparing each with each would."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from anchorline.findings.decisions import Claim
from anchorline.findings.rounds import Claims, Round, RoundClaim, among, is_stagnant, regressions, section_digests
from anchorline.findings.trace import Trace
from anchorline.text.span import Span

HASHES = st.frozensets(st.integers(1, 12), max_size=6)
CLAIMS = st.builds(
    Claim,
    reviewers=st.sampled_from([("coherence",), ("feasibility",), ("coherence", "feasibility"), ()]),
    rule=st.just("coherence/omission"),
    traces=st.lists(st.builds(Trace, st.just(9), HASHES, HASHES), max_size=3).map(tuple),
    finding=st.sampled_from(["", "", "a", "b"]),
)


def speaks_of_the_same(a: Claim, b: Claim) -> bool:
    """As `Claims.like` says it, for two."""
    if not set(a.reviewers) & set(b.reviewers):
        return False
    if a.finding and a.finding == b.finding:
        return True
    ours, theirs = ({gram for trace in claim.traces for gram in trace.grams} for claim in (a, b))
    least, shared = min(len(ours), len(theirs)), len(ours & theirs)
    near, there = ({gram for trace in claim.traces for gram in trace.around} for claim in (a, b))
    if not shared or 2 * shared <= least:
        return False
    return least >= 4 or not near or not there or 2 * len(near & there) >= min(len(near), len(there))


@given(st.lists(CLAIMS, max_size=6), CLAIMS)
def test_the_index_finds_what_comparing_each_with_each_finds(claims, other):
    expected = [number for number, claim in enumerate(claims) if speaks_of_the_same(claim, other)]
    assert sorted(Claims(claims).like(other)) == expected


@given(st.lists(CLAIMS, max_size=6), st.lists(CLAIMS, max_size=6))
def test_of_several_that_are_alike_the_first_is_meant(claims, others):
    raised = [RoundClaim(each, (str(number),)) for number, each in enumerate(others)]
    first = {
        number: next(each for each in raised if speaks_of_the_same(claim, each.claim))
        for number, claim in enumerate(claims)
        if any(speaks_of_the_same(claim, other) for other in others)
    }
    assert Claims(claims).first_among(raised) == first
    assert [among(claim, raised) for claim in claims] == [first.get(number) for number in range(len(claims))]


def claim(*hashes: int) -> RoundClaim:
    return RoundClaim(Claim(("coherence",), "", (Trace(9, frozenset(hashes)),)), ("goals",))


def heard(*claims: RoundClaim, goals: str = "as they were") -> Round:
    return Round("", 0, (("coherence", "ok", True),), claims, (("goals", goals),))


def unheard(*claims: RoundClaim, goals: str = "as they were") -> Round:
    return Round("", 0, (("coherence", "timeout", False),), claims, (("goals", goals),))


GAP, OTHER = claim(1, 2, 3, 4), claim(5, 6, 7, 8)


def test_back_is_what_was_raised_then_not_after_an_edit_and_now_again():
    assert regressions([heard(GAP), heard(goals="edited"), heard(GAP)]) == (GAP,)
    assert regressions([heard(GAP, OTHER), heard(OTHER, goals="edited"), heard(GAP, OTHER)]) == (GAP,)
    assert regressions([heard(GAP), heard(goals="edited"), heard(OTHER), heard(GAP)]) == (GAP,)


def test_nothing_is_back_where_nothing_was_edited_or_its_reviewer_was_not_heard():
    assert regressions([heard(GAP), heard(), heard(GAP)]) == ()
    assert regressions([heard(GAP), unheard(goals="edited"), heard(GAP)]) == ()
    assert regressions([heard(GAP), heard(GAP, goals="edited"), heard(GAP)]) == ()
    assert regressions([heard(), heard(goals="edited"), heard(GAP)]) == ()


def test_rounds_stagnate_when_three_found_the_same_and_something():
    assert is_stagnant([heard(GAP, OTHER), heard(OTHER, GAP), heard(GAP, OTHER)])
    assert not is_stagnant([heard(GAP, OTHER), heard(OTHER, OTHER), heard(GAP, OTHER)])
    assert not is_stagnant([heard(GAP), heard(GAP, OTHER), heard(GAP)])
    assert not is_stagnant([heard(GAP), heard(GAP)])
    assert not is_stagnant([heard(), heard(), heard()])


def test_the_sections_of_a_text_are_the_same_however_they_are_handed_in():
    text = "Goals\nFew.\n"
    sections = [("Goals", Span(6, 11))]
    assert section_digests(text, sections) == section_digests(text, iter(sections))
    assert section_digests(text, sections) != section_digests(text, sections, code=True)
