from hypothesis import given
from hypothesis import strategies as st

from anchorline import gates
from anchorline.findings.ledger import Drop
from kit import context, raised

TEXT = """# Plan

One line says alpha. <!-- anchorline-disable-line scope -->
Another says beta and beta.
A third says gamma; `known` is named.
"""

any_finding = st.builds(
    lambda quotes, **rest: raised(*quotes, **rest),
    st.lists(st.sampled_from(["alpha", "beta", "gamma", "One line says", "absent", ""]), max_size=3),
    reviewer=st.sampled_from(["coherence", "scope", "feasibility"]),
    title=st.sampled_from(["Alpha is wrong", "Gamma is missing", "", "Names `unknown`"]),
    why=st.sampled_from(["It fails.", "", "It is correct, but dull."]),
    severity=st.sampled_from(["P0", "P1", "P2", "P3"]),
    confidence=st.sampled_from([0, 25, 50, 75, 100]),
    autofix=st.sampled_from(["safe_auto", "gated_auto", "manual", "advisory"]),
    edits=st.sampled_from([(), (("alpha", "beta"),), (("alpha", "gamma"),), (("beta", "x"),)]),
    pre_existing=st.booleans(),
)


@given(st.lists(any_finding, max_size=12), st.integers(0, 3), st.sampled_from(["document", "code"]))
def test_what_goes_in_comes_out_published_merged_or_dropped_with_a_reason(findings, malformed, profile):
    broken = [Drop("", "coherence", "schema", "no JSON object") for _ in range(malformed)]
    judged = context(TEXT, gates.Profile(profile))
    published, ledger = gates.run(findings, judged, broken)
    assert ledger.produced == len(findings) + malformed
    assert ledger.produced == ledger.merged + ledger.published + sum(ledger.dropped.values())
    assert ledger.published == len(published)
    assert all(drop.reason for drop in ledger.drops)
    assert sum(len(f.constituents) for f in published) == ledger.merged + ledger.published
    assert len({f.id for f in published}) == len(published)
    for f in published:
        assert all(e.span.of(TEXT) == e.quote for e in f.evidence)
        assert f.title in f.message


@given(st.lists(any_finding, max_size=8))
def test_the_same_findings_give_the_same_review(findings):
    assert gates.run(findings, context(TEXT)) == gates.run(findings, context(TEXT))
