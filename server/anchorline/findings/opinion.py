"""What the model reviewers of a document said, all of them together, before any gate has seen it."""

from __future__ import annotations

from dataclasses import dataclass, field

from anchorline.findings.finding import Raised
from anchorline.findings.ledger import Drop
from anchorline.findings.review import ReviewerResult, Usage
from anchorline.findings.words import Anchor


@dataclass(frozen=True, slots=True)
class Opinion:
    """`floors`, `ceilings` and `models` are by reviewer. `malformed` are findings that could not be read."""

    raised: tuple[Raised, ...] = ()
    malformed: tuple[Drop, ...] = ()
    residual_risks: tuple[str, ...] = ()
    deferred_questions: tuple[str, ...] = ()
    results: tuple[ReviewerResult, ...] = ()
    usage: Usage = field(default_factory=Usage)
    floors: dict[str, Anchor] = field(default_factory=dict)
    ceilings: dict[str, Anchor] = field(default_factory=dict)
    models: dict[str, str] = field(default_factory=dict)
