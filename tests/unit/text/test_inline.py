from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anchorline.text.inline import LinkKind, code_spans, html_tags, links, plain

CODE = {
    "one": ("a `b` c", ["`b`"]),
    "two": ("`a` and `b`", ["`a`", "`b`"]),
    "two backticks": ("``a ` b`` c", ["``a ` b``"]),
    "never closed": ("a `b c", []),
    "another length does not close": ("a ``b` c", []),
    "a later run of the same length does": ("a `b `` c` d", ["`b `` c`"]),
    "escaped": (r"a \`b` c", []),
    "escaped, then a pair": (r"\`a `b`", ["`b`"]),
    "an escaped backslash escapes nothing": (r"a \\`b` c", ["`b`"]),
    "an escape of one of two": (r"\``a`", ["`a`"]),
    "no escapes inside": ("`a\\` b`", ["`a\\`"]),
    "across lines": ("a `b\nc` d", ["`b\nc`"]),
}


@pytest.mark.parametrize(("text", "expected"), CODE.values(), ids=CODE.keys())
def test_code_spans(text: str, expected: list[str]) -> None:
    assert [span.of(text) for span in code_spans(text)] == expected


def test_code_spans_stay_in_their_stretch() -> None:
    text = "`a b` c `d`"
    assert [span.of(text) for span in code_spans(text, 3)] == ["` c `"]
    assert [span.of(text) for span in code_spans(text, 0, 5)] == ["`a b`"]


LINKS = {
    "inline": ("[a](b)", [("inline", "a", "b", False)]),
    "an image": ("![a](b.png)", [("inline", "a", "b.png", True)]),
    "a title": ('[a](b "c")', [("inline", "a", "b", False)]),
    "a title in parentheses": ("[a](b (c))", [("inline", "a", "b", False)]),
    "in angle brackets": ("[a](<b c>)", [("inline", "a", "b c", False)]),
    "parentheses in the target": ("[a](b_(c)_d)", [("inline", "a", "b_(c)_d", False)]),
    "an empty target": ("[a]()", [("inline", "a", "", False)]),
    "a fragment": ("[a](#b)", [("inline", "a", "#b", False)]),
    "brackets in the text": ("[a [b] c](d)", [("inline", "a [b] c", "d", False)]),
    "an image in a link": ("[![a](b)](c)", [("inline", "a", "b", True), ("inline", "![a](b)", "c", False)]),
    "no link in a link": ("[a [b](c) d](e)", [("inline", "b", "c", False)]),
    "a reference": ("[a][b]", [("reference", "a", "b", False)]),
    "a shortcut is left alone": ("[a] and [b][]", []),
    "a footnote": ("a[^1] b", [("footnote", "^1", "1", False)]),
    "a footnote in front of parentheses": ("a[^1](b)", [("footnote", "^1", "1", False)]),
    "a definition of a footnote": ("[^1]: a", []),
    "escaped brackets": (r"\[a](b) [c\](d)", []),
    "an escaped bracket inside": (r"[a \] b](c)", [("inline", r"a \] b", "c", False)]),
    "two": ("[a](b) [c](d)", [("inline", "a", "b", False), ("inline", "c", "d", False)]),
    "never closed": ("[a](b", []),
    "a space before the parenthesis": ("[a] (b)", []),
    "text behind the target": ("[a](b c)", []),
}


@pytest.mark.parametrize(("text", "expected"), LINKS.values(), ids=LINKS.keys())
def test_links(text: str, expected: list[tuple[str, str, str, bool]]) -> None:
    found = [(link.kind.value, link.text.of(text), link.target.of(text), link.image) for link in links(text)]
    assert found == expected


def test_a_link_spans_all_of_its_text() -> None:
    text = 'x ![a](b "c") y'
    (link,) = links(text)
    assert link.kind is LinkKind.INLINE
    assert link.span.of(text) == '![a](b "c")'


HTML = {
    "tags": ("a <b>c</b>", ["<b>", "</b>"]),
    "attributes": ('<a href="x">y</a>', ['<a href="x">', "</a>"]),
    "empty": ("a<br/>b", ["<br/>"]),
    "an autolink": ("see <https://example.org/a> x", ["<https://example.org/a>"]),
    "a mail address": ("<me@example.org>", ["<me@example.org>"]),
    "a comparison": ("a < b > c", []),
    "never closed": ("a <b c", []),
}


@pytest.mark.parametrize(("text", "expected"), HTML.values(), ids=HTML.keys())
def test_html_tags(text: str, expected: list[str]) -> None:
    assert [span.of(text) for span in html_tags(text)] == expected


PLAIN = {
    "emphasis": ("*a* **b** _c_ __d__ ~~e~~", "a b c d e"),
    "underscores in words": ("snake_case_name", "snake_case_name"),
    "code": ("run `make all`", "run make all"),
    "links": ("see [the docs](https://example.org) now", "see the docs now"),
    "references": ("see [the docs][1]", "see the docs"),
    "footnotes": ("a claim[^1]", "a claim"),
    "tags": ("a <b>c</b>", "a c"),
    "escapes": (r"1\. a \* b", "1. a * b"),
    "white space": ("a \t b\n c", "a b c"),
}


@pytest.mark.parametrize(("text", "expected"), PLAIN.values(), ids=PLAIN.keys())
def test_plain_is_what_a_reader_sees(text: str, expected: str) -> None:
    assert plain(text) == expected


@given(st.text(alphabet="ab`[]()!^\\<> \n#", max_size=80))
def test_any_text_gives_places_inside_it(text: str) -> None:
    for span in (*code_spans(text), *html_tags(text)):
        assert 0 <= span.start < span.end <= len(text)
    end = 0
    for link in links(text):
        assert link.text in link.span
        assert link.target in link.span
        assert link.span.end <= len(text)
        assert link.span.end >= end
        end = link.span.end
    plain(text)
