"""One thread that reviews, so that the event loop never does. pygls's pool is left alone: it may hold the reader.

A job is told when it is no longer wanted and may look; it is never interrupted.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Job(Generic[T]):
    """A call that waits for its turn. `future` belongs to the event loop; cancelling it abandons the job."""

    def __init__(self, call: Callable[[Callable[[], bool]], T], loop: asyncio.AbstractEventLoop) -> None:
        self.future: asyncio.Future[T] = loop.create_future()
        self._call = call
        self._loop = loop
        self._unwanted = threading.Event()
        self.future.add_done_callback(lambda _: self._unwanted.set())

    def run(self) -> None:
        """On the worker's thread."""
        if self._unwanted.is_set():
            return
        try:
            result = self._call(self._unwanted.is_set)
        except BaseException as error:  # noqa: BLE001 - carried over to whoever awaits the future
            self._deliver(self.future.set_exception, error)
        else:
            self._deliver(self.future.set_result, result)

    def _deliver(self, setter: Callable[[Any], None], value: Any) -> None:
        def on_loop() -> None:
            if not self.future.done():
                setter(value)

        with suppress(RuntimeError):  # the loop closed meanwhile; nobody waits any more
            self._loop.call_soon_threadsafe(on_loop)


class Worker:
    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[Job[Any]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def submit(self, call: Callable[[Callable[[], bool]], T]) -> asyncio.Future[T]:
        """Run `call(unwanted)` on the thread, after what was submitted before. To be called on the event loop."""
        job = Job(call, asyncio.get_running_loop())
        self._jobs.put(job)
        if self._thread is None:
            # A daemon, so that a review in flight never delays the end of the process.
            self._thread = threading.Thread(target=self._work, name="anchorline-review", daemon=True)
            self._thread.start()
        return job.future

    def _work(self) -> None:
        while True:
            self._jobs.get().run()
