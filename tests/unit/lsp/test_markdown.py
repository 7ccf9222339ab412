"""Whatever a document or a model says is shown, and does nothing."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from anchorline.lsp.markdown import fenced, inline, one_line, visible

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
HOSTILE = [
    "![x](http://evil.example/x.png)",
    "[click](command:rm)",
    "<img src=x onerror=alert(1)>",
    "<https://evil.example>",
    "`code` **bold** __bold__ _it_ *it* ~~gone~~",
    "# heading",
    "- item",
    "1. item",
    "1) item",
    "> quote",
    "---",
    "===",
    "```\nfence\n```",
    "    indented",
    "| a | b |\n|---|---|",
    "&lt;b&gt; &#60;",
    "a\\",
    "[ref]: http://evil.example",
    "line\n\n# other",
]


def flat(tokens: list[Token]) -> list[Token]:
    return [each for token in tokens for each in (token, *flat(token.children or []))]


def shown_by(markdown: str) -> str:
    return "".join(token.content for token in flat(PARSER.parse(markdown)) if token.type in ("text", "text_special"))


@pytest.mark.parametrize("text", HOSTILE)
def test_inline_text_is_one_paragraph_of_plain_text(text):
    kinds = {token.type for token in flat(PARSER.parse(inline(text)))}
    assert kinds <= {"paragraph_open", "inline", "text", "text_special", "paragraph_close"}
    assert shown_by(inline(text)) == one_line(text)


@given(st.text(alphabet=st.sampled_from("a1 _*`[]()<>#-+=|~!&;:/\\.@\n\t\"'w"), max_size=40))
def test_any_text_is_shown_as_it_is(text):
    assert shown_by(inline(text)) == one_line(text)


@pytest.mark.parametrize(
    "text", ["see http://evil.example", "see https://evil.example", "www.evil.example", "a@evil.example"]
)
def test_bare_addresses_do_not_become_links(text):
    # Extended autolinks need these very characters side by side.
    escaped = inline(text)
    assert not re.search(r"\w://", escaped)
    assert "www." not in escaped
    assert "a@" not in escaped


@given(st.text(max_size=60))
def test_a_fence_cannot_be_left(text):
    tokens = PARSER.parse(fenced(text, "diff"))
    assert [token.type for token in tokens] == ["fence"]


def test_a_fence_is_cut():
    assert len(fenced("x\n" * 10_000).split("\n")) < 30
    assert max(map(len, fenced("x" * 100_000).split("\n"))) <= 300


@pytest.mark.parametrize(
    "character", ["\u202e", "\u2066", "\x00", "\x1b", "\x85", "\u2028", "\U000e0041", "\ufeff", "\ud800"]
)
def test_characters_that_act_are_named_instead(character):
    assert visible(f"a{character}b") == f"a⟨U+{ord(character):04X}⟩b"


@pytest.mark.parametrize("unit", ["_", "`", "[", " ", "a@", "&", "www."])
def test_long_text_is_cut(unit):
    hostile = unit * (400_000 // len(unit))
    assert len(inline(hostile)) <= 4001
    assert len(fenced(hostile)) <= 1000
