"""Which `#fragment`s a Markdown document answers to.

Every renderer makes its own anchors from headings (GitHub, GitLab, MkDocs, Docusaurus, pandoc, Azure DevOps, …), so a
fragment is compared by its letters and digits alone, and in every form that some renderer would give the heading.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import unquote

from anchorline.text.inline import plain
from anchorline.text.outline import BlockKind, Outline

_ATTRIBUTE = re.compile(r"(?<![\w-])(?:id|name|xml:id)[ \t]{0,2}=[ \t]{0,2}[{]?[\"']?([^\"'\s>}]{1,200})", re.IGNORECASE)
_CUSTOM = re.compile(r"\{[^{}\n]{0,80}?#([^\s{}]{1,120})[^{}\n]{0,120}\}|^\(([^()\n]{1,120})\)=[ \t]*$|^\[\[([^\[\]\n]{1,120})\]\][ \t]*$|\^([\w-]{1,60})[ \t]*$", re.MULTILINE)
_HTML_HEADING = re.compile(r"<(h[1-6]|dt|summary)\b[^<>]{0,200}>([^\r\n]{1,300}?)</\1", re.IGNORECASE)
_ESCAPED = re.compile(r"&(?:amp|lt|gt|quot|nbsp|#\d{1,5});")
_SHORTCODE = re.compile(r":[a-z0-9_+-]{1,40}:")
_GENERATED = re.compile(
    r"""(?ix) ^(?:
        top | start | bottom | _top | readme | readme-ov-file | L\d+.* | C\d+ | :~: .* | [!/?=~:].* | .*[/=&?{}$<>].* |
        (?:user-content-)?fn(?:ref)?[-:_]?.* | footnote.* | _?toc.* | issuecomment.* | discussion.* | pullrequest.* | diff-.* |
        cite.* | ref-.* | bib.* | fig.* | tab: .* | tbl.* | eq[:-].* | sec:.* | lst:.* | page[-=]?\d+ | __.* | _ref.*
    )$"""
)
_INCLUDES = re.compile(
    r"""(?mx) ^[ \t]{0,8}(?:
        \{%-?[ \t] | \{\{ | --8<-- | :::[ \t]*(?:include|\w+\.\w) | !\[\[ | !!?include | @include | @\[ | \[!INCLUDE | import[ ][^\n]{0,200}[ ]from[ ] |
        `{3,}\{ | :{3,}\{ | \.\.[ ]\w+:: | <%  | <\?php | <!--[ ]?include | <[A-Z]\w+ | \[\[_?TOC_?\]\] | \{\{< | \{\{%
    )"""
)


@dataclass(frozen=True)
class Anchors:
    """The anchors of one document, by letters and digits."""

    outline: Outline

    @cached_property
    def _names(self) -> tuple[set[str], Counter[str]]:
        text = self.outline.text
        names: set[str] = set()
        repeats: Counter[str] = Counter()
        for block in self.outline.blocks:
            if block.kind is BlockKind.HEADING:
                forms = heading_forms(block.content.of(text))
                names |= forms
                repeats.update(forms)
        for match in _HTML_HEADING.finditer(text):
            names |= heading_forms(match[2])
        names |= {bare(match[1]) for match in _ATTRIBUTE.finditer(text)}
        names |= {bare(next(filter(None, match.groups()))) for match in _CUSTOM.finditer(text)}
        return names - {""}, repeats

    @cached_property
    def complete(self) -> bool:
        """Whether what stands in the text is all: no includes, components or templates that bring headings along."""
        return _INCLUDES.search(self.outline.text) is None

    def has(self, fragment: str) -> bool:
        """Whether some renderer would find it, or makes such anchors itself. `fragment`: as written, without `#`."""
        fragment = unquote(fragment).removeprefix("user-content-")
        name = bare(fragment)
        names, repeats = self._names
        if not name or name in names or _GENERATED.match(fragment):
            return True
        if bare(_ascii(fragment)) in names:
            return True
        # The second heading of a name is `name-1` (GitHub), `name_1` (MkDocs), `name-2` (others).
        numbered = re.match(r"(.*?)[-_]?(\d{1,3})$", fragment)
        if numbered is None:
            return False
        base = bare(numbered[1])
        return base in names and (repeats[base] > 1 and int(numbered[2]) <= repeats[base])

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self._names[0])


def bare(text: str) -> str:
    """Letters and digits, without case: what all kinds of anchors agree on."""
    return "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum() or unicodedata.category(c)[0] == "M")


def heading_forms(source: str) -> set[str]:
    """The anchors that renderers make of a heading, by letters and digits. `source`: the heading as written."""
    source = re.sub(r"[ \t]*(?:\{[^{}]{0,200}\}|\{/\*[^{}]{0,200}\*/\})[ \t]*$", "", source)
    seen = plain(source)
    forms: set[str] = set()
    for text in {source, seen, _SHORTCODE.sub("", seen), _ESCAPED.sub("", source), _ESCAPED.sub("", seen)}:
        unnumbered = re.sub(r"^[^^\W\d]*[\d.)\s:–—-]+", "", text)
        for form in (text, unnumbered, re.sub(r"&(?!\w+;)", " and ", text), text.replace("+", " plus "), re.sub(r"\([^()]{0,200}\)", "", text)):
            forms.add(bare(form))
            forms.add(bare(_ascii(form)))
            forms.add(bare("".join(c for c in form if c.isascii())))
            forms.add(bare(form.replace("_", " ").translate(_UMLAUTS)))
    return forms


_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "ae", "Ö": "oe", "Ü": "ue", "ß": "ss"})


def _ascii(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text) if c.isascii())
