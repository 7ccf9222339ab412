"""Which `#fragment`s a Markdown document answers to.

Every renderer makes its own anchors from headings (GitHub, GitLab, MkDocs, Docusaurus, pandoc, Azure DevOps, …), so a
fragment is compared by its letters and digits alone, and in every form that some renderer would give the heading.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import unquote

from anchorline.text.blocks import BlockKind
from anchorline.text.inline import plain
from anchorline.text.outline import Outline

_ATTRIBUTE = re.compile(
    r"(?<![\w-])(?:id|name|xml:id)[ \t]{0,2}=[ \t]{0,2}[{]?[\"']?([^\"'\s>}]{1,200})", re.IGNORECASE
)
_CUSTOM = re.compile(
    r"\{[^{}\n]{0,80}?#([^\s{}]{1,120})[^{}\n]{0,120}\}|^\(([^()\n]{1,120})\)=[ \t]*$"
    r"|^\[\[([^\[\]\n]{1,120})\]\][ \t]*$|\^([\w-]{1,60})[ \t]*$",
    re.MULTILINE,
)
_HTML_HEADING_END = re.compile(r"</(h[1-6]|dt|summary)>", re.IGNORECASE)
_NOT_BARE = re.compile(r"[\W_]+")
_NUMBERED = re.compile(r"(.{0,300}?)[-_]?(\d{1,3})")
_MOST_HEADINGS = 2000
_ESCAPED = re.compile(r"&(?:amp|lt|gt|quot|nbsp|#\d{1,5});")
_SHORTCODE = re.compile(r":[a-z0-9_+-]{1,40}:")
_GENERATED = re.compile(
    r"""(?ix) ^(?:
        top | start | bottom | _top | readme | readme-ov-file | L\d+.* | C\d+ | :~: .* | [!/?=~:].* | .*[/=&?{}$<>].* |
        (?:user-content-)?fn(?:ref)?[-:_]?.* | footnote.* | _?toc.* | issuecomment.* | discussion.* |
        pullrequest.* | diff-.* |
        cite.* | ref-.* | bib.* | fig.* | tab: .* | tbl.* | eq[:-].* | sec:.* | lst:.* | page[-=]?\d+ | __.* | _ref.*
    )$"""
)
_INCLUDES = re.compile(
    r"""(?mx) ^[ \t]{0,8}(?:
        \{%-?[ \t] | \{\{ | --8<-- | :::[ \t]*(?:include|\w+\.\w) | !\[\[ | !!?include | @include | @\[ |
        \[!INCLUDE | import[ ][^\n]{0,200}[ ]from[ ] |
        `{3,}\{ | :{3,}\{ | \.\.[ ]\w+:: | <%  | <\?php | <!--[ ]?include | <[A-Z]\w+ | \[\[_?TOC_?\]\] | \{\{< | \{\{%
    )"""
)


@dataclass(frozen=True)
class Anchors:
    """The anchors of one document, by letters and digits."""

    outline: Outline

    @cached_property
    def _headings(self) -> tuple[str, ...]:
        text = self.outline.text
        headings = [block.content.of(text) for block in self.outline.blocks if block.kind is BlockKind.HEADING]
        return (*headings, *_html_headings(text))

    @cached_property
    def _heading_names(self) -> Counter[str]:
        """What most links lead to; the text need not be searched for those."""
        return Counter(bare(plain(heading)) for heading in self._headings)

    @cached_property
    def _plain_names(self) -> Counter[str]:
        """What most renderers agree on: the headings, and the anchors that are written out."""
        text = self.outline.text
        names = Counter(self._heading_names)
        names.update(bare(match[1]) for match in _ATTRIBUTE.finditer(text))
        names.update(bare(next(filter(None, match.groups()))) for match in _CUSTOM.finditer(text))
        return names

    @cached_property
    def _all_names(self) -> Counter[str]:
        """The same, in every form that some renderer gives a heading."""
        names = Counter(self._plain_names)
        for heading in self._headings[:_MOST_HEADINGS]:
            names.update(heading_forms(heading))
        return names

    @cached_property
    def complete(self) -> bool:
        """Whether what stands in the text is all: no includes, components or templates that bring headings along."""
        return _INCLUDES.search(self.outline.text) is None

    def has(self, fragment: str) -> bool:
        """Whether some renderer would find it, or makes such anchors itself. `fragment`: as written, without `#`."""
        fragment = unquote(fragment).removeprefix("user-content-")
        name = bare(fragment)
        if (
            not name
            or name in self._heading_names
            or name in self._plain_names
            or _GENERATED.match(fragment)
            or len(self._headings) > _MOST_HEADINGS
        ):
            return True
        names = self._all_names
        if name in names or bare(_ascii(fragment)) in names:
            return True
        # The second heading of a name is `name-1` (GitHub), `name_1` (MkDocs), `name-2` (others).
        numbered = _NUMBERED.fullmatch(fragment)
        if numbered is None:
            return False
        repeats = names[bare(numbered[1])]
        return repeats > 1 and int(numbered[2]) <= repeats

    def writes(self, fragment: str) -> bool:
        """Whether a heading or a written anchor has just this name, which every renderer would find."""
        return bare(unquote(fragment).removeprefix("user-content-")) in self._plain_names

    @property
    def is_ascii(self) -> bool:
        return all(heading.isascii() for heading in self._headings)


def bare(text: str) -> str:
    """Letters and digits, without case: what all kinds of anchors agree on."""
    folded = text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()
    return _NOT_BARE.sub("", folded)


def heading_forms(source: str) -> set[str]:
    """The anchors that renderers make of a heading, by letters and digits. `source`: the heading as written."""
    source = re.sub(r"[ \t]*(?:\{[^{}]{0,200}\}|\{/\*[^{}]{0,200}\*/\})[ \t]*$", "", source)
    seen = plain(source)
    forms: set[str] = set()
    if re.match(r"[^\W\d_]+[-_]?\d", seen):
        forms.add(bare(seen.split(" ", 1)[0]))  # "DEP0111: …" answers to its code
    for text in {source, seen, _SHORTCODE.sub("", seen), _ESCAPED.sub("", source), _ESCAPED.sub("", seen)}:
        unnumbered = _NUMBERING.sub("", text, count=1)
        for form in (
            text,
            unnumbered,
            text.replace("&", " and "),
            text.replace("+", " plus "),
            _PARENTHESIS.sub("", text),
        ):
            forms.add(bare(form))
            if not form.isascii():
                forms.update(
                    (bare(_ascii(form)), bare("".join(c for c in form if c.isascii())), bare(form.translate(_UMLAUTS)))
                )
    return forms - {""}


_PARENTHESIS = re.compile(r"\([^()]{0,200}\)")
_NUMBERING = re.compile(
    r"""(?x) ^ \s{0,9} (?:
        (?: \d{1,4} [.)] ){0,9} \d{1,4} [\s.):：–—-]                    # "1.2 Goals", "3) Goals"
        | (?: [A-Za-z] | [IVXLC]{1,7} ) [.)] \s                         # "A. Goals", "IV) Goals"
        | [A-Z]{1,6} [-_.]? \d [\d.]{0,12} [a-z]? (?: [.):] \s | ： | \s? [–—-] \s )       # "R3: Goals"
        | [^\W\d_]{1,20} \s \d [\d.]{0,12} [a-z]? (?: [.):] \s | ： | \s? [–—-] \s )    # "Step 3 - Goals"
    ) [.)\s:：–—-]{0,9}"""
)
"""The number that a heading begins with, which some renderers leave out; never a mere word."""


def _html_headings(text: str) -> Iterator[str]:
    """What stands in HTML headings of one line, found from their ends: openings may be many and never closed."""
    for closing in _HTML_HEADING_END.finditer(text):
        line = max(text.rfind("\n", 0, closing.start()) + 1, closing.start() - 400)
        opening = text.rfind("<" + closing[1], line, closing.start())
        inner = text.find(">", opening, closing.start()) if opening >= 0 else -1
        if inner >= 0:
            yield text[inner + 1 : closing.start()]


_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "ae", "Ö": "oe", "Ü": "ue", "ß": "ss"})


def _ascii(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text) if c.isascii())
