"""Decisions and rounds in the store: what is kept, found, bounded, and never believed blindly."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anchorline.findings.decisions import Claim, Decision, DecisionKind, Scope, without_text
from anchorline.findings.rounds import Round, RoundClaim
from anchorline.findings.trace import Trace
from anchorline.findings.wire.decided import exported, imported
from anchorline.memory import decisions as stored
from anchorline.memory.decisions import DecisionStore
from anchorline.memory.rows import packed, unpacked
from anchorline.memory.standing import Standing
from anchorline.memory.store import FILE, Store
from anchorline.recall import Recall

HERE = Standing("/srv", "docs/plan.md")

hashes = st.frozensets(st.integers(0, 2**64 - 1), max_size=12)
traces = st.builds(Trace, st.integers(1, 400), hashes.filter(bool), hashes)
names = st.text("abcdefghij-", min_size=1, max_size=20)
claims = st.builds(
    Claim,
    st.lists(names, min_size=1, max_size=3).map(tuple),
    names,
    st.lists(traces, min_size=1, max_size=4).map(tuple),
)
# Only a dismissal reaches further than one finding.
reaches = st.sampled_from([(DecisionKind.DISMISSED, scope) for scope in Scope]) | st.sampled_from(
    [(kind, Scope.FINDING) for kind in DecisionKind]
)
any_decision = st.builds(
    lambda reach, *rest: Decision(*reach, *rest),
    reaches, claims, st.just(""), st.text("0123456789abcdef", max_size=16), st.integers(0, 2**33),
)  # fmt: skip


def decision(number: int = 0, standing: Standing = HERE, scope: Scope = Scope.FINDING, at: int = 0) -> Decision:
    claim = Claim(("coherence",), "coherence/other", (Trace(3, frozenset({number})),), f"id{number}", "Gaps")
    return Decision(
        DecisionKind.DISMISSED, scope, claim, standing.workspace, standing.document, at, standing.path, "Copy",
        ("readers may see gaps",), "it is meant",
    )  # fmt: skip


@pytest.fixture
def store(tmp_path: Path) -> DecisionStore:
    return DecisionStore(Store(tmp_path / "state" / FILE), now=lambda: 1_000)


def test_what_is_kept_comes_back_whole(store):
    assert store.record(decision())
    assert store.remembered(HERE).decisions == (replace(decision(), at=1_000),)


def test_a_decision_taken_again_replaces_itself(store):
    store.record(decision(at=5))
    store.record(replace(decision(at=6), reason="I said so"))
    assert [(each.at, each.reason) for each in store.decisions()] == [(6, "I said so")]


def test_another_folder_of_the_same_tree_sees_the_same_file(store):
    store.record(decision())
    for standing in (Standing("/srv/docs", "plan.md"), Standing("/", "srv/docs/plan.md")):
        assert len(store.remembered(standing).decisions) == 1
    for standing in (Standing("/srv", "plan.md"), Standing("/other", "docs/plan.md"), Standing("", "docs/plan.md")):
        assert store.remembered(standing).decisions == ()


def test_what_holds_in_a_workspace_holds_in_all_that_lies_in_it(store):
    store.record(decision(scope=Scope.WORKSPACE))
    assert len(store.remembered(Standing("/srv/deep", "a/b.md")).decisions) == 1
    assert store.remembered(Standing("/elsewhere", "a.md")).decisions == ()


def test_only_a_document_that_is_gone_may_have_moved(tmp_path, store):
    (tmp_path / "there.md").write_text("x")
    for name in ("there.md", "gone.md"):
        store.record(decision(standing=Standing(str(tmp_path), name)))
    recall = Recall()
    moved = recall.moved(store, Standing(str(tmp_path), "new.md"))
    assert [each.path for each in moved] == ["gone.md"]
    assert recall.moved(store, Standing(str(tmp_path), "gone.md")) == ()
    store.record(decision(1, standing=Standing(str(tmp_path / "not mounted"), "gone.md")))
    assert recall.moved(store, Standing(str(tmp_path / "not mounted"), "new.md")) == (moved[0],)


def test_what_is_known_by_hash_alone_is_gone_when_no_file_has_it(tmp_path, store):
    (tmp_path / "there.md").write_text("x")
    for name in ("there.md", "gone.md"):
        one = decision(standing=Standing(str(tmp_path), name))
        store.record(replace(without_text(one), workspace=str(tmp_path)))
    moved = Recall().moved(store, Standing(str(tmp_path), "there.md"))
    assert [each.document for each in moved] == [Standing("", "gone.md").document]


def test_a_clock_that_is_set_back_makes_nothing_older(tmp_path):
    times = iter([2_000, 500])
    store = DecisionStore(Store(tmp_path / FILE), now=lambda: next(times))
    store.record(decision(1))
    store.record(decision(2))
    assert [each.at for each in store.decisions()] == [2_000, 2_000]


def test_the_oldest_of_too_many_go(store, monkeypatch):
    monkeypatch.setattr(stored, "MOST_DECISIONS", 3)
    store.record_all(decision(number, at=number + 1) for number in range(5))
    store.prune()
    assert [each.at for each in store.decisions()] == [5, 4, 3]


def test_who_forgets_that_a_fix_was_undone_forgets_that_it_was_applied(store):
    applied, other = (replace(decision(number, at=1), kind=DecisionKind.APPLIED) for number in (1, 2))
    elsewhere = replace(applied, workspace="/other")
    longer = replace(applied.claim, traces=(Trace(4, frozenset({1, 7})),), finding="id9")
    undone = replace(applied, kind=DecisionKind.UNDONE, claim=longer, at=2)
    store.record_all([applied, other, elsewhere, undone])
    assert store.forget([undone.id]) == 2
    assert set(store.decisions()) == {other, elsewhere}


@pytest.mark.parametrize("kind", DecisionKind)
def test_what_hides_is_taken_back_and_what_became_of_fixes_is_not(store, kind):
    store.record(replace(decision(), kind=kind))
    assert store.forget_about(HERE, hiding_only=True) == (1 if kind.hides else 0)


def test_rounds_are_kept_in_order_and_few(store):
    claim = RoundClaim(decision().claim, ("a heading",), held_back=True)
    for number in range(stored.ROUNDS_OF_A_DOCUMENT + 5):
        done = Round(f"text {number}", 0, (("coherence", "ok", True),), (claim,), (("a heading", "held"),))
        assert store.add_round(HERE, done)
    kept = store.remembered(HERE).rounds
    assert [each.sha256 for each in kept] == [f"text {number}" for number in range(5, 25)]
    assert replace(kept[-1], at=0) == done


def test_the_same_text_again_is_the_same_round(store):
    for sha256 in ("a", "b", "b", "a"):
        store.add_round(HERE, Round(sha256))
    assert [each.sha256 for each in store.rounds(HERE)] == ["a", "b", "a"]


def test_rows_that_are_no_decisions_are_passed_over(tmp_path, store):
    store.record(decision())
    store.add_round(HERE, Round("a"))
    with sqlite3.connect(tmp_path / "state" / FILE) as other:
        columns = "workspace, document, reviewers, rule, finding, own, path, section, title, quotes, reason, scope"
        for number, (kind, blob, at) in enumerate(
            [("eaten", b"", 1), ("dismissed", b"\x01", 1), ("dismissed", b"", "x")]
        ):
            other.execute(
                f"INSERT INTO decision (id, kind, traces, at, {columns}) VALUES (?, ?, ?, ?, ?, ?, '[]', 'r', '', 1, "
                "'', '', '', '[]', '', 'finding')",
                (str(number), kind, blob, at, HERE.workspace, HERE.document),
            )
        other.execute("UPDATE round SET claims = '[[1]]'")
    assert len(store.remembered(HERE).decisions) == 1
    assert store.rounds(HERE) == ()


@given(st.lists(traces, max_size=6))
def test_traces_survive_packing(several):
    assert unpacked(packed(several)) == tuple(several)


@given(st.lists(any_decision, max_size=6))
def test_an_export_is_read_as_it_was_written_and_in_one_order(several):
    text = exported(several)
    assert text == exported(reversed(several))
    read, problems = imported(text, "team.jsonl")
    assert problems == ()
    assert {each.id for each in read} == {each.id for each in several}
    assert exported(read) == text or len({each.id for each in several}) < len(several)


@given(st.text(max_size=300))
def test_any_file_is_read_without_a_fault(text):
    decisions, problems = imported(text, "team.jsonl")
    assert len(decisions) + len(problems) <= text.count("\n") + len(text.splitlines()) + 1


WRITER = """
import sys
from anchorline.memory.decisions import DecisionStore
from anchorline.memory.store import Store
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from unit.memory.test_decisions import decision
store = DecisionStore(Store(Path(sys.argv[1])))
for number in range(40):
    assert store.record(decision(int(sys.argv[3]) * 1000 + number)), store.problems
"""


def test_several_processes_decide_at_once(tmp_path):
    file, tests = tmp_path / FILE, str(Path(__file__).parents[2])
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(file), tests, str(each)]) for each in range(3)]
    assert [writer.wait(120) for writer in writers] == [0, 0, 0]
    assert len(DecisionStore(Store(file)).decisions()) == 120
