"""Rows about the language server, each against a plain pygls server on the same interpreter."""

from __future__ import annotations

import gc
import json
import os
import statistics
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from bench.documents import plan
from bench.row import Row

Message = dict[str, Any]
URI = "file:///bench/plan.md"
OURS = [sys.executable, "-m", "anchorline", "server"]
EMPTY = [
    sys.executable,
    "-c",
    "from pygls.lsp.server import LanguageServer; LanguageServer('empty', '1').start_io()",
]
# Publishes the same number of like diagnostics on every change, as its documentation shows it, and nothing else.
PLAIN = [
    sys.executable,
    "-c",
    textwrap.dedent("""
        import logging
        from lsprotocol import types
        from pygls.lsp.server import LanguageServer

        server = LanguageServer("plain", "1")
        places = []

        @server.command("places")
        def set_places(ls, *given):
            places[:] = given

        @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
        def changed(ls, params):
            diagnostics = [
                types.Diagnostic(
                    range=types.Range(types.Position(line, start), types.Position(line, end)),
                    message="TBD stands where a decision belongs",
                    severity=types.DiagnosticSeverity.Hint,
                    code="placeholder",
                    source="plain",
                    data={"id": "0123456789abcdef", "hash": "0" * 64},
                )
                for line, start, end in places
            ]
            document = params.text_document
            ls.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(uri=document.uri, version=document.version, diagnostics=diagnostics)
            )

        server.start_io()
    """),
]
CAPABILITIES = {
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True, "dataSupport": True, "codeDescriptionSupport": True},
        "hover": {"contentFormat": ["markdown"]},
    }
}


def plan_with_faults(size: int) -> str:
    """A plan of about `size` bytes with more than a hundred faults of three kinds: dates on the wrong day of the week,
    decisions left open, and tables with a wrong total. No check reports more of its kind than a person would read."""
    months = ("January", "February", "March", "April", "May", "June")
    dates = [f"- Part {n} is due on Monday, {n % 28 + 1} {months[n % 6]} 2026.\n" for n in range(60)]
    owners = [f"- The owner of part {n} is TBD.\n" for n in range(30)]
    tables = [
        f"| Part {n} | Days |\n| --- | --- |\n| build | 3 |\n| test | 4 |\n| ship | 5 |\n| Total | {n + 20} |\n\n"
        for n in range(40)
    ]
    faults = (
        "\n## Dates\n\n" + "".join(dates) + "\n## Owners\n\n" + "".join(owners) + "\n## Effort\n\n" + "".join(tables)
    )
    return plan(size - len(faults)) + faults


class Server:
    """A process that is spoken to over its pipes, one message at a time."""

    def __init__(self, command: list[str], env: Mapping[str, str] | None = None) -> None:
        self.env = env
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**os.environ, **(env or {})},
        )  # fmt: skip
        self._id = 0

    def send(self, message: Message) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self.process.stdin.flush()

    def receive(self) -> Message:
        stream = self.process.stdout
        assert stream is not None
        length = 0
        while (line := stream.readline()) != b"\r\n":
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        message: Message = json.loads(stream.read(length))
        return message

    def wait_for(self, wanted: Callable[[Message], bool]) -> Message:
        while not wanted(message := self.receive()):
            pass
        return message

    def request(self, method: str, params: object, meanwhile: Callable[[Message], object] = lambda _: None) -> Message:
        """The answer; `meanwhile` is told of every message before it."""
        self._id += 1
        number = self._id
        self.send({"id": number, "method": method, "params": params})

        def answers(message: Message) -> bool:
            meanwhile(message)
            return message.get("id") == number and "method" not in message

        return self.wait_for(answers)

    def initialize(self, **options: object) -> None:
        self.request(
            "initialize",
            {"processId": None, "rootUri": None, "capabilities": CAPABILITIES, "initializationOptions": options},
        )
        self.send({"method": "initialized", "params": {}})

    def open(self, text: str) -> None:
        item = {"uri": URI, "languageId": "markdown", "version": 1, "text": text}
        self.send({"method": "textDocument/didOpen", "params": {"textDocument": item}})

    def type_key(self, version: int, line: int, text: str = "x") -> None:
        place = {"line": line, "character": 0}
        change = {"range": {"start": place, "end": place}, "text": text}
        self.send(
            {
                "method": "textDocument/didChange",
                "params": {"textDocument": {"uri": URI, "version": version}, "contentChanges": [change]},
            }
        )

    def published(self, version: int) -> list[Message]:
        message = self.wait_for(
            lambda m: m.get("method") == "textDocument/publishDiagnostics" and m["params"]["version"] == version
        )
        found: list[Message] = message["params"]["diagnostics"]
        return found

    def cpu_ms(self) -> float:
        import psutil

        times = psutil.Process(self.process.pid).cpu_times()
        return (times.user + times.system) * 1000

    def quiet(self, for_s: float = 0.3) -> None:
        """Until it works on nothing."""
        before = -1.0
        while (now := self.cpu_ms()) != before:
            before = now
            time.sleep(for_s)

    def memory_mb(self) -> float:
        import psutil

        resident: int = psutil.Process(self.process.pid).memory_info().rss
        return resident / 1e6


@contextmanager
def running(command: list[str], env: Mapping[str, str] | None = None) -> Iterator[Server]:
    server = Server(command, env)
    try:
        yield server
    finally:
        server.process.kill()
        server.process.wait()


def handshake(turns: int = 7) -> tuple[list[float], list[float], list[float], list[float]]:
    """Milliseconds to the answer, and megabytes a moment later, of ours and of the empty server, taking turns."""
    ours_ms: list[float] = []
    ours_mb: list[float] = []
    empty_ms: list[float] = []
    empty_mb: list[float] = []
    for turn in range(turns + 1):
        for command, times, sizes in ((OURS, ours_ms, ours_mb), (EMPTY, empty_ms, empty_mb)):
            start = time.perf_counter()
            with running(command) as server:
                server.initialize()
                took = (time.perf_counter() - start) * 1000
                time.sleep(0.3)
                if turn:  # the first turn warms the disk
                    times.append(took)
                    sizes.append(server.memory_mb())
    return ours_ms, ours_mb, empty_ms, empty_mb


def _keys(server: Server, first: int, count: int) -> float:
    """CPU milliseconds of one change: typed at the top, so that every finding moves."""
    before = server.cpu_ms()
    for version in range(first, first + count):
        server.type_key(version, 8, "\n" if version % 2 else "x")
        assert len(server.published(version)) == 100
    return (server.cpu_ms() - before) / count


def change(size: int, count: int = 150) -> tuple[float, float]:
    """CPU milliseconds of one change with 100 published findings: ours, and the plain server's."""
    text = plan_with_faults(size)
    with running(OURS) as ours, running(PLAIN) as plain:
        ours.initialize(settings={"maxActionable": 75})
        ours.open(text)
        found = ours.published(1)
        assert len(found) == 100, len(found)
        plain.initialize()
        plain.open(text)
        places = [
            [f["range"]["start"]["line"], f["range"]["start"]["character"], f["range"]["end"]["character"]]
            for f in found
        ]
        plain.request("workspace/executeCommand", {"command": "places", "arguments": places})
        taken: tuple[list[float], list[float]] = ([], [])
        version = 2
        for turn in range(6):
            for server, times in ((ours, taken[0]), (plain, taken[1])):
                # A pause between turns lets the checks of the turn before end, so that they are not counted.
                if server is ours and turn:
                    ours.published(version - 1)
                cost = _keys(server, version, count)
                if turn:
                    times.append(cost)
            version += count
    return statistics.median(taken[0]), statistics.median(taken[1])


def hover_while_checking(size: int = 200_000, turns: int = 9) -> list[float]:
    """Milliseconds from a key to the answer of a hover, both sent while the checks of the document run."""
    text = plan_with_faults(size)
    waits: list[float] = []
    with running(OURS) as server:
        server.initialize(statusNotifications=True, settings={"maxActionable": 75})
        server.open(text)
        server.wait_for(_is_checked)
        version = 2
        for _ in range(turns):
            server.type_key(version, 8)
            server.wait_for(lambda m: m.get("method") == "anchorline/status" and m["params"]["state"] == "checking")
            start = time.perf_counter()
            server.type_key(version + 1, 8)
            position = {"line": 9, "character": 0}
            server.request("textDocument/hover", {"textDocument": {"uri": URI}, "position": position})
            waits.append((time.perf_counter() - start) * 1000)
            server.wait_for(_is_checked)
            version += 2
    return waits


def hover_while_typing(size: int = 200_000, keys: int = 200, pace_s: float = 0.03) -> list[float]:
    """Milliseconds to the answer of a hover on a finding that has a fix, asked for behind every key of somebody who
    types on and on. Fails when what is shown was ever less than what was found."""
    text = plan_with_faults(size)
    waits: list[float] = []
    with running(OURS) as server:
        server.initialize(statusNotifications=True, settings={"maxActionable": 75})
        server.open(text)
        found = server.published(1)
        (place, *_) = [each["range"]["start"] for each in found if each["code"] == "table-total"]
        shown: list[int] = []
        gc.disable()  # the collector of the one who measures is none of the server's
        try:
            for version in range(2, keys + 2):
                next_key = time.perf_counter() + pace_s
                server.type_key(version, 8)
                start = time.perf_counter()
                server.request(
                    "textDocument/hover", {"textDocument": {"uri": URI}, "position": place}, lambda m: _count(m, shown)
                )
                waits.append((time.perf_counter() - start) * 1000)
                time.sleep(max(0.0, next_key - time.perf_counter()))
        finally:
            gc.enable()
        assert set(shown) == {len(found)}, sorted(set(shown))
    return waits


def _count(message: Message, counts: list[int]) -> None:
    if message.get("method") == "textDocument/publishDiagnostics":
        counts.append(len(message["params"]["diagnostics"]))


def _is_checked(message: Message) -> bool:
    return message.get("method") == "anchorline/status" and message["params"]["state"] in ("offline", "complete")


def rows() -> list[Row]:
    ours_ms, ours_mb, empty_ms, empty_mb = handshake()
    small, large = change(200_000), change(400_000)
    waits = hover_while_checking()
    typing = [hover_while_typing() for _ in range(3)]  # what else the machine does falls on one of them
    return [
        Row("`initialize` answered, against an empty pygls server", _median(ours_ms), _median(empty_ms), 1.25),
        Row(
            "memory after `initialize`, more than an empty pygls server",
            _median(ours_mb) - _median(empty_mb),
            None,
            25,
            "MB",
        ),
        Row("a change with 100 findings in 200 KB, CPU, against a plain pygls server", *small, 1.5),
        Row("a change with 100 findings in 400 KB, CPU, against a plain pygls server", *large, 1.5),
        Row("a key typed while the checks of 200 KB run, until a hover is answered", _median(waits), None, 50),
        Row(
            "a hover among 200 typed characters, 200 KB with 100 findings, none of which flickers",
            _median([_median(each) for each in typing]),
            None,
            50,
        ),
        Row("the same, the slowest of 200", _median([max(each) for each in typing]), None, 50),
    ]


def _median(values: list[float]) -> float:
    return statistics.median(values)
