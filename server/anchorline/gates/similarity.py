"""How alike two findings are: in the text they rest on, in their titles, in their reasons."""

from __future__ import annotations

from anchorline.findings.finding import Finding


def evidence_overlap(a: Finding, b: Finding) -> float:
    """Share of the shorter evidence that both rest on, 0–1, by characters of the document."""
    spans_a = [evidence.span for evidence in a.evidence]
    spans_b = [evidence.span for evidence in b.evidence]
    shared = sum(max(0, min(x.end, y.end) - max(x.start, y.start)) for x in spans_a for y in spans_b)
    smaller = min(sum(s.end - s.start for s in spans_a), sum(s.end - s.start for s in spans_b))
    return min(shared / smaller, 1.0) if smaller else 0.0


def title_likeness(a: Finding, b: Finding) -> float:
    """0–100, by words."""
    return word_likeness(a.title, b.title)


def claim_likeness(a: Finding, b: Finding) -> float:
    """0–100, by the words of title and reason together."""
    return word_likeness(f"{a.title} {a.why_it_matters}", f"{b.title} {b.why_it_matters}")


def word_likeness(a: str, b: str) -> float:
    """0–100: how much two phrases share, whatever the order of their words."""
    from rapidfuzz.fuzz import token_set_ratio  # noqa: PLC0415  # costs 4 MB, and checks alone never need it

    return float(token_set_ratio(a.casefold(), b.casefold()))


def opposed(a: Finding, b: Finding) -> bool:
    """Whether both would change the same text into different things: no one fix resolves them."""
    return any(
        x.span.overlaps(y.span) and x.new.split() != y.new.split() and (x.old == y.old or x.span == y.span)
        for x in a.edits
        for y in b.edits
    )
