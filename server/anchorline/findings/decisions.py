"""What a person, or a run that acted for one, decided about a finding; and how it is found again.

A decision belongs to a reviewer and to text, never to wording: models reword titles and choose categories anew. It is
found again where the same reviewer rests on the same text, more than half of it, with a few words around that agree.
It counts while that text stands: who edits the evidence asks the question anew. Titles only choose where one decision
fits several findings.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import chain, repeat

from anchorline.findings.finding import CHECKS, Evidence, Finding, Home
from anchorline.findings.trace import AROUND, WIDTH, Agreement, Place, Trace, agreement, words_of
from anchorline.text.span import Span

MOST_QUOTES = 8
"""Pieces of evidence of one finding that are remembered."""

_OVERLAP = 0.5  # of the shorter evidence; more than that must be shared
_LEAST = 0.25  # of the longer evidence
FAMILIAR = 0.5  # of the surroundings
_FEW = 3
_SELF_EVIDENT = 6  # words: a quote as long as this, if it stands once, needs no surroundings


class DecisionKind(StrEnum):
    """DISMISSED: no problem. DEFERRED: not now. APPLIED: its fix was made. UNDONE: its fix was taken back.
    ACKNOWLEDGED: seen, and left as it is."""

    DISMISSED = "dismissed"
    DEFERRED = "deferred"
    APPLIED = "applied"
    UNDONE = "undone"
    ACKNOWLEDGED = "acknowledged"

    @property
    def hides(self) -> bool:
        return self in (DecisionKind.DISMISSED, DecisionKind.DEFERRED)


class Scope(StrEnum):
    """How far a decision reaches: this finding, or its rule in this file, or in this workspace."""

    FINDING = "finding"
    FILE = "file"
    WORKSPACE = "workspace"


@dataclass(frozen=True, slots=True)
class Claim:
    """What is compared of a finding, or of what was decided about one.

    `reviewers` are names of personas, and `checks/RULE` for a check. `finding` is its id at that time. `title` is ""
    where it is not known.
    """

    reviewers: tuple[str, ...]
    rule: str
    traces: tuple[Trace, ...]
    finding: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """`workspace` is the folder that the document belongs to, "" when none does; `document` is the digest of its path
    in there (of its URI, without a workspace). `at` in seconds since 1970.

    `path`, `section`, `quotes` and `reason` are text for people, which is kept in the person's own store only: "" for
    what came in a file. `own` says whether it is the person's.
    """

    kind: DecisionKind
    scope: Scope
    claim: Claim
    workspace: str = ""
    document: str = ""
    at: int = 0
    path: str = ""
    section: str = ""
    quotes: tuple[str, ...] = ()
    reason: str = ""
    own: bool = True

    @property
    def id(self) -> str:
        """The same for the same decision about the same text of the same document, whenever and wherever taken."""
        claim = self.claim
        parts = [self.kind, self.scope, "" if self.scope is Scope.WORKSPACE else self.document]
        if self.scope is Scope.FINDING:
            parts += [*claim.reviewers, *(f"{trace.size}:{sorted(trace.grams)}:{sorted(trace.around)}"
                                          for trace in claim.traces)]  # fmt: skip
        else:
            parts.append(claim.rule)
        return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def reviewers_of(finding: Finding) -> tuple[str, ...]:
    """Who raised it, as a decision knows them; all of them when it was merged."""
    named = {
        f"{CHECKS}/{part.rule or finding.rule}" if part.reviewer == CHECKS else part.reviewer
        for part in finding.constituents
    }
    return tuple(sorted(named)) or tuple(sorted(finding.reviewers))


def is_covered(finding: Finding, claims: Iterable[Claim], rules: Collection[str]) -> bool:
    """Whether claims that fit the finding, and rules that are silent, say so of every part of it: what was merged with
    something that nobody decided about is heard."""
    named = {name for claim in claims for name in claim.reviewers}
    parts = [(part.reviewer, part.rule or finding.rule) for part in finding.constituents]
    parts = parts or [(each, finding.rule) for each in finding.reviewers]
    return all(rule in rules or (f"{CHECKS}/{rule}" if who == CHECKS else who) in named for who, rule in parts)


def claim_of(finding: Finding) -> Claim:
    """By the surroundings that the finding carries (`homes`), and nothing else."""
    traces = tuple(_trace_at_home(evidence.quote, home) for evidence, home in _at_home(finding))
    return Claim(reviewers_of(finding), finding.rule, traces, finding.id, finding.title)


def decision_about(
    finding: Finding,
    kind: DecisionKind,
    scope: Scope = Scope.FINDING,
    *,
    workspace: str = "",
    document: str = "",
    path: str = "",
    at: int = 0,
    reason: str = "",
) -> Decision:
    return Decision(
        kind=kind,
        scope=scope,
        claim=claim_of(finding),
        workspace=workspace,
        document=document,
        at=at,
        path=path,
        section=finding.section,
        quotes=tuple(evidence.quote for evidence in finding.evidence[:MOST_QUOTES]),
        reason=reason,
    )


def digest(text: str) -> str:
    """What a document is called where its name is nobody's business."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


class Subject:
    """A finding as decisions see it: who raised it, and the places that it rests on."""

    def __init__(self, finding: Finding, places: Sequence[Place]) -> None:
        self.finding = finding
        self.reviewers = frozenset(reviewers_of(finding))
        self.places = tuple(places)

    def grams(self, widths: Iterable[int]) -> set[int]:
        """Hashes, of so many words each, of which a decision about this finding has one."""
        return {gram for place in self.places for width in widths for gram in place.touching(width).values()}

    def near(self) -> set[int]:
        """Hashes that the surroundings of a short quote may have, wherever exactly it begins."""
        margin = AROUND + _SELF_EVIDENT
        grams = (
            gram for place in self.places for _, gram in place.grams(WIDTH, place.start - margin, place.end + margin)
        )
        return {each for gram in grams for each in (gram, gram ^ 1)}


def at_home(finding: Finding) -> Subject:
    """By the surroundings that the finding carries (`homes`), and nothing else."""
    return Subject(finding, [_place_at_home(evidence.quote, home) for evidence, home in _at_home(finding)])


def _at_home(finding: Finding) -> Iterable[tuple[Evidence, Home]]:
    nowhere = Home("", "", finding.section)
    return zip(finding.evidence[:MOST_QUOTES], chain(finding.homes, repeat(nowhere)), strict=False)


def _place_at_home(quote: str, home: Home) -> Place:
    span = Span(len(home.before), len(home.before) + len(quote))
    return Place(home.before + quote + home.after, span, home.section, code=home.code)


@lru_cache(maxsize=512)
def _trace_at_home(quote: str, home: Home) -> Trace:
    """Kept, for a review asks for it several times, and so does the next one of a text that was edited elsewhere."""
    return _place_at_home(quote, home).trace()


@dataclass(frozen=True, slots=True)
class Likeness:
    """How well a claim fits a finding. `stands`: none of the evidence that both rest on was edited. `unseen` is what
    the finding does not rest on any more; whoever has the text may look whether it stands. Numbers are 0–1."""

    stands: bool
    unseen: tuple[Trace, ...]
    overlap: float
    around: float
    title: float


def likeness(claim: Claim, subject: Subject, *, strict: bool = False) -> Likeness | None:
    """How well what was said then fits what is said now; None when it is another matter.

    `strict`: the surroundings must agree, however telling the quote is; for text that may have come from another file.
    """
    if not subject.reviewers.intersection(claim.reviewers):
        return None
    best: list[tuple[Agreement, int]] = []
    unseen: list[Trace] = []
    shared_of: dict[int, int] = {}
    for trace in claim.traces:
        fitting = [
            (agreed, number)
            for number, place in enumerate(subject.places)
            if (agreed := agreement(trace, place)) is not None and _is_here(trace, agreed, place, strict=strict)
        ]
        if not fitting:
            unseen.append(trace)
            continue
        agreed, number = max(fitting, key=lambda pair: (pair[0].shared, pair[0].around, -pair[1]))
        best.append((agreed, number))
        shared_of[number] = min(shared_of.get(number, 0) + agreed.shared, subject.places[number].size)
    shared = sum(shared_of.values())
    then = sum(trace.size for trace in claim.traces)
    now = sum(place.size for place in subject.places)
    if not shared or shared <= _OVERLAP * min(then, now) or shared < _LEAST * max(then, now):
        return None
    return Likeness(
        stands=all(agreed.stands for agreed, _ in best),
        unseen=tuple(unseen),
        overlap=min(shared / min(then, now), 1.0),
        around=sum(agreed.around for agreed, _ in best) / len(best),
        title=_title_likeness(claim.title, subject.finding.title),
    )


def _likeliest(claims: Sequence[Claim], candidates: Sequence[int], near: Set[int]) -> list[int]:
    """Those that are worth a look: a short quote is nowhere without what was around it, and where many equal ones are
    known, only those whose surroundings agree best may be it."""
    telling: list[int] = []
    short: list[tuple[float, int]] = []
    for number in candidates:
        traces = claims[number].traces
        if any(trace.size >= _SELF_EVIDENT or not trace.around for trace in traces):
            telling.append(number)
            continue
        share = max(len(trace.around & near) / len(trace.around) for trace in traces)
        if share >= FAMILIAR:
            short.append((-share, number))
    return sorted([*telling, *(number for _, number in sorted(short)[:_FEW])])


def _is_here(trace: Trace, agreed: Agreement, place: Place, *, strict: bool) -> bool:
    if not agreed.shared:
        return False
    if agreed.around >= FAMILIAR:
        return True
    return not strict and min(trace.size, place.size) >= _SELF_EVIDENT and place.is_alone


def _title_likeness(a: str, b: str) -> float:
    one, other = _title_words(a), _title_words(b)
    return len(one & other) / len(one | other) if one and other else 0.0


@lru_cache(maxsize=1_024)
def _title_words(title: str) -> frozenset[str]:
    return frozenset(words_of(title.casefold()))


@dataclass(frozen=True, slots=True)
class Match:
    """`claim` and `subject` by their numbers."""

    claim: int
    subject: int
    like: Likeness


def matches(claims: Sequence[Claim], subjects: Sequence[Subject], *, strict: bool = False) -> list[Match]:
    """Which claims are which findings, best first.

    A reviewer raises a cause once: a claim is one finding of each of its reviewers at most. Where it fits several, the
    one with the likest title is meant, then the one whose surroundings and evidence agree best.
    """
    named = {name for subject in subjects for name in subject.reviewers}
    index: dict[int, list[int]] = {}
    widths: set[int] = set()
    deciding: set[str] = set()
    for number, claim in enumerate(claims):
        if named.isdisjoint(claim.reviewers):
            continue
        deciding.update(claim.reviewers)
        widths.update(trace.width for trace in claim.traces)
        for trace in claim.traces:
            for gram in trace.grams:
                index.setdefault(gram, []).append(number)
    if not index:
        return []
    found: list[Match] = []
    for at, subject in enumerate(subjects):
        if subject.reviewers.isdisjoint(deciding):
            continue
        candidates = sorted({number for gram in subject.grams(widths) & index.keys() for number in index[gram]})
        if len(candidates) > _FEW:
            candidates = _likeliest(claims, candidates, subject.near())
        for number in candidates:
            like = likeness(claims[number], subject, strict=strict)
            if like is not None:
                found.append(Match(number, at, like))
    found.sort(
        key=lambda match: (
            -match.like.title, -match.like.around, -match.like.overlap, match.claim, match.subject,
        )
    )  # fmt: skip
    taken: set[tuple[int, str]] = set()
    chosen: list[Match] = []
    for match in found:
        names = subjects[match.subject].reviewers.intersection(claims[match.claim].reviewers)
        free = {(match.claim, name) for name in names} - taken
        if free:
            taken |= free
            chosen.append(match)
    return chosen


def by_rule(decisions: Iterable[Decision], finding: Finding) -> Decision | None:
    """The decision that silences a finding's rule in its file or workspace, if there is one."""
    return next(
        (each for each in decisions if each.scope is not Scope.FINDING and each.claim.rule == finding.rule), None
    )


def without_text(decision: Decision) -> Decision:
    """What may leave the person's own folder: hashes, and the names of rules and reviewers."""
    claim = replace(decision.claim, title="")
    return replace(decision, claim=claim, workspace="", path="", section="", quotes=(), reason="", own=False)
