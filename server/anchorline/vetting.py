"""What a fix would break, found before it is offered: it is made on a copy of the text, and the checks look again.

A fix is withheld when, after it, a check fires that did not fire before, a heading or an anchor that a link of the
document leads to is gone, the front matter is broken, its own finding would stand as before, or a comment silences
checks that did not. What can be told without structure (old text, line ends, settled marks, source that parses) is
`evidence.fix`, and is told again for the text of every moment; this is told once for the text of a review.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property

from anchorline.evidence.fix import FixKey, Vetted, combine, fix_edits, fix_key
from anchorline.evidence.locate import Haystack
from anchorline.findings.finding import Finding, Raised
from anchorline.findings.words import Profile, Route
from anchorline.review import Cancelled, Checked, conclude, examine, run_checks
from anchorline.reviewers.base import Subject, Workspace
from anchorline.settings import Settings
from anchorline.text.anchors import Anchors
from anchorline.text.blocks import BlockKind
from anchorline.text.edits import TextEdit, apply_edits
from anchorline.text.inline import LinkKind, plain
from anchorline.text.outline import Outline
from anchorline.text.snapshot import Snapshot
from anchorline.text.source import error_count
from anchorline.text.span import Span

WORK = 400_000
"""Characters that are read again one fix at a time, all fixes of a document together: about two seconds. The fixes
that are left after that are looked at all at once."""
_SHOWN = 80
_SILENCING = "anchorline-disable"

Fix = tuple[Finding, tuple[TextEdit, ...]]


class Vetting:
    """For one text, as it was reviewed. On one thread. Keeps the text and what it found out, no structure: a call that
    was cancelled is taken up where it stood."""

    def __init__(
        self, snapshot: Snapshot, settings: Settings, workspace: Workspace, profile: Profile | None = None
    ) -> None:
        self._snapshot = snapshot
        self._settings = settings
        self._workspace = workspace
        self._reasons: dict[FixKey, str | None] = {}
        self._profile = profile or (Profile.DOCUMENT if snapshot.is_markdown else Profile.CODE)

    @property
    def sha256(self) -> str:
        return self._snapshot.sha256

    def vet(
        self, findings: Sequence[Finding], cancelled: Cancelled = lambda: False, known: Vetted | None = None
    ) -> Vetted:
        """Look at the fix of every finding that has one. `known` is what an earlier call said about the same text.
        A cancelled call gives what it knows so far."""
        known = known if known is not None and known.sha256 == self.sha256 else Vetted()
        reasons = self._reasons
        reasons.update(known.reasons)
        planned = [
            (finding, edits) for finding in _in_order(findings) if (edits := fix_edits(self._snapshot, finding)[0])
        ]
        if all(fix_key(finding) in reasons for finding, _ in planned):
            return Vetted(self.sha256, dict(reasons), known.apart)
        before = _Before(self._read(self._snapshot), self._settings)
        left = self._passes
        late: list[Fix] = []
        for finding, edits in planned:
            key = fix_key(finding)
            if key in reasons:
                continue
            if left <= 0 and reasons:
                late.append((finding, edits))
                continue
            left -= 1
            harm = self._harm(before, edits, cancelled, finding)
            if cancelled():
                return Vetted(self.sha256, dict(reasons), known.apart)
            reasons[key] = harm
        if late:
            harm = self._harm(before, self._together(late)[0], cancelled)
            if cancelled():
                return Vetted(self.sha256, dict(reasons), known.apart)
            for finding, _ in late:
                reasons[fix_key(finding)] = harm and f"made together with the other fixes, {harm}"
        apart: set[FixKey] = set()
        for route in (Route.APPLY, Route.PROPOSED):
            fine = [(f, edits) for f, edits in planned if f.route is route and reasons.get(fix_key(f), "") is None]
            apart |= self._apart(before, fine, cancelled)
        return Vetted(self.sha256, dict(reasons), frozenset(apart))

    @property
    def _passes(self) -> int:
        return WORK // max(len(self._snapshot.text), 1)

    def _apart(self, before: _Before, fixes: Sequence[Fix], cancelled: Cancelled) -> set[FixKey]:
        """Those that must not be applied with the ones before them."""
        edits, taken = self._together(fixes)
        if len(taken) < 2 or self._harm(before, edits, cancelled) is None:
            return set()
        apart: set[FixKey] = set()
        accepted: list[Fix] = []
        left = self._passes
        for finding, fix in fixes:
            left -= 1
            trial = [*accepted, (finding, fix)]
            if accepted and (left <= 0 or self._harm(before, self._together(trial)[0], cancelled) or cancelled()):
                apart.add(fix_key(finding))
            else:
                accepted = trial
        return apart

    def _together(self, fixes: Sequence[Fix]) -> tuple[tuple[TextEdit, ...], list[Finding]]:
        language = self._snapshot.language
        faults: Callable[[str], int | None] | None = (
            None if self._snapshot.is_markdown else lambda text: error_count(text, language)
        )
        numbered = [(at, edits) for at, (_, edits) in enumerate(fixes)]
        together = combine(numbered, self._snapshot.text, faults=faults)
        return together.edits, [fixes[at][0] for at, _ in numbered if at not in together.losers]

    def _harm(
        self, before: _Before, edits: Sequence[TextEdit], cancelled: Cancelled, finding: Finding | None = None
    ) -> str | None:
        """What the text after the edits has wrong that it had not before. Void when cancelled."""
        after = self._read(replace(self._snapshot, text=apply_edits(self._snapshot.text, edits), index=None))
        if after.text.count(_SILENCING) > self._snapshot.text.count(_SILENCING):
            return "it would silence a check by a comment"
        if lost := before.lost(after):
            return lost
        raised, results, finished = run_checks(after, self._settings, cancelled)
        if new := _new(before.raised, raised, edits):
            haystack = Haystack(after.snapshot.lines, code=self._profile is Profile.CODE)
            checked = Checked(after, self._profile, tuple(raised), results, finished, haystack)
            heard = {_place(each) for each in conclude(checked, self._settings).findings}
            for each in new:  # what a comment silences would not be heard
                if _place(each) in heard:
                    return f"it would raise another finding: {each.title}"
        if finding is not None and finding.from_checks and before.stands(finding, raised):
            return "it would leave the finding as it is"
        return None

    def _read(self, snapshot: Snapshot) -> Subject:
        return examine(snapshot, self._workspace)


class _Before:
    """The text before its fixes. What is read from it is read once."""

    def __init__(self, subject: Subject, settings: Settings) -> None:
        self._subject = subject
        self._settings = settings

    @cached_property
    def raised(self) -> Sequence[Raised]:
        return run_checks(self._subject, self._settings, lambda: False)[0]

    @cached_property
    def _headings(self) -> Counter[str]:
        return _headings(self._outline)

    @cached_property
    def _fragments(self) -> tuple[tuple[str, bool], ...]:
        """(those of the document's own links that lead somewhere in it, whether every renderer would find it)."""
        outline = self._outline
        if "#" not in outline.text or "](" not in outline.text:
            return ()
        anchors = Anchors(outline)
        written = {
            outline.text[link.target.start + 1 : link.target.end]
            for link in outline.links
            if link.kind is LinkKind.INLINE and outline.text.startswith("#", link.target.start)
        }
        return tuple((fragment, anchors.writes(fragment)) for fragment in sorted(written) if anchors.has(fragment))

    @property
    def _outline(self) -> Outline:
        return self._subject.markdown

    def lost(self, after: Subject) -> str | None:
        """What of the structure is no longer there; None when all of it is, or when there is none to lose."""
        if self._subject.outline is None or after.outline is None:
            return None
        was, now = self._outline.front_matter, after.outline.front_matter
        if (was is None) is not (now is None) or (after.outline.problems and not self._outline.problems):
            return "it would break the front matter"
        headings = _headings(after.outline)
        if headings.total() < self._headings.total():
            lost = next(iter(sorted((self._headings - headings).elements())), "")
            return f"it would take out the heading “{_shown(lost)}”"
        if after.document_type is not self._subject.document_type:
            return f"the document would no longer be read as {self._subject.document_type.value}"
        if headings != self._headings or len(after.text) != len(self._subject.text):
            anchors = Anchors(after.outline)
            for fragment, written in self._fragments:
                # What led there by its very name is not to lead there by some renderer's kindness.
                if not (anchors.writes(fragment) if written else anchors.has(fragment)):
                    return f"the link to #{_shown(fragment)} would lead nowhere"
        return None

    def stands(self, finding: Finding, raised: Sequence[Raised]) -> bool:
        """Whether what the finding says is raised again, word for word."""
        wanted = (finding.rule, finding.title, tuple(evidence.quote for evidence in finding.evidence))
        stood = sum(_words(each) == wanted for each in self.raised)
        return stood > 0 and sum(_words(each) == wanted for each in raised) >= stood


def _in_order(findings: Sequence[Finding]) -> list[Finding]:
    """Safe fixes first: they are the ones that nobody looks at."""
    return sorted((f for f in findings if f.edits), key=lambda finding: finding.route is not Route.APPLY)


def _headings(outline: Outline) -> Counter[str]:
    return Counter(plain(block.content.of(outline.text)) for _, block in outline.of_kind(BlockKind.HEADING))


def _words(raised: Raised) -> tuple[str, str, tuple[str, ...]]:
    return raised.rule, raised.title, tuple(quote.text for quote in raised.evidence)


def _place(found: Raised | Finding) -> tuple[str, Span | None]:
    return found.rule, found.evidence[0].span


def _new(before: Sequence[Raised], after: Sequence[Raised], edits: Sequence[TextEdit]) -> list[Raised]:
    """What is raised after the edits and was not before: neither in the same words, nor by the same check at the same
    place (a count may change in a finding that stays)."""
    known = Counter(map(_words, before))
    rest: list[Raised] = []
    for each in after:
        if known[_words(each)] > 0:
            known[_words(each)] -= 1
        else:
            rest.append(each)
    if not rest:
        return []
    unmatched = [(each.rule, _moved(span, edits)) for each in before if known[_words(each)] > 0 and (span := _at(each))]
    new: list[Raised] = []
    for each in rest:
        span = _at(each)
        same = next(
            (old for old in unmatched if span and old[0] == each.rule and _touch(old[1], span)),
            None,
        )
        if same is None:
            new.append(each)
        else:
            unmatched.remove(same)
    return new


def _at(raised: Raised) -> Span | None:
    return raised.evidence[0].span if raised.evidence else None


def _touch(a: Span, b: Span) -> bool:
    return a.start <= b.end and b.start <= a.end


def _moved(span: Span, edits: Sequence[TextEdit]) -> Span:
    """Where a place stands after edits, which are in order; what they replace of it counts as replaced by all of it."""
    start, end = span
    delta = 0
    for edit in edits:
        if edit.span.end <= span.start:
            delta += edit.delta
        elif edit.span.start < span.end:
            start, end = min(start, edit.span.start), max(end, edit.span.end) + edit.delta
    return Span(start + delta, max(end, start) + delta)


def _shown(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"
