"""Hostile shapes cost no more than long plans: what is looked at is counted, not timed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anchorline.review import examine
from anchorline.reviewers import announced_lists, base
from anchorline.reviewers.base import NoWorkspace, Subject
from anchorline.reviewers.checks import count_mismatch, dependency_cycle, unknown_dependency, untraced_requirement
from anchorline.text import labels as labels_module
from anchorline.text.anchors import Anchors
from anchorline.text.families import learn_families
from anchorline.text.labels import MAX_IN_ONE, labels
from anchorline.text.outline import read_outline
from anchorline.text.snapshot import Snapshot
from anchorline.text.span import Span

UNITS = "# Plan\n\n### Unit 1: a\n\nDepends on: Unit 2\n\n### Unit 2: b\n\nDepends on: Unit 1, Unit 9\n"


def subject(text: str) -> Subject:
    return examine(Snapshot("file:///plan.md", text), NoWorkspace())


def counted(monkeypatch: pytest.MonkeyPatch, module: object, name: str) -> list[object]:
    """The first argument of each call of a function."""
    calls: list[object] = []
    function = getattr(module, name)

    def counting(*given: object, **options: object) -> object:
        calls.append(given[0])
        return function(*given, **options)

    monkeypatch.setattr(module, name, counting)
    return calls


def test_announced_lists_are_counted_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = counted(monkeypatch, announced_lists, "readings")
    announced = "There are 4 units:\n\n- a\n- b\n- c\n\n"
    assert len(list(count_mismatch.CHECK.run(subject(announced + "Next.\n")))) == 1
    calls.clear()
    list(count_mismatch.CHECK.run(subject(announced * 3_000)))
    assert 0 < len(calls) < 1_000


def test_dependencies_are_read_once_for_all_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = counted(monkeypatch, base, "dependencies")
    plan = subject(UNITS)
    assert [len(list(check.run(plan))) for check in (dependency_cycle.CHECK, unknown_dependency.CHECK)] == [1, 1]
    assert len(calls) == 1


@pytest.mark.parametrize(
    "text",
    [
        "# P\n\n## Deferred / Open Questions\n\n" + "- R3 x\n" * 500,
        "> - R1. a\n" * 500,
        "# a\n" * 500,
        "- [ ] x\n" * 500,
        "| a | b |\n|---|---|\n" + "|" * 5_000 + "\n",
        "| a | b |\n|---|---|\n" + "| x | 1 |\n" * 500,
    ],
    ids=["deferred", "quoted", "headings", "boxes", "pipes", "rows"],
)
def test_only_places_with_a_number_of_the_author_are_read_for_labels(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    calls = counted(monkeypatch, labels_module, "_label")
    assert not list(learn_families(read_outline(text)))
    assert not calls


@pytest.mark.parametrize("more", [", ".join(f"Unit {n}" for n in range(2, 9_000)), "Unit 2–9000", "Unit 2–400, " * 50])
def test_one_label_names_no_more_than_a_plan_has(more: str) -> None:
    outline = read_outline(f"### Unit 1, {more}: all\n")
    assert len(list(labels(outline))) <= MAX_IN_ONE + 1


@given(st.lists(st.integers(0, 60)), st.integers(0, 60), st.integers(0, 60))
def test_a_place_is_looked_up_in_a_span_as_one_by_one(places: list[int], a: int, b: int) -> None:
    span = Span(min(a, b), max(a, b))
    found = untraced_requirement._holds(span, sorted(places))
    assert found == any(at in span for at in places)


def test_links_to_headings_need_no_search_of_the_text() -> None:
    anchors = Anchors(read_outline('# The Risks\n\n<a id="here"></a>\n'))
    assert anchors.has("the-risks")
    assert "_plain_names" not in vars(anchors)
    assert anchors.has("here")
    assert not anchors.has("there")
