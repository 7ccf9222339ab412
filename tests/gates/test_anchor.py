import pytest

from anchorline.findings.words import Anchor, Profile
from anchorline.gates.anchor import anchor_gate
from kit import context, raised


@pytest.mark.parametrize("profile", Profile)
@pytest.mark.parametrize("severity", ["P0", "P1", "P2", "P3"])
@pytest.mark.parametrize("confidence", [0, 25, 50, 75, 100])
def test_documents_surface_from_50_and_code_from_75_with_the_p0_escape(profile, severity, confidence):
    bar = 50 if profile is Profile.DOCUMENT or severity == "P0" else 75
    passed = anchor_gate((raised("a", severity=severity, confidence=confidence),), context("a", profile))
    assert bool(passed.findings) == (confidence >= bar)
    assert [d.gate for d in passed.drops] == [] if confidence >= bar else ["confidence"]


@pytest.mark.parametrize(
    ("floor", "confidence", "reason"),
    [
        (75, 50, "confidence 50 is below 75, the floor of data-lens"),
        (100, 75, "confidence 75 is below 100, the floor of data-lens"),
        (75, 75, None),
        (0, 50, None),
        (0, 25, "confidence 25 is below 50"),
    ],
)
def test_a_reviewer_may_set_its_own_bar_higher_and_never_lower(floor, confidence, reason):
    bounded = context("a", floors={"data-lens": Anchor(floor)})
    passed = anchor_gate((raised("a", reviewer="data-lens", confidence=confidence),), bounded)
    assert [(drop.gate, drop.reason) for drop in passed.drops] == ([("confidence", reason)] if reason else [])


def test_the_floor_of_one_reviewer_binds_no_other():
    bounded = context("a", floors={"data-lens": Anchor.EVIDENT})
    assert anchor_gate((raised("a", confidence=50),), bounded).drops == ()
