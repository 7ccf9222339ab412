"""Rows about what is remembered, on 200 KB: 1,000 decisions and 100 rounds in the store, against an offline review; a
review by models that comes after many, against parsing the text; and what models said before, when a document is opened
again."""

from __future__ import annotations

import shutil
import tempfile
import time
from dataclasses import replace
from itertools import islice
from pathlib import Path
from statistics import median

from bench.documents import plan, plan_with_findings
from bench.lsp import OURS, URI, Message, running
from bench.models import AT_ONCE, SETTINGS, _all_cached, reviewed, save, script, until_complete
from bench.replies import PERSONAS, reply_to
from bench.row import Row, medians_ms

DECISIONS = 1_000
ROUNDS = 100
LATER_DECISIONS, LATER_ROUNDS = 200, 20


def rows() -> list[Row]:
    folder = Path(tempfile.mkdtemp(prefix="anchorline-bench-"))
    try:
        return [_offline(folder / "offline"), _again(folder / "again"), _reopened()]
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _offline(folder: Path) -> Row:
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
    return Row("holding it against 1,000 decisions and 100 rounds, against that review", ours, without, 0.05)


def _again(folder: Path) -> Row:
    """From the last byte of the replies to a review that is remembered, the way to the diagnostics left out."""
    from markdown_it import MarkdownIt

    from anchorline.findings.decisions import DecisionKind, decision_about
    from anchorline.findings.finding import Finding
    from anchorline.findings.opinion import Opinion
    from anchorline.findings.review import ReviewerResult
    from anchorline.findings.wire.reply import read_reply
    from anchorline.findings.words import Outcome
    from anchorline.recall import Memory, Recall, standing_of
    from anchorline.review import Checked, check, conclude
    from anchorline.reviewers.base import NoWorkspace
    from anchorline.reviewers.primer import primers
    from anchorline.settings.schema import settings_of
    from anchorline.text.snapshot import Snapshot

    settings, recall = settings_of({"memory.path": str(folder)}), Recall()
    standing = standing_of(folder / "plan.md", folder, "")
    store, memory = recall.decisions(settings), Memory(recall, settings, standing)
    parser = MarkdownIt("commonmark").enable("table")
    text = plan(200_000)
    opinion = Opinion(
        tuple(each for name in PERSONAS for each in read_reply(reply_to(text, name, 30), name).raised),
        results=tuple(ReviewerResult(name, Outcome.OK) for name in PERSONAS),
    )

    def edited(number: int) -> Checked:
        at = text.index("\n\n", int(len(text) * 0.97))
        now = f"{text[:at]} Written for version {number}.{text[at:]}"
        checked = check(Snapshot("file:///plan.md", now), settings, NoWorkspace())
        assert isinstance(checked, Checked)
        # As the server does before the replies are there.
        primers(memory.about()[0], checked.subject.snapshot, checked.subject.outline, materiality=True)
        checked.haystack.prepare()
        return checked

    def judged(checked: Checked) -> tuple[Finding, ...]:
        review = conclude(checked, settings, opinion, remembered=memory.about()[0])
        memory.add_round(review, checked.subject.text)
        return review.findings

    found = judged(edited(0))
    # Some are of what is found now, the others of the same words with others around them.
    homes = (replace(found[n % len(found)].homes[0], before=f"note {n} ") for n in range(LATER_DECISIONS))
    near = (replace(found[n % len(found)], homes=(home,)) for n, home in enumerate(homes))
    kinds = (DecisionKind.ACKNOWLEDGED, DecisionKind.APPLIED, DecisionKind.UNDONE, DecisionKind.DISMISSED)
    decided = (
        decision_about(each, kinds[n % 4], workspace=standing.workspace, document=standing.document)
        for n, each in enumerate((*found[::2], *near))
    )
    store.record_all(replace(each, path=standing.path, at=n) for n, each in enumerate(islice(decided, LATER_DECISIONS)))
    for number in range(1, LATER_ROUNDS):
        judged(edited(number))
    ours: list[float] = []
    parses: list[float] = []
    for number in range(LATER_ROUNDS, LATER_ROUNDS + 9):
        checked = edited(number)
        known, _ = memory.about()
        assert (len(known.decisions), len(known.rounds)) == (LATER_DECISIONS, LATER_ROUNDS)
        start = time.process_time()
        judged(checked)
        between = time.process_time()
        parser.parse(text)
        ours.append((between - start) * 1000)
        parses.append((time.process_time() - between) * 1000)
    recall.close()
    name = "210 findings judged after 20 rounds and 200 decisions, CPU, against markdown-it-py"
    return Row(name, median(ours), median(parses), 1.5)


def _reopened(turns: int = 9) -> Row:
    """CPU of the real server from the opening of a document to the diagnostics with what models said before the server
    was started, against an offline review of the same text. No model is asked."""
    from anchorline.review import review
    from anchorline.reviewers.base import NoWorkspace
    from anchorline.settings import Settings
    from anchorline.text.snapshot import Snapshot

    text = plan(200_000)
    snapshot = Snapshot("file:///plan.md", text)
    ours: list[float] = []
    reviews: list[float] = []
    with reviewed(text, script(text, 5, AT_ONCE)) as (first, endpoint):
        save(first)
        until_complete(first)
        with running(OURS, first.env) as server:
            server.initialize(statusNotifications=True, settings=SETTINGS)
            for turn in range(turns + 1):
                server.quiet()
                before = server.cpu_ms()
                server.open(text)
                server.wait_for(_by_models)
                after = server.cpu_ms()
                server.wait_for(_all_cached)
                server.send({"method": "textDocument/didClose", "params": {"textDocument": {"uri": URI}}})
                begin = time.process_time()
                review(snapshot, Settings(), NoWorkspace())
                if turn:  # the first turn imports what it needs
                    ours.append(after - before)
                    reviews.append((time.process_time() - begin) * 1000)
        assert len(endpoint.ended) == len(PERSONAS)
    name = "what models said before on screen when 200 KB are opened again, CPU, against an offline review"
    return Row(name, median(ours), median(reviews), 2.0)


def _by_models(message: Message) -> bool:
    if message.get("method") != "textDocument/publishDiagnostics":
        return False
    return any(each["code"].split("/")[0] in PERSONAS for each in message["params"]["diagnostics"])
