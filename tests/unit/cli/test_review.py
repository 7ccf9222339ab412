"""`anchorline review` from its options to its exit status, in this process."""

from __future__ import annotations

import json
from pathlib import Path

import pygit2
import pytest

from anchorline.cli.app import main
from endpoint import Endpoint

PLAN = """---
type: plan
---

# Move the archive

## Implementation Units

The work is cut into three implementation units.

### Unit 1: Copy

**Dependencies:** None

### Unit 2: Switch

**Dependencies:** Unit 1
"""
CLEAN = PLAN.replace("three", "two")
BLOCKING = CLEAN.replace("Dependencies:** Unit 1", "Dependencies:** Unit 9")


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_ACTIONS", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def run(here, capsysbinary):
    """Runs one command line; gives (status, standard output, standard error)."""

    def run(*arguments: str):
        status = main(arguments)
        out, err = capsysbinary.readouterr()
        return int(status), out.decode(), err.decode()

    return run


def write(path: str, text: str | bytes) -> Path:
    place = Path(path)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(text.encode() if isinstance(text, str) else text)
    return place


def commit(folder: Path, *paths: str) -> None:
    repository = pygit2.init_repository(str(folder))
    for path in paths:
        repository.index.add(path)
    repository.index.write()
    who = pygit2.Signature("A", "a@example.org", 1_700_000_000, 0)
    parents = [] if repository.head_is_unborn else [repository.head.target]
    repository.create_commit("HEAD", who, who, "state", repository.index.write_tree(), parents)


def reviews(out: str) -> list[dict]:
    return json.loads(out)["reviews"]


@pytest.mark.parametrize(
    ("text", "options", "status"),
    [
        (CLEAN, [], 0),
        (PLAN, [], 0),  # P2 is below the default bar
        (PLAN, ["--fail-on", "p2"], 1),
        (PLAN, ["--fail-on", "P2"], 1),
        (BLOCKING, [], 1),
        (BLOCKING, ["--fail-on", "p0"], 0),
        (BLOCKING, ["--fail-on", "none"], 0),
        (CLEAN + "\nThe owner is TBD.\n", ["--fail-on", "p3"], 0),  # a hint never counts
    ],
)
def test_the_exit_status_says_whether_findings_reach_the_bar(run, text, options, status):
    write("plan.md", text)
    assert run("review", "--offline", *options, "plan.md")[0] == status


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("gone.md", None, "does not exist"),
        ("latin.md", b"# Gr\xfc\xdfe\n", "is not UTF-8"),
        ("nul.md", b"# a\0b\n", "NUL"),
        ("huge.md", b"word word\n" * 1_100_000, "10 MB"),
    ],
)
def test_a_file_that_cannot_be_reviewed_outweighs_findings_and_stops_nothing(run, name, content, reason):
    write("plan.md", BLOCKING)
    if content is not None:
        write(name, content)
    status, out, err = run("review", "--offline", "--format", "json", name, "plan.md")
    failed, whole = reviews(out)
    assert status == 3
    assert (failed["path"], failed["status"], failed["verdict"]) == (name, "failed", "request_changes")
    assert reason in failed["reason"]
    assert f"anchorline: {name} " in err
    assert whole["status"] == "complete"
    assert whole["findings"]


def test_an_empty_file_is_skipped_and_says_so(run):
    write("empty.md", "")
    status, out, err = run("review", "--offline", "--format", "json", "empty.md")
    assert (status, reviews(out)[0]["status"]) == (0, "skipped")
    assert "empty.md is empty" in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["review"], "PATH"),
        (["review", "--format", "xml", "plan.md"], "'text', 'json', 'sarif', 'github'"),
        (["review", "--fail-on", "p9", "plan.md"], "'p0', 'p1', 'p2', 'p3', 'none'"),
        (["review", "--profile", "prose", "plan.md"], "'auto', 'document', 'code'"),
        (["review", "--rounds", "0", "--fix", "plan.md"], "--rounds"),
        (["review", "--max-usd", "-1", "plan.md"], "--max-usd"),
        (["review", "--max-usd", "much", "plan.md"], "--max-usd"),
        (["review", "--provider", "nobody", "plan.md"], "--provider"),
        (["review", "--offline", "--require-models", "plan.md"], "exclude each other"),
        (["review", "--rounds", "2", "plan.md"], "--fix"),
        (["review", "--strict", "plan.md"], "--fix"),
        (["review", "--fix", "-", "plan.md"], "stands alone"),
        (["review", "--since", "HEAD", "-"], "--stdin-filename"),
        (["review", "--since", "HEAD", "plan.md"], "is in none"),
        (["review", "--frmat", "json", "plan.md"], "--frmat"),
        (["review", "--format"], "--format"),
        (["review", ""], "empty PATH"),
        (["revew", "plan.md"], "revew"),
        (["checks", "no-such-check"], "no-such-check"),
    ],
)
def test_a_wrong_command_line_is_one_sentence_and_status_2(run, arguments, said):
    write("plan.md", PLAN)
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith("anchorline: ")
    assert err.count("\n") == 1
    assert said in err


def test_without_a_model_one_line_says_so_and_the_checks_count(run):
    write("plan.md", BLOCKING)
    status, _, err = run("review", "plan.md")
    assert status == 1
    assert err.count("no model is configured") == 1
    assert run("review", "--offline", "plan.md")[2] == ""
    assert run("review", "--provider", "off", "plan.md")[2] == ""


def test_a_key_is_used_and_never_shown(run, monkeypatch, tmp_path):
    write("plan.md", PLAN)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-not-a-key")
    monkeypatch.setenv("ANCHORLINE_MEMORY__PATH", str(tmp_path / "state"))
    with Endpoint() as endpoint:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", endpoint.url)
        status, out, err = run("review", "--fail-on", "none", "plan.md")
        assert (status, err) == (0, "")
        assert {"coherence", "feasibility"} <= set(endpoint.reviewers())
    assert "not-a-key" not in out + err


def test_models_that_are_required_and_missing_make_a_review_incomplete(run):
    write("plan.md", CLEAN)
    status, out, _ = run("review", "--require-models", "--format", "json", "plan.md")
    assert status == 3
    assert (reviews(out)[0]["status"], reviews(out)[0]["reason"]) == ("incomplete", "no model is configured")


def test_every_option_is_understood(run):
    write("plan.md", CLEAN)
    write("answers.json", "{}")
    told = ["--format", "json", "--profile", "document", "--fail-on", "none", "--provider", "scripted:answers.json"]
    numbers = ["--max-usd", "0.5", "--rounds", "2"]
    flags = ["--explain", "--no-cache", "--trust", "--fix", "--strict", "--offline"]
    status, out, _ = run("review", *told, *numbers, *flags, "plan.md")
    assert (status, len(reviews(out))) == (0, 1)


def test_a_folder_is_walked_by_the_ignore_rules_and_a_named_file_is_reviewed_all_the_same(run):
    for name in ("docs/b.md", "docs/a.md", "docs/notes.txt", "docs/node_modules/x.md", "docs/drafts/d.md"):
        write(name, CLEAN)
    write("docs/.gitignore", "drafts/\n")
    _, out, _ = run("review", "--offline", "--format", "json", "docs", "docs/drafts/d.md", "./docs/a.md")
    assert [review["path"] for review in reviews(out)] == ["docs/a.md", "docs/b.md", "docs/drafts/d.md"]


def test_a_folders_own_settings_exclude_below_it(run):
    for name in ("a.md", "docs/a.md", "docs/old/b.md"):
        write(name, CLEAN)
    write("docs/.anchorline.toml", '[review]\nexclude = ["old/"]\n')
    _, out, _ = run("review", "--offline", "--format", "json", ".")
    assert [review["path"] for review in reviews(out)] == ["a.md", "docs/a.md"]


def test_a_folder_without_files_to_review_says_so(run):
    Path("empty").mkdir()
    status, _, err = run("review", "--offline", "empty")
    assert status == 0
    assert "empty holds no file to review" in err


def test_broken_settings_are_a_warning_and_the_review_goes_on(run):
    write("plan.md", PLAN)
    write(".anchorline.toml", "x = [")
    status, out, err = run("review", "--offline", "--format", "json", "plan.md")
    assert status == 0
    assert reviews(out)[0]["findings"]
    assert ".anchorline.toml" in err


def test_settings_switch_checks_and_reviews_off(run):
    write("plan.md", PLAN)
    write(".anchorline.toml", '[checks]\ndisable = ["count-mismatch"]\n')
    assert reviews(run("review", "--offline", "--format", "json", "plan.md")[1])[0]["findings"] == []
    write(".anchorline.toml", '[checks]\non = "off"\n')
    assert reviews(run("review", "--offline", "--format", "json", "plan.md")[1])[0]["status"] == "skipped"


def test_the_safe_fix_is_written_and_what_is_left_is_reported(run):
    text = b"\xef\xbb\xbf" + BLOCKING.replace("two", "three").replace("\n", "\r\n").encode()
    place = write("plan.md", text)
    place.chmod(0o640)
    status, out, err = run("review", "--offline", "--fix", "--format", "json", "plan.md")
    assert place.read_bytes() == b"\xef\xbb\xbf" + BLOCKING.replace("\n", "\r\n").encode()
    assert place.stat().st_mode & 0o777 == 0o640
    assert status == 1
    assert {finding["rule"] for finding in reviews(out)[0]["findings"]} == {"unknown-dependency"}
    assert "plan.md: 1 fix applied." in err
    assert sorted(each.name for each in Path().iterdir()) == ["plan.md"]


def test_a_fix_that_was_made_and_is_back_did_not_land_and_is_not_made_unasked_again(run):
    text = BLOCKING.replace("two", "three")
    write("plan.md", text)
    assert "1 fix applied." in run("review", "--offline", "--fix", "plan.md")[2]
    assert "applied " in run("decisions", "list")[1]
    write("plan.md", text)
    status, out, _ = run("review", "--offline", "--fix", "--format", "json", "plan.md")
    (back,) = [finding for finding in reviews(out)[0]["findings"] if finding["rule"] != "unknown-dependency"]
    assert back["why_it_matters"].startswith("Its fix was applied, and did not land.")
    assert (status, back["route"]) == (1, "proposed")


def test_nothing_to_fix_writes_nothing(run):
    place = write("plan.md", CLEAN)
    before = place.stat().st_mtime_ns
    status, _, err = run("review", "--offline", "--fix", "plan.md")
    assert (status, err, place.stat().st_mtime_ns) == (0, "", before)


def test_since_reads_the_settings_of_that_revision(run, here):
    write("plan.md", BLOCKING)
    write(".anchorline.toml", "")
    commit(here, "plan.md", ".anchorline.toml")
    write(".anchorline.toml", '[checks]\ndisable = ["unknown-dependency"]\n')
    assert run("review", "--offline", "plan.md")[0] == 0
    assert run("review", "--offline", "--since", "HEAD", "plan.md")[0] == 1


def test_since_judges_source_by_what_changed_after_that_revision(run, here):
    conflict = "<<<<<<< ours\nx = 1\n=======\nx = 2\n>>>>>>> theirs\n"
    write("a.py", "y = 0\n")
    commit(here, "a.py")
    write("a.py", "y = 0\n" + conflict)
    commit(here, "a.py")
    assert reviews(run("review", "--offline", "--format", "json", "a.py")[1])[0]["findings"] == []
    _, out, _ = run("review", "--offline", "--format", "json", "--since", "HEAD~1", "a.py")
    assert [finding["rule"] for finding in reviews(out)[0]["findings"]] == ["conflict-marker"]


def test_an_unknown_revision_is_a_usage_error_before_anything_is_fixed(run, here):
    write("plan.md", PLAN)
    commit(here, "plan.md")
    status, out, err = run("review", "--offline", "--fix", "--since", "no-such-branch", "plan.md")
    assert (status, out) == (2, "")
    assert "no-such-branch" in err
    assert Path("plan.md").read_text() == PLAN


def test_the_same_text_gives_the_same_bytes(run):
    write("plan.md", PLAN)
    write("b.md", BLOCKING)
    for format_ in ("text", "json", "sarif", "github"):
        first = run("review", "--offline", "--format", format_, "plan.md", "b.md")
        assert run("review", "--offline", "--format", format_, "plan.md", "b.md") == first


def test_under_actions_no_line_of_any_format_is_a_command_of_the_document(run, monkeypatch):
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    name = "::error::x ##[error]y.md"
    write(name, PLAN + "\n::warning::hello TBD ##[error]x\n")
    for format_ in ("text", "json", "sarif"):
        _, out, err = run("review", "--offline", "--format", format_, name)
        assert "##[" not in out + err
        assert not any(line.lstrip().startswith("::") for line in (out + err).splitlines())


def test_conventional_labels_follow_the_setting(run, monkeypatch):
    write("plan.md", PLAN)
    assert "issue (non-blocking): " in run("review", "--offline", "plan.md")[1]
    monkeypatch.setenv("ANCHORLINE_CONVENTIONAL_COMMENTS", "off")
    assert "(non-blocking)" not in run("review", "--offline", "plan.md")[1]


def test_an_internal_error_is_one_sentence_about_one_file(run, monkeypatch):
    from anchorline.cli import reading

    def fail(*_args, **_options):
        raise RuntimeError("secret detail")

    write("plan.md", PLAN)
    monkeypatch.setattr(reading, "check", fail)
    status, _, err = run("review", "--offline", "plan.md")
    assert status == 3
    assert "internal error (RuntimeError)" in err
    assert "Traceback" not in err


def test_a_name_that_is_too_long_stops_nothing(run):
    write("plan.md", CLEAN)
    status, out, err = run("review", "--offline", "--format", "json", "a" * 300 + ".md", "plan.md")
    assert status == 3
    assert [review["status"] for review in reviews(out)] == ["failed", "complete"]
    assert "File name too long" in err


def test_a_configuration_s_fault_is_named_from_where_the_person_stands(run, here, monkeypatch):
    for name in ("one", "two"):
        write(f"{name}/.git/HEAD", "")
        write(f"{name}/.anchorline.toml", "nope = 1\n")
        write(f"{name}/docs/plan.md", CLEAN)
    fault = "unknown setting `nope`; it is ignored"
    err = run("review", "--offline", "one", "two")[2]
    assert [line for line in err.splitlines() if "nope" in line] == [
        f"anchorline: one/.anchorline.toml: {fault}",
        f"anchorline: two/.anchorline.toml: {fault}",
    ]
    monkeypatch.chdir(here / "one" / "docs")
    assert run("review", "--offline", "plan.md")[2] == f"anchorline: ../.anchorline.toml: {fault}\n"


def test_a_text_that_is_too_long_is_named_once_in_its_reason(run):
    write("long.md", "word word\n" * 400_001)
    _, out, err = run("review", "--offline", "--format", "json", "long.md")
    assert reviews(out)[0]["reason"].startswith("long.md is longer than 4,000,000 characters;")
    assert err.count("long.md") == 1


def test_a_folder_without_a_repository_is_named_when_it_is_to_be_compared(run, here):
    write("notes/plan.md", CLEAN)
    status, _, err = run("review", "--offline", "--since", "HEAD", "notes")
    assert (status, err) == (2, "anchorline: --since compares with a repository, and notes is in none.\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("review", "--stdin-filename", "x.md", "plan.md"), "--stdin-filename goes with `-`"),
        (("review", "--max-usd", "inf", "plan.md"), "--max-usd must be a number"),
        (("review", "--max-usd", "nan", "plan.md"), "--max-usd"),
        (("review", "--since"), "see `anchorline review --help`"),
        (("spend", "--since", "yesterday"), "--since must be a day"),
        (("doctor", "gone"), "gone cannot be looked at: No such file or directory"),
        (("--format",), "see `anchorline --help`"),
    ],
)
def test_an_argument_that_means_nothing_is_refused(run, arguments, said):
    write("plan.md", CLEAN)
    status, _, err = run(*arguments)
    assert (status, said in err) == (2, True), err
