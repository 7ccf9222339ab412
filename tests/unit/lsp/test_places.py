"""A fix that was undone is known by its place: whatever is edited elsewhere and however it is worded, and no equal fix
of another place is taken for it."""

from __future__ import annotations

from anchorline import gates
from anchorline.evidence.between import edits_between
from anchorline.findings.review import Review, ReviewerResult
from anchorline.findings.words import DocumentType, Outcome, Profile
from anchorline.lsp.board import Board
from kit import context, raised

PLAN = """# Plan

## Copy

The job copies every entry. Take about an hour.

## Switch

Readers come over on a Sunday. Take about an hour.
"""
FIXED = "Takes about an hour."
SLIP = "Take about an hour."


def reviewed(text: str, *sections: str, title: str = "A letter is missing") -> Review:
    found = [
        raised(SLIP, title=f"{title} in {section}", section=section, edits=((SLIP, FIXED),), autofix="safe_auto")
        for section in sections
    ]
    findings, _ = gates.run(found, context(text))
    assert [finding.section for finding in findings] == list(sections)
    results = (ReviewerResult("coherence", Outcome.OK),)
    return Review("0", Profile.DOCUMENT, DocumentType.PLAN, findings=tuple(findings), reviewers=results)


class Story:
    def __init__(self) -> None:
        self.text = PLAN
        self.board = Board()

    def review(self, *sections: str, title: str = "A letter is missing") -> None:
        self.board.take_whole(reviewed(self.text, *sections, title=title), self.text, self.text)

    def edit(self, text: str) -> None:
        self.board.follow([(edits_between(self.text, text), text)])
        self.text = text

    def fix_and_undo_copy(self) -> None:
        self.review("Copy", "Switch")
        before = self.text
        self.edit(self.text.replace(SLIP, FIXED, 1))
        self.edit(before)

    @property
    def undone(self) -> list[str]:
        return [finding.section for finding in self.board.findings if self.board.is_undone(finding)]

    @property
    def turns(self) -> list[tuple[str, bool]]:
        return [(turn.finding.section, turn.landed) for turn in self.board.turns]


def test_an_equal_fix_of_another_place_is_another_one():
    story = Story()
    story.fix_and_undo_copy()
    assert story.undone == ["Copy"]
    assert story.turns == [("Copy", True), ("Copy", False)]


def test_it_is_known_again_when_the_title_is_worded_anew_and_something_else_was_edited():
    story = Story()
    story.fix_and_undo_copy()
    story.edit(story.text.replace("# Plan", "# The plan\n\nIt has two steps.").replace("Sunday", "Monday"))
    story.review("Copy", "Switch", title="The verb does not agree")
    assert story.undone == ["Copy"]
    story.review("Switch")
    assert story.undone == []


def test_a_fix_that_landed_and_stands_undoes_none_of_another_place():
    story = Story()
    story.review("Copy", "Switch")
    story.edit(story.text.replace(SLIP, FIXED, 1))
    story.review("Switch")
    assert (story.undone, story.turns) == ([], [("Copy", True)])


def test_a_fix_that_landed_and_is_found_again_by_another_review_was_undone():
    story = Story()
    story.review("Copy")
    before = story.text
    story.edit(story.text.replace(SLIP, FIXED, 1))
    story.review()
    story.edit(before)
    story.review("Copy", title="The verb does not agree")
    assert (story.undone, story.turns) == (["Copy"], [("Copy", True), ("Copy", False)])


def test_the_same_one_is_undone_once_however_often():
    story = Story()
    story.fix_and_undo_copy()
    story.edit(story.text.replace(SLIP, FIXED, 1))
    story.edit(story.text.replace(FIXED, SLIP, 1))
    assert story.undone == ["Copy"]
