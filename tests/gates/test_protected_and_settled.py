import pytest

from anchorline import gates
from anchorline.findings.words import Profile
from anchorline.gates.protected import asks_to_delete, protected
from anchorline.gates.settled import settled
from kit import context, finding, raised

TEXT = """# Plan

## Decisions

- Keep one queue <!-- session-settled: agreed with the author -->
- Use two workers

A table is used.

<!-- session-settled: chosen over a list -->

Two queues are drained.
"""


@pytest.mark.parametrize(
    ("advice", "asked"),
    [
        ("Delete docs/plans/2026-move.md.", True),
        ("Remove the files under `docs/solutions/` from the branch.", True),
        ("Delete this plan.", True),
        ("Remove the old plan files, because they are done", True),
        ("Gitignore docs/brainstorms/", True),
        ("Remove the migration file from the plan.", False),
        ("Delete the plan's second table.", False),
        ("Drop the plan to cache twice.", False),
        ("Remove the spec requirement R4.", False),
        ("Delete src/planner/old.py.", False),
    ],
)
def test_only_a_finding_about_the_working_document_itself_asks_to_delete_it(advice, asked):
    assert asks_to_delete(advice) is asked


def test_what_asks_to_delete_a_plan_is_dropped_and_counted():
    asking = raised("Use two workers", fix="Delete docs/plans/old.md.")
    published, ledger = gates.run((asking, raised("Use two workers", title="Another")), context(TEXT))
    assert [f.title for f in published] == ["Another"]
    assert ledger.dropped == {"protected": 1}
    assert protected((asking,), context(TEXT, Profile.CODE)).drops == ()


@pytest.mark.parametrize(
    ("quotes", "options", "confidence"),
    [
        (("Keep one queue",), {}, 50),
        (("A table is used",), {}, 50),
        (("Keep one queue", "Two queues are drained"), {}, 75),
        (("Use two workers",), {}, 75),
        (("Keep one queue",), {"severity": "P0"}, 75),
        (("Keep one queue",), {"reviewer": "checks"}, 75),
    ],
)
def test_who_only_disagrees_with_what_was_settled_informs(quotes, options, confidence):
    (judged,) = settled((finding(TEXT, *quotes, **options),), context(TEXT)).findings
    assert int(judged.confidence) == confidence
