from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anchorline.text.blocks import BlockKind, cells_of
from anchorline.text.masks import blanked, merged
from anchorline.text.outline import Outline, read_outline
from anchorline.text.sections import normalized_title
from anchorline.text.span import Span


def contents(text: str, *kinds: BlockKind) -> list[str]:
    outline = read_outline(text)
    return [block.content.of(text) for _, block in outline.of_kind(*kinds)]


def titles(outline: Outline) -> list[tuple[int, str]]:
    return [(section.level, section.title) for section in outline.sections]


HEADINGS = {
    "ATX": ("# A\n\n## B\n", ["A", "B"]),
    "closed": ("# A #\n\n## B ##  \n", ["A", "B"]),
    "a hash that closes nothing": ("# C#\n", ["C#"]),
    "indented": ("   # A\n", ["A"]),
    "setext": ("A\n=\n\nB\n-\n", ["A", "B"]),
    "setext over two lines": ("A\nB\n===\n", ["A\nB"]),
    "empty": ("#\n\n# \n", ["", ""]),
    "markup": ("# **A** `b`\n", ["**A** `b`"]),
    "a byte order mark": ("\ufeff# A\n", ["A"]),
    "carriage returns": ("# A\r\n\r\n## B\r\n", ["A", "B"]),
    "not in code": ("```\n# A\n```\n", []),
    "no space, no heading": ("#A\n", []),
}


@pytest.mark.parametrize(("text", "expected"), HEADINGS.values(), ids=HEADINGS.keys())
def test_headings(text: str, expected: list[str]) -> None:
    assert contents(text, BlockKind.HEADING) == expected


def test_sections_nest_by_level() -> None:
    text = "Before.\n\n# A\n\na\n\n## B\n\nb\n\n### C\n\nc\n\n## D\n\nd\n\n# E\n"
    outline = read_outline(text)
    assert titles(outline) == [(0, ""), (1, "A"), (2, "B"), (3, "C"), (2, "D"), (1, "E")]
    assert [section.parent for section in outline.sections] == [-1, 0, 1, 2, 1, 0]
    b = outline.sections[2]
    assert b.own.of(text) == "## B\n\nb\n\n"
    assert b.span.of(text) == "## B\n\nb\n\n### C\n\nc\n\n"
    assert outline.sections[1].span.end == text.index("# E")
    assert outline.sections[0].own.of(text) == "Before.\n\n"


def test_the_section_of_a_place_is_the_nearest_heading_above() -> None:
    text = "x\n\n# A\n\ny\n\n## B\n\nz\n"
    outline = read_outline(text)
    assert [outline.section_at(text.index(c)).title for c in "xyz"] == ["", "A", "B"]
    assert outline.section_at(text.index("# A")).title == "A"
    assert outline.section_at(len(text)).title == "B"


def test_headings_inside_quotes_and_lists_open_no_section() -> None:
    assert titles(read_outline("# A\n\n> # B\n\n- # C\n")) == [(0, ""), (1, "A")]


def test_titles_are_found_without_markup_and_case() -> None:
    outline = read_outline("# The **Plan**:\n\n## [Notes](x.md)\n")
    assert len(outline.sections_titled("the plan")) == 1
    assert len(outline.sections_titled("notes")) == 1
    assert normalized_title(" `Run`  it. ") == "run it"


ITEMS = {
    "bullets": ("- a\n* b\n+ c\n", [("a", "-", None), ("b", "*", None), ("c", "+", None)]),
    "numbers": ("3. a\n4. b\n", [("a", "3.", None), ("b", "4.", None)]),
    "parentheses": ("1) a\n", [("a", "1)", None)]),
    "check boxes": ("- [ ] a\n- [x] b\n- [X] c\n", [("a", "-", False), ("b", "-", True), ("c", "-", True)]),
    "no check box": ("- [y] a\n- [ ]b\n", [("[y] a", "-", None), ("[ ]b", "-", None)]),
    "two lines": ("- a\n  b\n", [("a\n  b", "-", None)]),
    "nested": ("- a\n  - b\n", [("a\n  - b", "-", None), ("b", "-", None)]),
    "nested on one line": ("- - a\n", [("- a", "-", None), ("a", "-", None)]),
    "nested three deep on one line": ("- 1. - a\n", [("1. - a", "-", None), ("- a", "1.", None), ("a", "-", None)]),
    "empty": ("-\n- a\n", [("", "-", None), ("a", "-", None)]),
    "in a quotation": ("> - a\n> - b\n", [("a", "-", None), ("b", "-", None)]),
}


@pytest.mark.parametrize(("text", "expected"), ITEMS.values(), ids=ITEMS.keys())
def test_items(text: str, expected: list[tuple[str, str, bool | None]]) -> None:
    outline = read_outline(text)
    items = [block for _, block in outline.of_kind(BlockKind.ITEM)]
    assert [(item.content.of(text), item.info, item.task) for item in items] == expected


def test_blocks_know_their_parents() -> None:
    text = "- a\n\n  b\n- c\n\nd\n"
    outline = read_outline(text)
    top = outline.children(-1)
    assert [outline.blocks[index].kind for index in top] == [BlockKind.BULLET_LIST, BlockKind.PARAGRAPH]
    items = outline.children(top[0])
    assert [outline.blocks[index].kind for index in items] == [BlockKind.ITEM, BlockKind.ITEM]
    paragraphs = outline.children(items[0])
    assert [outline.blocks[index].content.of(text) for index in paragraphs] == ["a", "  b"]
    assert list(outline.ancestors(paragraphs[0])) == [items[0], top[0]]


FENCES = {
    "backticks": ("```py\na\n```\n", ("a\n", "py")),
    "tildes": ("~~~\na\n~~~\n", ("a\n", "")),
    "empty": ("```\n```\n", ("", "")),
    "in an item": ("- x\n\n  ```\n  a\n  ```\n", ("  a\n", "")),
    "never closed": ("```\na\nb\n", ("a\nb", "")),
    "never closed and empty": ("```", ("", "")),
    "closed by a longer one": ("```\na\n`````\n", ("a\n", "")),
    "not closed by a shorter one": ("````\na\n```\n", ("a\n```", "")),
}


@pytest.mark.parametrize(("text", "expected"), FENCES.values(), ids=FENCES.keys())
def test_fences(text: str, expected: tuple[str, str]) -> None:
    (fence,) = (block for _, block in read_outline(text).of_kind(BlockKind.FENCE))
    assert (fence.content.of(text), fence.info) == expected


def test_tables_have_rows_and_cells_with_places() -> None:
    text = "x\n\n| A | B |\n|---|---|\n| a | `b` |\n| c |\n"
    outline = read_outline(text)
    rows = [block for _, block in outline.of_kind(BlockKind.ROW)]
    assert [row.info for row in rows] == ["header", "", ""]
    assert [cell.content.of(text) for _, cell in outline.of_kind(BlockKind.CELL)] == ["A", "B", "a", "`b`", "c"]


CELLS = {
    "pipes at both ends": ("| a | b |", ["a", "b"]),
    "none at the ends": ("a | b", ["a", "b"]),
    "an escaped pipe": (r"| a \| b | c |", [r"a \| b", "c"]),
    "an escaped pipe at the end": (r"| a | b \|", ["a", r"b \|"]),
    "empty cells": ("| | a | |", ["", "a", ""]),
    "indented": ("   | a | b |  ", ["a", "b"]),
    "one": ("| a |", ["a"]),
    "a lone pipe": ("|", [""]),
}


@pytest.mark.parametrize(("text", "expected"), CELLS.values(), ids=CELLS.keys())
def test_cells_by_the_rule_of_gfm(text: str, expected: list[str]) -> None:
    assert [cell.of(text) for cell in cells_of(text, Span(0, len(text)))] == expected


UNCLAIMED = {
    "front matter": "---\na: CLAIM\n---\n\nx\n",
    "a fence": "```\nCLAIM\n```\n\nx\n",
    "indented code": "    CLAIM\n\nx\n",
    "a quotation": "> CLAIM\n\nx\n",
    "a lazy quotation": "> a\nCLAIM\n\nx\n",
    "an HTML block": "<div>\nCLAIM\n</div>\n\nx\n",
    "a comment": "x <!-- CLAIM --> y\n",
    "a comment of several lines": "x <!-- a\nCLAIM\n--> y\n",
    "a comment with a blank line": "<!-- a\n\nCLAIM\n-->\n\nx\n",
    "an MDX comment": "x {/* CLAIM */} y\n",
    "review output": "# A\n\n## Deferred / Open Questions\n\nCLAIM\n\n# B\n",
    "below review output": "# A\n\n## Deferred/Open questions\n\n### From 2026\n\nCLAIM\n",
}
CLAIMED = {
    "a paragraph": "CLAIM\n",
    "a heading": "# CLAIM\n",
    "an item": "- CLAIM\n",
    "a cell": "| CLAIM |\n|---|\n| b |\n",
    "a footnote": "a[^1]\n\n[^1]: CLAIM\n",
    "after a comment": "a <!-- x --> CLAIM\n",
    "after an opening in code": "`<!--` CLAIM `-->`\n",
    "after a comment that never ends": "a <!-- b\n\nCLAIM\n",
    "after review output": "## Deferred / Open Questions\n\nx\n\n## B\n\nCLAIM\n",
    "questions of the author": "## Open Questions\n\nCLAIM\n",
}


@pytest.mark.parametrize("text", UNCLAIMED.values(), ids=UNCLAIMED.keys())
def test_some_places_are_not_the_authors_claim(text: str) -> None:
    outline = read_outline(text)
    at = text.index("CLAIM")
    assert "CLAIM" not in outline.prose
    assert not outline.is_claim(Span(at, at + 5))


@pytest.mark.parametrize("text", CLAIMED.values(), ids=CLAIMED.keys())
def test_the_rest_is(text: str) -> None:
    outline = read_outline(text)
    at = text.index("CLAIM")
    assert outline.plain[at : at + 5] == "CLAIM"
    assert outline.is_claim(Span(at, at + 5))


def test_plain_has_neither_code_nor_targets_nor_tags() -> None:
    text = "a `code` [text](target) ![alt](pic) <b>c</b> [d][e] f[^1] <https://x.org>\n\n[^1]: g\n"
    words = read_outline(text).plain.split()
    assert words == ["a", "[text", "![alt", "c", "[d", "f", "[^1]:", "g"]


def test_links_in_code_and_quotations_are_not_the_authors() -> None:
    text = "`[a](b)` [c](d)\n\n> [e](f)\n\n| [g](h) |\n|---|\n| [i](j) |\n"
    assert [link.target.of(text) for link in read_outline(text).links] == ["d", "h", "j"]


def test_references_are_known_by_their_label_and_place() -> None:
    text = "[a][Some Label]\n\n[some  label]: https://example.org\n"
    outline = read_outline(text)
    ((label, span),) = outline.references.items()
    assert label.casefold() == "some label"
    assert span.of(text) == "[some  label]: https://example.org"


def test_spans_are_merged() -> None:
    assert merged([Span(5, 7), Span(0, 2), Span(1, 4), Span(7, 9)]) == (Span(0, 4), Span(5, 9))


def test_blanking_keeps_line_ends() -> None:
    assert blanked("ab\r\ncd", [Span(1, 5)]) == "a \r\n d"


SOUP = st.text(alphabet="ab #-*>`|[]()!:<>~_=+1.\\\t\r\n\f\u2028\ufeff{}/^&", max_size=160)


@given(SOUP)
def test_any_text_has_an_outline_with_places_inside_it(text: str) -> None:
    outline = read_outline(text)
    for block in outline.blocks:
        assert 0 <= block.span.start <= block.span.end <= len(text)
        assert block.content in block.span
    assert len(outline.prose) == len(outline.plain) == len(text)
    for masked in (outline.prose, outline.plain):
        # A lone carriage return is shown as the line feed that it stands for.
        lines = re.sub(r"\r(?!\n)", "\n", text)
        assert all(m in (t, " ") for m, t in zip(masked, lines, strict=True))
        assert [c for c in masked if c in "\r\n"] == [c for c in lines if c in "\r\n"]


@given(SOUP)
def test_sections_cover_the_text_without_a_gap(text: str) -> None:
    outline = read_outline(text)
    assert outline.sections[0].own.start == 0
    assert outline.sections[-1].own.end == len(text)
    for section, following in zip(outline.sections, outline.sections[1:], strict=False):
        assert section.own.end == following.own.start
    for index, section in enumerate(outline.sections[1:], start=1):
        assert section.parent < index
        assert section.own in section.span
        assert section.span in outline.sections[section.parent].span
