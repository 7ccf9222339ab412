"""Rows about model reviewers: the real server over its pipes, against an endpoint on this machine that takes its time.

The endpoint is the tests' own: it streams like the real one, counts tokens and keeps a prompt cache.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from tests.endpoint import Endpoint, Say

from bench.documents import plan
from bench.lsp import OURS, URI, Message, Server, plan_with_faults, running
from bench.replies import PERSONAS, reply_to
from bench.row import Row, medians_ms

SETTINGS = {
    "provider": "anthropic",
    "personas": {"enable": list(PERSONAS)},
    "review": {"settleMs": 0},
    "budget": {"usdPerReview": 100, "usdPerDay": 10_000},
    "maxActionable": 75,
}


@dataclass(frozen=True, slots=True)
class Pace:
    """How an answer comes: seconds to its first byte, seconds between deltas, characters of a delta."""

    first_s: float
    between_s: float
    characters: int


TYPICAL = Pace(0.6, 0.025, 24)
"""About 240 tokens a second, in deltas as small as the real ones."""
SHORT = Pace(0.1, 0.005, 1000)
"""For rows that the time of an answer is no part of."""
AT_ONCE = Pace(0.0, 0.0, 1_000_000)


def script(text: str, findings: int, pace: Pace) -> dict[str, list[Any]]:
    replies = {name: reply_to(text, name, findings) for name in PERSONAS}
    return {
        name: [Say(reply, pieces=-(-len(reply) // pace.characters), delay_s=pace.first_s, pace_s=pace.between_s)]
        for name, reply in replies.items()
    }


@contextmanager
def reviewed(text: str, behaviours: Mapping[str, list[Any]]) -> Iterator[tuple[Server, Endpoint]]:
    """A server that has opened the text and checked it, and the endpoint that its models are at."""
    with tempfile.TemporaryDirectory() as home, Endpoint(behaviours) as endpoint:
        env = {
            "ANTHROPIC_API_KEY": "bench", "ANTHROPIC_BASE_URL": endpoint.url, "ANCHORLINE_LOOPBACK_ONLY": "1",
            "ANCHORLINE_MEMORY__PATH": home, "XDG_CONFIG_HOME": home, "HOME": home,
        }  # fmt: skip
        with running(OURS, env) as server:
            server.initialize(statusNotifications=True, settings=SETTINGS)
            server.open(text)
            server.wait_for(lambda message: _state(message) == "offline")
            yield server, endpoint


def _state(message: Message) -> str | None:
    state: str | None = message["params"]["state"] if message.get("method") == "anchorline/status" else None
    return state


def _all_cached(message: Message) -> bool:
    return _state(message) == "complete" and all(
        reviewer["state"] == "cached" for reviewer in message["params"]["reviewers"] if reviewer["name"] in PERSONAS
    )


def save(server: Server) -> None:
    server.send({"method": "textDocument/didSave", "params": {"textDocument": {"uri": URI}}})


def edit(server: Server, version: int, text: str, share: float = 0.97) -> str:
    """Write one more sentence at the end of a paragraph, at this share of the text; the text as it is then."""
    at = text.index("\n\n", int(len(text) * share))
    line = text.count("\n", 0, at)
    place = {"line": line, "character": at - text.rfind("\n", 0, at) - 1}
    more = f" Written for version {version}."
    document = {"uri": URI, "version": version}
    changes = [{"range": {"start": place, "end": place}, "text": more}]
    server.send({"method": "textDocument/didChange", "params": {"textDocument": document, "contentChanges": changes}})
    return text[:at] + more + text[at:]


def until_complete(server: Server) -> Message:
    """The status at the end of a review by models. The checks of the same save end first, with what models said
    before: a review by models has begun when its reviewers are at work."""
    begun = False
    while True:
        message = server.receive()
        state = _state(message)
        begun = begun or state == "reviewing"
        if begun and state in ("complete", "incomplete", "failed", "paused"):
            if state != "complete":
                raise RuntimeError(f"the review is {state}: {message['params']['message']}")
            return message


def publishing(size: int = 200_000, findings: int = 30, turns: int = 9) -> tuple[float, float]:
    """CPU milliseconds of the server from the last byte of the last reply to its diagnostics, and those of parsing the
    same text, taking turns."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable("table")
    text = plan(size)
    ours: list[float] = []
    parses: list[float] = []
    with reviewed(text, script(text, findings, SHORT)) as (server, endpoint):
        for turn in range(turns + 1):
            text = edit(server, turn + 2, text)
            save(server)
            with ThreadPoolExecutor(1) as beside:  # what the server says has to be read meanwhile, or it waits
                before = beside.submit(_cpu_when_ended, server, endpoint, (turn + 1) * len(PERSONAS))
                until_complete(server)
                after = server.cpu_ms()
            start = time.process_time()
            parser.parse(text)
            if turn:  # the first turn warms up
                ours.append(after - before.result())
                parses.append((time.process_time() - start) * 1000)
    return statistics.median(ours), statistics.median(parses)


def _cpu_when_ended(server: Server, endpoint: Endpoint, answers: int) -> float:
    """CPU milliseconds of the server at the last byte of so many answers."""
    endpoint.wait_for(lambda seen: len(seen.ended) == answers, "the end of every answer")
    return server.cpu_ms()


def flood(*numbers: int, size: int = 200_000) -> tuple[float, ...]:
    """CPU milliseconds to read the replies of seven reviewers with so many findings each, and to judge them."""
    from anchorline.evidence.locate import Haystack
    from anchorline.findings.opinion import Opinion
    from anchorline.findings.wire.reply import read_reply
    from anchorline.review import Checked, check, conclude
    from anchorline.reviewers.base import NoWorkspace
    from anchorline.settings import Settings
    from anchorline.text.snapshot import Snapshot

    text, settings = plan(size), Settings()
    checked = check(Snapshot("file:///plan.md", text), settings, NoWorkspace())
    assert isinstance(checked, Checked)

    def judged(findings: int) -> Callable[[], object]:
        replies = {name: reply_to(text, name, findings) for name in PERSONAS}

        def judge() -> object:
            raised = tuple(each for name, reply in replies.items() for each in read_reply(reply, name).raised)
            fresh = replace(checked, haystack=Haystack(checked.subject.snapshot.lines))
            return conclude(fresh, settings, Opinion(raised))

        return judge

    return medians_ms(*map(judged, numbers), repeat=3)


def hovers(size: int = 60_000, findings: int = 8) -> list[float]:
    """Milliseconds to each answer of hovers that follow one another from a first save, which is when the SDK is
    imported, to its diagnostics."""
    text = plan_with_faults(size)
    line = text[: text.index("is TBD")].count("\n")
    ask = {"textDocument": {"uri": URI}, "position": {"line": line, "character": 26}}
    waits: list[float] = []
    with reviewed(text, script(text, findings, TYPICAL)) as (server, endpoint):
        save(server)
        ended = False
        number = 1_000
        while not ended:
            number += 1
            start = time.perf_counter()
            server.send({"id": number, "method": "textDocument/hover", "params": ask})
            while True:
                message = server.receive()
                ended = ended or _state(message) == "complete"
                if message.get("id") == number:
                    assert message["result"], "a hover on a finding"
                    break
            waits.append((time.perf_counter() - start) * 1000)
            time.sleep(0.02)
        assert len(endpoint.ended) == len(PERSONAS)
    return waits


def billed(size: int = 60_000) -> tuple[tuple[float, float], tuple[float, float], int]:
    """What the input of a first save costs, and that of the next after one edited paragraph near the end, each beside
    seven plain calls, in tokens at the plain price; and the calls of a save of the same text."""
    text = plan(size)
    with reviewed(text, script(text, 5, SHORT)) as (server, endpoint):
        costs: list[tuple[float, float]] = []
        for turn in range(2):
            before = len(endpoint.bills)
            if turn:
                edit(server, turn + 1, text)
            save(server)
            until_complete(server)
            bills = endpoint.bills[before:]
            assert len(bills) == len(PERSONAS)
            plain = sum(bill.plain + bill.write + bill.read for bill in bills)
            costs.append((sum(bill.weighed(write=1.25, read=0.1) for bill in bills), plain))
        save(server)
        server.wait_for(_all_cached)
        return costs[0], costs[1], len(endpoint.bills) - 2 * len(PERSONAS)


def growth(size: int = 60_000, reviews: int = 200) -> float:
    """Megabytes that the server has more after so many reviews, each of another text, than after the first."""
    text = plan(size)
    first = 0.0
    with reviewed(text, script(text, 5, AT_ONCE)) as (server, endpoint):
        for turn in range(reviews):
            text = edit(server, turn + 2, text)
            save(server)
            until_complete(server)
            endpoint.seen.clear()
            if turn == 0:
                time.sleep(0.3)
                first = server.memory_mb()
        time.sleep(0.3)
        assert len(endpoint.ended) == reviews * len(PERSONAS)
        return server.memory_mb() - first


def rows() -> list[Row]:
    ours, parse = publishing()
    flooded, quarter = flood(500, 125)
    worst = [max(hovers()) for _ in range(4)][1:]  # the first warms the disk
    first, following, again = billed()
    return [
        Row(
            "last byte of 7 × 30 findings on 200 KB to diagnostics, CPU, against markdown-it-py",
            ours,
            parse,
            1.5,
        ),
        Row("7 × 500 findings on 200 KB read and judged, CPU, against 7 × 125", flooded, quarter, 6.0),
        Row("slowest hover while the SDK is imported and seven replies stream in", statistics.median(worst), None, 60),
        Row("billed input of a first save of 60 KB, against seven plain calls", *first, 0.35, "tokens"),
        Row("billed input of the next, one late paragraph edited, likewise", *following, 0.2, "tokens"),
        Row("calls for an unchanged text", again, None, 0, "calls"),
        Row("memory after 200 reviews of 60 KB, more than after the first", growth(), None, 15, "MB"),
    ]
