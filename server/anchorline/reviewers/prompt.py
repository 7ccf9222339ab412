"""What the reviewers of one document are sent.

Everything that they share comes first and is the same to the byte: the rules, then the document in blocks that end
where sections end. Two or three cache breakpoints stand inside the document and at its end. Blocks are cut by what
stands before the cut alone, so that an edit leaves all earlier blocks as they were and their cache is read again. What
is a reviewer's own comes last: the author's earlier decisions, then the persona.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from anchorline.findings.prompts import TextBlock
from anchorline.findings.words import (
    DOCUMENT_CATEGORIES,
    Anchor,
    AutofixClass,
    DocumentType,
    FindingType,
    Profile,
    Severity,
)
from anchorline.reviewers.persona import Persona
from anchorline.text.outline import Outline
from anchorline.text.secrets import masked

VERSION = "1"
"""Counts changes of the assembly: replies to an earlier one are not taken for replies to this one."""

LEAST_BLOCK = 1_500
"""Characters. Shorter sections share a block."""

_MOST_BLOCKS = 16  # about; an endpoint looks back 20 blocks from a breakpoint for what it has cached
_FIRST_BREAK, _SECOND_BREAK = 0.5, 0.85  # of the document's length
_NAME_SHOWN = 200


@dataclass(frozen=True, slots=True)
class DocumentPrompt:
    """What all reviewers of a document are sent, and the blocks that may be added for one of them."""

    system: tuple[TextBlock, ...]
    shared: tuple[TextBlock, ...]

    def user(self, persona: Persona, primers: Iterable[str] = ()) -> tuple[TextBlock, ...]:
        """The blocks of the one user message. `primers` are texts such as earlier decisions; each is a block."""
        slots = (TextBlock(primer) for primer in primers if primer.strip())
        return (*self.shared, *slots, TextBlock(persona_text(persona)))


@cache
def shared_rules() -> str:
    return resources.files("anchorline.reviewers").joinpath("shared_rules.md").read_text("utf-8").strip() + "\n"


def persona_text(persona: Persona) -> str:
    """The last block: who is asked, and for what."""
    bounds = ""
    if persona.ceiling is not Anchor.EVIDENT:
        bounds = f"\n\nYour highest confidence is {persona.ceiling:d}."
    if persona.floor is not Anchor.ADVISORY:
        bounds += f"\n\nLeave out what is below confidence {persona.floor:d}."
    what = "change" if persona.profile is Profile.CODE else "document"
    return f"Reviewer: {persona.name}\n\n{persona.prompt}{bounds}\n\nReview the {what} above now, as {persona.name}."


def reviewer_parts(
    persona: Persona, model: str, effort: str | None, language: str, guidance: str = ""
) -> tuple[str, ...]:
    """Everything that shapes a reviewer's answer but the document and earlier decisions: what a cache knows it by."""
    return (VERSION, shared_rules(), _schema_text(), persona_text(persona), model, effort or "", language, guidance)


def assemble(
    *,
    name: str,
    uri: str,
    text: str,
    document_type: DocumentType,
    outline: Outline | None,
    secret: bytes,
    language: str = "document",
    guidance: str = "",
    edited_at: int | None = None,
) -> DocumentPrompt:
    """The shared part of the prompt.

    `name` is what people call the document. `secret` is the installation's. `guidance` is the person's own advice for
    documents of this path. `edited_at` is where the text first differs from the one that was reviewed before (offset):
    a breakpoint goes just before it, for people stay in one place for a while; it changes no text. Secrets are covered.
    """
    covered = masked(text)
    marker = fence_marker(secret, uri, covered)
    opening = TextBlock(
        f"Document: {one_line(name)}\nType: {document_type}\n{language_line(language)}"
        f"{guidance_lines(guidance)}\nIt stands between the two lines with {marker}.\n\n=== begin {marker} ===\n"
    )
    spans = blocks_of(covered, outline)
    texts = [covered[start:end] for start, end in spans]
    texts[-1] += f"\n=== end {marker} ===\n"
    marks = breakpoints([end for _, end in spans], edited_at)
    document = [TextBlock(piece, index in marks) for index, piece in enumerate(texts)]
    if len(document) == 1:
        opening = TextBlock(opening.text, True)
    return DocumentPrompt((TextBlock(shared_rules()),), (opening, *document))


def fence_marker(secret: bytes, uri: str, text: str = "") -> str:
    """A word that nobody can guess who does not know the secret, the same from save to save. Should the text hold it
    all the same (somebody pasted what was sent), the next one."""
    for attempt in range(100):
        message = f"{uri}\0{attempt}".encode("utf-8", "surrogatepass")
        marker = hmac.new(secret, message, hashlib.sha256).hexdigest()[:32]
        if marker not in text:
            return marker
    return marker


def blocks_of(text: str, outline: Outline | None) -> list[tuple[int, int]]:
    """Where the blocks of a document begin and end; together they are the whole text.

    A block ends before a heading once it is long enough, or at an empty line once it is twice as long as that. What is
    long enough doubles with the document, so that the blocks stay few.
    """
    enough = LEAST_BLOCK
    while enough * _MOST_BLOCKS < len(text):
        enough *= 2
    if len(text) < 2 * enough:
        enough = max(len(text) // 3, 1)
    starts = [section.own.start for section in outline.sections[1:]] if outline is not None else []
    spans: list[tuple[int, int]] = []
    begin = 0
    for start in [*starts, len(text)]:
        while start - begin > 2 * enough:
            cut = _paragraph_end(text, begin + enough, min(begin + 2 * enough, start))
            spans.append((begin, cut))
            begin = cut
        if start - begin >= enough and start < len(text):
            spans.append((begin, start))
            begin = start
    return [*spans, (begin, len(text))] if begin < len(text) or not spans else spans


def breakpoints(ends: Sequence[int], edited_at: int | None = None) -> frozenset[int]:
    """The indices of the blocks after which the cache may end: the last, and one or two before it."""
    last = len(ends) - 1
    if last <= 0:
        return frozenset({0})
    total = ends[-1]
    marks = [_nearest(ends[:-1], total * share) for share in (_FIRST_BREAK, _SECOND_BREAK)]
    if edited_at is not None and edited_at >= ends[0]:
        before = max(index for index, end in enumerate(ends) if end <= edited_at) if edited_at < total else last - 1
        marks[1 if before >= marks[1] or before > marks[0] else 0] = before
    return frozenset((*marks, last))


def reply_schema() -> dict[str, object]:
    """The JSON Schema of a document reviewer's reply, within what structured output allows.

    The quote comes before the judgement: a reviewer that has to quote first judges what is there.
    """
    text, texts = {"type": "string"}, {"type": "array", "items": {"type": "string"}}
    edit = object_schema({"old": text, "new": text})
    finding = object_schema(
        {
            "evidence": texts,
            "section": text,
            "title": text,
            "category": {"type": "string", "enum": sorted(DOCUMENT_CATEGORIES)},
            "finding_type": {"type": "string", "enum": [word.value for word in FindingType]},
            "why_it_matters": text,
            "severity": {"type": "string", "enum": [word.value for word in Severity]},
            "confidence": {"type": "integer", "enum": [int(anchor) for anchor in Anchor]},
            "autofix_class": {
                "type": "string",
                "enum": [AutofixClass.SAFE_AUTO.value, AutofixClass.GATED_AUTO.value, AutofixClass.MANUAL.value],
            },
            "suggested_fix": {"anyOf": [text, {"type": "null"}]},
            "edits": {"type": "array", "items": edit},
        }
    )
    return object_schema(
        {
            "findings": {"type": "array", "items": finding},
            "residual_risks": texts,
            "deferred_questions": texts,
        }
    )


def object_schema(properties: Mapping[str, object]) -> dict[str, object]:
    return {
        "type": "object", "properties": dict(properties), "required": list(properties), "additionalProperties": False,
    }  # fmt: skip


@cache
def _schema_text() -> str:
    return json.dumps(reply_schema(), sort_keys=True)


def language_line(language: str) -> str:
    return "" if language == "document" else f"Write findings in this language: {one_line(language)}\n"


def guidance_lines(guidance: str, what: str = "such documents") -> str:
    return f"The author's own advice for {what}: {masked(guidance.strip())}\n" if guidance.strip() else ""


def one_line(name: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())[:_NAME_SHOWN]


def _paragraph_end(text: str, start: int, stop: int) -> int:
    """The end of the first empty line in a range, else of the first line, else `stop`."""
    for gap in ("\n\n", "\n\r\n", "\n"):
        at = text.find(gap, start, stop)
        if at >= 0:
            return at + len(gap)
    return stop


def _nearest(ends: Sequence[int], place: float) -> int:
    return min(range(len(ends)), key=lambda index: (abs(ends[index] - place), index))
