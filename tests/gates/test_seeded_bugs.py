"""Source with seeded bugs, and reviewers who mix true findings with others: exactly the true ones come out."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from anchorline import gates
from anchorline.findings.review import Usage
from anchorline.findings.wire.reply import read_reply
from anchorline.findings.words import Match, Profile
from anchorline.models.budget import Ceilings
from anchorline.settings import Settings
from anchorline.verification import verify
from anchorline.workspace.tools import Lookups
from code_kit import code_context, means

CASES = sorted((Path(__file__).parent.parent / "fixtures" / "code").glob("*.yaml"))


class Case:
    def __init__(self, path: Path) -> None:
        self.said = yaml.safe_load(path.read_text("utf-8"))
        self.context = code_context(self.said["after"], self.said["before"], self.said["name"], headless=True)
        replies = [
            read_reply(json.dumps({"findings": found}), reviewer, profile=Profile.CODE)
            for reviewer, found in self.said["replies"].items()
        ]
        self.raised = tuple(raised for reply in replies for raised in reply.raised)
        self.malformed = tuple(drop for reply in replies for drop in reply.malformed)
        self.kinds: dict[str, str] = {
            found["title"]: found["is"] for reply in self.said["replies"].values() for found in reply
        }

    def titles(self, kind: str) -> set[str]:
        return {title for title, is_ in self.kinds.items() if is_ == kind}

    @property
    def script(self) -> dict[str, list[dict[str, object]]]:
        verdicts = self.said["verdicts"].items()
        return {"verifier": [{"when": title, "reason": "It was traced.", **verdict} for title, verdict in verdicts]}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
async def test_exactly_the_true_findings_come_out_of_a_headless_review(path, tmp_path):
    case = Case(path)
    waiting = gates.candidates(case.raised, case.context, case.malformed)
    verified = await verify(
        waiting.findings, case.context, Settings(), means(case.script, tmp_path), Lookups(None),
        ceilings=Ceilings(1.0, 2.0, 40), spent=Usage(),
    )  # fmt: skip
    judged = gates.finish(waiting, case.context, verified.examined)
    assert {finding.title for finding in judged.findings} == case.titles("true")
    assert judged.ledger.merged == len(case.titles("duplicate"))
    assert all(finding.is_verified for finding in judged.findings)
    assert verified.result is not None
    assert verified.result.outcome.complete


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_while_a_person_edits_only_what_a_verifier_would_reject_comes_out_besides(path):
    case = Case(path)
    waiting = gates.candidates(case.raised, replace(case.context, headless=False), case.malformed)
    judged = gates.finish(waiting, case.context)
    assert {finding.title for finding in judged.findings} == case.titles("true") | case.titles("verification")
    assert not any(finding.route == "apply" for finding in judged.findings)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
async def test_every_other_finding_is_dropped_by_the_gate_that_it_was_written_for(path, tmp_path):
    case = Case(path)
    waiting = gates.candidates(case.raised, case.context, case.malformed)
    verified = await verify(
        waiting.findings, case.context, Settings(), means(case.script, tmp_path), Lookups(None),
        ceilings=Ceilings(1.0, 2.0, 40), spent=Usage(),
    )  # fmt: skip
    ledger = gates.finish(waiting, case.context, verified.examined).ledger
    written_for = Counter(kind for kind in case.kinds.values() if kind not in ("true", "duplicate"))
    assert {drop.title: drop.gate for drop in ledger.drops if case.kinds[drop.title] != drop.gate} == {}
    assert ledger.dropped == written_for
    assert all(drop.reason for drop in ledger.drops)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_published_findings_hold_on_to_the_text(path):
    case = Case(path)
    for finding in gates.finish(gates.candidates(case.raised, case.context), case.context).findings:
        assert all(e.span.of(case.said["after"]) == e.quote for e in finding.evidence)
        assert all(e.match is not Match.FUZZY for e in finding.evidence)


async def test_a_verified_fix_of_one_place_is_applied_and_every_other_waits_for_the_person(tmp_path):
    case = Case(CASES[-1])  # TypeScript: one loop bound, verified and evident
    waiting = gates.candidates(case.raised, case.context, case.malformed)
    verified = await verify(
        waiting.findings, case.context, Settings(), means(case.script, tmp_path), Lookups(None),
        ceilings=Ceilings(1.0, 2.0, 40), spent=Usage(),
    )  # fmt: skip
    judged = gates.finish(waiting, case.context, verified.examined)
    assert [finding.title for finding in judged.findings if finding.route == "apply"] == [
        "The loop reads one line beyond the end"
    ]
