"""What a person has decided about findings: hidden at once, and kept by the engine's store on a thread of its own.

Not on the worker's: a decision is not to wait for a review, nor be lost when the editor closes behind it.
"""

from __future__ import annotations

import asyncio
import posixpath
from typing import TYPE_CHECKING, NamedTuple, Protocol

from anchorline.findings.decisions import Claim, DecisionKind, Scope, at_home, claim_of, likeness
from anchorline.findings.finding import Finding
from anchorline.lsp import uris
from anchorline.lsp.documents import Document
from anchorline.lsp.worker import Worker

if TYPE_CHECKING:
    from anchorline.lsp.session import Session

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

    async def forget(self, document: Document) -> int:
        """Take back what hides findings of this document, and what does so in its whole workspace; how many decisions
        that were."""
        ...

    async def settled(self, within: float) -> None:
        """Wait until what was decided is written, for at most so many seconds."""
        ...


class _Taken(NamedTuple):
    """`place` is the document, or its workspace."""

    scope: Scope
    place: str
    claim: Claim


class LastingDecisions:
    """The gates drop what was decided before; this hides what was shown already when it was decided.

    Where the store cannot be written the decisions of this session count all the same.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._taken: list[_Taken] = []
        self._verdicts: dict[tuple[str, str], bool] = {}
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
            self._taken.append(_Taken(scope, place, claim_of(at_home(finding))))
            self._verdicts.clear()
        session, uri, around = self._session, document.uri, self._session.surroundings(document)
        kept = self._keeper.submit(
            lambda _: session.engine.record(kind, finding, Scope(scope), reason or "", uri, around)
        )
        self._unsaved.add(kept)
        kept.add_done_callback(self._saved)

    def dismissed(self, document: str, finding: Finding) -> bool:
        if not self._taken:
            return False
        key = (document, finding.id)
        verdict = self._verdicts.get(key)
        if verdict is None:
            verdict = self._verdicts[key] = any(self._hides(taken, document, finding) for taken in self._taken)
        return verdict

    async def forget(self, document: Document) -> int:
        session, workspace = self._session, self._workspace(document.key)
        gone = [taken for taken in self._taken if taken.place in (document.key, workspace)]
        self._taken = [taken for taken in self._taken if taken not in gone]
        self._verdicts.clear()
        uri, around = document.uri, session.surroundings(document)
        stored = await self._keeper.submit(lambda _: session.engine.take_back(uri, around))
        for each in session.documents:  # the gates dropped what comes back now
            session.schedule.opened(each)
        return max(stored, len(gone))

    def _hides(self, taken: _Taken, document: str, finding: Finding) -> bool:
        place = self._workspace(document) if taken.scope is Scope.WORKSPACE else document
        if taken.place != place:
            return False
        if taken.scope is not Scope.FINDING and taken.claim.rule == finding.rule:
            return True
        if taken.claim.finding and taken.claim.finding == finding.id:
            return True
        like = likeness(taken.claim, at_home(finding), strict=True)
        return like is not None and like.stands

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
