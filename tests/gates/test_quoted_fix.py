import pytest

from anchorline.gates import run
from anchorline.gates.quoted_fix import quoted_change, quoted_fix
from kit import context, finding, raised

TEXT = """# Plan

## Limits

The worker gives up after three attempts.
status: draft

## Summary

The worker gives up after five attempts, in every category.
A cat is no category.
"""
THREE = "gives up after three attempts"
FIVE = "gives up after five attempts"


@pytest.mark.parametrize(
    ("fix", "change"),
    [
        ("Replace `three` with `five`.", ("three", "five")),
        ('Replace "three attempts" by "five attempts" in Limits.', ("three attempts", "five attempts")),
        ("Change “three” to “five”", ("three", "five")),
        ('Rename "old-name" to "new-name" in Unit 2.', ("old-name", "new-name")),
        ('Rename "old-name" to "new-name", to match the table.', ("old-name", "new-name")),
        ('"three attempts" should read "five attempts".', ("three attempts", "five attempts")),
        ("The heading `Limits` must read `Bounds`.", ("Limits", "Bounds")),
        ("Use `five` instead of `three`.", ("three", "five")),
        ("Ersetze „drei“ durch „fünf“.", ("drei", "fünf")),
        ("„drei“ sollte „fünf“ lauten", ("drei", "fünf")),
        ("`drei` durch `fünf` ersetzen.", ("drei", "fünf")),
        ("Schreibe „fünf“ statt „drei“.", ("drei", "fünf")),
        ("Replace `three` with `five` and drop the summary.", None),
        ("Replace `three` with `five` in both places.", None),
        ("Replace `three` with `five`, or with `four`.", None),
        ("Replace `three` with five.", None),
        ("Replace `three` with `three`.", None),
        ("Consider replacing `three` with `five`.", None),
        ("`limit` should be `5`.", None),
        ("Replace `three` with `five`. Then tell the owner.", None),
        ("Say five.", None),
        ("x" * 100_000, None),
    ],
)
def test_one_replacement_in_verbatim_quotes_is_read_and_nothing_that_asks_for_more(fix, change):
    assert quoted_change(fix) == change


def written_down(fix, quote=THREE, **options):
    (judged,) = quoted_fix((finding(TEXT, quote, fix=fix, **options),), context(TEXT)).findings
    return judged


def test_the_edit_has_its_place_and_is_never_safe():
    judged = written_down("Replace `three` with `five`.", autofix="safe_auto", confidence=100)
    (edit,) = judged.edits
    assert (edit.span.of(TEXT), edit.new, judged.autofix_class) == ("three", "five", "gated_auto")


@pytest.mark.parametrize(
    ("fix", "quote"),
    [
        ("Replace `worker` with `job`.", THREE),  # stands twice
        ("Replace `nine` with `ten`.", THREE),  # stands nowhere
        ("Replace `five` with `three`.", THREE),  # not what the finding objects to
        ("Replace `categor` with `kind`.", "in every category"),  # part of a word
        ("Change `status` to `active`.", "status: draft"),  # the name of what is to be active
        ("Change `attempts` to `5`.", THREE),  # the name of what is to be 5
        ("Replace `three` with `fi\u202eve`.", THREE),  # turns the text around
        ("Replace `three` with `███`.", THREE),  # covers a secret
    ],
)
def test_what_is_not_certain_is_not_written_down(fix, quote):
    assert written_down(fix, quote).edits == ()


def test_an_edit_that_the_reviewer_wrote_down_stands():
    given = written_down("Replace `three` with `five`.", edits=(("three", "four"),))
    assert [edit.new for edit in given.edits] == ["four"]


def test_through_all_gates_a_quoted_replacement_is_proposed_with_its_edit():
    candidate = raised(THREE, FIVE, autofix="manual", fix='Change "three" to "five".', section="Limits")
    (published,), _ = run([candidate], context(TEXT))
    assert (published.route, published.autofix_class) == ("proposed", "gated_auto")
    assert [(edit.old, edit.new) for edit in published.edits] == [("three", "five")]
