"""Decisions and rounds as rows of the store. What is read back is checked; a row that is no decision is passed over."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable, Sequence
from typing import Any

from anchorline.findings.decisions import Claim, Decision, DecisionKind, Scope
from anchorline.findings.rounds import Round, RoundClaim
from anchorline.findings.trace import Trace

_LONGEST_QUOTE = 2_000  # characters, like the next two
_LONGEST_TITLE = 300
_LONGEST_REASON = 1_000

COLUMNS = (
    "workspace, id, kind, scope, document, reviewers, rule, traces, finding, at, own, path, section, title, quotes, "
    "reason"
)
MARKS = ", ".join("?" * 16)


def row_of(decision: Decision) -> tuple[object, ...]:
    claim = decision.claim
    quotes = json.dumps([_clean(quote[:_LONGEST_QUOTE]) for quote in decision.quotes])
    return (
        decision.workspace,
        decision.id,
        decision.kind.value,
        decision.scope.value,
        "" if decision.scope is Scope.WORKSPACE else decision.document,
        json.dumps(claim.reviewers),
        claim.rule,
        packed(claim.traces),
        claim.finding,
        decision.at,
        int(decision.own),
        _clean(decision.path),
        _clean(decision.section[:_LONGEST_TITLE]),
        _clean(claim.title[:_LONGEST_TITLE]),
        quotes,
        _clean(decision.reason[:_LONGEST_REASON]),
    )


def _clean(text: str) -> str:
    """SQLite holds no lone surrogates."""
    return text.encode("utf-8", "replace").decode()


def decisions_in(rows: Iterable[tuple[Any, ...]]) -> tuple[Decision, ...]:
    found = []
    for row in rows:
        try:
            found.append(_decision(row))
        except (ValueError, TypeError, struct.error, RecursionError):
            continue
    return tuple(found)


def _decision(row: tuple[Any, ...]) -> Decision:
    (
        workspace, _, kind, scope, document, reviewers, rule, traces, finding, at, own, path, section, title, quotes,
        reason,
    ) = row  # fmt: skip
    claim = Claim(tuple(map(str, json.loads(reviewers))), str(rule), unpacked(bytes(traces)), str(finding), str(title))
    return Decision(
        kind=DecisionKind(kind),
        scope=Scope(scope),
        claim=claim,
        workspace=str(workspace),
        document=str(document),
        at=int(at),
        path=str(path),
        section=str(section),
        quotes=tuple(map(str, json.loads(quotes))),
        reason=str(reason),
        own=bool(own),
    )


def packed(traces: Sequence[Trace]) -> bytes:
    parts = []
    for trace in traces:
        grams = (*sorted(trace.grams), *sorted(trace.around))
        parts.append(struct.pack(f"<3H{len(grams)}Q", trace.size, len(trace.grams), len(trace.around), *grams))
    return b"".join(parts)


def unpacked(data: bytes) -> tuple[Trace, ...]:
    """Raises struct.error for what `packed` did not make."""
    traces = []
    at = 0
    while at < len(data):
        size, own, around = struct.unpack_from("<3H", data, at)
        grams = struct.unpack_from(f"<{own + around}Q", data, at + 6)
        traces.append(Trace(size, frozenset(grams[:own]), frozenset(grams[own:])))
        at += 6 + 8 * (own + around)
    return tuple(traces)


def round_row(done: Round) -> tuple[str, str, str]:
    claims = [
        [
            list(each.claim.reviewers), each.claim.rule, packed(each.claim.traces).hex(), each.claim.finding,
            _clean(each.claim.title[:_LONGEST_TITLE]), list(each.sections), each.held_back,
        ]
        for each in done.claims
    ]  # fmt: skip
    return json.dumps(done.outcomes), json.dumps(claims), json.dumps(done.sections)


def round_in(row: tuple[Any, ...]) -> Round | None:
    sha256, at, outcomes, claims, sections = row
    try:
        return Round(
            sha256=str(sha256),
            at=int(at),
            outcomes=tuple((str(name), str(outcome), bool(whole)) for name, outcome, whole in json.loads(outcomes)),
            claims=tuple(
                RoundClaim(
                    Claim(tuple(map(str, names)), str(rule), unpacked(bytes.fromhex(traces)), str(finding), str(title)),
                    tuple(map(str, headings)),
                    bool(held_back),
                )
                for names, rule, traces, finding, title, headings, held_back in json.loads(claims)
            ),
            sections=tuple((str(heading), str(held)) for heading, held in json.loads(sections)),
        )
    except (ValueError, TypeError, struct.error, RecursionError):
        return None
