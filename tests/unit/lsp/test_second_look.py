"""What a person reads of a finding in source that was looked at twice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from anchorline.findings.ledger import Drop, Ledger
from anchorline.findings.review import Review
from anchorline.findings.verification import Verdict, Verification
from anchorline.findings.words import DocumentType, Profile
from anchorline.lsp import client
from anchorline.lsp.describe import finding_markdown, finding_plain
from anchorline.lsp.report import report_markdown
from kit import finding

TEXT = "total = sum(values) / len(values)\n"
VERDICT = Verdict(True, "No guard stands <b>before</b> it.", 100, 90, 80)


def found(bar=70):
    plain = finding(TEXT, "len(values)", reviewer="correctness")
    return replace(plain, failure_path="mean([]) divides by 0", verification=Verification(VERDICT, bar))


@pytest.mark.parametrize("shown", [finding_markdown, finding_plain])
def test_how_it_fails_and_what_the_verifier_said_stand_in_hover(shown):
    text = shown(found()).replace("\\", "")
    assert "How it fails: mean([]) divides by 0" in text
    assert "Score 91 of 70 needed (correctness 100, completeness 90, no regressions 80)" in text
    assert "<b>" not in finding_markdown(found())
    assert "just below the bar" in shown(found(bar=95))
    assert "Score" not in shown(finding(TEXT, "len(values)"))


def test_the_report_lists_the_files_that_were_looked_up_and_the_scores_of_what_was_dropped():
    ledger = Ledger(3, 0, 1, (
        Drop("A", "correctness", "verification", "score 60 is below 80", 60),
        Drop("B", "correctness", "verification", "not confirmed: It is guarded", 20),
    ))  # fmt: skip
    review = Review("0", Profile.CODE, DocumentType.OTHER, ledger=ledger, files_read=("src/a.py", "src/b.py"))
    text = report_markdown("app.py", review, [(found(), 3)]).replace("\\", "")
    assert "Looked up in the workspace: src/a.py, src/b.py." in text
    assert "A (score 60 is below 80)" in text
    assert "B (not confirmed: It is guarded, score 20)" in text


@pytest.mark.parametrize(
    ("known", "tagged"), [({"valueSet": [1]}, True), ({"valueSet": [2, "x"]}, False), ({}, False), (None, False)]
)
def test_a_client_says_whether_it_knows_that_a_fix_may_come_from_a_model(known, tagged):
    caps = {"textDocument": {"codeAction": {"tagSupport": known}}}
    assert client.resolve({"capabilities": caps}).generated_tag is tagged
