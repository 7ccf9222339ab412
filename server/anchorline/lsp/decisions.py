"""What a person has decided about findings: hidden at once, and kept by the engine's store on a thread of its own.

Not on the worker's: a decision is not to wait for a review, nor be lost when the editor closes behind it.
"""

from __future__ import annotations

import asyncio
import posixpath
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from anchorline.findings.decisions import Claim, Decision, DecisionKind, Scope, claim_of, is_covered
from anchorline.findings.deferral import Entries
from anchorline.findings.finding import Finding
from anchorline.findings.likeness import at_home, likeness
from anchorline.lsp import uris
from anchorline.lsp.documents import Document
from anchorline.lsp.worker import Worker

if TYPE_CHECKING:
    from anchorline.lsp.session import Session

_MOST_VERDICTS = 5_000
SCOPES: tuple[Scope, ...] = tuple(Scope)


class Decisions(Protocol):
    """Called on the event loop; nothing here waits for a file, what lasts is written on another thread.

    Findings are known again by reviewer and evidence, not by wording: titles change from run to run.
    """

    def record(
        self,
        kind: DecisionKind,
        document: Document,
        finding: Finding,
        scope: Scope = Scope.FINDING,
        reason: str | None = None,
    ) -> None:
        """Remember a decision about a finding of this document. Counts at once."""
        ...

    def dismissed(self, document: str, finding: Finding) -> bool:
        """Whether a finding of the document with this key is hidden: dismissed or deferred, it or its rule."""
        ...

    def deferred(self, document: str, finding: Finding) -> bool:
        """Whether it is hidden for it was put off, and for nothing else."""
        ...

    async def restore(self, document: Document, finding: Finding | None, ids: Sequence[str]) -> int:
        """Take back the decisions with these ids, and those that hide this finding since the latest review; how many
        that were."""
        ...

    async def forget(self, document: Document) -> int:
        """Take back what hides findings of this document, and what does so in its whole workspace; how many decisions
        that were."""
        ...

    def taken_back(self, gone: Sequence[Decision]) -> None:
        """These are in the store no longer: somebody took them back elsewhere."""
        ...

    async def settled(self, within: float) -> None:
        """Wait until what was decided is written, for at most so many seconds."""
        ...


class _Taken(NamedTuple):
    """`place` is the document, or its workspace. `quote` is what the entry of a deferral is known by; None for others,
    which need none."""

    scope: Scope
    place: str
    claim: Claim
    quote: str | None = None


class LastingDecisions:
    """The gates drop what was decided before; this hides what was shown already when it was decided.

    Where the store cannot be written the decisions of this session count all the same.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._taken: list[_Taken] = []
        self._verdicts: dict[tuple[str, int], tuple[Finding, tuple[_Taken, ...]]] = {}
        self._keeper = Worker()
        self._unsaved: set[asyncio.Future[tuple[str, ...]]] = set()

    def record(
        self,
        kind: DecisionKind,
        document: Document,
        finding: Finding,
        scope: Scope = Scope.FINDING,
        reason: str | None = None,
    ) -> None:
        if kind.hides:
            place = document.key if scope is not Scope.WORKSPACE else self._workspace(document.key)
            quote = finding.evidence[0].quote if kind is DecisionKind.DEFERRED else None
            self._taken.append(_Taken(scope, place, claim_of(finding), quote))
            self._verdicts.clear()
        session, uri, around = self._session, document.uri, self._session.surroundings(document)
        kept = self._keeper.submit(
            lambda _: session.engine.record(kind, finding, Scope(scope), reason or "", uri, around)
        )
        self._unsaved.add(kept)
        kept.add_done_callback(self._saved)

    def dismissed(self, document: str, finding: Finding) -> bool:
        return bool(self._hiding(document, finding))

    def deferred(self, document: str, finding: Finding) -> bool:
        hiding = self._hiding(document, finding)
        return bool(hiding) and all(taken.quote is not None for taken in hiding)

    def _hiding(self, document: str, finding: Finding) -> Sequence[_Taken]:
        if not self._taken:
            return ()
        key = (document, id(finding))
        verdict = self._verdicts.get(key)
        if verdict is None or verdict[0] is not finding:
            if len(self._verdicts) >= _MOST_VERDICTS:
                self._verdicts.clear()
            hiding = tuple(taken for taken in self._taken if self._hides(taken, document, finding))
            verdict = self._verdicts[key] = (finding, hiding)
        return [taken for taken in verdict[1] if taken.quote is None or self._is_entered(taken, document)]

    def _is_entered(self, taken: _Taken, document: str) -> bool:
        """A deferral counts while its entry stands: an undo takes both back."""
        opened = self._session.documents.get(document)
        return opened is not None and Entries(opened.text).hold(taken.claim.rule, taken.quote or "")

    async def restore(self, document: Document, finding: Finding | None, ids: Sequence[str]) -> int:
        session, uri, around = self._session, document.uri, self._session.surroundings(document)
        hiding = [taken for taken in self._taken if finding is not None and self._hides(taken, document.key, finding)]
        self._taken = [taken for taken in self._taken if taken not in hiding]
        self._verdicts.clear()
        made = [(taken.scope, taken.claim) for taken in hiding]
        stored = await self._keeper.submit(lambda _: session.engine.restore(uri, around, ids, made))
        self._again()
        return max(stored, len(hiding))

    async def forget(self, document: Document) -> int:
        session, workspace = self._session, self._workspace(document.key)
        gone = [taken for taken in self._taken if taken.place in (document.key, workspace)]
        self._taken = [taken for taken in self._taken if taken not in gone]
        self._verdicts.clear()
        uri, around = document.uri, session.surroundings(document)
        stored = await self._keeper.submit(lambda _: session.engine.take_back(uri, around))
        self._again()
        return max(stored, len(gone))

    def _again(self) -> None:
        """The gates dropped what comes back now."""
        for each in self._session.documents:
            self._session.schedule.opened(each)

    def taken_back(self, gone: Sequence[Decision]) -> None:
        if not gone:
            return
        known = {(each.scope, each.claim) for each in gone}
        self._taken = [taken for taken in self._taken if (taken.scope, taken.claim) not in known]
        self._verdicts.clear()

    def _hides(self, taken: _Taken, document: str, finding: Finding) -> bool:
        place = self._workspace(document) if taken.scope is Scope.WORKSPACE else document
        if taken.place != place:
            return False
        if taken.scope is not Scope.FINDING and taken.claim.rule == finding.rule:
            return True
        if not any(trace.grams for trace in taken.claim.traces):  # punctuation alone: there is nothing else to go by
            return taken.claim.finding == finding.id
        like = likeness(taken.claim, at_home(finding), strict=True)
        return like is not None and like.stands and is_covered(finding, [taken.claim], ())

    def _workspace(self, key: str) -> str:
        """The key of the folder that a document belongs to, as far as can be told without a look at the disk."""

        folders = [uris.key(folder).rstrip("/") for folder in self._session.folders]
        holding = [folder for folder in folders if key.startswith(f"{folder}/")]
        return max(holding, key=len) if holding else posixpath.dirname(key)

    async def settled(self, within: float) -> None:
        if self._unsaved:
            await asyncio.wait(self._unsaved, timeout=within)

    def _saved(self, kept: asyncio.Future[tuple[str, ...]]) -> None:
        self._unsaved.discard(kept)
        if not kept.cancelled() and kept.exception() is None:
            self._session.report_problems(kept.result())
