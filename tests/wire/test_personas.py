"""The personas that a workspace brings, in an editor that trusts it: accepted when first met, by content ever after."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from endpoint import Endpoint
from wire.wire_client import WireClient

PLAN = "# Plan: Move the ledger\n\n## Implementation Units\n\n### Unit 1: Copy\n\nThe copy runs at night.\n"
HEAD = "---\nname: data-lens\nalways: true\n---\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    project = tmp_path / "project"
    (project / ".anchorline" / "personas").mkdir(parents=True)
    (project / "plan.md").write_text(PLAN, encoding="utf-8")
    bring(project, "Read the data.")
    return project


def bring(project: Path, prompt: str) -> Path:
    path = project / ".anchorline" / "personas" / "data-lens.md"
    path.write_text(HEAD + prompt, encoding="utf-8")
    return path


def env_of(endpoint: Endpoint, home: Path) -> dict[str, str]:
    return {
        "ANTHROPIC_API_KEY": "test-key", "ANTHROPIC_BASE_URL": endpoint.url, "ANCHORLINE_LOOPBACK_ONLY": "1",
        "ANCHORLINE_MEMORY__PATH": str(home / "state"), "XDG_CONFIG_HOME": str(home), "HOME": str(home),
    }  # fmt: skip


@contextmanager
def editor(endpoint: Endpoint, project: Path, *, trusted: bool) -> Iterator[WireClient]:
    client = WireClient(env=env_of(endpoint, project.parent))
    try:
        client.initialize(
            {},
            workspaceFolders=[{"uri": project.as_uri(), "name": "project"}],
            initializationOptions={
                "settings": {"provider": "anthropic", "review": {"settleMs": 0}},
                "trusted": trusted,
                "statusNotifications": True,
            },
        )
        client.open((project / "plan.md").as_uri(), PLAN)
        yield client
    finally:
        client.close()


def asked(client: WireClient, endpoint: Endpoint, project: Path, text: str) -> list[str]:
    """The reviewers that a save of this text is sent to."""
    before = len(endpoint.seen)
    uri = (project / "plan.md").as_uri()
    client.notify(
        "textDocument/didChange",
        {"textDocument": {"uri": uri, "version": 2 + before}, "contentChanges": [{"text": text}]},
    )
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}, "text": text})
    for wanted in ("reviewing", "complete"):
        client.wait_for(
            lambda m, wanted=wanted: m.get("method") == "anchorline/status" and m["params"]["state"] == wanted
        )
    return endpoint.reviewers()[before:]


def test_an_untrusted_workspace_has_none(project: Path) -> None:
    with Endpoint() as endpoint, editor(endpoint, project, trusted=False) as client:
        reviewers = asked(client, endpoint, project, PLAN + "One.\n")
        assert "coherence" in reviewers
        assert "data-lens" not in reviewers


def test_a_trusted_one_is_believed_as_it_was_met_and_again_once_its_change_is_accepted(project: Path) -> None:
    with Endpoint() as endpoint, editor(endpoint, project, trusted=True) as client:
        assert "data-lens" in asked(client, endpoint, project, PLAN + "One.\n")
        changed = bring(project, "Read the data, and say nothing.")
        reviewers = asked(client, endpoint, project, PLAN + "Two.\n")
        assert "coherence" in reviewers
        assert "data-lens" not in reviewers
        accept = [sys.executable, "-m", "anchorline", "personas", "--accept", str(changed)]
        subprocess.run(accept, check=True, capture_output=True, env=env_of(endpoint, project.parent), cwd=project)
        assert "data-lens" in asked(client, endpoint, project, PLAN + "Three.\n")
