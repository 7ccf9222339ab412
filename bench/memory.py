"""Rows about what is remembered: 1,000 decisions and 100 rounds in the store, an offline review with and without."""

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
    from anchorline.findings.rounds import round_of
    from anchorline.recall import Memory, Recall, standing_of
    from anchorline.review import review
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

    def offline(remembering: bool) -> None:
        known = {"remembered": memory.about()[0]} if remembering else {}
        result = review(Snapshot("file:///plan.md", text), settings, NoWorkspace(), **known)
        assert bool(result.ledger.dropped.get("decided")) is remembering

    ours, without = medians_ms(lambda: offline(True), lambda: offline(False))
    recall.close()
    return [Row("offline review of 200 KB with 1,000 decisions and 100 rounds, against none", ours, without, 1.05)]
