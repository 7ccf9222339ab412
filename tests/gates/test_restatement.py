import pytest

from anchorline.gates.restatement import without_restatements
from kit import finding

TEXT = "The cache lives for one hour."


def test_notes_that_restate_a_finding_or_each_other_are_left_out():
    surfaced = (finding(TEXT, "one hour", title="Cache lifetime contradicts the release notes"),)
    notes = [
        "The cache lifetime contradicts the release notes",
        "Nobody owns the rollout",
        "nobody owns  the rollout",
        " ",
    ]
    assert without_restatements(notes, surfaced) == ("Nobody owns the rollout",)


@pytest.mark.parametrize(
    "note",
    [
        "Cache lifetimes contradict the release note",
        "The release notes are contradicted? Cache lifetime contradicts the release notes",
        "CACHE LIFETIME CONTRADICTS THE RELEASE NOTES.",
    ],
)
def test_other_forms_of_the_same_words_restate(note: str):
    surfaced = (
        finding(TEXT, "one hour", title="Cache lifetime contradicts the release notes", why="Buyers are lost."),
    )
    assert without_restatements([note], surfaced) == ()


def test_notes_of_few_words_are_held_against_what_is_as_short():
    surfaced = (finding(TEXT, "one hour", title="缓存时间与发布说明矛盾", why="-"),)
    assert without_restatements(["缓存时间与发布说明相矛盾", "没有回滚"], surfaced) == ("没有回滚",)


def test_notes_stay_apart_from_findings_that_share_only_a_word():
    surfaced = (finding(TEXT, "one hour", title="Cache lifetime contradicts the release notes"),)
    assert without_restatements(["The cache has no owner after the switch"], surfaced) == (
        "The cache has no owner after the switch",
    )
