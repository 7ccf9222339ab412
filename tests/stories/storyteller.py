"""Lets a story be told: a plan, scripted reviewers, and rounds of the real command line with a real store."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from anchorline.cli.app import main
from anchorline.findings.decisions import DecisionKind, Scope
from anchorline.findings.finding import Finding
from anchorline.recall import Memory, Recall, standing_of
from anchorline.settings import load


@dataclass
class Round:
    """What somebody sees of a review."""

    review: dict[str, Any]
    said: str

    @property
    def asked(self) -> list[str]:
        """Titles that ask the author to do something."""
        return [each["title"] for each in self.review["findings"] if each["route"] != "fyi"]

    @property
    def informed(self) -> list[str]:
        return [each["title"] for each in self.review["findings"] if each["route"] == "fyi"]

    @property
    def kept_away(self) -> int:
        return int(self.review["ledger"]["dropped"]["decided"])

    @property
    def ids(self) -> dict[str, str]:
        return {each["title"]: each["id"] for each in self.review["findings"]}


@dataclass
class Story:
    capsys: Any
    folder: Path
    path: Path
    text: str
    _script: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    def says(self, reviewer: str, title: str, *quotes: str, severity: str = "P1") -> None:
        """What a reviewer finds in the next round."""
        found = {
            "title": title, "severity": severity, "category": "risk", "section": "",
            "why_it_matters": f"{title}: it fails.", "finding_type": "error",
            "autofix_class": "manual", "suggested_fix": None, "edits": [], "confidence": 75,
            "evidence": list(quotes),
        }  # fmt: skip
        self._script.setdefault(reviewer, []).append(found)

    def edit(self, old: str, new: str) -> None:
        assert old in self.text
        self.text = self.text.replace(old, new)

    def rename(self, name: str) -> None:
        self.path = self.path.rename(self.path.with_name(name))

    def review(self) -> Round:
        self.path.write_text(self.text, encoding="utf-8")
        script = self.folder / "script.json"
        script.write_text(json.dumps({name: {"findings": found} for name, found in self._script.items()}))
        self._script.clear()
        main(["review", "--format", "json", "--provider", f"scripted:{script}", str(self.path)])
        out, err = self.capsys.readouterr()
        (review,) = json.loads(out)["reviews"]
        assert review["status"] == "complete", err
        return Round(review, err)

    def decide(self, kind: str, seen: Round, title: str, reason: str = "", scope: str = "finding") -> None:
        """As the author does in the editor."""
        settings, recall = load(None).settings, Recall()
        memory = Memory(recall, settings, standing_of(self.path, self.path.parent, ""))
        memory.record(DecisionKind(kind), self._finding(seen, title), Scope(scope), reason)
        recall.close()

    def _finding(self, seen: Round, title: str) -> Finding:
        from anchorline.findings.finding import Constituent, Evidence, Home
        from anchorline.findings.words import Anchor, AutofixClass, FindingType, Match, Severity
        from anchorline.text.outline import read_outline
        from anchorline.text.span import Span

        (wire,) = [each for each in seen.review["findings"] if each["title"] == title]
        outline = read_outline(self.text)
        evidence, homes = [], []
        for each in wire["evidence"]:
            at = self.text.index(each["quote"])
            end = at + len(each["quote"])
            evidence.append(Evidence(each["quote"], Span(at, end), Match.EXACT))
            section = outline.section_at(at).title
            homes.append(Home(self.text[max(at - 160, 0) : at], self.text[end : end + 160], section))
        return Finding(
            rule=wire["rule"], title=title, severity=Severity(wire["severity"]), confidence=Anchor(wire["confidence"]),
            autofix_class=AutofixClass(wire["autofix_class"]), finding_type=FindingType.ERROR,
            category=wire["category"], section=wire["section"], why_it_matters=wire["why_it_matters"],
            evidence=tuple(evidence),
            reviewers=tuple(wire["reviewers"]), id=wire["id"], homes=tuple(homes),
            constituents=tuple(
                Constituent(part["reviewer"], part["title"], part["section"], Anchor(part["confidence"]))
                for part in wire["constituents"]
            ),
        )  # fmt: skip
