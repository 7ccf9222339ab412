"""What was decided in the editor outlives saves, rewording and restarts, until its evidence is edited."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from anchorline.memory.decisions import DecisionStore
from anchorline.memory.store import Store
from endpoint import Endpoint, Say, finding, reply
from wire.test_models import GAP, PLAN, RULE, published, save, state
from wire.wire_client import Message, WireClient, full_range

BROKEN = "undefined-reference"


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "docs" / "plan.md"
    path.parent.mkdir()
    path.write_text(PLAN, encoding="utf-8")
    return path


ABLE: Message = {
    "workspace": {"applyEdit": True, "workspaceEdit": {"documentChanges": True}},
    "textDocument": {"publishDiagnostics": {"dataSupport": True}},
}


@contextmanager
def started(home: Path, settings: Message, folder: Path | None = None, **env: str) -> Iterator[WireClient]:
    """With a folder, that one is the workspace, and trusted."""
    client = WireClient(env={"ANCHORLINE_MEMORY__PATH": str(home / "state"), "XDG_CONFIG_HOME": str(home), **env})
    try:
        client.initialize(
            ABLE,
            initializationOptions={"settings": settings, "statusNotifications": True, "trusted": folder is not None},
            workspaceFolders=[{"uri": folder.as_uri(), "name": "plans"}] if folder is not None else None,
        )
        yield client
    finally:
        client.close()


def offline(home: Path) -> AbstractContextManager[WireClient]:
    return started(home, {"provider": "off"})


def asking(home: Path, endpoint: Endpoint) -> AbstractContextManager[WireClient]:
    settings: Message = {"provider": "anthropic", "review": {"settleMs": 0}}
    return started(home, settings, ANTHROPIC_API_KEY="test-key", ANTHROPIC_BASE_URL=endpoint.url)


def codes(diagnostics: list[Message]) -> list[str]:
    return [each["code"] for each in diagnostics]


def dismiss(client: WireClient, uri: str, shown: list[Message], rule: str, scope: str = "finding") -> None:
    (wanted,) = [each for each in shown if each["code"] == rule]
    assert client.command("dismiss", uri, wanted["data"]["id"], scope, "it is meant")["result"] is None


def test_dismiss_save_restart_and_edit(plan, tmp_path):
    uri = plan.as_uri()
    with offline(tmp_path) as client:
        client.open(uri, PLAN)
        shown = client.diagnostics(uri)
        assert codes(shown) == [BROKEN]
        dismiss(client, uri, shown, BROKEN)
        assert last(client, uri) == []  # at once
        save(client, uri)
        assert codes(client.diagnostics(uri)) == []
        assert client.shut_down() == 0
    with offline(tmp_path) as client:
        client.open(uri, PLAN)
        assert codes(client.diagnostics(uri)) == []
        further = PLAN.replace("# Plan", "# The plan").replace("no gap.", "no gap at all.")
        client.change(uri, 2, {"range": full_range(PLAN), "text": further})
        save(client, uri, further)
        assert codes(client.diagnostics(uri, 2)) == []
        edited = further.replace("Unit 7", "Unit 8")
        client.change(uri, 3, {"range": full_range(further), "text": edited})
        assert codes(client.diagnostics(uri, 3)) == [BROKEN]


def test_what_was_taken_back_is_shown_again(plan, tmp_path):
    uri = plan.as_uri()
    with offline(tmp_path) as client:
        client.open(uri, PLAN)
        dismiss(client, uri, client.diagnostics(uri), BROKEN)
        assert client.shut_down() == 0
    with offline(tmp_path) as client:
        client.open(uri, PLAN)
        assert codes(client.diagnostics(uri)) == []
        assert client.command("undismissAll", uri)["result"] == 1
        assert codes(client.diagnostics(uri)) == [BROKEN]
        assert client.command("undismissAll", uri)["result"] == 0


@pytest.mark.parametrize(("scope", "left"), [("finding", [BROKEN]), ("file", [BROKEN]), ("workspace", [])])
def test_no_problem_in_this_workspace_is_none_in_its_other_files(plan, tmp_path, scope, left):
    other = plan.with_name("other.md")
    uri = plan.as_uri()
    with offline(tmp_path) as client:
        client.open(uri, PLAN)
        dismiss(client, uri, client.diagnostics(uri), BROKEN, scope)
        assert client.shut_down() == 0
    with offline(tmp_path) as client:
        client.open(other.as_uri(), PLAN.replace("Unit 7", "Unit 9"))
        assert codes(client.diagnostics(other.as_uri())) == left


def defer(client: WireClient, uri: str, finding: Message) -> None:
    """Ask for it, and make the edit as editors do: in the text first."""
    client.command("defer", uri, finding["data"]["id"])
    asked = client.wait_for(lambda m: m.get("method") == "workspace/applyEdit")
    (edit,) = asked["params"]["edit"]["documentChanges"][0]["edits"]
    client.change(uri, 2, {"range": edit["range"], "text": edit["newText"]})
    client.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"applied": True}})


def test_undoing_a_deferral_brings_its_finding_back(plan, tmp_path):
    uri = plan.as_uri()
    with offline(tmp_path) as client:
        client.open(uri, PLAN)
        (shown,) = client.diagnostics(uri)
        defer(client, uri, shown)
        client.wait_for(
            lambda m: m.get("method") == "textDocument/publishDiagnostics" and not m["params"]["diagnostics"]
        )
        client.change(uri, 3, {"text": PLAN})
        assert codes(client.diagnostics(uri, 3)) == [BROKEN]
        save(client, uri)
        assert last(client, uri) == [BROKEN]
        assert client.shut_down() == 0
    with offline(tmp_path) as client:
        client.open(uri, PLAN)
        assert codes(client.diagnostics(uri)) == [BROKEN]


@pytest.mark.parametrize("how", ["a command", "another editor"])
def test_what_was_taken_back_elsewhere_is_shown_again(plan, tmp_path, how):
    uri = plan.as_uri()
    with offline(tmp_path) as client:
        client.open(uri, PLAN)
        dismiss(client, uri, client.diagnostics(uri), BROKEN)
        assert last(client, uri) == []
        with sqlite3.connect(tmp_path / "state" / "anchorline.sqlite3") as connection:  # it is kept by now
            assert connection.execute("SELECT count(*) FROM decision").fetchone() == (1,)
        if how == "a command":
            path = tmp_path / "state" / "anchorline.sqlite3"
            assert DecisionStore(Store(path)).forget_all() == 1
        else:
            with offline(tmp_path) as other:
                other.open(uri, PLAN)
                assert codes(other.diagnostics(uri)) == []
                assert other.command("undismissAll", uri)["result"] == 1
        save(client, uri)
        published(client, lambda codes: codes == [BROKEN])


def test_a_dismissed_finding_under_a_renamed_heading_is_shown(plan, tmp_path):
    uri = plan.as_uri()
    with offline(tmp_path) as client:
        client.open(uri, PLAN)
        dismiss(client, uri, client.diagnostics(uri), BROKEN)
        at = PLAN.index("Unit 7")
        heading = PLAN.rindex("\n#", 0, at)
        edited = PLAN[: heading + 1] + PLAN[heading + 1 :].replace("\n", " of now\n", 1)
        client.change(uri, 2, {"range": full_range(PLAN), "text": edited})
        published(client, lambda codes: codes == [BROKEN])


def test_a_renamed_file_keeps_its_decisions(plan, tmp_path):
    uri = plan.as_uri()
    with offline(tmp_path) as client:
        client.open(uri, PLAN)
        dismiss(client, uri, client.diagnostics(uri), BROKEN)
        assert client.shut_down() == 0
    moved = plan.rename(plan.with_name("the-plan.md"))
    with offline(tmp_path) as client:
        client.open(moved.as_uri(), PLAN)
        assert codes(client.diagnostics(moved.as_uri())) == []
        assert client.command("undismissAll", moved.as_uri())["result"] == 1
        published(client, lambda codes: codes == [BROKEN])


def test_a_store_that_cannot_be_written_is_said_once_and_the_session_remembers(plan, tmp_path):
    (tmp_path / "state").write_text("no folder")
    uri = plan.as_uri()
    with offline(tmp_path) as client:
        client.open(uri, PLAN)
        dismiss(client, uri, client.diagnostics(uri), BROKEN)
        (said,) = [m for m in client.seen if m.get("method") == "window/showMessage"]  # before the answer
        assert "nothing is remembered beyond this process" in said["params"]["message"]
        save(client, uri)
        client.command("review", uri)
        assert codes(client.diagnostics(uri)) == []
        client.drained()
        assert sum(message.get("method") == "window/showMessage" for message in client.seen) == 1


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a file that is in use cannot be removed or written over")
@pytest.mark.parametrize("how", ["written over", "removed"])
def test_a_store_that_is_lost_while_the_server_runs_is_said_once_and_begun_anew(plan, tmp_path, how):
    uri, file = plan.as_uri(), tmp_path / "state" / "anchorline.sqlite3"
    with offline(tmp_path) as client:
        client.open(uri, PLAN)
        shown = client.diagnostics(uri)
        dismiss(client, uri, shown, BROKEN)
        if how == "removed":
            shutil.rmtree(file.parent)
        else:
            for each in file.parent.iterdir():
                if not each.name.endswith("-shm"):
                    with each.open("r+b") as stream:
                        stream.write(b"no database" * (each.stat().st_size // 11))
        save(client, uri)
        published(client, lambda codes: codes == [BROKEN])  # what it remembered is gone
        dismiss(client, uri, shown, BROKEN)
        client.change(uri, 2, {"range": full_range(PLAN), "text": PLAN + "\nMore.\n"})
        save(client, uri, PLAN + "\nMore.\n")
        published(client, lambda codes: not codes)
        client.drained()
        (said,) = [m["params"]["message"] for m in client.seen if m.get("method") == "window/showMessage"]
        assert ("was removed" if how == "removed" else "was damaged and is now") in said
        assert client.shut_down() == 0
    assert [each.kind for each in DecisionStore(Store(file)).decisions()] == ["dismissed"]


def test_nothing_is_stored_before_there_is_something_to_keep(plan, tmp_path):
    uri = plan.as_uri()
    with offline(tmp_path) as client:
        client.open(uri, PLAN)
        shown = client.diagnostics(uri)
        assert not (tmp_path / "state").exists()
        dismiss(client, uri, shown, BROKEN)
        assert client.shut_down() == 0
    with sqlite3.connect(tmp_path / "state" / "anchorline.sqlite3") as connection:
        assert connection.execute("SELECT kind, scope, path, reason FROM decision").fetchall() == [
            ("dismissed", "finding", "plan.md", "it is meant")
        ]


REWORDED = finding(
    "and readers may see gaps while it runs.",
    title="Nightly copying leaves holes that readers meet",
    section="Unit 1: Copy",
    category="risk",
)


def test_a_persona_that_rewords_its_title_is_not_heard_again(plan, tmp_path):
    uri = plan.as_uri()
    calls = {"coherence": [Say(reply(GAP)), Say(reply(REWORDED))]}
    with Endpoint(calls) as endpoint:
        with asking(tmp_path, endpoint) as client:
            client.open(uri, PLAN)
            save(client, uri)
            shown = published(client, lambda codes: RULE in codes)
            state(client, "complete")
            dismiss(client, uri, shown, RULE)
            assert client.shut_down() == 0
        edited = PLAN.replace("Readers see no gap", "Readers never see a gap")
        with asking(tmp_path, endpoint) as client:
            client.open(uri, edited)
            save(client, uri, edited)
            state(client, "reviewing")
            state(client, "complete")
            assert not any(RULE in code or "coherence" in code for code in last(client, uri))
            report = client.command("showReport", uri)["result"]
            assert "decided 1" in Path(report.removeprefix("file://")).read_text()


def last(client: WireClient, uri: str) -> list[str]:
    return codes(
        next(
            message["params"]["diagnostics"]
            for message in reversed(client.seen)
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri
        )
    )


FIXABLE = """---
type: plan
---

# Plan

## Implementation Units

There are three implementation units:

### Unit 1: Pack

### Unit 2: Drive
"""


def test_a_fix_that_was_undone_stays_undone_when_dismissals_are_taken_back(tmp_path):
    path = tmp_path / "docs" / "plan.md"
    path.parent.mkdir()
    path.write_text(FIXABLE)
    uri = path.as_uri()
    with offline(tmp_path) as client:
        client.open(uri, FIXABLE)
        (found,) = client.diagnostics(uri)
        client.change(uri, 2, {"text": FIXABLE.replace("three", "two")})
        published(client, lambda codes: not codes)
        client.change(uri, 3, {"text": FIXABLE})
        assert codes(client.diagnostics(uri, 3)) == [found["code"]]
        dismiss(client, uri, [found], found["code"])
        assert client.command("undismissAll", uri)["result"] == 1
        published(client, lambda shown: shown == [found["code"]])
        state(client, "offline")
        assert client.command("applySafeFixes", uri)["result"] == 0
        assert client.shut_down() == 0
    with offline(tmp_path) as client:
        client.open(uri, FIXABLE)
        (found,) = client.diagnostics(uri)
        hover = client.request(
            "textDocument/hover", {"textDocument": {"uri": uri}, "position": found["range"]["start"]}
        )
        assert "did not land" not in str(hover["result"])
        assert client.command("applySafeFixes", uri)["result"] == 0
