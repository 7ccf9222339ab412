"""Rows about what is remembered: 1,000 decisions and 100 rounds in the store, against an offline review of 200 KB."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

from bench.documents import plan_with_findings
from bench.row import Row, medians_ms

DECISIONS = 1_000
ROUNDS = 100


def rows() -> list[Row]:
    folder = Path(tempfile.mkdtemp(prefix="anchorline-bench-"))
    try:
        return _rows(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _rows(folder: Path) -> list[Row]:
    from anchorline.findings.decisions import DecisionKind, decision_about
    from anchorline.findings.opinion import Opinion
    from anchorline.findings.rounds import round_of
    from anchorline.gates.memory import memory as gate
    from anchorline.recall import Memory, Recall, standing_of
    from anchorline.review import Checked, check, gate_context, review
    from anchorline.reviewers.base import NoWorkspace
    from anchorline.settings.schema import settings_of
    from anchorline.text.snapshot import Snapshot

    settings = settings_of({"memory.path": str(folder)})
    text = plan_with_findings(200_000)
    path = folder / "plan.md"
    standing = standing_of(path, folder, "")
    recall = Recall()
    store = recall.decisions(settings)
    found = review(Snapshot("file:///plan.md", text), settings, NoWorkspace())
    # Half of what is found now was dismissed; the rest was decided about text that is gone, under the same headings.
    decided = [decision_about(each, DecisionKind.DISMISSED) for each in found.findings[::2]]
    old = review(Snapshot("file:///plan.md", text.replace("TBD", "TODO")), settings, NoWorkspace())
    for number in range(DECISIONS - len(decided)):
        finding = old.findings[number % len(old.findings)]
        home = replace(finding.homes[0], before=f"{finding.homes[0].before} note {number} ")
        decided.append(decision_about(replace(finding, homes=(home,)), DecisionKind.DISMISSED))
    store.record_all(
        replace(each, workspace=standing.workspace, document=standing.document, path=standing.path) for each in decided
    )
    for number in range(ROUNDS):
        other = replace(standing, path=f"plan-{number % 5}.md" if number % 2 else standing.path)
        store.add_round(other, replace(round_of(found, text), sha256=f"text {number}"))
    memory = Memory(recall, settings, standing)

    checked = check(Snapshot("file:///plan.md", text), settings, NoWorkspace())
    assert isinstance(checked, Checked)

    def remembering() -> None:
        passed = gate(found.findings, gate_context(checked, settings, Opinion(), memory.about()[0]))
        assert len(passed.drops) == len(found.findings[::2])

    def offline() -> None:
        review(Snapshot("file:///plan.md", text), settings, NoWorkspace())

    # Apart from each other: what is to be measured is less than the noise of the whole.
    ours, without = medians_ms(remembering, offline)
    recall.close()
    return [Row("holding it against 1,000 decisions and 100 rounds, against that review", ours, without, 0.05)]
