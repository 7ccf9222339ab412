"""Secrets in a text: where they stand and of what kind, and the text with them covered up.

Patterns are those of keys with a form of their own (a prefix, an armour, a place in a URL), and values that are
assigned to a name that says they are secret and look random. Each is linear on any input: a key begins where a word
begins, and every repeat is bounded.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from anchorline.text.span import Span

MASK = "█"
"""What covers each character of a secret. It stands in no ordinary prose, so that an edit that holds it is known."""

_LONGEST_ARMOUR = 10_000
_NOT_EOL = re.compile(r"[^\r\n]")


@dataclass(frozen=True, slots=True)
class Secret:
    """`span` is what must not be seen. `shown` is a part of the text that names the place and gives nothing away: the
    public prefix, the name before the value. `certain`: by its form it can be nothing else, and it is worth something;
    otherwise it is covered when text leaves the machine, and no finding is made of it."""

    span: Span
    kind: str
    shown: Span
    certain: bool = True


@dataclass(frozen=True, slots=True)
class _Form:
    """A secret that begins with `prefix`, at the start of a word; `rest` is what must not be seen."""

    kind: str
    prefix: str
    rest: re.Pattern[str]
    variety: int  # different characters that the rest must have to be no placeholder
    certain: bool


def _forms(kind: str, prefixes: str, rest: str, variety: int = 9, *, certain: bool = True) -> Iterator[_Form]:
    pattern = re.compile(rf"(?P<value>{rest})(?![A-Za-z0-9_])")
    return (_Form(kind, prefix, pattern, variety, certain) for prefix in prefixes.split())


_FORMS = (
    *_forms("Anthropic API key", "sk-ant-", r"[A-Za-z0-9_-]{20,200}"),
    *_forms("OpenAI API key", "sk-proj- sk-svcacct- sk-admin-", r"[A-Za-z0-9_-]{20,250}"),
    *_forms("API key", "sk-", r"[A-Za-z0-9]{32,64}", 12),
    *_forms("AWS access key", "AKIA ASIA", r"[A-Z0-9]{16}", 6),
    *_forms("GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_", r"[A-Za-z0-9]{36,255}"),
    *_forms("GitHub token", "github_pat_", r"[A-Za-z0-9_]{40,255}"),
    *_forms("GitLab token", "glpat- gldt- glptt- glrt- glcbt-", r"[A-Za-z0-9_-]{20,64}"),
    *_forms("Slack token", "xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xapp-", r"[A-Za-z0-9-]{20,250}", 6),
    *_forms(
        "Slack webhook", "https://hooks.slack.com/services/", r"T[A-Z0-9]{6,14}/B[A-Z0-9]{6,14}/[A-Za-z0-9]{20,30}"
    ),
    *_forms("Stripe key", "sk_live_ rk_live_", r"[A-Za-z0-9]{20,250}"),
    *_forms("Stripe test key", "sk_test_ rk_test_", r"[A-Za-z0-9]{20,250}", certain=False),
    *_forms("Stripe webhook secret", "whsec_", r"[A-Za-z0-9+/]{24,100}={0,2}"),
    *_forms("Google API key", "AIza", r"[A-Za-z0-9_-]{35}"),
    *_forms("Google OAuth secret", "GOCSPX-", r"[A-Za-z0-9_-]{28}"),
    *_forms("npm token", "npm_", r"[A-Za-z0-9]{36}"),
    *_forms("PyPI token", "pypi-", r"[A-Za-z0-9_-]{50,500}"),
    *_forms("Hugging Face token", "hf_", r"[A-Za-z0-9]{30,60}"),
    *_forms("SendGrid key", "SG.", r"[A-Za-z0-9_-]{20,24}\.[A-Za-z0-9_-]{39,50}"),
    *_forms("DigitalOcean token", "dop_v1_ doo_v1_ dor_v1_", r"[a-f0-9]{64}", 6),
    *_forms("Shopify token", "shpat_ shpca_ shppa_ shpss_", r"[a-fA-F0-9]{32}", 6),
    *_forms("Databricks token", "dapi", r"[a-f0-9]{32}", 6),
    *_forms("Vault token", "hvs. hvb. hvr.", r"[A-Za-z0-9_-]{24,200}"),
    *_forms("age secret key", "AGE-SECRET-KEY-1", r"[A-Z0-9]{58}"),
    *_forms(
        "JSON web token",
        "eyJ",
        r"[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{20,1000}",
        certain=False,
    ),
    *_forms("storage account key", "AccountKey=", r"[A-Za-z0-9+/]{60,100}={0,2}"),
)
_IN_URL = re.compile(r"://[^\s/:@\"'`<>]{1,100}:(?P<value>[^\s/@\"'`<>]{6,200})@(?=[A-Za-z0-9\[])")
_VALUE = r"(?P<value>[A-Za-z0-9+/=_.~!@#$%^&*-]{12,300})"
# What stands between a name and its value. Each is looked for by itself, for what one takes for a value may hold the
# sign of another.
_ASSIGNED = (
    re.compile(rf"[:=]>?[ \t]{{0,4}}[\"'`]{{0,3}}{_VALUE}"),
    re.compile(rf"[\"'`],\s{{0,40}}[\"'`]{_VALUE}"),  # define('NAME', 'value')
    re.compile(rf"[\"'`]?[(\[][ \t]{{0,4}}[\"'`]{_VALUE}"),  # set_name("value"), name["value"]
    re.compile(rf"[\"']\s{{1,40}}value=[\"']{_VALUE}", re.IGNORECASE),  # key="name" value="value"
    re.compile(rf">{_VALUE}</"),  # <name>value</name>
    re.compile(rf"(?<=[A-Z0-9_])[ \t]{{1,4}}[\"']?{_VALUE}"),  # ENV NAME value
)
_OPTION = re.compile(rf"(?<![A-Za-z-])--[A-Za-z][A-Za-z-]{{2,40}}(?P<gap>[ \t]{{1,4}})[\"']?{_VALUE}")  # --name value
_SECRET_NAME = re.compile(
    r"(?P<name>(?:aws_?)?(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key"
    r"|credentials?|passwort|kennwort)(?:[_-]?\w{1,20})?)[\"'`]{0,3}[ \t]{0,4}:?$",
    re.IGNORECASE,
)
_STEM = re.compile(r"pass|secret|token|key|credential|kennwort", re.IGNORECASE)
_LONGEST_NAME = 60
_ENOUGH = 100  # characters that show whether a value is random
_ARMOUR = re.compile(r"-----BEGIN (?:[A-Z0-9]{1,15} ){0,3}PRIVATE KEY(?: BLOCK)?-----")
_PLACEHOLDER = re.compile(
    r"example|sample|placeholder|dummy|changeme|change_me|change-me|redacted|your[_-]|xxxx|\*\*\*|\.\.\.|0000|1234567"
    r"|abcdef|password|passwort|secret|\$\{|\{\{|%\(",
    re.IGNORECASE,
)


def secrets(text: str) -> tuple[Secret, ...]:
    """What looks like a secret, in the order of the text; where two kinds claim the same place, the more certain."""
    found = sorted(
        [*_armoured(text), *_formed(text), *_in_urls(text), *_assigned(text)],
        key=lambda secret: (not secret.certain, secret.span),
    )
    kept: list[Secret] = []
    spans: list[Span] = []
    for secret in found:
        at = bisect_left(spans, secret.span)
        if not any(secret.span.overlaps(span) for span in spans[max(at - 1, 0) : at + 1]):
            spans.insert(at, secret.span)
            kept.append(secret)
    return tuple(sorted(kept, key=lambda secret: secret.span))


def mask(text: str, found: Iterable[Secret]) -> str:
    """The text with every secret covered, of the same length and with the same line ends."""
    parts: list[str] = []
    at = 0
    for secret in sorted(found, key=lambda secret: secret.span):
        if secret.span.end <= at:
            continue
        start = max(secret.span.start, at)
        parts += (text[at:start], _NOT_EOL.sub(MASK, text[start : secret.span.end]))
        at = secret.span.end
    return "".join((*parts, text[at:])) if parts else text


def masked(text: str) -> str:
    """The text as it may leave the machine."""
    return mask(text, secrets(text))


def _formed(text: str) -> Iterator[Secret]:
    for form in _FORMS:
        at = text.find(form.prefix)
        while at >= 0:
            start = at + len(form.prefix)
            if at == 0 or not (text[at - 1].isalnum() or text[at - 1] in "_-"):
                match = form.rest.match(text, start)
                if match is not None and _random(match["value"], form.variety):
                    yield Secret(Span(*match.span("value")), form.kind, Span(at, start), form.certain)
                    start = match.end()
            at = text.find(form.prefix, start)


def _in_urls(text: str) -> Iterator[Secret]:
    if "://" not in text:
        return
    for match in _IN_URL.finditer(text):
        if _random(match["value"], 6):
            shown = Span(match.start(), match.start("value") - 1)
            yield Secret(Span(*match.span("value")), "password in a URL", shown, certain=False)


def _assigned(text: str) -> Iterator[Secret]:
    """What is assigned to a name that says it is secret, when it mixes letters and digits and looks random."""
    for pattern in _ASSIGNED:
        for match in pattern.finditer(text):
            yield from _named(text, match.start(), match)
    for match in _OPTION.finditer(text):
        yield from _named(text, match.start("gap"), match)


def _named(text: str, end: int, match: re.Match[str]) -> Iterator[Secret]:
    """The value, if what stands before `end` is the name of a secret."""
    value, before = match["value"], max(end - _LONGEST_NAME, 0)
    if not any(c.isdigit() for c in value[:40]) or not any(c.isalpha() for c in value[:40]):
        return
    if _STEM.search(text, before, end) is None or not _random(value, 10):
        return
    name = _SECRET_NAME.search(text[before:end])
    if name is None:
        return
    shown = Span(before + name.start("name"), before + name.end("name"))
    if len(value) == 40 and "aws" in text[before:end].casefold():
        yield Secret(Span(*match.span("value")), "AWS secret key", shown)
    else:
        yield Secret(Span(*match.span("value")), "value of a name that says it is secret", shown, certain=False)


def _armoured(text: str) -> Iterator[Secret]:
    at = 0
    while (match := _ARMOUR.search(text, at)) is not None:
        start = match.end()
        stop = text.find("-----END", start, start + _LONGEST_ARMOUR)
        at = stop if stop >= 0 else start
        body = text[start:stop].strip() if stop >= 0 else ""
        if len(body) >= 40 and not _PLACEHOLDER.search(body[:80]):
            yield Secret(Span(start, stop), "private key", Span(*match.span()))


def _random(value: str, variety: int) -> bool:
    return len(set(value[:_ENOUGH])) >= variety and not _PLACEHOLDER.search(value)
