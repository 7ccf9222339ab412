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
