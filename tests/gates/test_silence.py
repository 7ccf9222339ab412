import pytest

from anchorline.findings.words import Profile
from anchorline.gates.base import GateContext
from anchorline.gates.silence import silence
from anchorline.text.span import Span
from kit import context, finding, snapshot


@pytest.mark.parametrize(
    ("text", "silent"),
    [
        ("<!-- anchorline-disable-next-line count-mismatch -->\nfault", True),
        ("<!-- anchorline-disable-next-line count-mismatch -->\n\nfault", True),
        ("<!-- anchorline-disable-next-line -->\nfault", True),
        ("<!-- anchorline-disable-next-line placeholder, count-mismatch -->\nfault", True),
        ("<!-- anchorline-disable-next-line placeholder -->\nfault", False),
        ("<!-- anchorline-disable-next-line count-mismatch -->\nother\nfault", False),
        ("fault <!-- anchorline-disable-line count-mismatch -->", True),
        ("fault <!-- anchorline-disable-line -->", True),
        ("other <!-- anchorline-disable-line -->\nfault", False),
        ("fault\n\nmuch\n\n<!-- anchorline-disable-file count-mismatch -->", True),
        ("fault\n\n<!-- anchorline-disable-file undefined-reference -->", False),
        ("# anchorline-disable-next-line\nfault", False),
        ("```md\n<!-- anchorline-disable-file -->\n```\n\nfault", False),
        ("Write `<!-- anchorline-disable-file -->` for that.\n\nfault", False),
    ],
)
def test_a_comment_silences_what_it_names_where_it_says(text, silent):
    passed = silence((finding(text, "fault", rule="count-mismatch", reviewer="checks"),), context(text))
    assert (passed.findings == ()) is silent
    assert [d.gate for d in passed.drops] == (["ignored"] if silent else [])


@pytest.mark.parametrize("comment", ["#", "//", "--"])
def test_source_uses_its_own_comments(comment):
    text = f"{comment} anchorline-disable-next-line missing-path\nfault\n"
    source = GateContext(snapshot(text, "python"), Profile.CODE)
    assert silence((finding(text, "fault", rule="missing-path"),), source).findings == ()


def test_a_comment_may_name_a_persona_or_one_category_of_it():
    text = "<!-- anchorline-disable-next-line coherence/contradiction -->\nfault"
    assert silence((finding(text, "fault", rule="coherence/contradiction"),), context(text)).findings == ()
    assert silence((finding(text, "fault", rule="coherence/naming"),), context(text)).findings != ()
    text = "<!-- anchorline-disable-next-line coherence -->\nfault"
    assert silence((finding(text, "fault", rule="coherence/naming"),), context(text)).findings == ()


def test_the_setting_filters_silences_rules_and_categories():
    filtered = context("fault", filters=frozenset({"placeholder"}))
    passed = silence((finding("fault", "fault", rule="placeholder"), finding("fault", "fault")), filtered)
    assert [f.rule for f in passed.findings] == ["coherence/other"]
    assert [d.gate for d in passed.drops] == ["filtered"]


def test_a_string_in_source_is_no_comment():
    text = 'x = "# anchorline-disable-file"\nfault\n'
    at = text.index("x =")
    source = GateContext(snapshot(text, "python"), Profile.CODE, comments=())
    assert silence((finding(text, "fault"),), source).findings != ()
    told = GateContext(snapshot(text, "python"), Profile.CODE, comments=(Span(at, len(text)),))
    assert silence((finding(text, "fault"),), told).findings == ()
