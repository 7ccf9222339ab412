"""A client of bytes: what it sends is exactly what the test says. No pygls, so that none of its faults can hide."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

DEADLINE = 90.0
"""Seconds after which a test gives up; reached only when something is broken. A first model call imports for seconds of
CPU time, of which a busy machine gives little."""

Message = dict[str, Any]
COMMAND = [sys.executable, "-m", "anchorline", "server"]


def framed(message: object) -> bytes:
    return with_header(json.dumps(message).encode())


def with_header(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def full_range(text: str) -> dict[str, Any]:
    lines = text.split("\n")
    return {"start": {"line": 0, "character": 0}, "end": {"line": len(lines) - 1, "character": len(lines[-1])}}


class WireClient:
    """A server process and its two pipes."""

    def __init__(self, *options: str, env: dict[str, str] | None = None, command: list[str] | None = None) -> None:
        self.process = subprocess.Popen(
            [*(command or COMMAND), *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **(env or {})},
        )
        self.stderr: list[bytes] = []
        self._arrived: queue.Queue[Message | None] = queue.Queue()
        self.seen: list[Message] = []
        self._opened: list[str] = []
        self._ids = iter(range(1, 1_000_000))
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._read, self._drain)]
        for thread in self._threads:
            thread.start()

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while True:
            length = 0
            while line := stream.readline():
                if line == b"\r\n":
                    break
                name, _, value = line.partition(b":")
                # Anything else on standard output is a bug, and ends the stream for the test.
                assert name.lower() in (b"content-length", b"content-type"), line
                length = int(value) if name.lower() == b"content-length" else length
            if not line:
                self._arrived.put(None)
                return
            self._arrived.put(json.loads(stream.read(length)))

    def _drain(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.stderr.append(line)

    # --- sending

    def send_bytes(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message: object) -> None:
        self.send_bytes(framed(message))

    def notify(self, method: str, params: object) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def start_request(self, method: str, params: object) -> int:
        number = next(self._ids)
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        return number

    def request(self, method: str, params: object = None) -> Message:
        """The whole answer, with `result` or `error`."""
        return self.answer_to(self.start_request(method, params))

    # --- receiving

    def wait_for(self, wanted: Callable[[Message], bool]) -> Message:
        """The next message that is wanted; the others are kept in `seen`. Fails at the deadline or the end."""
        while True:
            message = self._arrived.get(timeout=DEADLINE)
            assert message is not None, f"the server closed its output; {b''.join(self.stderr).decode()}"
            self.seen.append(message)
            self._answer_routine(message)
            if wanted(message):
                return message

    def _answer_routine(self, message: Message) -> None:
        """What every client answers without thinking."""
        if message.get("method") in ("window/workDoneProgress/create", "client/registerCapability"):
            self.send({"jsonrpc": "2.0", "id": message["id"], "result": None})

    def answer_to(self, number: int | str | None) -> Message:
        return self.wait_for(lambda message: "method" not in message and message.get("id") == number)

    def result_of(self, number: int) -> Any:
        """Of a request that was answered, now or while something else was waited for."""
        known = [message for message in self.seen if "method" not in message and message.get("id") == number]
        return (known[0] if known else self.answer_to(number))["result"]

    def diagnostics(self, uri: str, version: int | None = None) -> list[Message]:
        """Of the next publication for this document (and this version)."""
        message = self.wait_for(
            lambda message: (
                message.get("method") == "textDocument/publishDiagnostics"
                and message["params"]["uri"] == uri
                and version in (None, message["params"]["version"])
            )
        )
        found: list[Message] = message["params"]["diagnostics"]
        return found

    def drained(self) -> list[Message]:
        """Everything that is sent before the answer to a request that is sent now: nothing else was on its way."""
        start = len(self.seen)
        self.request("anchorline/nothing")
        return self.seen[start:-1]

    # --- the usual course

    def initialize(self, capabilities: object = None, **more: object) -> Message:
        params = {"processId": None, "rootUri": None, "capabilities": capabilities or {}, **more}
        answer = self.request("initialize", params)
        self.notify("initialized", {})
        result: Message = answer["result"]
        return result

    def open(self, uri: str, text: str, version: int = 1, language: str = "markdown") -> None:
        self._opened.append(uri)
        item = {"uri": uri, "languageId": language, "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, uri: str, version: int, *changes: object) -> None:
        document = {"uri": uri, "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": list(changes)})

    def command(self, name: str, *arguments: object) -> Message:
        return self.request("workspace/executeCommand", {"command": f"anchorline.{name}", "arguments": list(arguments)})

    def is_as_new(self) -> bool:
        """Take back what a test did, so that the next one may use the same server; False when it cannot be."""
        if self.process.poll() is not None:
            return False
        for uri in self._opened:
            self.command("undismissAll", uri)
            self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        self._opened.clear()
        serves = self.request("anchorline/nothing").get("error", {}).get("code") == -32601
        self.seen.clear()
        return serves

    def shut_down(self) -> int:
        """Shutdown, exit, and the exit status."""
        assert "result" in self.request("shutdown")
        self.send({"jsonrpc": "2.0", "method": "exit"})
        return self.ended()

    def ended(self) -> int:
        return self.process.wait(DEADLINE)

    def errors(self) -> bytes:
        """All of standard error, of a process that ended: its pipe outlives it by a moment."""
        self._threads[1].join(DEADLINE)
        assert not self._threads[1].is_alive()
        return b"".join(self.stderr)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(DEADLINE)
        for thread in self._threads:
            thread.join(DEADLINE)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()


def uri_of(path: Path) -> str:
    return path.as_uri()
