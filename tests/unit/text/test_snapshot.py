"""A document as it stood: its hash, its line ends, its language."""

from __future__ import annotations

import hashlib
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anchorline.text.lines import LineIndex
from anchorline.text.snapshot import Snapshot, eol_of, language_of
from anchorline.text.span import Span

LANGUAGES: list[tuple[str, str | None, str]] = [
    ("plan.md", None, "markdown"),
    ("docs/PLAN.MD", None, "markdown"),
    ("a.tar.py", None, "python"),
    ("component.tsx", None, "typescriptreact"),
    ("component.jsx", None, "javascript"),
    ("app/models/user.rb", None, "ruby"),
    ("View.swift", None, "swift"),
    ("db/0001.sql", None, "sql"),
    ("LICENSE", None, "plaintext"),
    ("Makefile", None, "makefile"),
    ("a/Dockerfile.dev", None, "dockerfile"),
    ("main.tf", None, "terraform"),
    ("md", None, "plaintext"),
    ("a.", None, "plaintext"),
    ("a.weird", None, "plaintext"),
    ("Untitled-1", "markdown", "markdown"),
    ("a.md", "plaintext", "plaintext"),
    ("a.jsx", "javascriptreact", "javascript"),
    ("a.mdx", "mdx", "markdown"),
    ("a.md", "", "markdown"),
]


@pytest.mark.parametrize(("name", "client_says", "language"), LANGUAGES)
def test_the_client_names_the_language_or_else_the_suffix(name: str, client_says: str | None, language: str) -> None:
    assert language_of(name, client_says) == language


EOLS: list[tuple[str, str]] = [
    ("", "\n"),
    ("one line", "\n"),
    ("a\nb\n", "\n"),
    ("a\r\nb\r\n", "\r\n"),
    ("a\rb\r", "\r"),
    ("a\r\nb\r\nc\n", "\r\n"),
    ("a\nb\nc\r\n", "\n"),
    ("a\nb\r\n", "\n"),
    ("a\x0bb\x0c\u2028", "\n"),
]


@pytest.mark.parametrize(("text", "eol"), EOLS)
def test_the_line_end_is_that_of_most_lines(text: str, eol: str) -> None:
    assert eol_of(text) == Snapshot("file:///a.md", text).eol == eol


@given(st.text(alphabet="a\r\n", max_size=30))
def test_a_text_of_one_kind_of_line_end_has_that_one(text: str) -> None:
    for eol in ("\n", "\r\n", "\r"):
        lines = text.replace("\r", "").split("\n")
        assert eol_of(eol.join(lines)) == (eol if len(lines) > 1 else "\n")


def test_the_hash_is_that_of_the_text_in_utf_8_and_of_nothing_else() -> None:
    snapshot = Snapshot("file:///a.md", "Plan é\n", version=3, bom=True)
    assert snapshot.sha256 == hashlib.sha256("Plan é\n".encode()).hexdigest()
    assert snapshot.sha256 == Snapshot("untitled:b", "Plan é\n", language="python").sha256


@given(st.text(alphabet=st.characters(), max_size=20))
def test_any_text_that_an_editor_can_send_has_a_hash(text: str) -> None:
    assert len(Snapshot("file:///a.md", text + "\ud800").sha256) == 64


def test_a_snapshot_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Snapshot("file:///a.md", "a").text = "b"  # type: ignore[misc]


def test_an_index_that_is_there_already_is_used() -> None:
    index = LineIndex("a\nb")
    assert Snapshot("file:///a.md", "a\nb", index=index).lines is index
    assert Snapshot("file:///a.md", "a\nb").lines.starts == index.starts


SPANS: list[tuple[object, bool]] = [
    (3, False), (4, True), (6, True), (7, False), (Span(4, 7), True), (Span(5, 6), True), (Span(3, 7), False),
    (Span(4, 8), False), (Span(7, 7), True), ("x", False), (None, False),
]  # fmt: skip


@pytest.mark.parametrize(("other", "inside"), SPANS)
def test_what_lies_inside_a_span(other: object, inside: bool) -> None:
    assert (other in Span(4, 7)) is inside


@pytest.mark.parametrize(
    ("other", "overlap"),
    [(Span(0, 4), False), (Span(0, 5), True), (Span(6, 9), True), (Span(7, 9), False), (Span(5, 5), True)],
)
def test_spans_that_only_touch_do_not_overlap(other: Span, overlap: bool) -> None:
    assert Span(4, 7).overlaps(other) is overlap
    assert other.overlaps(Span(4, 7)) is overlap
