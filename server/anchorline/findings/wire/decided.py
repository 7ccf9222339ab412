"""Decisions as lines of JSON that hold hashes and no text, for teams and for baselines.

One line for each decision, sorted, without a header: two people's files unite line by line (`merge=union` of git). What
is read back is as untrusted as any other file: a line that is wrong costs one sentence, and the others count.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from anchorline.findings.decisions import MOST_QUOTES, Claim, Decision, DecisionKind, Scope, without_text
from anchorline.findings.finding import CHECKS
from anchorline.findings.trace import AROUND, MOST_GRAMS, MOST_WORDS, Place, Trace
from anchorline.findings.words import Profile
from anchorline.text.span import Span

MOST_LINES = 50_000
LONGEST_LINE = 100_000  # characters

_MOST_SAID = 3  # lines that are wrong
_HASH = 16  # hexadecimal digits
_NAME = 120  # characters of the name of a rule or reviewer
_MOST_AROUND = 4 * AROUND


def exported(decisions: Iterable[Decision]) -> str:
    """The same for the same decisions, whatever their order."""
    lines = {_line(without_text(decision)) for decision in decisions}
    return "".join(f"{line}\n" for line in sorted(lines))


def _line(decision: Decision) -> str:
    claim = decision.claim
    value = {
        "document": decision.document if decision.scope is not Scope.WORKSPACE else "",
        "rule": claim.rule,
        "kind": decision.kind.value,
        "scope": decision.scope.value,
        "reviewers": list(claim.reviewers),
        "evidence": [
            {"words": trace.size, "is": _hex(trace.grams), "near": _hex(trace.around)} for trace in claim.traces
        ],
        "finding": claim.finding,
        "at": decision.at,
    }
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))


def imported(text: str, name: str) -> tuple[tuple[Decision, ...], tuple[str, ...]]:
    """(decisions, problems). `name` is what people call the file."""
    found: dict[str, Decision] = {}
    problems: list[str] = []
    wrong = 0
    lines = text.removeprefix("\ufeff").splitlines() if len(text) < LONGEST_LINE * MOST_LINES else []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        if number > MOST_LINES:
            problems.append(f"{name}: only the first {MOST_LINES:,} lines count; export it anew.")
            break
        decision = _read(line)
        if isinstance(decision, str):
            wrong += 1
            if wrong > _MOST_SAID:
                continue
            problems.append(f"{name}: line {number} is no decision ({decision}); export it anew, or delete the line.")
            continue
        known = found.get(decision.id)
        if known is None or decision.at > known.at:
            found[decision.id] = decision
    if wrong > _MOST_SAID:
        problems.append(f"{name}: {wrong - _MOST_SAID:,} more lines are no decisions.")
    return tuple(found.values()), tuple(problems)


def _read(line: str) -> Decision | str:
    """A decision, or what is wrong with the line in a few words."""
    if len(line) > LONGEST_LINE:
        return "too long"
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return "no JSON"
    if not isinstance(value, dict):
        return "no table"
    try:
        kind, scope = DecisionKind(str(value.get("kind"))), Scope(str(value.get("scope")))
    except ValueError:
        return "unknown kind or scope"
    if scope is not Scope.FINDING and kind is not DecisionKind.DISMISSED:
        return "only a dismissal reaches further than a finding"
    rule, document, at = value.get("rule"), value.get("document"), value.get("at", 0)
    reviewers, finding = value.get("reviewers"), value.get("finding", "")
    if (
        not isinstance(rule, str)
        or not _is_name(rule)
        or not isinstance(reviewers, list)
        or not all(_is_name(each) for each in reviewers)
    ):
        return "rule and reviewers are names"
    if not isinstance(document, str) or not isinstance(finding, str) or len(document) + len(finding) > 4 * _HASH:
        return "document and finding are hashes"
    if not isinstance(at, int) or isinstance(at, bool) or not 0 <= at < 1 << 40:
        return "at is seconds since 1970"
    traces = _traces(value.get("evidence"))
    if traces is None or (scope is Scope.FINDING and not (traces and reviewers)):
        return "evidence is a list of hashes"
    claim = Claim(tuple(reviewers[:MOST_QUOTES]), rule, traces, finding)
    return Decision(kind, scope, claim, document=document, at=at, own=False)


def _traces(value: object) -> tuple[Trace, ...] | None:
    if not isinstance(value, list) or len(value) > MOST_QUOTES:
        return None
    traces = []
    for each in value:
        if not isinstance(each, dict):
            return None
        size, grams, around = each.get("words"), _hashes(each.get("is")), _hashes(each.get("near"))
        if not isinstance(size, int) or isinstance(size, bool) or not 0 < size <= MOST_WORDS:
            return None
        if not grams or around is None or len(grams) > MOST_GRAMS or len(around) > _MOST_AROUND:
            return None
        traces.append(Trace(size, grams, around))
    return tuple(traces)


def _hex(grams: Iterable[int]) -> str:
    return "".join(f"{gram:016x}" for gram in sorted(grams))


def _hashes(value: object) -> frozenset[int] | None:
    if not isinstance(value, str) or len(value) % _HASH or len(value) > _HASH * MOST_GRAMS:
        return None
    try:
        return frozenset(int(value[at : at + _HASH], 16) for at in range(0, len(value), _HASH))
    except ValueError:
        return None


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= _NAME and value.isprintable() and "*" not in value


def baseline(text: str, name: str) -> tuple[tuple[tuple[str, Decision], ...], tuple[str, ...]]:
    """(what is known, each with the document it is about; problems) of a file: an export of decisions, or the JSON of
    an earlier review. A document is called by the digest of its path in the first, by its path as shown in the second.
    """
    if '"schema_version"' in text[:200]:
        return _of_report(text, name)
    decisions, problems = imported(text, name)
    known = (each for each in decisions if each.kind.hides or each.kind is DecisionKind.ACKNOWLEDGED)
    return tuple((each.document, each) for each in known), problems


def _of_report(text: str, name: str) -> tuple[tuple[tuple[str, Decision], ...], tuple[str, ...]]:
    try:
        report = json.loads(text.removeprefix("\ufeff"))
        found = [
            (str(review["path"]), _of_finding(each, code=review.get("profile") == Profile.CODE))
            for review in report["reviews"]
            for each in review["findings"]
        ]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return (), (f"{name}: is no report of `review --format json`; write it anew.",)
    return tuple(found), ()


def _of_finding(finding: dict[str, Any], *, code: bool) -> Decision:
    rule, quotes = str(finding["rule"]), [str(evidence["quote"]) for evidence in finding["evidence"]]
    names = {str(part["reviewer"]) for part in finding["constituents"]}
    reviewers = tuple(sorted(f"{CHECKS}/{rule}" if each == CHECKS else each for each in names))
    # The heading is that of the first quote; where the others stand a report does not say.
    place = Place(quotes[0], Span(0, len(quotes[0])), str(finding["section"]), code=code)
    claim = Claim(reviewers, rule, (place.trace(),), str(finding["id"]))
    return Decision(DecisionKind.DISMISSED, Scope.FINDING, claim, own=False)
