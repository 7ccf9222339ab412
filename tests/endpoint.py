"""A local endpoint that speaks the Messages API, over a real socket, and misbehaves on demand.

    with Endpoint({"coherence": [Status(429, {"retry-after": "0"}), Say(reply(finding()))]}) as endpoint:
        …ANTHROPIC_BASE_URL = endpoint.url…
        endpoint.seen[0].body["model"]

Behaviours are looked up by the reviewer that the last text block names ("*" for all others) and used one a request; the
last one stays. The endpoint counts tokens (four characters each) and keeps a prompt cache as the real one does:
byte-exact prefixes that end at a breakpoint, found up to 20 blocks before a breakpoint.
"""

from __future__ import annotations

import hashlib
import json
import select
import socket
import ssl
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

CHARACTERS_A_TOKEN = 4
LOOK_BACK = 20
PATIENCE_S = 90.0  # how long a behaviour that waits for the client waits at most

EMPTY = '{"findings": [], "residual_risks": [], "deferred_questions": []}'


@dataclass
class Say:
    """A whole answer as a stream. `pieces`: how many deltas; `gate`: wait for it before the answer begins; `pause`:
    wait for it after the first delta; `thinking`: a thinking block comes first. `delay_s` and `pace_s`: seconds before
    the answer begins and between its deltas, for measurements."""

    text: str = EMPTY
    stop_reason: str = "end_turn"
    pieces: int = 3
    gate: threading.Event | None = None
    pause: threading.Event | None = None
    thinking: bool = False
    usage: Mapping[str, Any] | None = None
    model: str | None = None
    delay_s: float = 0.0
    pace_s: float = 0.0


@dataclass
class Made:
    """An answer that is made for each request, as a stream."""

    make: Callable[[Seen], str]


@dataclass
class Whole:
    """The answer as one JSON object, although a stream was asked for."""

    text: str = EMPTY
    stop_reason: str = "end_turn"
    usage: Mapping[str, Any] | None = None


@dataclass
class Status:
    """An HTTP error."""

    code: int
    headers: Mapping[str, str] = field(default_factory=dict)
    kind: str = "error"
    message: str = "no"


@dataclass
class StreamError:
    """A stream that begins well and then says that something went wrong; `first`: it says so at once."""

    kind: str = "overloaded_error"
    text: str = ""
    first: bool = False


@dataclass
class Redirect:
    to: str
    code: int = 307


@dataclass
class Drop:
    """The connection ends: before any answer, or after this text."""

    text: str = ""


@dataclass
class Drip:
    """An answer that begins and then never comes: one delta, then nothing until the client leaves."""

    text: str = '{"findings": ['


@dataclass
class Html:
    body: str = "<html><body>Welcome</body></html>"


@dataclass
class Look:
    """A message that asks for something before it goes on: by a stream, after a thought, or as one JSON object."""

    name: str
    given: Any
    whole: bool = False


Behaviour = Look | Say | Made | Whole | Status | StreamError | Redirect | Drop | Drip | Html


@dataclass
class Seen:
    """One request as it came in. `number` counts all requests from 0; `reviewer` is the one that is asked."""

    number: int
    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]
    reviewer: str
    raw: bytes

    @property
    def retry(self) -> int:
        return int(self.headers.get("x-stainless-retry-count", "0"))

    @property
    def blocks(self) -> list[dict[str, Any]]:
        """The text blocks of the system prompt and of the messages, in order."""
        system = self.body.get("system", [])
        blocks = [{"type": "text", "text": system}] if isinstance(system, str) else list(system)
        for message in self.body["messages"]:
            content = message["content"]
            blocks += [{"type": "text", "text": content}] if isinstance(content, str) else content
        return [block for block in blocks if "text" in block]


@dataclass
class Bill:
    plain: int = 0
    write: int = 0
    read: int = 0
    output: int = 0

    def weighed(self, write: float = 1.25, read: float = 0.1) -> float:
        return self.plain + write * self.write + read * self.read


class Endpoint:
    """Started and stopped as a context. Every attribute may be read while it runs."""

    def __init__(
        self, script: Mapping[str, Sequence[Behaviour]] | None = None, *, tls: ssl.SSLContext | None = None
    ) -> None:
        self.script = {name: list(behaviours) for name, behaviours in (script or {}).items()}
        self.seen: list[Seen] = []
        self.bills: list[Bill] = []
        self.left: list[str] = []  # reviewers whose client went away in the middle
        self.ended: list[float] = []  # when the last byte of each whole answer was written, by time.perf_counter
        self.changed = threading.Condition()
        self.stopping = threading.Event()
        self._uses: Counter[str] = Counter()
        self._cache: set[str] = set()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.endpoint = self
        if tls is not None:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self.scheme = "https" if tls is not None else "http"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def port(self) -> int:
        return self._server.server_address[1]

    @property
    def url(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}"

    def __enter__(self) -> Endpoint:
        self._thread.start()
        return self

    def __exit__(self, *args: object) -> None:
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(PATIENCE_S)

    def wait_for(self, condition: Any, what: str) -> None:
        """Wait until a condition on this endpoint holds; it is looked at whenever something happens here."""
        with self.changed:
            assert self.changed.wait_for(lambda: condition(self), PATIENCE_S), f"never saw {what}"

    def reviewers(self) -> list[str]:
        return [seen.reviewer for seen in self.seen]

    def total(self) -> Bill:
        bills = self.bills
        return Bill(
            sum(b.plain for b in bills),
            sum(b.write for b in bills),
            sum(b.read for b in bills),
            sum(b.output for b in bills),
        )

    # called by handlers

    def note(self, what: Any) -> None:
        with self.changed:
            what()
            self.changed.notify_all()

    def next_behaviour(self, reviewer: str) -> Behaviour:
        with self.changed:
            behaviours = self.script.get(reviewer) or self.script.get("*") or [Say()]
            self._uses[reviewer] += 1
            return behaviours[min(self._uses[reviewer], len(behaviours)) - 1]

    def bill(self, seen: Seen, output: str) -> Bill:
        """Count a prompt against the cache, and put into the cache what its breakpoints end."""
        blocks = seen.blocks
        digest = hashlib.sha256(
            json.dumps([seen.body["model"], seen.body.get("output_config")], sort_keys=True).encode()
        )
        prefixes, sizes = [], []
        for block in blocks:
            digest.update(block["text"].encode() + b"\0")
            prefixes.append(digest.hexdigest())
            sizes.append(len(block["text"]) / CHARACTERS_A_TOKEN)
        marks = [index for index, block in enumerate(blocks) if "cache_control" in block]
        with self.changed:
            hit = max(
                (
                    at
                    for mark in marks
                    for at in range(max(mark - LOOK_BACK + 1, 0), mark + 1)
                    if prefixes[at] in self._cache
                ),
                default=-1,
            )
            self._cache.update(prefixes[mark] for mark in marks)
        last = marks[-1] if marks else -1
        read, write = sum(sizes[: hit + 1]), sum(sizes[hit + 1 : last + 1])
        plain = sum(sizes[max(last, hit) + 1 :])
        return Bill(round(plain), round(write), round(read), -(-len(output) // CHARACTERS_A_TOKEN))


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64
    endpoint: Endpoint

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that leaves is no error here."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, *args: object) -> None:
        """Quiet."""

    def do_POST(self) -> None:
        endpoint = self.server.endpoint
        raw = self.rfile.read(int(self.headers.get("content-length", "0")))
        body = json.loads(raw)
        last = body["messages"][-1]["content"]
        text = last if isinstance(last, str) else last[-1]["text"]
        first_line = text.split("\n", 1)[0]
        reviewer = first_line.removeprefix("Reviewer: ").strip() if first_line.startswith("Reviewer: ") else ""
        seen = Seen(
            len(endpoint.seen),
            self.path,
            {name.casefold(): value for name, value in self.headers.items()},
            body,
            reviewer,
            raw,
        )
        endpoint.note(lambda: endpoint.seen.append(seen))
        behaviour = endpoint.next_behaviour(reviewer)
        try:
            self._behave(endpoint, seen, behaviour)
        except OSError:
            endpoint.note(lambda: endpoint.left.append(reviewer))
            self.close_connection = True

    def _behave(self, endpoint: Endpoint, seen: Seen, behaviour: Behaviour) -> None:
        match behaviour:
            case Say():
                self._wait(behaviour.gate)
                self._take(behaviour.delay_s)
                self._stream(endpoint, seen, behaviour)
            case Made():
                self._stream(endpoint, seen, Say(behaviour.make(seen)))
            case Whole():
                bill = endpoint.bill(seen, behaviour.text)
                endpoint.note(lambda: endpoint.bills.append(bill))
                self._json(200, {
                    "type": "message", "role": "assistant", "model": seen.body["model"],
                    "stop_reason": behaviour.stop_reason,
                    "content": [{"type": "text", "text": behaviour.text}],
                    "usage": _usage(bill, bill.output) if behaviour.usage is None else behaviour.usage,
                })  # fmt: skip
            case Look():
                self._ask(endpoint, seen, behaviour)
            case Status():
                error = {"type": "error", "error": {"type": behaviour.kind, "message": behaviour.message}}
                self._json(behaviour.code, error, behaviour.headers)
            case StreamError():
                self._open_stream()
                if not behaviour.first:
                    self._start(endpoint, seen, Bill(1, 0, 0, 0), seen.body["model"])
                    self._delta(behaviour.text)
                self._event("error", {"type": "error", "error": {"type": behaviour.kind, "message": "busy"}})
                self.close_connection = True
            case Redirect():
                self._json(behaviour.code, {}, {"location": behaviour.to})
            case Drop(text=""):
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)
            case Drop():
                self._open_stream(length=1_000_000)
                self._start(endpoint, seen, Bill(7, 0, 0, 0), seen.body["model"])
                self._delta(behaviour.text)
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)
            case Drip():
                self._open_stream()
                bill = endpoint.bill(seen, "")
                self._start(endpoint, seen, bill, seen.body["model"])
                self._delta(behaviour.text)
                self._until_client_leaves(endpoint)
            case Html():
                data = behaviour.body.encode()
                self.send_response(200)
                self.send_header("content-type", "text/html")
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

    def _stream(self, endpoint: Endpoint, seen: Seen, say: Say) -> None:
        bill = endpoint.bill(seen, say.text)
        self._open_stream()
        self._start(endpoint, seen, bill, say.model or seen.body["model"], say.usage)
        index = 0
        if say.thinking:
            self._event(
                "content_block_start",
                {"index": 0, "content_block": {"type": "thinking", "thinking": "", "signature": ""}},
            )
            self._event("content_block_delta", {"index": 0, "delta": {"type": "thinking_delta", "thinking": "Hm."}})
            self._event("content_block_stop", {"index": 0})
            index = 1
        self._event("ping", {})
        self._event("content_block_start", {"index": index, "content_block": {"type": "text", "text": ""}})
        size = max(-(-len(say.text) // say.pieces), 1)
        for number, start in enumerate(range(0, len(say.text), size)):
            self._delta(say.text[start : start + size], index)
            if number == 0:
                self._wait(say.pause)
            self._take(say.pace_s)
        self._event("content_block_stop", {"index": index})
        output = (say.usage or {}).get("output_tokens", bill.output)
        self._event(
            "message_delta",
            {"delta": {"stop_reason": say.stop_reason, "stop_sequence": None}, "usage": {"output_tokens": output}},
        )
        self._event("message_stop", {})
        self._chunk(b"")
        ended = time.perf_counter()
        endpoint.note(lambda: endpoint.ended.append(ended))

    def _ask(self, endpoint: Endpoint, seen: Seen, look: Look) -> None:
        bill, asked = endpoint.bill(seen, ""), {"type": "tool_use", "id": f"use_{seen.number}", "name": look.name}
        if look.whole:
            endpoint.note(lambda: endpoint.bills.append(bill))
            self._json(200, {
                "type": "message", "role": "assistant", "model": seen.body["model"], "stop_reason": "tool_use",
                "content": [{**asked, "input": look.given}], "usage": _usage(bill, 1),
            })  # fmt: skip
            return
        given = json.dumps(look.given)
        half = len(given) // 2
        deltas = (
            (0, {"type": "thinking_delta", "thinking": "Let me look."}),
            (0, {"type": "signature_delta", "signature": "signed"}),
            (1, {"type": "text_delta", "text": "I look."}),
            (2, {"type": "input_json_delta", "partial_json": given[:half]}),
            (2, {"type": "input_json_delta", "partial_json": given[half:]}),
        )
        blocks = ({"type": "thinking", "thinking": "", "signature": ""}, {"type": "text", "text": ""},
                  {**asked, "input": {}})  # fmt: skip
        self._open_stream()
        self._start(endpoint, seen, bill, seen.body["model"])
        for index, block in enumerate(blocks):
            self._event("content_block_start", {"index": index, "content_block": block})
            for _, delta in (each for each in deltas if each[0] == index):
                self._event("content_block_delta", {"index": index, "delta": delta})
            self._event("content_block_stop", {"index": index})
        stopped = {"delta": {"stop_reason": "tool_use", "stop_sequence": None}, "usage": {"output_tokens": 9}}
        self._event("message_delta", stopped)
        self._event("message_stop", {})
        self._chunk(b"")

    def _open_stream(self, length: int | None = None) -> None:
        self._chunked = length is None
        self.send_response(200)
        self.send_header("content-type", "text/event-stream; charset=utf-8")
        self.send_header("transfer-encoding", "chunked") if length is None else self.send_header(
            "content-length", str(length)
        )
        self.end_headers()

    def _start(
        self, endpoint: Endpoint, seen: Seen, bill: Bill, model: str, usage: Mapping[str, int] | None = None
    ) -> None:
        endpoint.note(lambda: endpoint.bills.append(bill))
        message = {
            "id": f"msg_{seen.number}", "type": "message", "role": "assistant", "model": model, "content": [],
            "stop_reason": None, "stop_sequence": None, "usage": dict(usage) if usage is not None else _usage(bill, 1),
        }  # fmt: skip
        self._event("message_start", {"message": message})

    def _delta(self, text: str, index: int = 0) -> None:
        self._event("content_block_delta", {"index": index, "delta": {"type": "text_delta", "text": text}})

    def _event(self, name: str, data: Mapping[str, Any]) -> None:
        self._chunk(f"event: {name}\ndata: {json.dumps({'type': name, **data})}\n\n".encode())

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data) if self._chunked else data)
        self.wfile.flush()

    def _json(self, code: int, body: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> None:
        data = json.dumps(body).encode()
        self.send_response(code)
        for name, value in {
            "content-type": "application/json",
            "content-length": str(len(data)),
            **(headers or {}),
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def _wait(self, event: threading.Event | None) -> None:
        if event is not None and not event.wait(PATIENCE_S):
            raise TimeoutError("the test never let the answer go on")

    def _take(self, seconds: float) -> None:
        if seconds:
            time.sleep(seconds)

    def _until_client_leaves(self, endpoint: Endpoint) -> None:
        """Ends with an OSError when the client closes the connection, or quietly with the endpoint."""
        while not endpoint.stopping.is_set():
            readable, _, _ = select.select([self.connection], [], [], 0.05)
            if readable and not self.connection.recv(1):
                raise ConnectionResetError("the client left")
        self.close_connection = True


def _usage(bill: Bill, output: int) -> dict[str, int]:
    return {
        "input_tokens": bill.plain, "cache_creation_input_tokens": bill.write, "cache_read_input_tokens": bill.read,
        "output_tokens": output,
    }  # fmt: skip


def finding(quote: str = "the quoted words", **fields: Any) -> dict[str, Any]:
    """A finding in the form of a reply, whole unless `fields` say otherwise; a field given as `...` is left out."""
    whole: dict[str, Any] = {
        "title": "Something is wrong here", "severity": "P1", "category": "contradiction", "section": "Scope",
        "why_it_matters": "A reader will build the wrong thing.", "finding_type": "error", "autofix_class": "manual",
        "suggested_fix": None, "edits": [], "confidence": 75, "evidence": [quote],
    }  # fmt: skip
    return {name: value for name, value in (whole | fields).items() if value is not ...}


def reply(*findings: Any, **fields: Any) -> str:
    return json.dumps({"findings": list(findings), "residual_risks": [], "deferred_questions": []} | fields)
