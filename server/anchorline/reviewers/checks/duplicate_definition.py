"""The same ID is defined twice in one place.

Why
    "R4" that stands for two requirements makes every reference to R4 ambiguous; it is most often a copied line whose
    number was not raised.

Fires
    When two headings under the same parent heading, two labels of the same list or run of lists, or two rows of the
    table that defines the family, carry the same ID:

        - R1. Rename the command
        - R2. Update the skills
        - R2. Migrate the data

    fires on the second "R2".

Must not fire
    - on numbering that starts anew: Step 1 to 3 under every task, or under every bold sub-title
    - on tables and notes keyed by ID (tests, risks, open questions), where several rows or items speak of one unit:
      an ID is defined where its heading stands, else where it is labelled first
    - on a definition that is summarized in one place and written out in another
    - on parts of one thing: "Phase 1 (continued)", "Phase 1 deliverables", "Unit 1 (backend)" and "Unit 1 (frontend)",
      "Phase 1 – week 1" and "Phase 1 – week 2"
    - in code, quotations, comments and deferred sections

Class
    P2, confidence 100, manual: which of the two keeps the number is the author's choice, and so is the new one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from anchorline.findings.finding import Raised
from anchorline.findings.words import Anchor, Severity
from anchorline.reviewers.base import Check, Scope, Subject
from anchorline.text.blocks import BlockKind
from anchorline.text.family import Definition, Family
from anchorline.text.ids import ID, Number, read_id, read_number
from anchorline.text.labels import Form
from anchorline.text.patterns import compiled
from anchorline.text.plan_words import DECISIONS, EXTERNAL, REQUIREMENTS, WORK

_MOST_ITEMS = 500
_PLAIN_CODE = rf"(?:{ID.pattern})(?=[ \t])"

_PART = (
    r"\b(?:cont(?:inued|\.|'d)?|continuation|part|again|revisited|revised|updated?|old|new|before|after|option"
    r"|alternative|alt|variant|draft|bis"
    r"|attempt|retry|take|review|follow-?up|summary|results?|notes?|deliverables|verification|checkpoint"
    r"|complete[d]?|fortsetzung|teil|neu|alt|suite|partie)\b"
)
_PART_ALONE = rf"[(\[][^)\]]*?{_PART}|\A\W*{_PART}\W*\d*\W*\Z|[–—:-][ \t]*{_PART}[ \t\d]*\Z"


def _run(subject: Subject) -> Iterator[Raised]:
    for family in subject.families.plan:
        home = _homes(family)
        for group in _groups(subject, family):
            for first, second in _duplicates(subject, group):
                if home[second.number] == _place(second):
                    yield _raised(subject, first, second)
    known = {(d.key, d.number) for family in subject.families for d in family.definitions}
    for group in _plain_lists(subject):
        if not any((d.key, d.number) in known for d in group):
            for first, second in _duplicates(subject, group):
                yield _raised(subject, first, second)


def _raised(subject: Subject, first: Definition, second: Definition) -> Raised:
    written = " ".join(second.label.of(subject.text).split())
    return CHECK.raises(
        subject,
        f"{written} is defined twice here",
        f"{written} labels two things in the same place; a reference to {written} can mean either.",
        second.label,
        first.label,
    )


def _place(definition: Definition) -> tuple[object, ...]:
    if definition.form is Form.CELL:
        return (definition.form, definition.container)
    return (definition.form, definition.section, definition.marked)


def _homes(family: Family) -> dict[Number, tuple[object, ...]]:
    """Where each ID is defined: the place of its heading, else the first that has it. Others speak of it."""
    homes: dict[Number, tuple[object, ...]] = {}
    for wanted in (True, False):
        for definition in family.definitions:
            if (definition.form is Form.HEADING) is wanted:
                homes.setdefault(definition.number, _place(definition))
    return homes


def _groups(subject: Subject, family: Family) -> Iterator[list[Definition]]:
    """Definitions of one form that stand in one place, in document order."""
    groups: dict[tuple[object, ...], list[Definition]] = {}
    for definition in family.definitions:
        groups.setdefault(_place(definition), []).append(definition)
    for group in groups.values():
        first = group[0]
        if len(group) < 3 or _is_keyed(subject, first):
            continue
        if not first.marked and not (first.form is Form.CELL or all(_rest(subject, d) for d in group)):
            continue
        yield group


def _is_keyed(subject: Subject, definition: Definition) -> bool:
    """Whether the place holds notes on the IDs, and not the IDs themselves."""
    outline = subject.markdown
    section = outline.sections[definition.section]
    if definition.section and definition.form is not Form.HEADING and _KEYED.search(section.title):
        return True
    if definition.form is not Form.CELL:
        return False
    rows = [row for row in outline.children(definition.container) if outline.blocks[row].kind is BlockKind.ROW]
    header = [outline.blocks[cell].content.of(subject.text) for cell in outline.children(rows[0])] if rows else []
    named = header and (_ID_COLUMN.fullmatch(header[0]) or header[0].casefold().strip("*_ ") == definition.key)
    return not named or any(_KEYED.search(cell) for cell in header[1:])


_ID_COLUMN = re.compile(
    r"[*_ ]*(?:ids?|#|nr\.?|no\.?|number|key|code|req(?:uirement)?s?(?: id)?|anforderung|kennung|nummer)[*_ ]*",
    re.IGNORECASE,
)
_KEYED = re.compile(
    r"\b(?:tests?|testing|test cases?|scenarios?|cases?|risks?|notes?|open|questions?"
    r"|points|trace\w*|coverage|review\w*"
    r"|verif\w+|validation|evidence|change\w*|history|log|status|progress|mapping|impact|acceptance|criteria|examples?"
    r"|files?|owners?|when|dates?|issues?|feedback|comments?|findings?|mitigations?|dependenc\w+|covers?"
    r"|risiken|risiko|offene?|fragen|hinweise|notizen|testfälle|szenarien|prüfung|abnahme)\b",
    re.IGNORECASE,
)


def _plain_lists(subject: Subject) -> Iterator[list[Definition]]:
    """Lists whose every item opens with a code of one family and no mark after it: "- R2 b"."""
    outline, text = subject.markdown, subject.text
    for index, _ in outline.of_kind(BlockKind.BULLET_LIST, BlockKind.ORDERED_LIST):
        items = outline.children(index)
        if not 3 <= len(items) <= _MOST_ITEMS:
            continue
        section = outline.section_index_at(outline.blocks[index].span.start)
        if section and _KEYED.search(outline.sections[section].title):
            continue
        group: list[Definition] = []
        for item in items:
            content = outline.blocks[item].content
            match = compiled(_PLAIN_CODE).match(text, content.start, min(content.end, content.start + 40))
            read = read_id(match) if match else None
            if read is None or not read[2] or (group and read[0] != group[0].key) or not outline.is_claim(read[4]):
                group = []
                break
            number = read_number(read[3])
            group.append(
                Definition(read[0], number, read[4], Form.ITEM, item, section, index, outline.blocks[item].span, False)
            )
        if group and group[0].key.casefold() not in EXTERNAL:
            yield group


def _duplicates(subject: Subject, group: list[Definition]) -> list[tuple[Definition, Definition]]:
    """Pairs, where the rest of the group counts upwards so plainly that the pair is a slip."""
    numbers = [definition.number for definition in group]
    distinct = len(set(numbers))
    if distinct == len(numbers) or distinct < 2 or not all(number.parts for number in numbers):
        return []
    if len({definition.label for definition in group}) < len(group):
        return []  # one label names several: "R1–R3"
    seen: dict[Number, Definition] = {}
    pairs: list[tuple[Definition, Definition]] = []
    for definition in group:
        if definition.number in seen:
            pairs.append((seen[definition.number], definition))
        seen.setdefault(definition.number, definition)
    if len(pairs) > (max(2, distinct - 1) if _is_own_list(subject, group) else max(1, len(group) // 6)):
        return []
    doubled = {id(second) for _, second in pairs}
    rest = [definition.number for definition in group if id(definition) not in doubled]
    if rest != sorted(rest):
        return []
    place_of = {id(definition): place for place, definition in enumerate(group)}
    return [
        (first, second)
        for first, second in pairs
        if not _restarts(group, first, second, place_of[id(second)])
        and _same_place(subject, first, second)
        and not _is_part(subject, first, second)
    ]


def _is_own_list(subject: Subject, group: list[Definition]) -> bool:
    """Whether the list is the family's own, where several slips are likelier than several notes on one ID."""
    first = group[0]
    if first.form not in (Form.ITEM, Form.BOLD) or not first.section:
        return False
    title = set(re.findall(r"[^\W\d_]+", subject.markdown.sections[first.section].title.casefold()))
    return bool(title & (REQUIREMENTS | DECISIONS | WORK))


def _restarts(group: list[Definition], first: Definition, second: Definition, place: int) -> bool:
    """Whether the first number comes back to start a new count: the second follows it, or nothing at all does."""
    if second.number != group[0].number or group[place - 1] is first:
        return False
    if place + 1 < len(group):
        return group[place + 1].number <= group[place - 1].number
    return first.form is not Form.HEADING and (first.container != second.container or first.form is not Form.ITEM)


def _same_place(subject: Subject, first: Definition, second: Definition) -> bool:
    blocks = subject.markdown.blocks
    one, other = blocks[first.block], blocks[second.block]
    if first.form is Form.HEADING:
        return one.level == other.level
    return one.level == other.level and (first.container == second.container or (one.parent < 0) == (other.parent < 0))


def _is_part(subject: Subject, first: Definition, second: Definition) -> bool:
    one, other = _rest(subject, first), _rest(subject, second)
    # "R2. Update the skills" tells what to do; "Phase 2 update" and "R2 (updated)" are parts.
    tells = second.marked and second.form is not Form.HEADING
    part = compiled(_PART_ALONE if tells else _PART, re.IGNORECASE)
    if any(part.search(rest[:60]) for rest in (one, other)):
        return True
    if one.startswith("(") and other.startswith("("):
        return True  # "Unit 1 (backend)", "Unit 1 (frontend)"
    # "Phase 1 – week 1", "Phase 1 – week 2"
    shapes = [_NUMBERS.sub("0", rest.casefold()).strip(" :–—-.*_") for rest in (one, other)]
    spans = [_SPAN.match(rest) for rest in (one, other)]
    return all(spans) or (one != other and shapes[0] == shapes[1] and bool(shapes[0]))


_NUMBERS = re.compile(r"\d{1,9}")
_SPAN = re.compile(
    r"[ \t:–—(-]{0,6}(?:weeks?|days?|sprints?|months?|quarters?|q|step|iteration|pr|woche|tag|monat|sprint)[ \t]?\d",
    re.IGNORECASE,
)


def _rest(subject: Subject, definition: Definition) -> str:
    """What stands after the label, to the end of its line."""
    end = definition.label.end
    return subject.text[end : min(_line_end(subject.markdown.text, end), end + 200)].strip("*_ \t\r\n")


def _line_end(text: str, at: int) -> int:
    stop = text.find("\n", at)
    return len(text) if stop < 0 else stop


CHECK = Check(
    id="duplicate-definition",
    title="ID that is defined twice in one place",
    scope=Scope.PLAN,
    severity=Severity.P2,
    confidence=Anchor.EVIDENT,
    category="naming",
    run=_run,
)
