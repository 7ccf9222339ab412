"""A key, token or private key in a document.

Why
    A document is copied, sent and published with less thought than a configuration file. Whoever reads the plan can
    use what is in it, and deleting it later does not take it back: it must be withdrawn where it was issued.

Fires
    In Markdown, code and quotations included, on what by its form can be nothing else: keys and tokens with the public
    prefix of their issuer (Anthropic, OpenAI, AWS, GitHub, GitLab, Slack, Stripe, Google, npm, PyPI, Hugging Face,
    SendGrid, DigitalOcean, Shopify, Databricks, Vault, age), storage account keys, AWS secret keys beside their name,
    and private keys between their armour lines.

    The finding names the kind and shows the prefix. The value stands nowhere: not in the message, not in the evidence,
    not in a report.

Must not fire
    - Placeholders: example keys of manuals, `xxxx`, `...`, `<your-key>`, values that are not random.
    - Keys of test environments, JSON web tokens, passwords in URLs, and values assigned to a name such as `password`:
      examples of these are everywhere. They are covered all the same before a document is sent to a model.
    - Public keys and certificates.
    - Source code: fixtures hold keys made for them.

Class
    Category security, severity P0, confidence 100. Manual: the secret has to be withdrawn, and only its owner can.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from anchorline.findings.finding import Raised
from anchorline.findings.words import Anchor, Severity
from anchorline.reviewers.base import Check, Scope, Subject
from anchorline.text.secrets import secrets

_MAX_FINDINGS = 20


def _run(subject: Subject) -> Iterator[Raised]:
    for secret in islice((secret for secret in secrets(subject.text) if secret.certain), _MAX_FINDINGS):
        article = "An" if secret.kind[0] in "AaEeIiOoUu" else "A"
        yield CHECK.raises(
            subject,
            f"{article} {secret.kind} stands in the text",
            f"Whoever can read this document can use the {secret.kind}. Deleting it here does not take it back: "
            "withdraw it where it was issued, then name the place where the new one is kept instead.",
            secret.shown,
        )


CHECK = Check(
    id="exposed-secret",
    title="a key, token or private key in the text",
    scope=Scope.MARKDOWN,
    severity=Severity.P0,
    confidence=Anchor.EVIDENT,
    category="security",
    run=_run,
)
