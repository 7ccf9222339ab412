"""The real process: standard input, pipes, terminals, signals, and what it does not load."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from privilege import bound_by_permissions

ROOT = Path(__file__).resolve().parents[3]
COMMAND = [sys.executable, "-m", "anchorline"]
PLAN = "---\ntype: plan\n---\n\n# Move\n\nThere are 4 steps:\n\n1. Pack\n2. Drive\n3. Unpack\n"
DEADLINE = 60


def environment(**changes: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("GITHUB_ACTIONS", "FORCE_COLOR")}
    return kept | changes


def run(*arguments: str, cwd: Path, stdin: bytes = b"", **changes: str) -> tuple[int, bytes, bytes]:
    done = subprocess.run(
        [*COMMAND, *arguments],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        timeout=DEADLINE,
        env=environment(**changes),
        check=False,
    )
    assert b"Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr


def test_standard_input_is_a_document(tmp_path):
    status, out, _ = run("review", "--offline", "--format", "json", "-", cwd=tmp_path, stdin=PLAN.encode())
    review = json.loads(out)["reviews"][0]
    assert (status, review["path"], review["profile"], review["document_type"]) == (0, "-", "document", "plan")
    assert [finding["rule"] for finding in review["findings"]] == ["count-mismatch"]


def test_standard_input_takes_the_name_and_the_settings_of_a_place(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / ".anchorline.toml").write_text('[checks]\ndisable = ["count-mismatch"]\n')
    arguments = ("review", "--offline", "--format", "json", "-", "--stdin-filename", "docs/plan.md")
    review = json.loads(run(*arguments, cwd=tmp_path, stdin=PLAN.encode())[1])["reviews"][0]
    assert (review["path"], review["findings"]) == ("docs/plan.md", [])


def test_the_fixed_text_of_standard_input_goes_to_standard_output(tmp_path):
    text = b"\xef\xbb\xbf" + PLAN.replace("\n", "\r\n").encode()
    status, out, err = run("review", "--offline", "--fix", "-", cwd=tmp_path, stdin=text)
    assert (status, out) == (0, text.replace(b"4 steps", b"3 steps"))
    assert b"No findings" in err


def test_what_is_fixed_on_its_way_through_is_not_remembered(tmp_path):
    home = {"ANCHORLINE_MEMORY__PATH": str(tmp_path / "memory")}
    arguments = ("review", "--offline", "--fix", "-", "--stdin-filename", "plan.md")
    assert b"There are 3 steps" in run(*arguments, cwd=tmp_path, stdin=PLAN.encode(), **home)[1]
    assert run("decisions", "list", cwd=tmp_path, **home)[1] == b"Nothing was decided.\n"


def test_what_cannot_be_fixed_passes_through_unharmed(tmp_path):
    status, out, err = run("review", "--offline", "--fix", "-", cwd=tmp_path, stdin=b"\xff\xfe not text")
    assert (status, out) == (3, b"\xff\xfe not text")
    assert b"UTF-8" in err or b"UTF-16" in err


@pytest.mark.skipif(os.name == "nt", reason="no pipes with names there")
def test_pipes_and_loops_are_named_and_never_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "loop.md").symlink_to("loop.md")
    (tmp_path / "plan.md").write_text(PLAN)
    status, out, err = run("review", "--offline", "--format", "json", "pipe.md", "loop.md", "plan.md", cwd=tmp_path)
    assert [review["status"] for review in json.loads(out)["reviews"]] == ["failed", "failed", "complete"]
    assert status == 3
    assert b"pipe.md is a pipe" in err
    assert b"loop.md is a loop" in err


def run_bound(*arguments: str, cwd: Path) -> tuple[int, str, str]:
    """Like `run`, where permissions bind."""
    command = bound_by_permissions(*COMMAND, *arguments)
    done = subprocess.run(command, cwd=cwd, capture_output=True, timeout=DEADLINE, env=environment(), check=False)
    assert b"Traceback" not in done.stderr
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def closed(tmp_path):
    """A folder with a file, whose permissions a test takes away; they come back for the cleaning up."""
    folder = tmp_path / "closed"
    folder.mkdir()
    (folder / "a.md").write_text(PLAN)
    yield folder
    folder.chmod(0o755)


def test_a_file_without_permission_is_named(tmp_path):
    (tmp_path / "plan.md").write_text(PLAN)
    (tmp_path / "plan.md").chmod(0)
    status, _, err = run_bound("review", "--offline", "plan.md", cwd=tmp_path)
    assert (status, "plan.md cannot be read: permission denied" in err) == (3, True)


@pytest.mark.parametrize("mode", [0o000, 0o444])
def test_a_file_in_a_closed_folder_is_named_and_stops_nothing(tmp_path, closed, mode):
    (tmp_path / "plan.md").write_text(PLAN)
    closed.chmod(mode)
    status, out, err = run_bound("review", "--offline", "--format", "json", "closed/a.md", "plan.md", cwd=tmp_path)
    assert [review["status"] for review in json.loads(out)["reviews"]] == ["failed", "complete"]
    assert status == 3
    assert "closed/a.md cannot be read: permission denied" in err


@pytest.mark.parametrize("argument", ["closed", "."])
def test_a_closed_folder_is_named_whether_it_was_named_or_met(tmp_path, closed, argument):
    closed.chmod(0)
    status, out, err = run_bound("review", "--offline", "--format", "json", argument, cwd=tmp_path)
    assert [(review["path"], review["status"]) for review in json.loads(out)["reviews"]] == [("closed", "failed")]
    assert (status, "closed cannot be read: permission denied" in err) == (3, True)


def test_a_closed_folder_that_is_ignored_is_nobody_s_loss(tmp_path, closed):
    (tmp_path / "plan.md").write_text(PLAN)
    (tmp_path / ".gitignore").write_text("closed/\n")
    closed.chmod(0)
    assert run_bound("review", "--offline", ".", cwd=tmp_path)[::2] == (0, "")


def test_an_ignore_file_that_cannot_be_read_is_named(tmp_path):
    (tmp_path / "plan.md").write_text(PLAN)
    (tmp_path / ".gitignore").write_text("*.log\n")
    (tmp_path / ".gitignore").chmod(0)
    status, _, err = run_bound("review", "--offline", ".", cwd=tmp_path)
    assert status == 0
    assert ".gitignore cannot be read: permission denied" in err


def test_the_doctor_names_what_it_may_not_look_at(tmp_path, closed):
    closed.chmod(0)
    status, _, err = run_bound("doctor", "closed/a.md", cwd=tmp_path)
    assert (status, err) == (2, "anchorline: closed/a.md cannot be looked at: Permission denied; check the path.\n")


def test_colours_stay_away_from_pipes_unless_forced(tmp_path):
    (tmp_path / "plan.md").write_text(PLAN)
    assert b"\x1b" not in run("review", "--offline", "plan.md", cwd=tmp_path)[1]
    assert b"\x1b[" in run("review", "--offline", "plan.md", cwd=tmp_path, FORCE_COLOR="1")[1]
    assert b"\x1b" not in run("review", "--offline", "plan.md", cwd=tmp_path, FORCE_COLOR="1", NO_COLOR="1")[1]


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals there")
def test_colours_come_on_a_terminal(tmp_path):
    import pty

    (tmp_path / "plan.md").write_text(PLAN)
    ours, theirs = pty.openpty()
    changes = {"TERM": "xterm-256color"}
    env = {name: value for name, value in environment(**changes).items() if name != "NO_COLOR"}
    with subprocess.Popen(
        [*COMMAND, "review", "--offline", "plan.md"], cwd=tmp_path, stdout=theirs, env=env
    ) as process:
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # the terminal is gone once the process has ended
            while chunk := os.read(ours, 65536):
                shown += chunk
        assert process.wait(DEADLINE) == 0
    os.close(ours)
    assert b"\x1b[1mplan.md:7:11" in shown


@pytest.mark.skipif(os.name == "nt", reason="pipes end otherwise there")
def test_a_reader_that_stops_reading_gets_no_complaint(tmp_path):
    for number in range(80):  # more than a pipe holds
        (tmp_path / f"plan{number:02}.md").write_text(PLAN)
    with subprocess.Popen(
        [*COMMAND, "review", "--offline", "--format", "json", "."],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(DEADLINE) == 141


def shell(script: str, cwd: Path) -> tuple[int, str, str]:
    """A command line with redirections; `run` is the command."""
    done = subprocess.run(
        ["/bin/sh", "-c", f'run() {{ "{sys.executable}" -m anchorline "$@"; }}; {script}'],
        cwd=cwd,
        capture_output=True,
        timeout=DEADLINE,
        env=environment(),
        check=False,
    )
    assert b"Traceback" not in done.stderr
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.skipif(os.name == "nt", reason="pipes end otherwise there")
@pytest.mark.parametrize("command", ["review --offline --format=json plan.md", "checks", "--help", "schema", "doctor"])
def test_a_closed_pipe_is_told_apart_from_findings(tmp_path, command):
    (tmp_path / "plan.md").write_text(PLAN)
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*COMMAND, *command.split()],
        cwd=tmp_path,
        stdout=writing,
        stderr=subprocess.PIPE,
        env=environment(),
        timeout=DEADLINE,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(os.name == "nt", reason="no such shell there")
@pytest.mark.parametrize(
    ("script", "status", "said"),
    [
        ("run review --offline plan.md >&-", 2, "standard output is closed"),
        ("run checks >&-", 2, "standard output is closed"),
        ("run review --offline - <&-", 3, "standard input is closed"),
        ("run review --offline --fix - <&-", 3, "standard input is closed"),
    ],
)
def test_a_closed_stream_is_named(tmp_path, script, status, said):
    (tmp_path / "plan.md").write_text(PLAN)
    ended, _, err = shell(script, tmp_path)
    assert (ended, said in err) == (status, True)


@pytest.mark.skipif(os.name == "nt", reason="no such shell there")
def test_problems_never_end_up_among_results(tmp_path):
    (tmp_path / "plan.md").write_text(PLAN)
    status, out, _ = shell("run review --offline --format json gone.md plan.md 2>&-", tmp_path)
    assert status == 3
    assert len(json.loads(out)["reviews"]) == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(
    "command",
    ["review --offline plan.md", "review --offline --fix - <plan.md", "checks", "schema", "--help", "doctor"],
)
def test_a_full_disk_is_named(tmp_path, command):
    (tmp_path / "plan.md").write_text(PLAN)
    status, _, err = shell(f"run {command} >/dev/full", tmp_path)
    assert status == 3
    assert "standard output cannot be written: No space left" in err
    assert "internal error" not in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(
    ("command", "status"),
    [("review --nope", 2), ("review --offline gone.md", 3), ("review --offline gone.md plan.md", 3)],
)
def test_problems_that_cannot_be_written_change_no_exit_status(tmp_path, command, status):
    (tmp_path / "plan.md").write_text(PLAN)
    assert shell(f"run {command} 2>/dev/full", tmp_path)[0] == status


@pytest.mark.skipif(os.name == "nt", reason="a working folder cannot be deleted there")
def test_a_working_folder_that_is_gone_hinders_only_relative_paths(tmp_path):
    (tmp_path / "plan.md").write_text(PLAN)
    (tmp_path / "gone").mkdir()
    leave = "cd gone && rmdir ../gone &&"
    assert shell(f"{leave} run review --offline '{tmp_path}/plan.md'", tmp_path)[0] == 0
    (tmp_path / "gone").mkdir()
    status, _, err = shell(f"{leave} run review --offline plan.md", tmp_path)
    assert (status, "the working folder is gone" in err) == (2, True)


@pytest.mark.parametrize("buffering", [{}, {"PYTHONUNBUFFERED": "1"}])
def test_a_long_report_arrives_whole(tmp_path, buffering):
    for number in range(80):
        (tmp_path / f"plan{number:02}.md").write_text(PLAN)
    status, out, _ = run("review", "--offline", "--format", "json", ".", cwd=tmp_path, **buffering)
    assert (status, len(json.loads(out)["reviews"])) == (0, 80)


@pytest.mark.skipif(os.name == "nt", reason="signals are otherwise there")
def test_an_interrupt_ends_it_with_130_and_no_traceback(tmp_path):
    # A shell ignores interrupts for what it runs in the background, and children inherit that.
    heeding = (
        "import signal, sys\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from anchorline.__main__ import main\n"
        "sys.exit(main())\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", heeding, "review", "--offline", "gone.md", "-"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
    ) as process:
        assert process.stderr is not None
        assert b"gone.md" in process.stderr.readline()  # from here on it waits for its input
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(DEADLINE) == 130
        finally:
            process.kill()
        assert process.stderr.read() == b""


def test_an_interrupt_before_anything_is_loaded_is_quiet_too(tmp_path):
    probe = (
        "import sys\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'anchorline.cli.app': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "from anchorline.__main__ import main\n"
        "sys.exit(main())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe],
        cwd=tmp_path,
        capture_output=True,
        timeout=DEADLINE,
        env=environment(),
        check=False,
    )
    assert (done.returncode, done.stderr) == (130, b"")


@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_any_terminal_can_show_any_text(tmp_path, encoding):
    (tmp_path / "plan.md").write_text(PLAN.replace("Move", "漢字 TBD 😀"), encoding="utf-8")
    status, out, _ = run("review", "--offline", "plan.md", cwd=tmp_path, PYTHONIOENCODING=encoding)
    assert status == 0
    assert out


@pytest.mark.skipif(sys.platform != "linux", reason="names are Unicode elsewhere")
def test_a_file_name_that_is_no_text_is_reviewed_too(tmp_path):
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.md")).write_text(PLAN)
    for format_ in ("text", "json", "sarif", "github"):
        status, out, _ = run("review", "--offline", "--format", format_, ".", cwd=tmp_path)
        assert status == 0
        assert out.decode("utf-8")
    (tmp_path / "elsewhere").mkdir()
    name = os.fsencode(tmp_path) + b"/\xff.md"
    for format_, shown in (("sarif", "/%FF.md"), ("json", "/\ufffd.md")):
        out = run("review", "--offline", "--format", format_, os.fsdecode(name), cwd=tmp_path / "elsewhere")[1]
        assert shown in out.decode("utf-8")


def test_the_usual_command_line_loads_only_what_it_uses(tmp_path):
    """What is loaded is waited for: each of these costs a tenth of a second or a good part of one."""
    (tmp_path / "plan.md").write_text(PLAN)
    probe = (
        "import sys; from anchorline.cli.app import main; status = main(['review', '--offline', 'plan.md']);"
        "heavy = {'typer', 'pydantic', 'rich', 'pygit2', 'pygls', 'lsprotocol', 'tree_sitter', 'anthropic', 'asyncio'};"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe],
        cwd=tmp_path,
        capture_output=True,
        timeout=DEADLINE,
        env=environment(),
        check=True,
    )
    assert done.stderr.decode().strip() == "[]"


def test_the_example_shows_defects_of_several_kinds():
    status, out, err = run("review", "--offline", "--fail-on", "none", "--format", "json", "examples/plan.md", cwd=ROOT)
    rules = {finding["rule"] for finding in json.loads(out)["reviews"][0]["findings"]}
    assert (status, err) == (0, b"")
    assert rules == {
        "count-mismatch",
        "placeholder",
        "table-total",
        "undefined-reference",
        "unlisted-file",
        "untraced-requirement",
        "weekday-mismatch",
    }
