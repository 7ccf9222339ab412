import pytest

from anchorline.evidence.fix import fix_edits
from anchorline.evidence.locate import NOT_AS_WRITTEN
from anchorline.gates.grounding import grounding
from anchorline.text.edits import apply_edits
from kit import context, raised

TEXT = """# Plan

The **queue** holds 40 jobs.

## Limits

The queue holds 40 jobs per worker, see `max_jobs`.

## Costs

Each job costs a cent.
Each job costs a cent.
"""


@pytest.mark.parametrize(
    ("quote", "match"),
    [
        ("Each job costs a cent.\nEach", "exact"),
        ("The queue holds 40 jobs.", "normalized"),
        ("holds 40 jobs per worker", "exact"),
    ],
)
def test_a_quote_lives_by_its_place(quote, match):
    (found,), drops = grounding((raised(quote),), context(TEXT))
    assert found.evidence[0].match == match
    assert drops == ()


@pytest.mark.parametrize(
    ("quote", "reason"),
    [
        ("The queue holds a million jobs and more", "quote not found"),
        ("Each job costs a cent.", "several places"),
    ],
)
def test_a_quote_without_a_place_kills_its_finding(quote, reason):
    found, (drop,) = grounding((raised(quote),), context(TEXT))
    assert found == ()
    assert (drop.gate, reason in drop.reason) == ("grounding", True)


def test_one_located_quote_is_enough_and_only_located_ones_are_kept():
    (found,), _ = grounding((raised("never said anywhere at all", "max_jobs"),), context(TEXT))
    assert [e.quote for e in found.evidence] == ["max_jobs"]


def test_a_reply_of_inventions_costs_neither_a_minute_nor_the_quotes_of_others():
    inventions = [
        raised(*(f"invented sentence number {number} of {many}" for number in range(12)), reviewer="liar")
        for many in range(60)
    ]
    nearly = "The queue holds 40 jobs per worrker, see"
    found, drops = grounding((*inventions, raised("max_jobs", reviewer="liar"), raised(nearly)), context(TEXT))
    assert [(e.evidence[0].quote, e.reviewers) for e in found] == [
        ("max_jobs", ("liar",)),
        ("The queue holds 40 jobs per worker, see", ("coherence",)),
    ]
    reasons = [drop.reason for drop in drops]
    assert (reasons[0], reasons[-1]) == ("quote not found", NOT_AS_WRITTEN)


def test_the_section_is_the_nearest_heading_above_the_evidence_whatever_the_reviewer_says():
    (found,), _ = grounding((raised("max_jobs", section="Costs"),), context(TEXT))
    assert found.section == "Limits"


@pytest.mark.parametrize(
    ("why", "lives"),
    [
        ("`max_jobs` is never set.", True),
        ("`max_workers` is never set.", False),
        ("`max_jobs()` is never called.", True),
        ("It may be `null` or `true`.", True),
        ("`docs/missing.md` says otherwise.", True),
        ("`per worker` is unclear.", True),
    ],
)
def test_a_symbol_that_a_finding_names_must_stand_in_the_text(why, lives):
    found, _ = grounding((raised("max_jobs", why=why),), context(TEXT))
    assert bool(found) is lives


@pytest.mark.parametrize(
    ("old", "placed"),
    [
        ("see `max_jobs`", 1),
        ("Each job costs a cent.", 0),
        ("no such text", 0),
        ("", 0),
    ],
)
def test_an_edit_needs_its_old_text_exactly_once(old, placed):
    (found,), _ = grounding((raised("max_jobs", edits=((old, "new"),)),), context(TEXT))
    assert len(found.edits) == placed


def test_an_edit_may_be_unique_in_the_section_that_the_finding_names():
    (found,), _ = grounding(
        (raised("max_jobs", section="Limits", edits=(("holds 40 jobs", "holds 4 jobs"),)),), context(TEXT)
    )
    assert TEXT[found.edits[0].span.start - 10 : found.edits[0].span.start] == "The queue "
    (elsewhere,), _ = grounding((raised("Plan", edits=(("40 jobs", "4 jobs"),)),), context(TEXT))
    assert elsewhere.edits == ()


def test_half_a_fix_is_no_fix():
    edits = (("max_jobs", "max_tasks"), ("no such text", "x"))
    (found,), _ = grounding((raised("max_jobs", edits=edits),), context(TEXT))
    assert found.edits == ()


DEFERRED = """# Plan

## Limits

The queue drops what comes after the fortieth job.

## Deferred / Open Questions

### From 2026-03-01 review

- Jobs are lost: "The queue drops what comes after the fortieth job."
- The retention of the archive is disputed among the owners.

## Notes

The end.
"""


@pytest.mark.parametrize("section", ["Limits", ""])
def test_a_sentence_that_an_earlier_review_repeated_is_still_the_authors(section):
    change = (("drops what comes after", "keeps"),)
    (found,), _ = grounding(
        (raised("The queue drops what comes after the fortieth job.", section=section, edits=change),),
        context(DEFERRED),
    )
    assert (found.section, len(found.edits)) == ("Limits", 1)


def test_what_an_earlier_review_wrote_is_not_reviewed():
    quote = "The retention of the archive is disputed among the owners."
    found, (drop,) = grounding((raised(quote),), context(DEFERRED))
    assert (found, drop.reason) == ((), "quotes what an earlier review wrote")
    (kept,), _ = grounding((raised(quote, "The end."),), context(DEFERRED))
    assert [evidence.quote for evidence in kept.evidence] == ["The end."]


def test_what_an_earlier_review_wrote_is_not_edited():
    edit = (("The retention of the archive", "It"),)
    (found,), _ = grounding((raised("The end.", edits=edit),), context(DEFERRED))
    assert found.edits == ()


TWICE = "The queue holds 40 jobs"  # of TEXT, under two headings


@pytest.mark.parametrize(
    ("options", "edited"),
    [
        pytest.param({"section": "Limits"}, "## Limits\n\nThe queue holds 50 jobs", id="the section is named"),
        pytest.param({}, None, id="no section is named, wherever the evidence stands"),
        pytest.param({"section": "Nowhere"}, None, id="one is named that there is not"),
        pytest.param({"reviewer": "checks"}, "## Limits\n\nThe queue holds 50 jobs", id="a check knows what it means"),
    ],
)
def test_an_edit_of_what_stands_twice_needs_the_section_to_be_named(options, edited):
    text = TEXT.replace("**queue**", "queue")
    candidate = raised("per worker, see `max_jobs`", edits=((TWICE, "The queue holds 50 jobs"),), **options)
    (found,), _ = grounding((candidate,), context(text))
    if edited is None:
        assert found.edits == ()
        return
    planned, reason = fix_edits(context(text).snapshot, found)
    assert reason is None
    assert edited in apply_edits(text, planned)


def test_an_edit_of_what_stood_once_is_not_made_when_it_stands_twice_unless_its_section_was_named():
    text = TEXT.replace("**queue**", "queue of all")
    edit = ((TWICE, "The queue holds 50 jobs"),)
    later = text + f"\n## Later\n\n{TWICE}.\n"
    for options, is_offered in (({}, False), ({"section": "Limits"}, True)):
        (found,), _ = grounding((raised("per worker, see `max_jobs`", edits=edit, **options),), context(text))
        assert fix_edits(context(text).snapshot, found)[0]
        assert bool(fix_edits(context(later).snapshot, found)[0]) is is_offered
