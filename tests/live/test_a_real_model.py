"""A real model that writes nonsense: nothing ungrounded comes through, and nothing breaks.

Runs with `make live`, which installs the model.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from endpoint import Endpoint, Made
from live.small_model import SmallModel

PLAN = """# Plan: Move the ledger

## Requirements

- R1. Entries keep their order.
- R2. Readers see no gap while the copy runs.
- R3. The old ledger can be read for thirty days.

## Implementation Units

### Unit 1: Copy

The copy runs once a night, and readers may see gaps while it runs. It needs two hours and a lock on the table.

### Unit 2: Switch

Switch readers over at once, then delete the old ledger the same evening. See Unit 7.

## Risks

- Nobody has measured how long the lock is held.
"""
COMMAND = [sys.executable, "-m", "anchorline", "review", *"--format json --explain --no-cache plan.md".split()]
ALL_READ = "coherence,feasibility,product-lens,design-lens,security-lens,scope-guardian,adversarial"


@pytest.mark.parametrize("held", [True, False], ids=["held to the form of the reply", "free to write what it likes"])
def test_nothing_ungrounded_comes_through_and_nothing_breaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held):
    (tmp_path / "plan.md").write_text(PLAN, "utf-8")
    with Endpoint({"*": [Made(SmallModel(held_to_the_form=held))]}) as endpoint:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "test-key")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", endpoint.url)
        monkeypatch.setenv("ANCHORLINE_TIMEOUT_S", "900")
        monkeypatch.setenv("ANCHORLINE_PERSONAS__ENABLE", ALL_READ)
        done = subprocess.run(COMMAND, cwd=tmp_path, capture_output=True, text=True, timeout=1800, check=False)
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 1, 3), done.stderr
    assert len(endpoint.seen) >= len(ALL_READ.split(","))
    (review,) = json.loads(done.stdout)["reviews"]

    outcomes = {reviewer["name"]: reviewer["outcome"] for reviewer in review["reviewers"]}
    assert set(outcomes) == {"checks", *ALL_READ.split(",")}
    assert outcomes["checks"] == "ok"
    whole = all(outcome in ("ok", "cached") for outcome in outcomes.values())
    assert (review["status"] == "complete") is whole
    assert done.returncode == 3 or whole

    ledger = review["ledger"]
    assert ledger["produced"] == ledger["merged"] + ledger["published"] + sum(ledger["dropped"].values())
    assert len(ledger["drops"]) == sum(ledger["dropped"].values())
    assert ledger["published"] == len(review["findings"])

    lines = PLAN.split("\n")
    for finding in review["findings"]:
        assert finding["evidence"], finding["title"]
        for evidence in finding["evidence"]:
            start, end = evidence["range"]["start"], evidence["range"]["end"]
            place = [*lines[start["line"] : end["line"]], lines[end["line"]][: end["character"]]]
            place[0] = place[0][start["character"] :]
            assert "\n".join(place) == evidence["quote"]
        assert finding["route"] != "apply" or finding["reviewers"] == ["checks"]
    assert "undefined-reference" in [finding["rule"] for finding in review["findings"]]
    print(json.dumps({"outcomes": outcomes, "ledger": {k: v for k, v in ledger.items() if k != "drops"}}))
