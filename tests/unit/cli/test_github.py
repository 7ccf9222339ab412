"""Annotations of GitHub Actions: every line is one of ours, and nothing of a document can end or begin one."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from anchorline.cli.output.github import github_output
from anchorline.findings.words import LspSeverity
from cli_kit import FAILED, PLAN, TEXT, finding, reviewed

COMMAND = re.compile(r"::(error|warning|notice) ([A-Za-z]+=[^,:\r\n]*(?:,[A-Za-z]+=[^,:\r\n]*)*)::[^\r\n]*")


def shown(*files):
    return github_output(files, conventional=True)


def test_a_finding_is_one_annotation():
    assert shown(PLAN).splitlines()[0] == (
        "::warning file=docs/plan.md,line=3,endLine=3,col=11,endColumn=12,title=P1 count-mismatch::"
        "issue (blocking): 4 steps are announced, 3 follow%0AA reader waits for a step that never comes.%0AFix: Say 3."
    )


def test_a_failed_review_is_an_error():
    assert shown(FAILED) == (
        "::error file=docs/gone.md,title=anchorline::review failed: docs/gone.md does not exist; check the path.\n"
    )


def test_a_range_over_several_lines_has_no_columns():
    made = finding(TEXT, "1. Pack\n2. Drive", lsp_severity=LspSeverity.ERROR)
    assert shown(reviewed(TEXT, made)).startswith("::error file=docs/plan.md,line=5,endLine=6,title=")


def test_properties_and_messages_are_escaped():
    made = finding(TEXT, "4", title="50% a,b: c\n::error::x", message="50% a,b: c\n::error::x", why_it_matters="")
    line = shown(reviewed(TEXT, made, path="a,b:c%.md")).rstrip("\n")
    assert "file=a%2Cb%3Ac%25.md," in line
    assert line.endswith("::issue (blocking): 50%25 a,b: c ::error::x")


def test_a_clean_review_says_nothing():
    assert shown(reviewed(TEXT)) == ""


@given(st.text(), st.text(), st.text(min_size=1))
def test_no_text_breaks_out_of_its_line(message, why, path):
    made = finding(TEXT, "4", title=message, message=message, why_it_matters=why, suggested_fix=why, rule=path)
    lines = shown(reviewed(TEXT, made, path=path)).split("\n")
    assert lines[-1] == ""
    assert len(lines) == 2
    assert COMMAND.fullmatch(lines[0])
