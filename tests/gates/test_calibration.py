import pytest

from anchorline.findings.words import Anchor
from anchorline.gates.calibration import calibration, concedes
from kit import context, finding

TEXT = "The queue holds 40 jobs."


@pytest.mark.parametrize(
    "reasoning",
    [
        "The number is correct, but a reader expects the limit.",
        "This is technically true.",
        "Accidentally right: the default hides it.",
        "Fine in principle, however nobody runs it so.",
        "The number is\ncorrect, although it was measured elsewhere.",
        "While this is accurate, it misleads.",
        "Die Zahl ist richtig, aber niemand versteht sie.",
        "Technisch korrekt, doch irreführend.",
        "Das ist zwar richtig, hilft aber nicht.",
    ],
)
def test_reasoning_that_concedes_makes_a_finding_minor(reasoning):
    (calibrated,) = calibration((finding(TEXT, TEXT, severity="P0", why=reasoning),), context(TEXT)).findings
    assert calibrated.severity == "P2"


@pytest.mark.parametrize(
    "reasoning",
    [
        "The number is wrong, but plausible.",
        "It is not correct, but close.",
        "Nobody checks that it is correct.",
        "Das ist nicht richtig, aber nahe daran.",
        "The right fix is to change the limit.",
    ],
)
def test_reasoning_that_does_not_concede_keeps_its_severity(reasoning):
    assert not concedes(reasoning)


def test_a_minor_finding_is_not_made_worse():
    (calibrated,) = calibration(
        (finding(TEXT, TEXT, severity="P3", why="It is correct, but dull."),), context(TEXT)
    ).findings
    assert calibrated.severity == "P3"


def test_a_reviewer_of_premises_has_a_ceiling():
    ceiling = context(TEXT, ceilings={"adversarial": Anchor.CONFIRMED})
    result = calibration(
        (finding(TEXT, TEXT, reviewer="adversarial", confidence=100), finding(TEXT, TEXT, confidence=100)), ceiling
    )
    assert [int(f.confidence) for f in result.findings] == [75, 100]


def test_a_fuzzy_match_alone_is_never_evident():
    (calibrated,) = calibration((finding(TEXT, TEXT, confidence=100, match="fuzzy"),), context(TEXT)).findings
    assert int(calibrated.confidence) == 75
