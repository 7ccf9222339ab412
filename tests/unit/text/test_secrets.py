"""Secrets: found by their form, covered at the same length, never repeated."""

from __future__ import annotations

import random
import string
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anchorline.text.secrets import MASK, mask, masked, secrets

_CHANCE = random.Random(7)
_MIXED = string.ascii_letters + string.digits


def made(length: int, alphabet: str = _MIXED) -> str:
    """Random enough for a key, and nobody's; made here, so that no scanner of the repository takes fright."""
    while True:
        value = "".join(_CHANCE.choice(alphabet) for _ in range(length))
        if any(c.isdigit() for c in value) and any(c.isalpha() for c in value):
            return value


KEYS = {
    "Anthropic API key": f"sk-ant-{made(80)}",
    "OpenAI API key": f"sk-proj-{made(60)}",
    "AWS access key": f"AKIA{made(16, string.ascii_uppercase + string.digits)}",
    "GitHub token": f"ghp_{made(36)}",
    "GitLab token": f"glpat-{made(20)}",
    "Slack token": f"xoxb-{made(12, string.digits + 'a')}-{made(24)}",
    "Slack webhook": f"https://hooks.slack.com/services/T{made(8, 'ABCDEF123')}/B{made(8, 'ABCDEF123')}/{made(24)}",
    "Stripe key": f"sk_live_{made(24)}",
    "Google API key": f"AIza{made(35)}",
    "npm token": f"npm_{made(36)}",
    "PyPI token": f"pypi-{made(120)}",
    "SendGrid key": f"SG.{made(22)}.{made(43)}",
    "JSON web token": f"eyJ{made(20)}.eyJ{made(40)}.{made(43)}",
    "storage account key": f"AccountKey={made(86)}==",
    "password in a URL": f"postgres://app:{made(14)}@db.internal/orders",
    "AWS secret key": f'aws_secret_access_key = "{made(40)}"',
    "private key": f"-----BEGIN RSA PRIVATE KEY-----\n{made(64)}\n{made(64)}\n-----END RSA PRIVATE KEY-----",
}

UNCERTAIN = ("JSON web token", "password in a URL")
"""Examples of these are everywhere, so that no finding is made of them."""


@pytest.mark.parametrize("kind", KEYS)
def test_a_key_is_found_and_told_by_its_kind_and_a_place_that_gives_nothing_away(kind):
    text = f"Intro.\n\nUse `{KEYS[kind]}` for staging.\n"
    (found,) = secrets(text)
    assert (found.kind, found.certain) == (kind, kind not in UNCERTAIN)
    value, shown = found.span.of(text), found.shown.of(text)
    assert shown
    assert value not in shown
    assert not found.shown.overlaps(found.span)


@pytest.mark.parametrize("kind", KEYS)
def test_what_leaves_the_machine_has_the_same_length_and_lines_and_no_key(kind):
    text = f"Intro.\n\nUse {KEYS[kind]} for staging.\r\nEnd."
    out = masked(text)
    assert len(out) == len(text)
    assert [c for c in out if c in "\r\n"] == [c for c in text if c in "\r\n"]
    assert secrets(text)[0].span.of(text).split()[0] not in out
    assert MASK in out
    assert masked(out) == out


def test_a_value_assigned_to_a_secret_name_is_covered_but_is_no_finding():
    text = f"DB_PASSWORD={made(20)}\napi_key: '{made(24)}'\n"
    assert [found.certain for found in secrets(text)] == [False, False]
    assert masked(text) == f"DB_PASSWORD={MASK * 20}\napi_key: '{MASK * 24}'\n"


@pytest.mark.parametrize(
    "text",
    [
        "AKIAIOSFODNN7EXAMPLE",
        "sk-ant-api03-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "ghp_000000000000000000000000000000000000",
        "postgres://user:password@localhost/db",
        "https://user:${TOKEN_FROM_VAULT}@git.example.com",
        "password = os.environ['DB_PASSWORD']",
        "token: the-name-of-the-token-header",
        "API_KEY=<your-api-key-goes-here-1>",
        "set the token= parameter to the value of step 3",
        "sk-learn and pypi-server and hf_transfer",
        "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
        "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
        "-----BEGIN CERTIFICATE-----",
        "http://host:8080/path@2x.png",
        "eyJhbGciOi and so on",
        "Modify: src/auth/token-refresh-2024/session.ts",
    ],
)
def test_placeholders_and_prose_are_left_alone(text):
    assert secrets(text) == ()
    assert masked(text) is text or masked(text) == text


def test_the_more_certain_kind_claims_the_place():
    (found,) = secrets(f"github_token = ghp_{made(36)}")
    assert found.kind == "GitHub token"


@given(
    st.lists(
        st.sampled_from([*KEYS.values(), "plain words", "\n", "é🙂 ", "token=", "://", "-----BEGIN PRIVATE KEY-----"]),
        max_size=12,
    )
)
def test_covering_keeps_the_length_and_covers_all(parts):
    text = " ".join(parts)
    found = secrets(text)
    out = mask(text, found)
    assert len(out) == len(text)
    spans = [secret.span for secret in found]
    assert spans == sorted(spans)
    assert all(not one.overlaps(other) for one, other in pairwise(spans))


@pytest.mark.parametrize(
    "line",
    [
        "define('DB_PASSWORD','{}');",
        "define( 'DB_PASSWORD', '{}' );",
        'os.environ.setdefault("API_KEY", "{}")',
        'config.set("smtp.password",\n           "{}")',
        "('token', '{}'),",
        'builder.withPassword("{}")',
        "$user->password['{}']",
        '<add key="DbPassword" value="{}"/>',
        "<password>{}</password>",
        "ENV DB_PASSWORD {}",
        "ARG API_TOKEN  '{}'",
        "run --password {} --verbose",
        'run --api-key "{}"',
        "run --db-password={}",
        "DB_PASSWORD={}",
        "'db_password' => '{}',",
        "f('name', 'password={}')",
        "x = [1, 'token={}', 2]",
    ],
)
def test_the_value_of_a_secret_name_is_covered_however_the_two_are_put_together(line):
    value = "S3cr3tPa55w0rd!x9"
    assert value not in masked(line.format(value))


@pytest.mark.parametrize(
    "line",
    [
        "assertEqual(token, 'identifier_2024_long')",
        "SELECT TOKEN FROM accounts_2024_archive",
        "f('name', 'identifier_2024_long')",
        "run --verbose identifier_2024_long",
        "<name>identifier_2024_long</name>",
        "define('DB_PASSWORD', 'your_password_2024_here');",
        "define('DB_PASSWORD', getenv('DB_PASSWORD_V2_NAME'));",
    ],
)
def test_what_only_stands_near_such_a_name_is_left_alone(line):
    assert masked(line) == line
