"""Every number that a document may be said to define, by a generous reading: enough not to call it missing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from anchorline.text.blocks import BlockKind
from anchorline.text.ids import Number, read_number
from anchorline.text.labels import label_places
from anchorline.text.outline import Outline
from anchorline.text.plan_words import DEPENDENCY_FIELD

if TYPE_CHECKING:
    from anchorline.text.families import Families
    from anchorline.text.mentions import Mention


def known_numbers(families: Families) -> dict[str, set[Number]]:
    """For each family, every number that the document may be said to define, by a generous reading."""
    known = {family.key: set(family.numbers) for family in families}
    outline = families.outline
    unclaimed = "\n".join(span.of(outline.text) for span in (*outline.unclaimed, *outline.code))
    _know(known, families.mentions(unclaimed))
    for index, block in enumerate(outline.blocks):
        if block.kind is BlockKind.HEADING:
            _know(known, families.mentions(outline.text, *block.content))
        elif block.kind in (BlockKind.ITEM, BlockKind.PARAGRAPH, BlockKind.CELL):
            if block.kind is BlockKind.CELL and outline.children(block.parent)[0] != index:
                continue
            for start, end, anywhere in label_places(outline.text, block):
                mentions = families.mentions(outline.text, start, end)
                _know(known, (m for m in mentions if anywhere or m.span.start == start))
    _know_numbered(families, known)
    for numbers in known.values():
        # "Task 1" is known where "Task 1.2" is: a number of a tree stands for its branch.
        numbers.update(Number(n.parts[:depth]) for n in tuple(numbers) for depth in range(1, len(n.parts)))
        numbers.update(Number(n.parts) for n in tuple(numbers) if n.suffix)
    return known


def _know(known: dict[str, set[Number]], mentions: Iterable[Mention]) -> None:
    for mention in mentions:
        known[mention.key].update(mention.numbers())


def _know_numbered(families: Families, known: dict[str, set[Number]]) -> None:
    """Numbered lists, headings and table rows under a word of the family define its numbers too."""
    outline = families.outline
    words = [family for family in families if not family.is_code]
    if not words:
        return
    longest = 0
    for index, block in enumerate(outline.blocks):
        if block.kind is BlockKind.ORDERED_LIST:
            longest = max(longest, _last_number(outline, index))
    for family in words:
        # "Step 5" means the nearest ordered list as often as a heading.
        if family.key in _LIST_WORDS and longest:
            known[family.key].update(Number((n,)) for n in range(min(longest, 1000) + 1))
    for section in outline.sections[1:]:
        numbered = re.match(
            r"(\d{1,3}(?:\.\d{1,3}){0,3})[.)]?[ \t]", outline.text[section.heading.start : section.heading.end]
        )
        if numbered is None:
            continue
        number = read_number(numbered[1])
        for family in words:
            known[family.key].add(number)
    for index, _ in outline.of_kind(BlockKind.TABLE):
        rows = [row for row in outline.children(index) if outline.blocks[row].kind is BlockKind.ROW]
        if not rows:
            continue
        header = " ".join(
            outline.blocks[cell].content.of(outline.text) for cell in outline.children(rows[0])
        ).casefold()
        near = [family for family in words if family.key in header or "#" in header]
        if not near:
            continue
        # What a unit waits for is cited there, not defined.
        waits = {
            column
            for column, cell in enumerate(outline.children(rows[0]))
            if _WAITS.search(outline.blocks[cell].content.of(outline.text))
        }
        for row in rows[1:]:
            for column, cell in enumerate(outline.children(row)):
                if column in waits:
                    continue
                numbers = re.findall(
                    r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){0,2}(?![\w.])",
                    outline.blocks[cell].content.of(outline.text)[:40],
                )
                for family in near:
                    known[family.key].update(read_number(number) for number in numbers)


_WAITS = re.compile(rf"\b(?:{DEPENDENCY_FIELD}|deps)\b", re.IGNORECASE)
_LIST_WORDS = frozenset(
    "step schritt étape etape paso passo passaggio stap krok steg trin vaihe adım шаг крок 步骤 步驟 步 ステップ 手順 "
    "단계 task aufgabe tâche tarea tarefa задача 任务 point punkt".split()
)


def _last_number(outline: Outline, index: int) -> int:
    items = [child for child in outline.children(index) if outline.blocks[child].kind is BlockKind.ITEM]
    if not items:
        return 0
    first = re.match(r"\d+", outline.blocks[items[0]].info)
    return (int(first.group()) if first else 1) + len(items) - 1
