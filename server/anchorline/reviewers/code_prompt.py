"""What the reviewers of a change are sent.

Everything that they share comes first and is the same to the byte, what changes least before what changes most: the
rules, the standards of the project, the file and what of it the change leans on, the change itself. What is a
reviewer's own comes last.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources

from anchorline.findings.prompts import TextBlock
from anchorline.findings.words import CODE_CATEGORIES, Anchor, AutofixClass, FindingType, Severity
from anchorline.reviewers.activation import Traits, traits_of_code, words_in
from anchorline.reviewers.base import Subject
from anchorline.reviewers.changed_symbols import changed_symbols
from anchorline.reviewers.code_context import CodeContext
from anchorline.reviewers.persona import Part, Persona
from anchorline.reviewers.prompt import (
    DocumentPrompt,
    blocks_of,
    breakpoints,
    fence_marker,
    guidance_lines,
    language_line,
    object_schema,
    one_line,
    persona_text,
)
from anchorline.reviewers.regions import Region, hunks_in, pieces_of, regions_of
from anchorline.text.changes import split_lines
from anchorline.text.changeset import ChangeSet
from anchorline.text.secrets import masked
from anchorline.text.symbols import places_of

VERSION = "code 1"
"""Counts changes of the assembly: replies to an earlier one are not taken for replies to this one."""

_LONGEST_LINE = 1_000  # characters that are shown of a line
_IMPORT = re.compile(r"[ \t]{0,8}(?:import|from|use|require|using|#include|package|const\s[^=\n]{1,200}=\s*require)\b")
_IMPORTS_WITHIN, _MOST_IMPORTS = 200, 40  # lines
_MOST_SIGNATURES, _MOST_USES, _MOST_PLACES = 40, 20, 8
_WORD = re.compile(r"[^\W\d]\w{2,99}")


@dataclass(frozen=True)
class CodePrompt:
    """`prompt` is what all reviewers are sent; the rest is what their answers may be kept for."""

    prompt: DocumentPrompt
    regions: tuple[str, ...]
    """The text of each region with its marks and without line numbers."""
    pieces: tuple[str, ...]
    """Likewise, the changed units alone, each for itself."""
    standards: str
    uses: str
    about: str
    """What the file is and what it is compared with."""

    def key(self, persona: Persona, *, whole: bool, thorough: bool) -> str:
        """What a reviewer's answer depends on. One that waits for words answers for the changed units that hold them;
        where it reads for another reason (`whole`), or the review is thorough, for all that is shown."""
        whole = whole or thorough
        holding = (
            ()
            if whole
            else tuple(
                piece for piece, traits in zip(self.pieces, self._traits, strict=True) if words_in(persona, traits)
            )
        )
        parts = [self.about, *(holding or self.regions)]
        if thorough or Part.STANDARDS in persona.context:
            parts.append(self.standards)
        if thorough or Part.CALLERS in persona.context:
            parts.append(self.uses)
        digest = hashlib.sha256()
        for part in parts:
            data = part.encode("utf-8", "surrogatepass")
            digest.update(f"{len(data)}:".encode() + data)
        return digest.hexdigest()

    @cached_property
    def _traits(self) -> tuple[Traits, ...]:
        return tuple(traits_of_code(piece, (), language="", path="", changed_lines=0) for piece in self.pieces)

    @cached_property
    def size(self) -> int:
        """Characters that all reviewers share."""
        return sum(len(block.text) for block in (*self.prompt.system, *self.prompt.shared))


@cache
def shared_rules() -> str:
    return resources.files("anchorline.reviewers").joinpath("shared_rules_code.md").read_text("utf-8").strip() + "\n"


def reviewer_parts(
    persona: Persona, model: str, effort: str | None, language: str, guidance: str = ""
) -> tuple[str, ...]:
    """Everything that shapes a reviewer's answer but the change and what is round it: what a cache knows it by."""
    return (VERSION, shared_rules(), _schema_text(), persona_text(persona), model, effort or "", language, guidance)


def assemble(
    subject: Subject,
    context: CodeContext,
    *,
    secret: bytes,
    language: str = "document",
    guidance: str = "",
) -> CodePrompt:
    """The shared part of the prompt. `secret` is the installation's, `guidance` the person's own advice for files of
    this path. Secrets are covered, in the file, in what it was before, and in what is round it."""
    change = subject.change
    assert change is not None
    snapshot = subject.snapshot
    text = split_lines(masked(snapshot.text))
    base = split_lines(masked(change.base)) if change.base is not None and _takes_away(change) else []
    regions = regions_of(change, snapshot, subject.source)
    shown = [_rendered(region, change, text, base) for region in regions]
    kept = tuple(_without_numbers(region, change, text, base) for region in regions)
    apart = pieces_of(change, snapshot, subject.source)
    pieces = tuple(_without_numbers(piece, change, text, base) for piece in apart)
    about = _about(snapshot.name, snapshot.language, change)
    leaned_on = _leaned_on(subject, regions, kept, text)
    uses = "".join(f"{use.path}:{use.line}: {_cut(masked(use.text.strip()))}\n" for use in context.uses)
    standards = "".join(f"--- {one_line(each.name)} ---\n{masked(each.text).strip()}\n" for each in context.standards)
    body = (
        (f"\n## Of the rest of the file\n\n{leaned_on}" if leaned_on else "")
        + (f"\n## Other places that use what changed\n\n{uses}" if uses else "")
        + "\n## The change\n\n"
        + "      …\n".join(shown)
    )
    marker = fence_marker(secret, snapshot.uri, body)
    opening = (
        f"{about}{language_line(language)}{guidance_lines(guidance, 'such files')}"
        f"It stands between the two lines with {marker}.\n\n=== begin {marker} ===\n"
    )
    spans = blocks_of(body, None)
    texts = [body[start:end] for start, end in spans]
    texts[0] = opening + texts[0]
    texts[-1] += f"\n=== end {marker} ===\n"
    marks = breakpoints([end for _, end in spans])
    if standards and len(marks) > 2:  # one is taken by the standards
        marks = frozenset(sorted(marks)[1:])
    blocks = [TextBlock(piece, index in marks) for index, piece in enumerate(texts)]
    if standards:
        blocks.insert(0, _of_project(standards, secret, context.root))
    prompt = DocumentPrompt((TextBlock(shared_rules()),), tuple(blocks))
    return CodePrompt(prompt, kept, pieces, standards, uses, about)


def reply_schema() -> dict[str, object]:
    """The JSON Schema of a code reviewer's reply, within what structured output allows.

    The quote comes before the judgement: a reviewer that has to quote first judges what is there.
    """
    text, texts, flag = {"type": "string"}, {"type": "array", "items": {"type": "string"}}, {"type": "boolean"}
    maybe = {"anyOf": [text, {"type": "null"}]}
    finding = object_schema(
        {
            "evidence": texts,
            "line": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            "failure_path": maybe,
            "title": text,
            "category": {"type": "string", "description": f"{', '.join(sorted(CODE_CATEGORIES))}, or a lint rule"},
            "section": text,
            "finding_type": {"type": "string", "enum": [word.value for word in FindingType]},
            "why_it_matters": text,
            "pre_existing": flag,
            "severity": {"type": "string", "enum": [word.value for word in Severity]},
            "confidence": {"type": "integer", "enum": [int(anchor) for anchor in Anchor]},
            "requires_verification": flag,
            "autofix_class": {"type": "string", "enum": [word.value for word in AutofixClass]},
            "suggested_fix": maybe,
            "edits": {"type": "array", "items": object_schema({"old": text, "new": text})},
        }
    )
    return object_schema(
        {
            "findings": {"type": "array", "items": finding},
            "residual_risks": texts,
            "deferred_questions": texts,
            "testing_gaps": texts,
        }
    )


@cache
def _schema_text() -> str:
    return json.dumps(reply_schema(), sort_keys=True)


def _about(name: str, language: str, change: ChangeSet) -> str:
    lines = [f"File: {one_line(name)}", f"Language: {one_line(language)}"]
    if change.is_new:
        lines.append("The whole file is new.")
    elif change.compared_with:
        lines.append(f"Compared with: {one_line(change.compared_with)}")
    if change.renamed_from is not None:
        lines.append(f"Before the change it was called {one_line(change.renamed_from)}")
    return "\n".join(lines) + "\n"


def _of_project(standards: str, secret: bytes, root: str) -> TextBlock:
    """The same for all files of a folder, so that the next one's reviewers read it from the cache."""
    marker = fence_marker(secret, f"standards {root}", standards)
    return TextBlock(
        "Standards of this project, the nearest to the file first, between the two lines with "
        f"{marker}.\n\n=== begin {marker} ===\n{standards}=== end {marker} ===\n",
        True,
    )


def _leaned_on(subject: Subject, regions: Sequence[Region], kept: Iterable[str], text: Sequence[str]) -> str:
    """Imports, heads of units elsewhere in the file that the change names, lines elsewhere in it that name what the
    change touches; each with its number."""
    source, lines = subject.source, subject.snapshot.lines
    if subject.change is None or subject.change.is_new:
        return ""
    shown = {line for region in regions for line in range(region.start, region.end)}
    first = min((lines.line_of(unit.span.start) for unit in source.units), default=0) if source is not None else 0
    wanted = [
        number
        for number, line in enumerate(text[: min(max(first, 20), _IMPORTS_WITHIN)])
        if number not in shown and _IMPORT.match(line)
    ][:_MOST_IMPORTS]
    if source is not None:
        named = {word for piece in kept for word in _WORD.findall(piece)}
        heads = (lines.line_of(unit.name_span.start) for unit in source.units if unit.name in named)
        wanted += list(dict.fromkeys(line for line in heads if line not in shown))[:_MOST_SIGNATURES]
    uses = (
        lines.line_of(at) for symbol in changed_symbols(subject) for at in places_of(lines.text, symbol, _MOST_PLACES)
    )
    wanted += list(dict.fromkeys(line for line in uses if line not in shown))[:_MOST_USES]
    return "".join(f"{number + 1:>5}   {_cut(_bare(text[number]))}\n" for number in sorted(set(wanted)))


def _rendered(region: Region, change: ChangeSet, text: Sequence[str], base: Sequence[str]) -> str:
    out = []
    for number, mark, line in _marked(region, change, text, base):
        shown = "     " if number is None else f"{number + 1:>5}"
        out.append(f"{shown} {mark} {_cut(_bare(line))}\n")
    return "".join(out)


def _without_numbers(region: Region, change: ChangeSet, text: Sequence[str], base: Sequence[str]) -> str:
    """What makes it another region: its lines and their marks, wherever they stand; white space at line ends is none
    of it."""
    return "\n".join(f"{mark}{line.rstrip()}" for _, mark, line in _marked(region, change, text, base))


def _marked(
    region: Region, change: ChangeSet, text: Sequence[str], base: Sequence[str]
) -> Iterable[tuple[int | None, str, str]]:
    """(line of the text or None, mark, the line): `+` came, `-` went, a blank stayed. In a new file nothing is marked:
    the prompt says that all of it is new."""
    at = region.start
    for hunk in hunks_in(change, region):
        yield from ((line, " ", text[line]) for line in range(at, hunk.start))
        yield from ((None, "-", line) for line in base[hunk.base_start : hunk.base_end])
        yield from ((line, "+", text[line]) for line in range(hunk.start, hunk.end))
        at = hunk.end
    yield from ((line, " ", text[line]) for line in range(at, region.end))


def _takes_away(change: ChangeSet) -> bool:
    return any(hunk.base_end > hunk.base_start for hunk in change.hunks)


def _bare(line: str) -> str:
    """Without white space at its end, so that a prompt is not another one for it; after the sign that continues a
    line, it means something."""
    bare = line.rstrip()
    return line if bare.endswith("\\") else bare


def _cut(line: str) -> str:
    return line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]} …"
