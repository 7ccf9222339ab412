from __future__ import annotations

import pytest

from anchorline.reviewers.checks.conflict_marker import CHECK
from source_checks_kit import findings

CONFLICT = "<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> topic\n"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", f"a = 1\n{CONFLICT}b = 2\n"),
        ("python", CONFLICT.replace("\n", "\r\n")),
        ("python", CONFLICT.replace("=======", "||||||| base\nx = 0\n=======")),
        ("javascript", f"const t = 1\n{CONFLICT}"),
        ("plaintext", CONFLICT),
        ("python", 'x = """\n<<<<<<< HEAD\na"""\n=======\nb"""\n>>>>>>> topic\n'),
    ],
)
def test_a_conflict_is_shown_at_its_opening_marker(language: str, text: str) -> None:
    (found,) = findings(CHECK, text, language)
    assert [quote.text[:7] for quote in found.evidence] == ["<<<<<<<", "=======", ">>>>>>>"]
    assert found.evidence[0].text == "<<<<<<< HEAD"
    assert (found.severity, found.confidence) == ("P0", 100)


def test_every_conflict_is_named() -> None:
    assert len(findings(CHECK, CONFLICT + "y = 1\n" + CONFLICT, "python")) == 2


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", '"""Title\n=======\n"""\n'),
        ("python", f'SAMPLE = """\n{CONFLICT}"""\n'),
        ("javascript", f"const sample = `\n{CONFLICT}`\n"),
        ("java", f"/*\n{CONFLICT}*/\nclass A {{}}\n"),
        ("python", CONFLICT.replace("=======\n", "")),
        ("python", ">>>>>>> topic\n=======\n<<<<<<< HEAD\n"),
        ("python", CONFLICT.replace("<<<<<<<", "<<<<<<<<")),
        ("python", "".join(f"    {line}\n" for line in CONFLICT.splitlines())),
        ("python", "# <<<<<<< HEAD\n# =======\n# >>>>>>> topic\n"),
        ("python", "<<<<<<< HEAD\n" * 50),
    ],
)
def test_markers_that_are_no_conflict_are_left_alone(language: str, text: str) -> None:
    assert findings(CHECK, text, language) == []


def test_a_conflict_that_was_there_before_is_left_alone() -> None:
    assert findings(CHECK, CONFLICT + "y = 1\n", "python", base=CONFLICT) == []
    assert len(findings(CHECK, CONFLICT, "python", base="x = 1\n")) == 1
