"""One review that was started: of which text, what for, and who waits for it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from anchorline.lsp.engine import Reason
from anchorline.lsp.progress import Progress, Token
from anchorline.text.snapshot import Snapshot


@dataclass(slots=True, eq=False)
class Run:
    """What is wanted is fulfilled by one run or handed on to another, never lost on the way: only a person takes it
    back. `request` is the one that asked for it, `token` the one under which its client wants to see it."""

    reason: Reason
    snapshot: Snapshot
    request: int | str | None = None
    token: Token | None = None
    progress: Progress | None = None
    behind: Reason | None = None
    """What the text of then is to be reviewed for when this has ended."""
    task: asyncio.Task[None] | None = None

    @property
    def is_under_way(self) -> bool:
        return self.task is not None and not self.task.done() and not self.task.cancelling()

    def goes_before(self, newer: Run) -> bool:
        """Whether the newer one has to wait: typing on does not take back that the text before was saved."""
        return not newer.reason.supersedes and newer.reason < self.reason and newer.snapshot.text != self.snapshot.text

    def wait(self, reason: Reason) -> None:
        self.behind = reason if self.behind is None else max(self.behind, reason)

    def take_over(self, older: Run) -> None:
        """Do what an older run was to do, which is stopped for this one."""
        self.reason = max(self.reason, older.reason)
        if self.request is None:
            self.request = older.request
        if self.token is None:
            self.token = older.token
            self.progress, older.progress = older.progress, None

    def anew(self) -> Run:
        """The same, from its beginning."""
        again = Run(self.reason, self.snapshot, behind=self.behind)
        again.take_over(self)
        return again
