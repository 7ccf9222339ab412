from __future__ import annotations

import pytest

from anchorline.text.front_matter import FrontMatter
from anchorline.text.outline import read_outline


def read(text: str) -> tuple[FrontMatter | None, tuple[str, ...]]:
    outline = read_outline(text)
    return outline.front_matter, outline.problems


def test_keys_are_read_without_case() -> None:
    matter, problems = read("---\nTitle: A\nstatus: Done\n---\n\nText.\n")
    assert matter is not None
    assert problems == ()
    assert matter.word("title") == "a"
    assert matter.word("status") == "done"


@pytest.mark.parametrize("value", ["[a, b]", "{a: b}", ""])
def test_what_is_no_scalar_is_no_word(value: str) -> None:
    matter, _ = read(f"---\nkey: {value}\n---\n")
    assert matter is not None
    assert matter.word("key") == ""
    assert matter.word("other") == ""


def test_places_are_those_of_the_text() -> None:
    text = "---\na: b\n---\n\nText.\n"
    matter, _ = read(text)
    assert matter is not None
    assert matter.span.of(text) == "---\na: b\n---"
    assert matter.content.of(text) == "a: b\n"


@pytest.mark.parametrize("text", ["Text.\n", "\n---\na: b\n---\n", "Text\n---\na: b\n---\n", "---\na: b\n", ""])
def test_only_the_first_line_opens_it(text: str) -> None:
    assert read(text) == (None, ())


BROKEN = {
    "no YAML": ("---\na: [\n---\n\n# B\n", "not valid YAML"),
    "a tab": ("---\na:\n\t- b\n---\n\n# B\n", "not valid YAML"),
    "aliases": ("---\na: &x [1]\nb: *x\n---\n\n# B\n", "YAML aliases"),
    "a date that is none": ("---\na: 2026-13-45\n---\n\n# B\n", "not valid YAML"),
    "a tag that would run code": ("---\na: !!python/object/apply:os.getcwd []\n---\n\n# B\n", "not valid YAML"),
    "too long": ("---\na: " + "x" * 70_000 + "\n---\n\n# B\n", "longer than"),
}


@pytest.mark.parametrize(("text", "said"), BROKEN.values(), ids=BROKEN.keys())
def test_what_cannot_be_read_is_said_and_the_rest_stands(text: str, said: str) -> None:
    outline = read_outline(text)
    assert outline.front_matter is not None
    assert outline.front_matter.values == {}
    (problem,) = outline.problems
    assert said in problem
    assert [section.title for section in outline.sections] == ["", "B"]


def test_the_line_of_an_error_is_named() -> None:
    _, (problem,) = read("---\na: b\nc: [\n---\n")
    assert "(line " in problem


@pytest.mark.parametrize("body", ["just text", "- a\n- b", "3", ""])
def test_what_is_no_mapping_says_nothing(body: str) -> None:
    matter, problems = read(f"---\n{body}\n---\n")
    assert matter is not None
    assert matter.values == {}
    assert problems == ()


def test_keys_that_are_no_text() -> None:
    matter, _ = read("---\n1: a\nfalse: b\n---\n")
    assert matter is not None
    assert matter.word("1") == "a"
