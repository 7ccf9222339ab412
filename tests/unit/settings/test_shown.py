"""Values as people may see them."""

from __future__ import annotations

from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anchorline.settings import shown
from anchorline.settings.shown import LONGEST, plain

SHOWN: list[tuple[object, str]] = [
    (True, "true"),
    (None, "not set"),
    (800, "800"),
    (10**400, "a number of more than 18 digits"),
    (0.1, "0.1"),
    (120.0, "120"),
    (float("nan"), "nan"),
    ("HEAD", '"HEAD"'),
    (("a", "b"), '["a", "b"]'),
    ([], "[]"),
    ([[["a", 1]]], "[…]"),
    (MappingProxyType({"P1": "Hint"}), '{"P1" = "Hint"}'),
    ((("*.md", "be kind"),), '["*.md" = "be kind"]'),
    ("https://example.org/v1?x=1", '"https://example.org/v1?x=1"'),
    ("https://me:hunter2@example.org", '"https://***@example.org"'),
    ("https://token@example.org/a@b", '"https://***@example.org/a@b"'),
    ("https://example.org/?api_key=hunter2&x=1", '"https://example.org/?api_key=***&x=1"'),
    (["https://me:p@a.example", "x"], '["https://***@a.example", "x"]'),
    ("sk-ant-abcdefghijkl", '"***"'),
    ("a\nb\x1b\u202e", '"a\\u000ab\\u001b\\u202e"'),
]


@pytest.mark.parametrize(("value", "text"), SHOWN)
def test_a_value_is_shown_plainly_and_without_credentials(value: object, text: str) -> None:
    assert shown(value) == text


@given(st.text())
def test_whatever_is_quoted_is_one_printable_line(text: str) -> None:
    line = plain(text)
    assert line.isprintable()
    assert len(line) <= LONGEST


def test_a_long_value_is_cut_after_its_credentials_are_gone() -> None:
    line = shown("x" * 110 + "https://me:" + "p" * 500 + "@example.org")
    assert len(line) <= LONGEST
    assert "pp" not in line
