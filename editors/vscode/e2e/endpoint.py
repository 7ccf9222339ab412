# ruff: noqa: INP001, T201 - a script that a test talks to over its pipes
"""The test suite's local endpoint as a process: prints its address, then one line for each request and each client that
left. A line on standard input replaces its script: {"reviewer or *": {"say": text} | {"drip": true}}."""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "tests"))

from endpoint import Behaviour, Drip, Endpoint, Say


def behaviour(given: dict[str, object]) -> Behaviour:
    return Drip() if given.get("drip") else Say(str(given["say"]), delay_s=float(str(given.get("delay", 0))))


def tell(endpoint: Endpoint) -> None:
    seen = left = 0
    while True:
        with endpoint.changed:
            endpoint.changed.wait_for(lambda: len(endpoint.seen) > seen or len(endpoint.left) > left)  # noqa: B023
            requests, gone = endpoint.seen[seen:], endpoint.left[left:]
            seen, left = len(endpoint.seen), len(endpoint.left)
        for request in requests:
            key = request.headers.get("x-api-key") or request.headers.get("authorization", "").removeprefix("Bearer ")
            print(json.dumps({"seen": request.reviewer, "key": key}), flush=True)
        for reviewer in gone:
            print(json.dumps({"left": reviewer}), flush=True)


with Endpoint() as endpoint:
    print(json.dumps({"url": endpoint.url}), flush=True)
    threading.Thread(target=tell, args=(endpoint,), daemon=True).start()
    for line in sys.stdin:
        script = {name: [behaviour(given)] for name, given in json.loads(line).items()}
        with endpoint.changed:
            endpoint.script = script
        print(json.dumps({"script": sorted(script)}), flush=True)
