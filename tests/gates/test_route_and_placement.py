import pytest

from anchorline.findings.words import LspSeverity, Profile, Route
from anchorline.gates.identity import identity
from anchorline.gates.order import order
from anchorline.gates.placement import placement
from anchorline.gates.route import route
from anchorline.gates.shape import shape
from kit import context, finding

TEXT = "alpha beta gamma delta"
EDIT = (("alpha", "beta"),)


@pytest.mark.parametrize(
    ("confidence", "autofix", "edits", "fix", "routed", "class_"),
    [
        (100, "safe_auto", EDIT, None, "apply", "safe_auto"),
        (100, "safe_auto", (), "Say beta.", "proposed", "gated_auto"),
        (100, "safe_auto", (), None, "decision", "manual"),
        (75, "safe_auto", EDIT, None, "proposed", "safe_auto"),
        (75, "gated_auto", EDIT, None, "proposed", "gated_auto"),
        (100, "gated_auto", EDIT, None, "proposed", "gated_auto"),
        (100, "gated_auto", (), "Say beta.", "proposed", "gated_auto"),
        (75, "gated_auto", (), None, "decision", "manual"),
        (100, "manual", EDIT, None, "decision", "manual"),
        (50, "safe_auto", EDIT, None, "fyi", "safe_auto"),
        (50, "manual", (), None, "fyi", "manual"),
        (100, "advisory", (), None, "fyi", "advisory"),
    ],
)
def test_anchor_class_and_fix_decide_the_route(confidence, autofix, edits, fix, routed, class_):
    candidate = finding(TEXT, "alpha", confidence=confidence, autofix=autofix, edits=edits, fix=fix)
    (judged,) = route((candidate,), context(TEXT)).findings
    assert (judged.route, judged.autofix_class) == (routed, class_)


@pytest.mark.parametrize(
    ("severity", "at_100", "at_75", "at_50"),
    [
        ("P0", "Error", "Warning", "Hint"),
        ("P1", "Warning", "Warning", "Hint"),
        ("P2", "Information", "Information", "Hint"),
        ("P3", "Information", "Information", "Hint"),
    ],
)
def test_red_means_proven_and_must_be_fixed(severity, at_100, at_75, at_50):
    candidates = tuple(finding(TEXT, "alpha", severity=severity, confidence=c) for c in (100, 75, 50))
    assert [f.lsp_severity for f in placement(candidates, context(TEXT)).findings] == [at_100, at_75, at_50]


def test_in_code_a_p0_escapes_at_50_as_a_warning():
    (placed,) = placement((finding(TEXT, "alpha", severity="P0", confidence=50),), context(TEXT, Profile.CODE)).findings
    assert placed.lsp_severity == "Warning"


@pytest.mark.parametrize("severity", ["P0", "P1", "P2", "P3"])
@pytest.mark.parametrize("confidence", [100, 75])
@pytest.mark.parametrize("profile", list(Profile))
def test_what_is_for_information_is_a_hint_however_grave_and_sure(severity, confidence, profile):
    advice = finding(TEXT, "alpha", severity=severity, confidence=confidence, autofix="advisory")
    judged = context(TEXT, profile)
    (placed,) = placement(route((advice,), judged).findings, judged).findings
    assert (placed.route, placed.lsp_severity, placed.blocking) == (Route.FYI, "Hint", False)


def test_the_setting_severity_map_overrides_placement():
    mapped = context(TEXT, severity_map={"P1": LspSeverity.INFORMATION, "P1/100": LspSeverity.ERROR})
    candidates = (finding(TEXT, "alpha", confidence=100), finding(TEXT, "alpha", confidence=75))
    assert [f.lsp_severity for f in placement(candidates, mapped).findings] == ["Error", "Information"]


def test_order_is_severity_then_errors_then_anchor_then_place():
    findings = (
        finding(TEXT, "delta", severity="P1", confidence=75),
        finding(TEXT, "gamma", severity="P1", confidence=75),
        finding(TEXT, "beta", severity="P1", confidence=100, finding_type="omission"),
        finding(TEXT, "alpha", severity="P0", confidence=75),
        finding(TEXT, "beta", severity="P1", confidence=100),
    )
    ordered = order(findings, context(TEXT)).findings
    assert [(f.severity, f.evidence[0].quote) for f in ordered] == [
        ("P0", "alpha"), ("P1", "beta"), ("P1", "gamma"), ("P1", "delta"), ("P1", "beta"),
    ]  # fmt: skip


def test_an_id_survives_edits_elsewhere_and_reworded_titles_but_not_other_evidence():
    longer = "A new first paragraph.\n\n" + TEXT
    ids = [
        identity((finding(t, "beta gamma", title=title),), context(t)).findings[0].id
        for t, title in ((TEXT, "One"), (TEXT, "Another"))
    ]
    assert ids[0] == ids[1]
    far = TEXT + "." * 60
    assert (
        identity((finding(far, "beta"),), context(far)).findings[0].id
        == identity((finding(far + "end", "beta"),), context(far + "end")).findings[0].id
    )
    assert longer.index("beta") != TEXT.index("beta")
    assert identity((finding(TEXT, "gamma"),), context(TEXT)).findings[0].id != ids[0]


def test_two_findings_on_the_same_quote_have_two_ids():
    result = identity((finding(TEXT, "beta"), finding(TEXT, "beta", title="Other")), context(TEXT)).findings
    assert len({f.id for f in result}) == 2


def test_the_message_holds_the_title_and_takes_the_prefix_when_asked():
    candidate = finding(TEXT, "alpha", severity="P1", confidence=75)
    assert shape((candidate,), context(TEXT)).findings[0].message == candidate.title
    (prefixed,) = shape((candidate,), context(TEXT, prefix_messages=True)).findings
    assert prefixed.message == f"issue (blocking): {candidate.title}"
    long = finding(TEXT, "alpha", title="x" * 95)
    assert shape((long,), context(TEXT, prefix_messages=True)).findings[0].message == "x" * 95


def test_an_id_is_the_same_whatever_the_line_ends():
    text = "one\n\ntwo\n\n" + TEXT + "\n\nthree\n\nfour\n" * 3
    crlf = text.replace("\n", "\r\n")
    assert (
        identity((finding(text, "beta"),), context(text)).findings[0].id
        == identity((finding(crlf, "beta"),), context(crlf)).findings[0].id
    )
