"""The small commands: what they print, and what they never print."""

from __future__ import annotations

import json

import jsonschema
import pytest

from anchorline import __version__
from anchorline.cli.app import main
from anchorline.reviewers.checks import all_checks
from anchorline.settings import SETTINGS


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str):
        status = main(arguments)
        out, err = capsys.readouterr()
        return int(status), out, err

    return run


def test_the_version_is_printed(run):
    assert run("--version") == (0, f"anchorline {__version__}\n", "")


def test_without_a_command_the_help_is_printed_and_the_status_is_2(run):
    status, out, _ = run()
    assert status == 2
    assert all(f"  {name}" in out for name in ("review", "server", "checks", "schema", "doctor"))


@pytest.mark.parametrize("command", ["review", "server", "checks", "schema", "doctor"])
def test_every_command_has_help(run, command):
    status, out, err = run(command, "--help")
    assert (status, err) == (0, "")
    assert out.startswith(f"Usage: anchorline {command}")


def test_the_schema_is_a_schema(run):
    status, out, _ = run("schema")
    assert status == 0
    jsonschema.Draft202012Validator.check_schema(json.loads(out))
    assert run("schema")[1] == out


def test_all_checks_are_listed_with_severity_and_scope(run):
    status, out, _ = run("checks")
    assert status == 0
    for check in all_checks():
        line = next(line for line in out.splitlines() if line.startswith(f"{check.id} "))
        assert f" {check.severity} " in line
        assert line.endswith(check.title)


@pytest.mark.parametrize("check", [check.id for check in all_checks()])
def test_a_check_has_a_page_of_several_parts(run, check):
    status, out, _ = run("checks", check)
    assert (status, out.splitlines()[0]) == (0, f"# {check}")
    assert "## Facts" in out
    assert len(out.splitlines()) > 10


def test_the_doctor_names_every_setting_with_its_source(run, monkeypatch, tmp_path):
    (tmp_path / ".anchorline.toml").write_text('strictness = "chill"\nnonsense = 1\n')
    monkeypatch.setenv("ANCHORLINE_TIMEOUT_S", "7")
    status, out, _ = run("doctor")
    assert status == 0
    assert all(f"  {row.key} " in out for row in SETTINGS)
    lines = {line.split()[0]: line for line in out.splitlines() if line.strip()}
    assert '"chill"  (.anchorline.toml)' in lines["strictness"]
    assert "7  (ANCHORLINE_TIMEOUT_S)" in lines["timeout_s"]
    assert "(default)" in lines["concurrency"]
    assert "unknown setting `nonsense`" in out
    assert "would be sent" in out


def test_the_doctor_never_shows_a_key(run, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-very-secret-0123456789")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "https://user:pass-word@example.org/?api_key=hidden")
    _, out, _ = run("doctor")
    assert "ANTHROPIC_API_KEY                present" in out
    assert not any(secret in out for secret in ("very-secret", "pass-word", "hidden"))


def test_the_doctor_says_whether_a_folder_is_trusted(run):
    assert "no (" in next(line for line in run("doctor")[1].splitlines() if "trusted " in line)
    assert next(line for line in run("doctor", "--trust")[1].splitlines() if "trusted " in line).endswith("yes")


def test_the_server_serves_this_machine_only(run):
    status, out, err = run("server", "--tcp", "0.0.0.0:7777")
    assert (status, out) == (2, "")
    assert "loopback" in err
