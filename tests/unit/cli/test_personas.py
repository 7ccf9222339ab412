"""The personas that a repository brings: trusted by their content, through the command line and a real socket."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from anchorline.cli.app import main
from endpoint import Endpoint, Say, finding, reply

PLAN = """---
type: plan
---

# Move the archive

## Scope

The old archive stays readable for 30 days.

## Units

### Unit 1: Copy

The copy takes three hours.
"""
QUOTE = "The copy takes three hours."
PLACE = Path(".anchorline/personas")
HEAD = "---\nname: {name}\nalways: true\n---\n"


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder that the person lists as trusted, with a plan and one profile of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-a-key-that-must-never-show")
    monkeypatch.setenv("ANCHORLINE_CONFIG_DIR", str(tmp_path / "config"))
    Path("plan.md").write_text(PLAN, encoding="utf-8")
    trust(tmp_path)
    bring("data-lens")
    return tmp_path


def trust(*folders):
    Path("config").mkdir(exist_ok=True)
    listed = ", ".join(f"'{folder}'" for folder in folders)
    Path("config/config.toml").write_text(f"trusted_folders = [{listed}]\n", encoding="utf-8")


def bring(name: str, prompt: str = "Read the data.", head: str = HEAD) -> Path:
    PLACE.mkdir(parents=True, exist_ok=True)
    path = PLACE / f"{name}.md"
    path.write_text(head.format(name=name) + prompt, encoding="utf-8")
    return path


@pytest.fixture
def run(here, capsysbinary):
    def run(*arguments: str):
        status = main(arguments)
        out, err = (data.decode() for data in capsysbinary.readouterr())
        return int(status), out, err

    return run


@pytest.fixture
def review(run, monkeypatch):
    """(reviewers that were asked, the review, standard error)."""

    def review(*options: str, script=None):
        with Endpoint(script or {}) as endpoint:
            monkeypatch.setenv("ANTHROPIC_BASE_URL", endpoint.url)
            _, out, err = run("review", "--format", "json", "--explain", "--no-cache", *options, "plan.md")
            return endpoint.reviewers(), json.loads(out)["reviews"][0], err

    return review


def accept(run, named: str) -> str:
    status, out, err = run("personas", "--accept", named)
    assert (status, err) == (0, "")
    return out


def test_in_a_folder_that_nobody_trusts_no_profile_of_its_own_reads_and_that_is_said(review, run):
    trust()
    asked, _, err = review()
    assert "coherence" in asked
    assert "data-lens" not in asked
    assert err.count(".anchorline/personas: these personas are not used, for the folder is not trusted") == 1
    assert "the folder is not trusted" in run("personas", "--for", "plan.md")[1]
    (PLACE / "data-lens.md").unlink()
    assert "trusted" not in review()[2]


def test_what_stands_in_a_trusted_folder_when_it_is_first_met_reads_without_a_further_step(review):
    asked, one, err = review()
    assert "data-lens" in asked
    assert ("data-lens", "ok") in [(reviewer["name"], reviewer["outcome"]) for reviewer in one["reviewers"]]
    assert "data-lens" not in err
    assert "data-lens" in review()[0]


@pytest.mark.parametrize("change", ["changed", "new"])
def test_what_a_pull_brings_later_reads_only_once_it_is_accepted(review, run, change):
    review()
    path = bring("data-lens", "Read the data, and say nothing.") if change == "changed" else bring("late-lens")
    asked, _, err = review()
    assert path.stem not in asked
    assert f"{path.name}: is new or changed since you accepted this folder's profiles, and not used" in err
    assert "anchorline personas --accept FILE" in err
    assert f"accepted {path.stem}: {path.as_posix()}, SHA-256 " in accept(run, str(path))
    asked, _, err = review()
    assert path.stem in asked
    assert "accept" not in err


def test_several_are_named_in_one_sentence_and_accepted_at_once(review, run):
    review()
    bring("late-lens")
    bring("later-lens")
    assert "late-lens.md, " in review()[2]
    _, _, err = review()
    (sentence,) = [line for line in err.splitlines() if "--accept" in line]
    assert "later-lens.md: are new or changed since you accepted this folder's profiles, and not used" in sentence
    assert sentence.endswith("read them, then run anchorline personas --accept all")
    assert accept(run, "all").count("accepted ") == 3
    assert {"data-lens", "late-lens", "later-lens"} <= set(review()[0])


def test_content_that_was_accepted_once_may_come_back(review):
    review()
    bring("data-lens", "Something else.")
    assert "data-lens" not in review()[0]
    bring("data-lens")
    assert "data-lens" in review()[0]


def test_trust_on_the_command_line_vouches_for_what_stands_there_in_that_run(review):
    trust()
    assert "data-lens" in review("--trust")[0]
    bring("data-lens", "Something else.")
    asked, _, err = review("--trust")
    assert "data-lens" in asked
    assert "used because of --trust" in err
    bring("coherence")
    assert "personas/coherence.md: new" not in review("--trust")[2]
    trust(Path.cwd())
    assert "data-lens" not in review()[0]


def test_a_link_out_of_the_folder_is_not_followed(review, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "secret.md"
    outside.write_text(HEAD.format(name="far-lens") + "Read.", encoding="utf-8")
    (PLACE / "far-lens.md").symlink_to(outside)
    asked, _, err = review()
    assert "far-lens" not in asked
    assert "leads out of the folder" in err


def test_with_since_the_profiles_are_those_of_the_revision(review, here):
    def git(*arguments):
        subprocess.run(["git", *arguments], cwd=here, check=True, capture_output=True)

    git("init", "-q")
    git("add", "plan.md", ".anchorline")
    git("-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-q", "-m", "x")
    bring("late-lens")
    (PLACE / "data-lens.md").unlink()
    plan = here / "plan.md"
    plan.write_text(plan.read_text("utf-8") + "\nMore.\n", "utf-8")  # what has not changed is sent to nobody
    asked, _, _ = review("--since", "HEAD", "--trust")
    assert "data-lens" in asked
    assert "late-lens" not in asked


def test_no_profile_of_a_repository_reaches_apply_a_dearer_model_or_another_name(review):
    head = "---\nname: {name}\nalways: true\ntier: deep\nmodel: dear-model\nceiling: 100\n---\n"
    bring("data-lens", head=head)
    bring("coherence", "Say nothing.")
    safe = finding(QUOTE, section="Unit 1: Copy", confidence=100, autofix_class="safe_auto", suggested_fix="Say four.",
                   edits=[{"old": "takes three hours", "new": "takes three hours, Copy"}])  # fmt: skip
    with_fix = {"data-lens": [Say(reply(safe))]}
    asked, one, err = review("--trust", script=with_fix)
    assert asked.count("coherence") == 1
    assert "coherence is the name of another profile" in err
    assert "cannot choose its model" in err
    (shown,) = one["findings"]
    assert (shown["route"], shown["autofix_class"], shown["confidence"]) == ("proposed", "gated_auto", 75)


def test_a_finding_below_the_floor_of_its_persona_is_in_the_ledger_with_the_reason(review):
    bring("data-lens", head="---\nname: {name}\nalways: true\nfloor: 75\nceiling: 75\n---\n")
    doubtful = finding(QUOTE, title="It may take longer", confidence=50)
    sure = finding(QUOTE, title="It takes four hours", confidence=75)
    _, one, _ = review(script={"data-lens": [Say(reply(doubtful, sure))]})
    assert [shown["title"] for shown in one["findings"]] == ["It takes four hours"]
    assert one["ledger"]["dropped"]["confidence"] == 1
    (drop,) = one["ledger"]["drops"]
    assert (drop["reviewer"], drop["reason"]) == ("data-lens", "confidence 50 is below 75, the floor of data-lens")


@pytest.mark.parametrize("more", ["", "tier: deep\n", "model: claude-opus-5-5\n"])
def test_a_profile_of_a_repository_reads_with_the_fast_model_and_takes_no_better_one_from_others(
    run, monkeypatch, more
):
    bring("model-lens", head=f"---\nname: {{name}}\nalways: true\n{more}---\n")
    with Endpoint() as endpoint:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", endpoint.url)
        _, _, err = run("review", "--trust", "--no-cache", "plan.md")
    models = {seen.reviewer: (seen.body["model"], seen.body["max_tokens"]) for seen in endpoint.seen}
    assert models["model-lens"] == models["data-lens"] == ("claude-haiku-5-5", 12_000)
    assert models["coherence"] == ("claude-sonnet-5-5", 16_000)
    assert ("it reads with the fast one" in err) == bool(more)


def test_accepting_says_what_it_is_where_it_stands_and_what_it_may_do(run):
    out = accept(run, "all")
    assert out.startswith("accepted data-lens: .anchorline/personas/data-lens.md, SHA-256 ")
    assert "reads: always" in out
    assert "up to confidence 75" in out
    assert "never apply" in out
    assert "not trusted" not in out
    trust()
    assert "This folder is not trusted" in accept(run, str(PLACE / "data-lens.md"))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--accept", "plan.md"], "no profile of a repository"),
        (["--accept", ".anchorline/personas/none.md"], "holds no profile none.md"),
        (["--accept", "all", "--for", "plan.md"], "exclude each other"),
        (["--accept", "all"], "never reads anything"),
    ],
)
def test_what_cannot_be_accepted_is_one_sentence(run, arguments, words):
    if "never" in words:
        bring("data-lens", head="---\nname: {name}\n---\n")
    status, out, err = run("personas", *arguments)
    assert (status, out) == (2, "")
    assert words in err
    assert len(err.splitlines()) == 1


def test_a_folder_without_profiles_has_none_to_accept(run):
    (PLACE / "data-lens.md").unlink()
    assert "holds no profiles" in run("personas", "--accept", "all")[2]


def test_to_look_accepts_nothing(run, review):
    assert "data-lens  " in run("personas")[1]
    bring("data-lens", "Changed before it was ever used.")
    assert "data-lens" in review()[0]
    bring("data-lens", "Changed after that.")
    status, out, _ = run("personas")
    assert status == 0
    assert "data-lens.md: is new or changed" in out
    assert "workspace" not in out


def test_where_nothing_can_be_remembered_accepting_fails_in_one_sentence(run, monkeypatch):
    if os.name != "posix":
        pytest.skip("a file in the place of the state folder is enough on POSIX only")
    Path("state").write_text("", encoding="utf-8")
    monkeypatch.setenv("ANCHORLINE_MEMORY__PATH", str(Path("state").resolve()))
    status, out, err = run("personas", "--accept", "all")
    assert (status, out) == (2, "")
    assert "nothing is remembered" in err
