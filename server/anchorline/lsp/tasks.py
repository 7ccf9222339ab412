"""The tasks that the server runs on its own account: held strongly, logged when they fail, cancelled at the end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from anchorline.lsp.logs import frames

log = logging.getLogger(__name__)


class Tasks:
    """Tasks by name (several may share one), and by the request that started them."""

    def __init__(self) -> None:
        self._tasks: dict[asyncio.Task[Any], tuple[str, int | str | None]] = {}

    def start(self, name: str, work: Coroutine[Any, Any, Any], request: int | str | None = None) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks[task] = (name, request)
        task.add_done_callback(self._done)
        return task

    def cancel(self, name: str) -> int:
        """Cancel the tasks of this name; how many there were."""
        return self._cancel([task for task, (held, _) in self._tasks.items() if held == name])

    def cancel_request(self, request: int | str) -> int:
        return self._cancel([task for task, (_, held) in self._tasks.items() if held == request])

    def cancel_all(self) -> int:
        return self._cancel(list(self._tasks))

    @staticmethod
    def _cancel(tasks: list[asyncio.Task[Any]]) -> int:
        running = [task for task in tasks if not task.cancelling()]
        for task in running:
            task.cancel()
        return len(running)

    def _done(self, task: asyncio.Task[Any]) -> None:
        name, _ = self._tasks.pop(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s failed: %s", name, frames(error))
