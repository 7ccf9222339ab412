"""A reference to something that the document does not define: an ID, an anchor, a link label, a footnote.

Why
    "See Unit 7" sends the reader to a place that is not there. In a plan it is most often a number that went stale
    when units were renumbered; the executor then guesses, or looks for a unit that was never written. A dead anchor
    or footnote does the same to every reader.

Fires
    In plans, requirements, specs and decision records, on an ID of a family that the document itself defines (at least
    two members, in headings, list labels, bold labels or first table cells, in any language) when no place of the
    document defines that ID:

        - R1. Rename the command
        - R2. Update the skills
        ... as required by R7 ...

    In every Markdown document, on
    - `[text](#anchor)` when no heading, HTML `id` or `name`, or custom ID gives that anchor under any common renderer
    - `[text][label]` when the label is defined nowhere
    - `[^note]` when the footnote is defined nowhere

Must not fire
    - on "step 5" where an ordered list of the document has a fifth item
    - on ranges: "R6–R10" defines or cites whatever it spans, in the whole document
    - on numbers that a thing had once: "R2 (was R6)", "In v1 this was R8", "Phase 0 was the spike"
    - on IDs that were withdrawn, merged, renumbered, deferred, or that are yet to come ("a future Phase 4")
    - on IDs of another document: "Phase 0.2 of the edited skill", "the parent plan's Unit 9", "`SKILL.md` Step 6", a
      sentence that links to another file; "section 4 of the vendor's guide"; "Task 17 on the board"; RFC 9110
    - on IDs that an `origin:` document (or another Markdown file that the document names) defines, or may define
      because it cannot be read
    - on IDs that stand in code, quotations or deferred sections of the document, or that several undefined IDs of the
      same family show to live elsewhere
    - on severities, quarters, heading levels and products that look like IDs (P2, Q4, H3, S3)
    - on anchors in a document that pulls in other text (includes, components, templates) or whose anchors follow a
      style of their own
    - on brackets that are no links: `items[i][j]`, `[1][2]`, character classes (`[^abc]`), check boxes
    - on shortcut references `[label]`, which nobody can tell from brackets

Class
    P1 for IDs, P2 for links and footnotes; confidence 100, manual: the text proves that the target is missing, but not
    which one was meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from anchorline.findings.finding import Raised
from anchorline.findings.words import Anchor, Severity
from anchorline.reviewers.base import MOST_FINDINGS, Check, Scope, Subject
from anchorline.reviewers.local_ids import undefined_here
from anchorline.text.anchors import Anchors
from anchorline.text.blocks import BlockKind
from anchorline.text.ids import Number
from anchorline.text.inline import Link, LinkKind
from anchorline.text.span import Span

_MOST_LINKS = 4000
_FOOTNOTE_DEFINITION = re.compile(r"(?m)^[ \t>*+-]{0,12}\[\^([^\]\s]{1,200})\]:")
_FOOTNOTE_LABEL = re.compile(r"\w[\w.:-]{0,80}")
_TAG = re.compile(r"[A-Z0-9_ !?*+./-]{1,12}")
_CLASS = re.compile(r"\w-\w|[\\^$*|]|^[.,:;!?'\"()/ -]+$")
_PATTERN_WORDS = re.compile(
    r"\b(?:reg(?:ular )?ex(?:p|pressions?|es)?|patterns?|character class(?:es)?|glob|grep|sed|match(?:es|ing)?"
    r"|muster)\b[^\n]{0,40}$",
    re.IGNORECASE,
)
_SYMBOL = re.compile(r"::|\(|`|@|/|\.\w|->|^[a-z]+[A-Z]|_")


def _run(subject: Subject) -> Iterator[Raised]:
    return islice(_all(subject), MOST_FINDINGS)


def _all(subject: Subject) -> Iterator[Raised]:
    if subject.document_type.is_plan:
        yield from _ids(subject)
    outline = subject.markdown
    if outline.links:
        yield from _fragments(subject)
        yield from _labels(subject)
        yield from _footnotes(subject)


def _ids(subject: Subject) -> Iterator[Raised]:
    families = subject.families
    plan = {family.key: family for family in families.plan}
    defined = {key: family.numbers for key, family in plan.items()}
    if not plan:
        return
    candidates: list[tuple[str, Number, Span]] = []
    keys = set()
    for mention in families.claimed:
        family = plan.get(mention.key)
        if family is None:
            continue
        for number, span in mention.ids:
            if number in defined[family.key] or number in families.known[family.key]:
                continue
            if family.has_depth_of(number):
                candidates.append((family.key, number, span))
                keys.add((family.key, number))
    if not candidates:
        return
    missing = undefined_here(subject, keys)
    in_fields = {dependency.span for dependency in subject.dependencies}
    for key, number, span in candidates:
        if (key, number) not in missing or span in in_fields:
            continue
        written = " ".join(span.of(subject.text).split())
        numbers = sorted(defined[key])
        first, last = plan[key].name(numbers[0]), plan[key].name(numbers[-1])
        span_of_names = f"{first} and {last}" if len(numbers) == 2 else f"{first} to {last}"
        yield CHECK.raises(
            subject,
            f"{written} is not defined in this document",
            f"This document defines {len(numbers)} of that family, {span_of_names}; {written} is not among them, so "
            "the reference leads nowhere.",
            span,
        )


def _fragments(subject: Subject) -> Iterator[Raised]:
    text, outline = subject.text, subject.markdown
    targets = [
        link
        for link in outline.links
        if link.kind is LinkKind.INLINE and link.target.end - link.target.start > 1 and text[link.target.start] == "#"
    ][:_MOST_LINKS]
    if not targets:
        return
    anchors = Anchors(outline)
    if not anchors.complete:
        return
    dead = [link for link in targets if not anchors.has(text[link.target.start + 1 : link.target.end])]
    if len(dead) > 3 and len(dead) * 2 > len(targets):
        return  # anchors of a style of their own
    for fragment, places in _by_target(text, dead):
        if not anchors.is_ascii and fragment.isascii() and "%" not in fragment:
            continue  # may be a transliteration
        yield CHECK.raises(
            subject,
            f"No anchor {fragment} in this document",
            f"The link points at {fragment}, but no heading, id or name of this document gives that anchor.",
            *places,
            severity=Severity.P2,
        )


def _labels(subject: Subject) -> Iterator[Raised]:
    text, outline = subject.text, subject.markdown
    references = [link for link in outline.links if link.kind is LinkKind.REFERENCE][:_MOST_LINKS]
    if not references:
        return
    defined = {_normal(label) for label in outline.references} | {_normal(m[1]) for m in _DEFINITION.finditer(text)}
    dead = [link for link in references if _normal(link.target.of(text)) not in defined and _is_reference(text, link)]
    if not dead:
        return
    anchors = Anchors(outline)
    if not anchors.complete or (len(dead) > 3 and len(dead) * 2 > len(references)):
        return
    for label, places in _by_target(text, dead):
        if anchors.has(label):
            continue
        yield CHECK.raises(
            subject,
            f"Link label [{label}] is not defined",
            f"No line of this document defines [{label}], so the link is shown as plain brackets.",
            *places,
            severity=Severity.P2,
        )


_DEFINITION = re.compile(r"(?m)^[ \t>*+-]{0,12}\[([^\[\]\n]{1,500})\]:")


def _normal(label: str) -> str:
    return " ".join(label.split()).casefold()


def _is_reference(text: str, link: Link) -> bool:
    """Whether two pairs of brackets are meant as a link."""
    start = link.span.start
    shown, label = link.text.of(text), link.target.of(text)
    before, after = text[start - 1 : start] if start else "", text[link.span.end : link.span.end + 1]
    if (before and (before.isalnum() or before in "_])}\\[^.$")) or (after and after in "[({*+?=]"):
        return False
    if not shown.strip() or any(pattern.search(part) for part in (shown, label) for pattern in (_CLASS,)):
        return False
    if (
        _TAG.fullmatch(shown)
        or _TAG.fullmatch(label)
        or _SYMBOL.search(label)
        or shown.lstrip().startswith(("x]", "^"))
    ):
        return False
    return "\n" not in label


def _footnotes(subject: Subject) -> Iterator[Raised]:
    text, outline = subject.text, subject.markdown
    notes = [link for link in outline.links if link.kind is LinkKind.FOOTNOTE][:_MOST_LINKS]
    if not notes:
        return
    defined = {m[1].casefold() for m in _FOOTNOTE_DEFINITION.finditer(text)}
    defined |= {block.info.casefold() for _, block in outline.of_kind(BlockKind.FOOTNOTE)}
    dead = [link for link in notes if link.target.of(text).casefold() not in defined]
    if not dead or (len(dead) > 3 and len(dead) * 2 > len(notes)) or not Anchors(outline).complete:
        return
    for label, places in _by_target(text, [link for link in dead if _is_footnote(text, link, defined)]):
        yield CHECK.raises(
            subject,
            f"Footnote [^{label}] is not defined",
            f"No line of this document defines the footnote [^{label}], so its mark is shown as plain text.",
            *(Span(place.start - 1, place.end) for place in places),  # with its mark: `^x`
            severity=Severity.P2,
        )


def _is_footnote(text: str, link: Link, defined: set[str]) -> bool:
    """Whether `[^x]` is meant as a footnote and not as a character class."""
    label = link.target.of(text)
    if defined and not label.isdecimal() and all(other.isdecimal() for other in defined):
        return False  # a document that numbers its notes does not name them
    if _PATTERN_WORDS.search(text, max(0, link.span.start - 60), link.span.start):
        return False
    before, after = text[link.span.start - 1 : link.span.start], text[link.span.end : link.span.end + 1]
    if not _FOOTNOTE_LABEL.fullmatch(label) or _CLASS.search(label) or (after and after in "*+?{[("):
        return False
    attached = before != "" and not before.isspace() and before not in "([{/\\`^-=|"
    if after.isalnum():
        return False
    if not attached and len(label) > 1 and list(label.casefold()) == sorted(set(label.casefold())):
        return False  # each letter once, from A to Z: abc, xyz, aeiou
    return attached or (defined != set() and before != "" and before.isspace())


def _by_target(text: str, links: list[Link]) -> Iterator[tuple[str, tuple[Span, ...]]]:
    """What the links point at, each target once, with its places (at most ten)."""
    places: dict[str, list[Span]] = {}
    for link in links:
        places.setdefault(link.target.of(text), []).append(link.target)
    yield from ((target, tuple(spans[:10])) for target, spans in places.items())


CHECK = Check(
    id="undefined-reference",
    title="reference to something that is not defined",
    scope=Scope.MARKDOWN,
    severity=Severity.P1,
    confidence=Anchor.EVIDENT,
    category="contradiction",
    run=_run,
)
