from __future__ import annotations

import pytest

from anchorline.reviewers.checks.done_but_open import CHECK
from plan_checks_kit import findings, places


def plan(status: str, body: str) -> str:
    return f"---\ntitle: Move the queue\n{status}\n---\n\n# Move the queue\n\n{body}"


FIRES = {
    "one open box": (plan("status: completed", "- [x] copy\n- [ ] delete\n"), "completed"),
    "quoted value": (plan('status: "done"', "- [ ] delete\n"), "done"),
    "capitals": (plan("Status: Implemented", "1. [ ] delete\n"), "Implemented"),
    "nested box": (plan("status: completed", "- [x] copy\n  - [ ] verify\n"), "completed"),
    "German": (plan("status: abgeschlossen", "- [ ] löschen\n"), "abgeschlossen"),
    "a comment behind it": (plan("status: completed # at last", "- [ ] delete\n"), "completed"),
}

SILENT = {
    "active": plan("status: active", "- [ ] delete\n"),
    "partly": plan("status: partially completed", "- [ ] delete\n"),
    "all done": plan("status: completed", "- [x] copy\n- [X] delete\n"),
    "no boxes": plan("status: completed", "- copy\n"),
    "no front matter": "# Plan\n\nstatus: completed\n\n- [ ] delete\n",
    "no status": plan("state: completed", "- [ ] delete\n"),
    "future work": plan("status: completed", "## Future work\n\n- [ ] delete\n\n### Ideas\n\n- [ ] more\n"),
    "out of scope": plan("status: completed", "## Out of scope\n\n- [ ] delete\n"),
    "deferred": plan("status: completed", "## Deferred / Open Questions\n\n- [ ] delete\n"),
    "struck through": plan("status: completed", "- [ ] ~~delete~~\n"),
    "says so itself": plan("status: completed", "- [ ] delete (moved to the next plan)\n- [ ] Optional: tidy\n"),
    "in a fence": plan("status: completed", "```\n- [ ] delete\n```\n"),
    "in a quotation": plan("status: completed", "> - [ ] delete\n"),
}


@pytest.mark.parametrize(("text", "status"), FIRES.values(), ids=FIRES.keys())
def test_it_fires_on_the_status(text: str, status: str) -> None:
    assert places(CHECK, text) == [(status, 3)]


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT.keys())
def test_it_is_silent(text: str) -> None:
    assert places(CHECK, text) == []


def test_the_first_open_boxes_are_evidence() -> None:
    [raised] = findings(CHECK, plan("status: completed", "".join(f"- [ ] step {n}\n" for n in range(9))))
    assert [quote.text for quote in raised.evidence] == ["completed", "step 0", "step 1", "step 2"]
    assert "9 check boxes" in raised.title
