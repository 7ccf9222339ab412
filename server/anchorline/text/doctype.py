"""What kind of document a text is, from its front matter and content; never from its path."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from anchorline.text.families import Families
    from anchorline.text.outline import Outline
    from anchorline.text.sections import Section


class DocumentType(StrEnum):
    PLAN = "plan"
    REQUIREMENTS = "requirements"
    SPEC = "spec"
    ADR = "adr"
    OTHER = "other"

    @property
    def is_plan(self) -> bool:
        """Whether the checks that are made for plans apply."""
        return self is not DocumentType.OTHER


_KEYS = ("document_type", "document-type", "doc_type", "doc-type", "doctype", "type", "kind", "category", "template")
_WORDS = {
    DocumentType.ADR: frozenset("adr madr".split()),
    DocumentType.PLAN: frozenset("plan roadmap umsetzungsplan".split()),
    DocumentType.REQUIREMENTS: frozenset("requirements requirement prd brd srs anforderungen lastenheft".split()),
    DocumentType.SPEC: frozenset("spec specification rfc design proposal kep pflichtenheft spezifikation".split()),
}
_ADR_PHRASES = (
    "architecture decision record",
    "decision record",
    "any decision record",
    "architecture-decision-record",
)
_SECTION_WORDS = {
    DocumentType.PLAN: frozenset(
        """
        units steps phases tasks milestones einheiten umsetzungseinheiten schritte phasen aufgaben meilensteine 작업
        étapes etapes phases tâches taches unités jalons pasos fases tareas etapas unidades passos tarefas passaggi fasi
        compiti stappen fasen taken kroki etapy zadania fazy steg faser uppgifter opgaver vaiheet adımlar aşamalar
        görevler шаги этапы задачи фазы этапи завдання 阶段 階段 步骤 步驟 任务
        任務 单元 ステップ フェーズ タスク 手順 단계
        """.split()
    ),
    DocumentType.REQUIREMENTS: frozenset(
        """
        requirements anforderungen exigences requisitos requisiti eisen wymagania požadavky krav vaatimukset
        требования вимоги 需求 要件 요구사항 gereksinimler
        """.split()
    ),
}
_TITLE = re.compile(
    r"(?:^|[\w\])] )(?:(?P<plan>plan|roadmap|umsetzungsplan)|(?P<requirements>requirements|prd|anforderungen)"
    r"|(?P<spec>spec|specification|design doc(?:ument)?))$|^(?:(?:implementation|project) )?(?P<plan2>plan)\s*[:—–-]"
)
_NOT_A_PLAN = re.compile(r"\b(?:next|further|nächste|prochaines?|próximos?|system|hardware|software|minimum|build)\b")
_ADR_CONTEXT = frozenset(
    "context context-and-problem-statement problem-statement kontext contexte contexto контекст 背景".split()
)
_ADR_DECISION = frozenset(
    "decision decision-outcome entscheidung décision decisión decisão решение 决策 决定 決定 decision-drivers".split()
)
_ADR_REST = frozenset(
    """
    consequences status considered-options pros-and-cons-of-the-options konsequenzen folgen conséquences consecuencias
    consequências последствия decision-drivers 后果 結果
    """.split()
)
_ADR_FRONT_MATTER = ("deciders", "decision-makers", "decision_makers", "consulted", "informed")


def document_type(outline: Outline, families: Families | None = None) -> DocumentType:
    """The kind of a Markdown document. `families`: what `learn_families` returned, where the caller has it."""
    said = _said(outline)
    if said is not None:
        return said
    if _is_adr(outline):
        return DocumentType.ADR
    if families is None:
        from anchorline.text.families import learn_families  # noqa: PLC0415  # the words need no parser

        families = learn_families(outline)
    return _by_content(outline, families)


def _said(outline: Outline) -> DocumentType | None:
    matter = outline.front_matter
    if matter is None:
        return None
    values = [matter.word(key) for key in _KEYS]
    if any(phrase in value for value in values for phrase in _ADR_PHRASES):
        return DocumentType.ADR
    words = [word for value in values for word in re.split(r"[^\w]+|_", value) if word]
    for kind, names in _WORDS.items():
        if any(word in names for word in words):
            return kind
    return None


def _is_adr(outline: Outline) -> bool:
    titles = {re.sub(r"[^\w]+", "-", section.title.casefold()).strip("-") for section in outline.sections[1:]}
    titles |= {re.sub(r"^\d+(?:-\d+)*-", "", title) for title in titles}
    if not titles & _ADR_DECISION:
        return False
    matter = outline.front_matter
    if matter is not None and any(key in matter.values for key in _ADR_FRONT_MATTER):
        return True
    return bool(titles & _ADR_CONTEXT and titles & _ADR_REST)


def _by_content(outline: Outline, families: Families) -> DocumentType:
    from anchorline.text.family import Role  # noqa: PLC0415

    headed = len(outline.sections) > 1 and outline.sections[1].level == 1
    titled = _TITLE.search(outline.sections[1].title.casefold()) if headed else None
    if titled and titled.lastgroup:
        return DocumentType(titled.lastgroup.rstrip("2"))
    kinds = {kind for section in outline.sections[1:] if (kind := _section_kind(outline, section)) is not None}
    roles = {family.role for family in families.plan}
    if DocumentType.PLAN in kinds or Role.WORK in roles:
        return DocumentType.PLAN
    if DocumentType.REQUIREMENTS in kinds or Role.REQUIREMENT in roles:
        return DocumentType.REQUIREMENTS
    return DocumentType.SPEC if families.plan else DocumentType.OTHER


def _section_kind(outline: Outline, section: Section) -> DocumentType | None:
    """What a section of that title holds, if it holds anything: a list, a table or sections of its own."""
    title = section.title.casefold()
    words = set(re.findall(r"[^\W\d_]+", title))
    for kind, names in _SECTION_WORDS.items():
        if words & names and len(words) <= 5 and not _NOT_A_PLAN.search(title) and _has_parts(outline, section):
            return kind
    return None


def _has_parts(outline: Outline, section: Section) -> bool:
    body = outline.text[section.heading.end : section.span.end]
    return re.search(r"(?m)^[ \t]{0,3}(?:[-*+]|\d{1,9}[.)]|#{1,6}|\|)[ \t]*\S", body) is not None
