from __future__ import annotations

import pytest

from anchorline.text.doctype import DocumentType, document_type
from anchorline.text.outline import read_outline

PLANS = {
    "front matter": "---\ntype: plan\n---\n\nText.\n",
    "front matter in other words": "---\ndocument_type: Implementation Plan\n---\n\nText.\n",
    "a section of units": "# X\n\n## Implementation Units\n\n- a\n",
    "a section of steps": "# X\n\n## Steps\n\n1. a\n",
    "a section of phases": "# X\n\n## Phases\n\n### Build\n",
    "a section of tasks": "# X\n\n## Tasks\n\n- [ ] a\n",
    "German": "# X\n\n## Schritte\n\n1. a\n",
    "Chinese": "# X\n\n## 任务\n\n- a\n",
    "a family of units": "# X\n\n### Unit 1: a\n\n### Unit 2: b\n",
    "a family in another language": "# X\n\n### Étape 1 : a\n\n### Étape 2 : b\n",
    "its title": "# Migration Plan\n\nText.\n",
    "units and requirements": "## Requirements\n\n- R1. a\n- R2. b\n\n## Units\n\n- Unit 1: x\n",
}
REQUIREMENTS = {
    "front matter": "---\ntype: requirements\n---\n\nText.\n",
    "a product document": "---\ntype: PRD\n---\n\nText.\n",
    "a section": "# X\n\n## Functional Requirements\n\n- a\n",
    "a section in German": "# X\n\n## Anforderungen\n\n- a\n",
    "a family": "# X\n\n- R1. a\n- R2. b\n",
    "a table of them": "| ID | x |\n|---|---|\n| FR-1 | a |\n| FR-2 | b |\n",
}
SPECS = {
    "front matter": "---\ntype: spec\n---\n\nText.\n",
    "any other family": "# X\n\n- ZX1. a\n- ZX2. b\n",
    "a family with a word of its own": "# X\n\n## Strand 1: a\n\n## Strand 2: b\n",
    "its title": "# Wire Format Specification\n\nText.\n",
}
ADRS = {
    "front matter": "---\ntype: adr\n---\n\nText.\n",
    "MADR front matter": "---\nstatus: accepted\ndeciders: Ada\n---\n\n## Decision Outcome\n\nYes.\n",
    "the classic sections": "# 3. X\n\n## Status\n\nx\n\n## Context\n\nx\n\n## Decision\n\nx\n\n## Consequences\n\nx\n",
    "MADR sections": (
        "# X\n\n## Context and Problem Statement\n\nx\n\n## Considered Options\n\n* a\n\n## Decision Outcome\n\nx\n"
    ),
    "German": "# X\n\n## Kontext\n\nx\n\n## Entscheidung\n\nx\n\n## Konsequenzen\n\nx\n",
}
OTHERS = {
    "empty": "",
    "an essay": "# X\n\nText.\n",
    "a list": "# X\n\n- a\n- b\n",
    "a change that says it is a feature": "---\ntitle: X\ntype: feat\n---\n\nText.\n",
    "a decision without context": "# X\n\n## Decision\n\nx\n",
    "next steps": "# X\n\n## Next Steps\n\n- a\n",
    "a section of that name without parts": "# X\n\n## Requirements\n\nPython.\n",
    "a heading that speaks of steps": "# X\n\n## Why we took the many steps that we did\n\n- a\n",
    "versions": "# X\n\n## Version 1\n\n## Version 2\n",
    "severities": "# X\n\n- P1: a\n- P2: b\n",
    "broken front matter": "---\n: [\n---\n\nText.\n",
}
KINDS = {
    DocumentType.PLAN: PLANS,
    DocumentType.REQUIREMENTS: REQUIREMENTS,
    DocumentType.SPEC: SPECS,
    DocumentType.ADR: ADRS,
    DocumentType.OTHER: OTHERS,
}
CASES = [
    pytest.param(text, kind, id=f"{kind}: {name}") for kind, texts in KINDS.items() for name, text in texts.items()
]


@pytest.mark.parametrize(("text", "kind"), CASES)
def test_the_kind_follows_from_front_matter_and_content(text: str, kind: DocumentType) -> None:
    assert document_type(read_outline(text)) is kind


def test_everything_but_other_gets_the_checks_of_plans() -> None:
    assert [kind for kind in DocumentType if not kind.is_plan] == [DocumentType.OTHER]
