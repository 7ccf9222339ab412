"""From settings and environment to a model, or the reason why there is none."""

from __future__ import annotations

import pytest

from anchorline.models.endpoint import endpoint_problem, is_loopback
from anchorline.models.provider import NoProvider, Provider, ProviderSettings, resolve_provider

KEY = {"ANTHROPIC_API_KEY": "k"}


def test_a_key_found_in_the_environment_is_a_provider_that_nobody_named():
    found = resolve_provider(ProviderSettings(), KEY)
    assert isinstance(found, Provider)
    assert (found.where, found.explicit, found.on_this_machine) == ("api.anthropic.com", False, False)


def test_a_provider_that_settings_name_is_explicit():
    assert resolve_provider(ProviderSettings("anthropic"), KEY).explicit


@pytest.mark.parametrize("env", [{}, {"ANTHROPIC_API_KEY": ""}, {"ANTHROPIC_BASE_URL": "https://proxy.example"}])
def test_without_a_key_there_is_none_and_the_reason_says_what_to_set(env):
    found = resolve_provider(ProviderSettings(), env)
    assert isinstance(found, NoProvider)
    assert "ANTHROPIC_API_KEY" in found.reason
    assert not found.off


def test_off_is_no_fault():
    assert resolve_provider(ProviderSettings("off"), KEY).off


def test_an_endpoint_on_this_machine_needs_no_key():
    found = resolve_provider(ProviderSettings("anthropic", "http://localhost:11434"), {})
    assert isinstance(found, Provider)
    assert (found.where, found.on_this_machine) == ("localhost:11434", True)


@pytest.mark.parametrize("name", ["bedrock", "vertex", "foundry"])
def test_a_cloud_is_named_to_people(name):
    found = resolve_provider(ProviderSettings(name), {})
    assert found.explicit
    assert len(found.where) > len(name)


def test_a_script_is_a_provider_and_a_missing_one_a_reason(tmp_path):
    (tmp_path / "s.yaml").write_text("a: {findings: []}")
    assert isinstance(resolve_provider(ProviderSettings(f"scripted:{tmp_path}/s.yaml"), {}), Provider)
    assert "cannot be read" in resolve_provider(ProviderSettings("scripted:none.yaml"), {}).reason


@pytest.mark.parametrize(
    "url",
    ["http://api.example.com",
     "http://localhost@evil.example", "http://127.0.0.1.evil.example", "ftp://localhost", "localhost:80",
     "http://", "http://[::1", "https://user:pass@api.example.com"],
)  # fmt: skip
def test_a_key_is_not_sent_in_the_clear_or_to_a_url_that_is_none(url):
    assert endpoint_problem(url, with_key=True) is not None
    assert isinstance(resolve_provider(ProviderSettings("anthropic", url), KEY), NoProvider)


@pytest.mark.parametrize(
    "url", ["https://api.example.com", "http://127.0.0.1:8080", "http://localhost", "http://[::1]:1/v1"]
)
def test_a_key_may_go_over_https_or_to_this_machine(url):
    assert endpoint_problem(url, with_key=True) is None


@pytest.mark.parametrize(
    ("host", "local"),
    [("localhost", True), ("127.1.2.3", True), ("::1", True), ("[::1]", True), ("LOCALHOST.", True), ("0.0.0.0", False),
     ("10.0.0.1", False), ("localhost.example", False), ("", False)],
)  # fmt: skip
def test_this_machine_is_known_by_its_addresses(host, local):
    assert is_loopback(host) is local
