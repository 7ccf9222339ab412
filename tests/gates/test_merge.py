from anchorline.gates.agreement import agreement
from anchorline.gates.contradiction import contradiction
from anchorline.gates.merge import merge
from kit import context, finding

TEXT = "The cache lives for one hour. The cache lives for two hours. Nothing else is said."


def test_findings_that_one_fix_resolves_become_one_and_keep_every_constituent():
    a = finding(TEXT, "lives for one hour", title="Cache lifetime contradicts itself", severity="P2", confidence=100)
    b = finding(
        TEXT, "lives for one hour", "two hours", title="Cache lifetime contradicts itself twice", reviewer="feasibility"
    )
    passed = merge((a, b), context(TEXT))
    (one,) = passed.findings
    assert passed.merged == 1
    assert (one.severity, int(one.confidence), one.reviewers) == ("P1", 100, ("feasibility", "coherence"))
    assert {e.quote for e in one.evidence} == {"lives for one hour", "two hours"}
    assert [c.reviewer for c in one.constituents] == ["coherence", "feasibility"]


def test_the_more_cautious_class_wins_a_merge():
    a = finding(TEXT, "one hour", autofix="safe_auto", title="Lifetime of the cache")
    b = finding(TEXT, "one hour", autofix="manual", reviewer="scope", title="Lifetime of the cache")
    (one,) = merge((a, b), context(TEXT)).findings
    assert one.autofix_class == "manual"


def test_unlike_findings_on_the_same_text_stay_two():
    a = finding(TEXT, "lives for one hour", title="Cache lifetime contradicts itself", why="Readers pick one.")
    b = finding(
        TEXT,
        "lives for one hour",
        title="Invalidation is missing",
        why="Stale prices are shown to buyers.",
        reviewer="x",
    )
    assert len(merge((a, b), context(TEXT)).findings) == 2


def test_opposing_edits_never_merge_and_the_person_decides():
    a = finding(
        TEXT, "one hour", edits=(("one hour", "two hours"),), title="Cache lifetime contradicts itself", fix="Say two."
    )
    b = finding(
        TEXT, "one hour", edits=(("one hour", "one day"),), title="Cache lifetime contradicts itself", reviewer="x"
    )
    unmerged = merge((a, b), context(TEXT))
    assert len(unmerged.findings) == 2
    passed = contradiction(unmerged.findings, context(TEXT))
    (one,) = passed.findings
    assert passed.merged == 1
    assert (one.autofix_class, one.edits, one.category) == ("manual", (), "contradiction")
    assert "Say two" in one.suggested_fix
    assert "one day" in one.suggested_fix
    assert len(one.constituents) == 2


def test_two_checks_merge_only_on_the_same_rule_and_place():
    a = finding(TEXT, "one hour", reviewer="checks", rule="count-mismatch")
    b = finding(TEXT, "one hour", reviewer="checks", rule="table-total")
    assert len(merge((a, b, a), context(TEXT)).findings) == 2


def test_agreement_of_independent_reviewers_promotes_one_step():
    a = finding(TEXT, "one hour", confidence=50)
    b = finding(TEXT, "one hour", confidence=50, reviewer="feasibility")
    (one,) = agreement(merge((a, b), context(TEXT)).findings, context(TEXT)).findings
    assert (int(one.confidence), one.promoted) == (75, True)


def test_the_same_reviewer_twice_is_one_voice():
    a = finding(TEXT, "one hour", confidence=50)
    (one,) = agreement(merge((a, a), context(TEXT)).findings, context(TEXT)).findings
    assert (int(one.confidence), one.promoted) == (50, False)


def test_agreement_can_ask_for_different_models_or_be_off():
    pair = merge((finding(TEXT, "one hour"), finding(TEXT, "one hour", reviewer="feasibility")), context(TEXT)).findings
    same = context(TEXT, agreement="model", models={"coherence": "m", "feasibility": "m"})
    other = context(TEXT, agreement="model", models={"coherence": "m", "feasibility": "n"})
    assert [agreement(pair, c).findings[0].promoted for c in (same, other, context(TEXT, agreement="off"))] == [
        False,
        True,
        False,
    ]


def test_one_reviewer_never_disagrees_with_itself():
    a = finding(TEXT, "one hour", edits=(("one hour", "one hour, two"),), reviewer="checks", rule="unlisted-file")
    b = finding(TEXT, "two hours", edits=(("one hour", "one hour, three"),), reviewer="checks", rule="unlisted-file")
    assert contradiction((a, b), context(TEXT)).findings == (a, b)
