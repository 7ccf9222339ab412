"""Schema: each finding is complete in itself, or dropped alone. One bad finding never costs its neighbours.

Replies of models are validated word by word where they come in (findings/wire); this gate holds for every reviewer.
"""

from __future__ import annotations

from dataclasses import replace

from anchorline.findings.finding import Raised
from anchorline.findings.ledger import Drop
from anchorline.gates.base import GateContext, Passed

NAME = "schema"
MAX_TITLE = 100


def schema(raised: tuple[Raised, ...], context: GateContext) -> Passed[Raised]:  # noqa: ARG001
    kept: list[Raised] = []
    drops: list[Drop] = []
    for finding in raised:
        missing = [
            name
            for name, present in (
                ("title", finding.title.strip()),
                ("why_it_matters", finding.why_it_matters.strip()),
                ("evidence", any(quote.text.strip() for quote in finding.evidence)),
            )
            if not present
        ]
        if missing:
            drops.append(Drop(one_line(finding.title), finding.reviewer, NAME, f"no {', no '.join(missing)}"))
            continue
        quotes = tuple(quote for quote in finding.evidence if quote.text.strip())
        kept.append(replace(finding, title=one_line(finding.title), evidence=quotes))
    return Passed(tuple(kept), tuple(drops))


def one_line(title: str) -> str:
    """One line of printable text, at most `MAX_TITLE` characters, cut at a word."""
    printable = "".join(c if c.isprintable() or c == "\u200d" else " " for c in title)
    line = " ".join(printable.split())
    if len(line) <= MAX_TITLE:
        return line
    cut = line[: MAX_TITLE - 1]
    word = cut.rfind(" ")
    return (cut[:word] if word > MAX_TITLE // 2 else cut).rstrip(" ,;:") + "…"
