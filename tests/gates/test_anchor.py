import pytest

from anchorline.findings.words import Profile
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
