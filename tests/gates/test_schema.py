import pytest

from anchorline.gates.schema import one_line, schema
from kit import context, raised


@pytest.mark.parametrize(
    ("flaw", "reason"),
    [
        ({"title": " "}, "no title"),
        ({"why": ""}, "no why_it_matters"),
    ],
)
def test_an_incomplete_finding_is_dropped_alone(flaw, reason):
    passed = schema((raised("a"), raised("b", **flaw), raised("c")), context("a b c"))
    assert [f.evidence[0].text for f in passed.findings] == ["a", "c"]
    assert [(d.gate, d.reason) for d in passed.drops] == [("schema", reason)]


def test_a_finding_without_evidence_is_dropped():
    passed = schema((raised(), raised("  ")), context(""))
    assert passed.findings == ()
    assert len(passed.drops) == 2


@pytest.mark.parametrize(
    ("title", "line"),
    [
        ("Plain", "Plain"),
        ("Two\nlines\tand a tab", "Two lines and a tab"),
        ("bell\x07 and \u202eoverride", "bell and override"),
        ("word " * 40, "word " * 18 + "word…"),
    ],
)
def test_a_title_becomes_one_printable_line(title, line):
    assert one_line(title) == line
    assert len(one_line(title)) <= 100
