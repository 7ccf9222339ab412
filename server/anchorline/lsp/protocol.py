"""JSON-RPC as the specification has it, over pygls's table of handlers.

pygls 2.1 answers some requests never (bad parameters, unknown methods without parameters, anything after shutdown),
breaks on nested `jsonrpc` keys, waits for ever for answers of the wrong shape, writes after exit and logs what it
should not. All of that is in how it reads, dispatches and sends; so these three are ours, and this is the one place.
"""

from __future__ import annotations

import asyncio
import inspect
import itertools
import json
import logging
from collections.abc import Callable, Coroutine
from enum import Enum
from functools import cached_property
from typing import Any

import cattrs
from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInternalError,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcParseError,
    JsonRpcRequestCancelled,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol

from anchorline.lsp import wire
from anchorline.lsp.logs import frames

log = logging.getLogger(__name__)

MsgId = int | str
_ANSWER_WITHIN = 10.0


class State(Enum):
    WAITING = "waiting for initialize"
    RUNNING = "running"
    SHUT_DOWN = "shut down"


class NoAnswerError(Exception):
    """The client did not answer in time, or answered with an error, which is kept as it came; None without one."""

    def __init__(self, sentence: str, error: Any = None) -> None:
        super().__init__(sentence)
        self.error = error


class Protocol(LanguageServerProtocol):
    """One connection. Single-threaded: everything here runs on the event loop."""

    def __init__(self, server: Any, converter: Any) -> None:
        super().__init__(server, converter)
        self.state = State.WAITING
        self.write: Callable[[bytes], None] = lambda _: None
        self.on_gone: Callable[[], None] = lambda: None
        self._gone = False
        self._ids = itertools.count(1)
        self._asked: dict[MsgId, asyncio.Future[Any]] = {}
        self._running: dict[MsgId, asyncio.Task[Any]] = {}
        self.current: MsgId | None = None
        """The id of the request whose handler is running; None in notifications and tasks."""

    @cached_property
    def converter(self) -> cattrs.Converter:
        """Made for the first message that has a shape to check; `initialize` is read by hand."""
        from anchorline.lsp.converter import lenient_converter  # noqa: PLC0415

        return lenient_converter()

    def _serialize_message(self, data: Any) -> Any:
        return self.converter.unstructure(data)

    def _register_builtin_features(self) -> None:
        """None of pygls's own: they keep a second copy of every document, with its line rule."""

    # --- reading

    def receive(self, body: bytes) -> None:
        """Handle one message body. Never raises."""
        try:
            message = json.loads(body)
        except (ValueError, RecursionError):
            self.answer_error(None, JsonRpcParseError("the message is no JSON"))
            return
        if not isinstance(message, dict):
            self.answer_error(None, JsonRpcInvalidRequest("a message is one JSON object"))
            return
        method = message.get("method")
        if method is None and "id" in message:
            self._handle_answer(message)
        elif not isinstance(method, str) or message.get("jsonrpc") != self.VERSION:
            self.answer_error(_id_or_none(message), JsonRpcInvalidRequest("neither request nor notification"))
        elif "id" not in message:
            self._notified(method, message.get("params"))
        elif (msg_id := _id_or_none(message)) is None:
            self.answer_error(None, JsonRpcInvalidRequest("an id is a number or a string"))
        else:
            self._requested(msg_id, method, message.get("params"))

    def malformed(self, reason: str) -> None:
        self.answer_error(None, JsonRpcParseError(reason))

    def _requested(self, msg_id: MsgId, method: str, params: Any) -> None:
        try:
            handler, structured = self._prepare(method, params)
            self.current = msg_id
            result = handler(structured)
        except JsonRpcException as error:
            self.answer_error(msg_id, error)
            return
        except Exception as error:  # noqa: BLE001 - the one boundary of a request
            self._failed(msg_id, method, error)
            return
        finally:
            self.current = None
        if not inspect.isawaitable(result):
            self.answer(msg_id, result)
            return
        task = asyncio.ensure_future(result)
        self._running[msg_id] = task
        task.add_done_callback(lambda done: self._finished(msg_id, method, done))

    def _prepare(self, method: str, params: Any) -> tuple[Callable[[Any], Any], Any]:
        if self.state is State.SHUT_DOWN:
            raise JsonRpcInvalidRequest("the server is shut down")
        if self.state is State.WAITING and method != types.INITIALIZE:
            raise JsonRpcServerNotInitialized("the first request must be initialize")
        if self.state is State.RUNNING and method == types.INITIALIZE:
            raise JsonRpcInvalidRequest("the server is initialized already")
        handler = self.fm.features.get(method)
        if handler is None:
            raise JsonRpcMethodNotFound.of(method)
        return handler, self._structured(method, params)

    def _structured(self, method: str, params: Any) -> Any:
        params_type = types.METHOD_TO_TYPES[method][2] if method in types.METHOD_TO_TYPES else None
        if params_type is None:
            return params
        if not isinstance(params, dict):
            raise JsonRpcInvalidParams(f"{method}: params must be an object")
        if method == types.INITIALIZE:
            # Capabilities are read by hand, one by one: no client's novelty may break the handshake.
            return params
        try:
            return self.converter.structure(params, params_type)  # type: ignore[arg-type]
        except Exception as error:  # cattrs raises whatever the hook in question does
            raise JsonRpcInvalidParams(f"{method}: params do not have the shape of the specification") from error

    def _finished(self, msg_id: MsgId, method: str, done: asyncio.Future[Any]) -> None:
        self._running.pop(msg_id, None)
        if done.cancelled():
            self.answer_error(msg_id, JsonRpcRequestCancelled("cancelled"))
        elif (error := done.exception()) is None:
            self.answer(msg_id, done.result())
        elif isinstance(error, JsonRpcException):
            self.answer_error(msg_id, error)
        else:
            self._failed(msg_id, method, error)

    def _failed(self, msg_id: MsgId, method: str, error: BaseException) -> None:
        log.error("%s failed: %s", method, frames(error))
        self.answer_error(msg_id, JsonRpcInternalError(f"{method}: internal error ({type(error).__name__})"))

    def _notified(self, method: str, params: Any) -> None:
        if method == types.CANCEL_REQUEST:
            self._cancel(params)
            return
        if self.state is not State.RUNNING and method != types.EXIT:
            return
        handler = self.fm.features.get(method)
        if handler is None:
            log.debug("ignored notification %s", method)
            return
        try:
            handler(self._structured(method, params))
        except JsonRpcException as error:
            log.warning("%s", error.message)
        except Exception as error:  # noqa: BLE001 - the one boundary of a notification
            log.error("%s failed: %s", method, frames(error))  # noqa: TRY400 - without the message, see frames

    def _cancel(self, params: Any) -> None:
        msg_id = params.get("id") if isinstance(params, dict) else None
        if not isinstance(msg_id, int | str):
            return
        if task := self._running.get(msg_id):
            task.cancel()
        self._server.request_cancelled(msg_id)  # type: ignore[attr-defined]

    # --- asking the client

    def _handle_answer(self, message: dict[str, Any]) -> None:
        msg_id = message["id"]
        future = self._asked.pop(msg_id, None) if isinstance(msg_id, int | str) else None
        if future is None or future.done():
            return
        if "error" in message:
            future.set_exception(NoAnswerError("the client answered with an error", message["error"] or {}))
        else:
            future.set_result(message.get("result"))

    def ask(self, method: str, params: Any, within: float = _ANSWER_WITHIN) -> Coroutine[Any, Any, Any]:
        """Send a request now. What is returned waits for the client's answer, as untyped JSON: the caller believes
        nothing about its shape.

        Raises NoAnswerError on an error, or when `within` seconds have passed. A request that nobody waits for any more
        is cancelled with `$/cancelRequest`.
        """
        msg_id = next(self._ids)
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._asked[msg_id] = future
        self.send({"jsonrpc": "2.0", "id": msg_id, "method": method, "params": params})

        async def answered() -> Any:
            try:
                async with asyncio.timeout(within):
                    return await future
            except TimeoutError:
                raise NoAnswerError(f"{method}: no answer within {within:g} s") from None
            finally:
                if self._asked.pop(msg_id, None) is not None and self.state is State.RUNNING:
                    self.notify(types.CANCEL_REQUEST, {"id": msg_id})

        return answered()

    # --- sending

    def notify(self, method: str, params: Any | None = None) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def answer(self, msg_id: MsgId, result: Any) -> None:
        self.send({"jsonrpc": "2.0", "id": msg_id, "result": result})

    def answer_error(self, msg_id: MsgId | None, error: JsonRpcException) -> None:
        self.send({"jsonrpc": "2.0", "id": msg_id, "error": {"code": error.code, "message": error.message}})

    def send(self, message: dict[str, Any]) -> None:
        self.send_text(json.dumps(message, default=self._serialize_message, separators=(",", ":")))

    def send_text(self, body: str) -> None:
        """The only place that writes: JSON of ASCII alone. Nothing is written once the client is gone."""
        if self._gone:
            return
        try:
            self.write(wire.framed(body.encode("ascii")))
        except (OSError, ValueError):
            self._gone = True
            self.on_gone()

    def close(self) -> None:
        """Write nothing more, and stop what is running for the client."""
        self._gone = True
        for task in self._running.values():
            task.cancel()


def _id_or_none(message: dict[str, Any]) -> MsgId | None:
    msg_id = message.get("id")
    return msg_id if isinstance(msg_id, int | str) and not isinstance(msg_id, bool) else None
