"""What qualifies as a defect of a change is told to whoever judges one, on every path that a review can take."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from anchorline.cli.app import main
from anchorline.findings.words import Profile
from anchorline.models.prices import estimated_tokens
from anchorline.reviewers import code_prompt, verifier_prompt
from anchorline.reviewers.personas import built_in
from anchorline.reviewers.prompt import persona_text
from endpoint import Endpoint, Say, finding, reply
from wire.test_editor_model import METHOD, editor, give, says
from wire.test_models import CONSENT, save, server, state
from workspace_kit import git_with, write

POLICY = (
    "if this change introduced it, a concrete failure path or a quoted rule of the project supports it, it is worth "
    "fixing, and you looked for its disproof and found none."
)
IN_FULL = ("1. Introduced.", "2. Evidenced.", "3. Worth fixing.", "4. Disproof sought.")
CODE = [persona for persona in built_in() if persona.profile is Profile.CODE]
BASE = "def mean(values):\n    if not values:\n        return 0\n    return sum(values) / len(values)\n"
BROKEN = BASE.replace("    if not values:\n        return 0\n", "")
FOUND = finding(
    "return sum(values) / len(values)", title="`mean` divides by zero", category="boundary", section="mean",
    failure_path="mean([]) divides by len([]), which is 0", confidence=100,
)  # fmt: skip
VERDICT = json.dumps(
    {"validated": True, "reason": "It is.", "correctness": 95, "completeness": 95, "no_regressions": 95}
)
ANSWERS = {"correctness": [Say(reply(FOUND))], "verifier": [Say(VERDICT)]}
OWN = "---\nname: {}\nprofile: code\nalways: true\n---\nRead the units of measurement.\n"
ALWAYS = {"correctness", "testing", "maintainability", "project-standards", "python", "units", "theirs"}


@pytest.mark.parametrize("persona", CODE, ids=lambda persona: persona.name)
def test_every_built_in_persona_states_it_in_few_tokens(persona):
    assert POLICY in persona.prompt
    assert estimated_tokens(persona_text(persona)) <= 2_000


def test_the_shared_rules_and_the_verifier_state_it():
    assert POLICY in code_prompt.shared_rules()
    assert POLICY in verifier_prompt.rules()
    for heading in IN_FULL:
        assert heading in code_prompt.shared_rules()
    for question in ("Did this change bring it in?", "Is it worth fixing?", "Look for the disproof first"):
        assert question in verifier_prompt.rules()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A changed file, in a repository with a persona of its own, for a person who has one too."""
    (tmp_path / "home").mkdir()
    root = tmp_path / "repository"
    write(root, {"stats.py": BASE, ".anchorline/personas/theirs.md": OWN.format("theirs")})
    write(tmp_path / "mine", {"units.md": OWN.format("units")})
    git = git_with(tmp_path / "home")
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "First")
    write(root, {"stats.py": BROKEN})
    return root / "stats.py"


def settings(tmp_path: Path, **more: Any) -> dict[str, Any]:
    return {**CONSENT, "personas": {"paths": [str(tmp_path / "mine")]}, **more}


def all_told(endpoint: Endpoint) -> set[str]:
    """Who was asked, each of whom was told."""
    for seen in endpoint.seen:
        assert POLICY in "".join(block["text"] for block in seen.blocks), seen.reviewer
        if seen.reviewer != "verifier":
            for heading in IN_FULL:
                assert heading in seen.blocks[0]["text"]
    return set(endpoint.reviewers())


def test_on_a_save_and_in_a_thorough_review_in_the_editor(file, tmp_path):
    with Endpoint(ANSWERS) as endpoint, server(endpoint, tmp_path / "home", settings(tmp_path)) as client:
        client.open(file.as_uri(), BROKEN, language="python")
        save(client, file.as_uri(), BROKEN)
        state(client, "reviewing")
        state(client, "complete")
        assert all_told(endpoint) == ALWAYS - {"theirs"}
        client.command("reviewThoroughly", file.as_uri())
        state(client, "reviewing")
        state(client, "complete")
        assert {seen.body["model"] for seen in endpoint.seen} == {"claude-haiku-5-5", "claude-sonnet-5-5"}
        all_told(endpoint)


def test_when_findings_are_verified_in_the_editor(file, tmp_path):
    given = settings(tmp_path, validation="always")
    with Endpoint(ANSWERS) as endpoint, server(endpoint, tmp_path / "home", given) as client:
        client.open(file.as_uri(), BROKEN, language="python")
        save(client, file.as_uri(), BROKEN)
        state(client, "reviewing")
        state(client, "complete")
        assert "verifier" in all_told(endpoint)


def test_when_the_model_is_the_editors(file, tmp_path):
    given = settings(tmp_path, provider="editor", validation="always")
    with editor(tmp_path / "home", given) as client:
        client.open(file.as_uri(), BROKEN, language="python")
        save(client, file.as_uri(), BROKEN)
        asked: dict[str, str] = {}
        while "verifier" not in asked:
            request = client.wait_for(lambda m: m.get("method") == METHOD)
            params = request["params"]
            asked[params["reviewer"]] = params["system"] + "".join(each["content"] for each in params["messages"])
            known = {"correctness": reply(FOUND), "verifier": VERDICT}
            give(client, request, says(known.get(params["reviewer"], reply())))
        assert set(asked) == (ALWAYS - {"theirs"}) | {"verifier"}
        assert all(POLICY in text for text in asked.values())


def test_on_the_command_line(file, tmp_path, monkeypatch, capsysbinary):
    monkeypatch.chdir(file.parent)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "test-key")
    monkeypatch.setenv("ANCHORLINE_MEMORY__PATH", str(tmp_path / "state"))
    monkeypatch.setenv("ANCHORLINE_PERSONAS__PATHS", str(tmp_path / "mine"))
    for options in ([], ["--since", "main"], ["--fix"]):
        with Endpoint(ANSWERS) as endpoint:
            monkeypatch.setenv("ANTHROPIC_BASE_URL", endpoint.url)
            main(["review", "--no-cache", "--trust", *options, "stats.py"])
            assert all_told(endpoint) == ALWAYS | {"verifier"}
    capsysbinary.readouterr()
