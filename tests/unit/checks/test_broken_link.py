from __future__ import annotations

import pytest

from anchorline.findings.words import Anchor, AutofixClass
from anchorline.reviewers.checks.broken_link import CHECK
from plan_checks_kit import FilesAround, findings, fixed, places

GUIDE = """# Guide

## Set up & run

## Über `uns` 😀

## Set up

## Set up

<a id="old-name"></a>

<h3>Raw heading</h3>

Setext one
----------

### Named {#custom}
"""
AROUND = FilesAround(
    {
        "README.md": "# Read me\n",
        "LICENSE": "",
        "docs/guide.md": GUIDE,
        "docs/my notes.md": "# Notes\n",
        "docs/img/flow.png": "",
        "docs/setup/index.md": "# Setup\n",
        "docs/page.mdx": "# Page\n",
        "docs/parts.md": "# Parts\n\n{% include 'more.md' %}\n",
        "src/tool.py": "",
        "static/logo.svg": "",
        "ops/restore.md": "# Restore\n",
    }
)

FIRES = {
    "a file that is not there": ("See [x](missing.md).\n", ["missing.md"]),
    "with a fragment": ("See [x](missing.md#part).\n", ["missing.md"]),
    "an image": ("![x](img/gone.png)\n", ["img/gone.png"]),
    "another case": ("![x](img/Flow.png)\n", ["img/Flow.png"]),
    "up one folder too few": ("[x](README.md)\n", ["README.md"]),
    "a reference definition": ("See [the page][p].\n\n[p]: missing.md 'Title'\n", ["missing.md"]),
    "an image inside a link": ("[![x](img/gone.png)](https://example.org)\n", ["img/gone.png"]),
    "in angle brackets": ("[x](<no such.md>)\n", ["no such.md"]),
    "encoded": ("[x](no%20such.md)\n", ["no%20such.md"]),
    "in a table": ("| a |\n|---|\n| [x](missing.md) |\n", ["missing.md"]),
    "a name without extension that is a file's": ("[x](../NOTICE)\n", ["../NOTICE"]),
    "a heading that is not there": ("[x](guide.md#tear-down)\n", ["#tear-down"]),
}

SILENT = {
    "files that exist": "[a](guide.md) [b](./guide.md) [c](../README.md) [d](../LICENSE) ![e](img/flow.png) "
    "[f](../src/)\n",
    "encoded and in brackets": "[a](my%20notes.md) [b](<my notes.md>)\n",
    "queries": "[a](guide.md?plain=1) ![b](img/flow.png?raw=true)\n",
    "headings that exist": "[a](guide.md#set-up--run) [b](guide.md#über-uns-) [c](guide.md#set-up-1) "
    "[d](guide.md#old-name)\n"
    "[e](guide.md#raw-heading) [f](guide.md#setext-one) [g](guide.md#custom) [h](guide.md#Set-up)\n",
    "addresses": "[a](https://example.org/x.md) [b](mailto:a@example.org) [c](//example.org/x.md) "
    "[d](vscode:x.md) <x:y.md>\n",
    "the document itself": "[a](#nowhere) [b](#)\n",
    "absolute paths": "[a](/docs/none.md) [b](/none.png)\n",
    "outside the repository": "[a](../../other/README.md)\n",
    "virtual folders": "[a](../../issues/7) [b](../issues/7.md) [c](../blob/main/x.md) [d](../../wiki/Home.md)\n",
    "site addresses": "[a](setup) [b](./setup/) [c](../api/client) [d](guide.html) [e](none.html) "
    "[f](page.md) [g](setup.md)\n",
    "aliases": "[a](@site/docs/none.md) [b](~/none.md) [c](@/none.md)\n",
    "templates": "[a]({{url}}.md) [b](<NAME>.md) [c](${x}/y.md) [d]({% link none.md %}) "
    "[e](path/to/file.md) [f](….md)\n",
    "examples": "[a](url) [b](link.md) [c](your-doc.md) [d](example.md)\n",
    "what a site serves": "![a](logo.svg)\n",
    "Windows paths": "[a](img\\flow.png) [b](C:\\x.md)\n",
    "lines of source": "[a](../src/tool.py#L10-L20) [b](guide.md#L10)\n",
    "pages put together": "[a](parts.md#anything)\n",
    "sizes behind images": "![a](img/none.png =100x200)\n",
    "code, comments, quotations": "`[a](none.md)`\n\n```\n[a](none.md)\n```\n\n<!-- [a](none.md) -->\n\n> "
    "[a](none.md)\n",
    "no link": "[a] (none.md) and \\[b](none.md)\n",
    "a hint at text": "[a](guide.md#:~:text=set)\n",
    "an example in quotation marks": 'It should say "please read [the rules](RULES.md) first".\n'
    "Write “see [the rules](RULES.md)”.\n",
    "footnotes": "a[^1]\n\n[^1]: none.md\n",
}


@pytest.mark.parametrize(("text", "expected"), FIRES.values(), ids=FIRES.keys())
def test_it_fires_on_the_target(text: str, expected: list[str]) -> None:
    assert [quote for quote, _ in places(CHECK, text, AROUND)] == expected


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT.keys())
def test_it_is_silent(text: str) -> None:
    assert places(CHECK, text, AROUND) == []


def test_without_a_repository_or_in_a_template_it_is_silent() -> None:
    assert places(CHECK, "[x](missing.md)\n") == []
    assert places(CHECK, "[x](missing.md)\n", AROUND, name=".github/ISSUE_TEMPLATE/bug.md") == []
    assert places(CHECK, "[x](missing.md)\n", AROUND, name="tests/fixtures/links.md") == []


def test_the_only_near_match_is_proposed() -> None:
    text = "See [x](restore.md#top) and ![y](img/Flow.png).\n"
    assert fixed(CHECK, text, AROUND) == "See [x](../ops/restore.md#top) and ![y](img/flow.png).\n"
    found = findings(CHECK, text, AROUND)
    assert {raised.autofix_class for raised in found} == {AutofixClass.GATED_AUTO}
    assert "small letters" in found[1].why_it_matters


def test_two_near_matches_are_no_fix() -> None:
    around = FilesAround(["a/x.md", "b/x.md"])
    [raised] = findings(CHECK, "[x](x.md)\n", around)
    assert raised.edits == ()


def test_a_missing_heading_is_less_certain_than_a_missing_file() -> None:
    found = findings(CHECK, "[x](missing.md) [y](guide.md#tear-down)\n", AROUND)
    assert [raised.confidence for raised in found] == [Anchor.EVIDENT, Anchor.CONFIRMED]


def test_a_document_with_many_broken_links_gets_fixes_for_the_first_only() -> None:
    text = "".join(f"[x](gone{n}.md)\n\n[y](sub{n}/restore.md)\n\n" for n in range(20))
    found = findings(CHECK, text, AROUND)
    assert len(found) == 40
    assert 0 < sum(bool(raised.edits) for raised in found) < 20
