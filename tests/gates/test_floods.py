"""Very many findings: what is near is still brought together, and what is left undone is said."""

from importlib import import_module
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from anchorline.gates.contradiction import MOST_RIVALS, contradiction
from anchorline.gates.merge import merge
from kit import context, finding

joined = import_module("anchorline.gates.merge")._joined
SAME, UNLIKE = 0.29, 0.24


def plan(lines: int) -> str:
    return "# Plan\n\n" + "".join(f"- Step s{n}e is done by nobody.\n" for n in range(lines))


def about(text: str, step: int, reviewer: str, **options: object):
    words = f"alpha{step} beta{step} gamma{step}"
    title = f"Step s{step}e has no owner {words}"
    return finding(
        text,
        f"Step s{step}e",
        reviewer=reviewer,
        title=title,
        why=f"As {reviewer} sees it, nobody does {words}.",
        **options,
    )


def test_in_a_flood_what_stands_together_is_merged_and_the_rest_is_said():
    text = plan(400)
    findings = tuple(about(text, step, reviewer) for reviewer in ("coherence", "feasibility") for step in range(400))
    passed = merge(findings, context(text))
    assert len(passed.findings) == 400
    assert passed.notes == (
        "800 findings are too many to compare each with all; some that say the same may be shown apart",
    )


def test_without_a_flood_everything_in_a_section_is_compared_and_nothing_is_said():
    text = plan(200)
    findings = tuple(about(text, step, reviewer) for reviewer in ("coherence", "feasibility") for step in range(200))
    passed = merge(findings, context(text))
    assert (len(passed.findings), passed.notes) == (200, ())


def test_the_same_finding_many_times_is_one():
    text = plan(3)
    findings = tuple(about(text, 1, reviewer) for reviewer in ("a", "b", "c") for _ in range(300))
    (one,) = merge(findings, context(text)).findings
    assert (one.reviewers, len(one.constituents)) == (("a", "b", "c"), 900)


def test_who_disagrees_is_found_among_many_that_speak_of_other_places():
    text = plan(300)
    keep = about(text, 250, "coherence", fix="Keep step 250.")
    remove = about(text, 250, "feasibility", fix="Remove step 250.")
    others = tuple(about(text, step, "coherence", fix="Keep it.") for step in range(200))
    passed = contradiction((keep, *others, remove), context(text))
    assert passed.findings[0].reviewers == ("coherence", "feasibility")
    assert (passed.merged, passed.notes) == (1, ())


def test_very_many_that_could_disagree_about_one_place_are_not_all_held_against_each_other():
    text = plan(3)
    first = about(text, 1, "feasibility", fix="Remove step 1.")
    keep = tuple(finding(text, "Step s1e", title=f"alpha{n} beta{n}", fix="Keep it.") for n in range(MOST_RIVALS + 9))
    late = finding(text, "Step s1e", title="Nothing like it", fix="Remove it.", reviewer="security")
    (note,) = contradiction((first, *keep, late), context(text)).notes
    assert "too many" in note


def naive(count: int, pairs: dict[tuple[int, int], float]) -> list[list[int]]:
    """Clusters as the gate describes them: every pair of two that are joined is looked at again."""
    cluster_of = {index: [index] for index in range(count)}
    for _, i, j in sorted((-value, i, j) for (i, j), value in pairs.items() if value >= SAME):
        a, b = cluster_of[i], cluster_of[j]
        across = [pairs.get((min(x, y), max(x, y)), 0.0) for x in a for y in b]
        if a is not b and min(across) >= UNLIKE and sum(across) >= SAME * len(across):
            for index in (together := sorted(a + b)):
                cluster_of[index] = together
    return [cluster for index, cluster in cluster_of.items() if cluster[0] == index]


@given(st.integers(2, 9), st.data())
def test_clusters_are_those_of_looking_at_every_pair(count: int, data: st.DataObject):
    # Eighths, so that sums are exact in whatever order.
    values = st.sampled_from((-2.0, 0.125, 0.25, 0.3125, 0.375, 0.5, 2.0))
    pairs = data.draw(st.dictionaries(st.sampled_from([*combinations(range(count), 2)]), values))
    assert sorted(sorted(cluster) for cluster in joined(count, pairs)) == sorted(naive(count, pairs))
