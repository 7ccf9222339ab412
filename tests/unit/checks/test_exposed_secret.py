from __future__ import annotations

import json

import pytest

from anchorline.findings.words import Severity
from anchorline.reviewers.checks.exposed_secret import CHECK
from plan_checks_kit import findings

# Put together here, so that no scanner of the repository takes fright.
VALUE = "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC2"
TOKEN = "ghp_" + VALUE
ARMOUR = "-----BEGIN PRIVATE KEY-----\n" + VALUE * 2 + "\n-----END PRIVATE KEY-----"


@pytest.mark.parametrize(
    ("text", "kind", "shown"),
    [
        (f"Use `{TOKEN}` for staging.\n", "A GitHub token stands in the text", "ghp_"),
        (f"```\nexport GH={TOKEN}\n```\n", "A GitHub token stands in the text", "ghp_"),
        (f"> {TOKEN}\n", "A GitHub token stands in the text", "ghp_"),
        (f"sk-ant-{VALUE}\n", "An Anthropic API key stands in the text", "sk-ant-"),
        (f"{ARMOUR}\n", "A private key stands in the text", "-----BEGIN PRIVATE KEY-----"),
    ],
    ids=["in code", "in a fence", "in a quotation", "by its prefix", "in armour"],
)
def test_fires(text: str, kind: str, shown: str) -> None:
    (raised,) = findings(CHECK, text)
    assert (raised.title, raised.severity) == (kind, Severity.P0)
    assert raised.evidence[0].text == shown
    assert VALUE not in json.dumps([raised.title, raised.why_it_matters, [quote.text for quote in raised.evidence]])


@pytest.mark.parametrize(
    "text",
    [
        f"sk_test_{VALUE}\n",
        f"DB_PASSWORD={VALUE}\n",
        f"postgres://app:{VALUE}@db/orders\n",
        "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n",
        "AKIAIOSFODNN7EXAMPLE\n",
        "-----BEGIN PUBLIC KEY-----\n" + VALUE * 2 + "\n-----END PUBLIC KEY-----\n",
    ],
)
def test_silent(text: str) -> None:
    assert findings(CHECK, text) == []
