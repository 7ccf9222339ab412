"""Anthropic's API, and what is compatible with it, through the official SDK.

The SDK is imported on first use, in a thread of its own: that takes seconds, and an editor must not feel them. Answers
are streamed, so that the first event can release the calls that wait to read the prompt cache. Retries are the SDK's,
inside one deadline. Redirects are refused: the SDK would forward the document. Nothing that is sent is ever logged.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from anchorline.findings.words import Outcome
from anchorline.models import failures
from anchorline.models.answer import Exchange, read_events, read_whole
from anchorline.models.base import ModelFailure, ModelReply, ModelRequest, Watch
from anchorline.models.endpoint import endpoint_problem, host_of, is_loopback, loopback_only
from anchorline.models.parameters import parameters_of, unsupported

if TYPE_CHECKING:
    import httpx2
    from anthropic import AsyncAnthropic

T = TypeVar("T")

LOGGERS = ("anthropic", "httpx", "httpx2", "httpcore", "httpcore2")
_CONNECT_S = 10.0
_PAUSE_S = 0.5  # before the first retry, as the SDK has it
_ALL_SCHEMES = ("http://", "https://", "all://")
_KEY_VARIABLES = (
    "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_FOUNDRY_API_KEY", "AWS_BEARER_TOKEN_BEDROCK",
    "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN",
)  # fmt: skip
_EXTRA = {"bedrock": "bedrock", "vertex": "vertex"}


@dataclass(frozen=True, slots=True)
class Access:
    """How to get in. `service` is anthropic, bedrock, vertex or foundry; None leaves a value to the SDK and its own
    environment variables. Keys never show in a repr."""

    service: str = "anthropic"
    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    auth_token: str | None = field(default=None, repr=False)


_CALL: ContextVar[Exchange] = ContextVar("anchorline_model_call")


class _NotSent(Exception):  # noqa: N818  # carries a failure
    """Raised inside the SDK's retry loop to end it, for a reason that is already a failure."""

    def __init__(self, failure: ModelFailure) -> None:
        super().__init__(failure.sentence)
        self.failure = failure


class AnthropicModel:
    """See `Model`. One client, and so one pool of connections, for all calls."""

    def __init__(self, access: Access, *, max_retries: int = 2) -> None:
        self._access = access
        self._max_retries = max_retries
        self._client: asyncio.Future[AsyncAnthropic] | None = None
        self._refused: dict[str, set[str]] = {}  # by model: parts of output_config that the endpoint does not take

    async def complete(self, request: ModelRequest, watch: Watch) -> ModelReply:
        client = await self._ready()
        quiet()
        call = Exchange(request, watch, asyncio.get_running_loop().time() + request.timeout_s, self._max_retries)
        token = _CALL.set(call)
        try:
            async with asyncio.timeout(request.timeout_s) as limit:
                await self._asked(client, call)
        except TimeoutError:
            if not limit.expired():
                raise
            raise failures.spent(request.timeout_s, call.partial) from None
        finally:
            _CALL.reset(token)
        return ModelReply(call.partial, call.stop_reason, call.model or request.model, call.content)

    async def close(self) -> None:
        client, self._client = self._client, None
        if client is not None and client.done() and not client.cancelled() and client.exception() is None:
            await client.result().close()

    async def _ready(self) -> AsyncAnthropic:
        if self._client is None:
            self._client = in_thread(lambda: _build(self._access, self._max_retries))
        building = self._client
        try:
            return await asyncio.shield(building)
        except ModelFailure:
            if self._client is building:
                self._client = None
            raise

    async def _asked(self, client: AsyncAnthropic, call: Exchange) -> None:
        refused = self._refused.setdefault(call.request.model, set())
        retries = 0
        while True:
            try:
                return await self._streamed(client, call, frozenset(refused))
            except ModelFailure as failure:
                # Compatible endpoints and older models lack effort, or structured output; the reply is checked anyway.
                part = unsupported(failure, call.request, refused)
                if part is not None:
                    refused.add(part)
                    continue
                # A stream that begins with the error is a 529 that came too late for the SDK.
                if failure.outcome is not Outcome.OVERLOADED or not call.refused_late or retries >= self._max_retries:
                    raise
            await asyncio.sleep(_PAUSE_S * 2**retries)
            retries, call.refused_late = retries + 1, False

    async def _streamed(self, client: AsyncAnthropic, call: Exchange, without: frozenset[str]) -> None:
        import anthropic  # noqa: PLC0415  # already loaded by the thread that built the client
        import httpx2  # noqa: PLC0415

        host = client.base_url.netloc.decode("ascii", "replace")
        try:
            stream = await client.messages.create(stream=True, **parameters_of(call.request, without))
            try:
                if "json" in stream.response.headers.get("content-type", ""):
                    call.watch.on_first_byte()
                    await stream.response.aread()
                    read_whole(call, stream.response.json(), host)
                else:
                    await read_events(call, stream, host)
            finally:
                await stream.close()
        except _NotSent as ended:
            raise ended.failure from None
        except anthropic.APIStatusError as error:
            failure = failures.status_failure(
                error.status_code, error.type, error.api_message, host=host, model=call.request.model,
                location=host_of(error.response.headers.get("location", "")),
                keys=_keys(self._access), sent=_texts(call.request),
            )  # fmt: skip
            failure.partial = call.partial
            if error.status_code < 300 and not call.begun:
                call.refused_late, call.watch.untold = True, False  # a refusal costs nothing
            if error.status_code == 400 and error.api_message:
                failure.__notes__ = [error.api_message[:500]]
            raise failure from None
        except anthropic.APIConnectionError as error:
            if isinstance(error.__cause__, _NotSent):
                raise error.__cause__.failure from None
            raise failures.unreachable(host, error.__cause__) from None
        except (httpx2.TransportError, httpx2.StreamError):
            raise failures.dropped(host, call.partial) from None
        except (anthropic.AnthropicError, TypeError) as error:
            # The SDK has no type of its own for "no credentials".
            if "authentication" in str(error) or "credential" in str(error).casefold():
                sentence = 'no key was found; set ANTHROPIC_API_KEY, or provider = "off"'
                raise ModelFailure(Outcome.UNAUTHORIZED, sentence, for_all=True) from None
            raise failures.not_the_api(host) from None
        except (ValueError, AttributeError, LookupError, httpx2.HTTPError):
            raise failures.not_the_api(host) from None
        except ModelFailure:
            raise
        except Exception as error:
            if self._access.service == "anthropic":
                raise
            raise failures.no_credentials(self._access.service, error) from None  # each cloud has errors of its own


def _keys(access: Access) -> list[str]:
    """All that may be in use: the SDK looks into the environment by itself."""
    found = (access.api_key, access.auth_token, *(os.environ.get(name) for name in _KEY_VARIABLES))
    return [key for key in found if key]


def _texts(request: ModelRequest) -> list[str]:
    blocks = (*request.system, *request.user, *(block for turn in request.turns for block in turn.user))
    return [*(block.text for block in blocks), *(text for turn in request.turns for _, text in turn.answers)]


def quiet() -> None:
    """Hold the loggers of the SDK and its transport at warnings: below, they print whole requests."""
    for name in LOGGERS:
        logger = logging.getLogger(name)
        if logger.level < logging.WARNING:
            logger.setLevel(logging.WARNING)


def _build(access: Access, max_retries: int) -> AsyncAnthropic:
    """Import the SDK and make its client. Runs in a thread, and takes seconds the first time."""
    collecting = gc.isenabled()
    gc.disable()  # a collection during the import holds up the event loop five times as long
    try:
        return _client(access, max_retries)
    except ImportError:
        extra = _EXTRA.get(access.service, "")
        how = f"install it: pip install 'anchorline[{extra}]'" if extra else "install Anchorline again"
        sentence = f"what {access.service} needs is not installed; {how}"
        raise ModelFailure(Outcome.ERROR, sentence, for_all=True) from None
    except (ValueError, TypeError) as error:
        sentence = (
            f"{access.service} is not set up: {failures.quoted(str(error), keys=_keys(access)).removeprefix(': ')}"
        )
        raise ModelFailure(Outcome.ERROR, sentence, for_all=True) from None
    finally:
        if collecting:
            gc.freeze()  # what was imported stays; the next collection would go through all of it at once
            gc.enable()


def _client(access: Access, max_retries: int) -> AsyncAnthropic:
    import anthropic  # noqa: PLC0415
    import httpx2  # noqa: PLC0415

    quiet()
    direct = is_loopback(host_of(access.base_url or "", port=False))
    common: dict[str, Any] = {
        "http_client": _transport(direct=direct),
        "max_retries": max_retries,
        "timeout": httpx2.Timeout(None, connect=_CONNECT_S),
        "middleware": [_counted],
        "open_telemetry": False,  # a tracer of someone else would be handed prompts
        **({"base_url": access.base_url} if access.base_url else {}),
    }
    client: Any
    match access.service:
        case "bedrock":
            client = anthropic.AsyncAnthropicBedrock(**common)
        case "vertex":
            client = anthropic.AsyncAnthropicVertex(**common)
        case "foundry":
            client = anthropic.AsyncAnthropicFoundry(**common)
        case _:
            client = anthropic.AsyncAnthropic(api_key=access.api_key, auth_token=access.auth_token, **common)
    with_key = bool(access.api_key or access.auth_token) or access.service != "anthropic"
    problem = endpoint_problem(str(client.base_url), with_key=with_key)
    if problem is None and loopback_only() and not is_loopback(client.base_url.host):
        problem = f"calls beyond this machine are switched off, and base_url is {client.base_url.host}"
    if problem is not None:
        raise ModelFailure(Outcome.ERROR, problem, for_all=True)
    if not direct and is_loopback(client.base_url.host):  # as the SDK found it in its environment
        client = client.with_options(http_client=_transport(direct=True))
    _ = client.messages.create  # its module is large too, and loaded on first touch
    ready: AsyncAnthropic = client
    return ready


def _transport(*, direct: bool) -> httpx2.AsyncClient:
    """Connections. `direct`: past every proxy of the environment, for what goes to this machine must stay on it."""
    import anthropic  # noqa: PLC0415
    import httpx2  # noqa: PLC0415

    return anthropic.DefaultAsyncHttpxClient(
        follow_redirects=False,
        timeout=httpx2.Timeout(None, connect=_CONNECT_S),
        event_hooks={"request": [_guarded]},
        mounts=dict.fromkeys(_ALL_SCHEMES) if direct else {},
    )


async def _guarded(request: Any) -> None:
    """The last word on where bytes go, whatever the SDK made of a base URL."""
    if loopback_only() and not is_loopback(request.url.host):
        raise _NotSent(ModelFailure(Outcome.ERROR, "calls beyond this machine are switched off", for_all=True))


async def _counted(request: Any, call_next: Callable[[Any], Any]) -> Any:
    """Around each HTTP attempt: ask whether it may be paid for, count it, and end a wait that cannot be waited for."""
    call = _CALL.get()
    if not call.watch.may_send():
        raise _NotSent(failures.over_budget())
    call.watch.attempts += 1
    call.watch.untold = True
    try:
        response = await call_next(request)
    except Exception:
        call.watch.untold = False  # no answer began
        raise
    call.watch.untold = response.status_code < 300  # a refusal costs nothing
    will_wait = response.status_code in (408, 409, 429) or response.status_code >= 500
    wait = _seconds(response.headers.get("retry-after"))
    left = call.deadline - asyncio.get_running_loop().time()
    if will_wait and request.retries_taken < call.max_retries and wait is not None and wait > left:
        await response.http_response.aclose()
        raise _NotSent(failures.wait_too_long(host_of(str(response.url)), wait))
    return response


def _seconds(retry_after: str | None) -> float | None:
    try:
        return float(retry_after) if retry_after is not None else None
    except ValueError:
        return None  # a date: the SDK reads it, and the deadline ends it


def in_thread(work: Callable[[], T]) -> asyncio.Future[T]:
    """The result of `work`, run in a thread of its own: the default pool is small, and others wait in it."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if future.done():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        result: T | None = None
        failed: BaseException | None = None
        try:
            result = work()
        except BaseException as error:  # noqa: BLE001  # carried over to whoever awaits
            failed = error
        with suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(settle, result, failed)

    future.add_done_callback(lambda ended: ended.cancelled() or ended.exception())  # seen, though all waiters left
    threading.Thread(target=run, name="anchorline-sdk", daemon=True).start()
    return future
