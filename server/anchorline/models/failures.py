"""What an endpoint's refusal means, in one sentence each, with what helps.

Nothing here repeats text of a prompt; of an endpoint's own message only a short, printable piece is shown, and no key.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from anchorline.findings.words import Outcome
from anchorline.models.base import ModelFailure
from anchorline.text.secrets import mask, secrets

_LONGEST_MESSAGE = 160
_STRETCH = 24  # characters that an endpoint's message and a prompt do not have in common by chance
_SHORTEST_KEY = 6  # what is shorter guards nothing, and may be a word
_COVERED = "[key]"
_BROKEN_OFF = ("remoteprotocolerror", "readerror", "writeerror")
_OVERLOADED = frozenset({429, 503, 504, 529})
_STATUS_OF_TYPE = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}


def status_failure(
    status: int,
    kind: str | None,
    message: str | None,
    *,
    host: str,
    model: str,
    location: str = "",
    keys: Sequence[str] = (),
    sent: Sequence[str] = (),
) -> ModelFailure:
    """The failure for an HTTP status. An error inside a stream has status 200 and says its `kind` instead. `keys` and
    `sent` as in `quoted`."""
    if 300 <= status < 400:
        return ModelFailure(
            Outcome.ERROR,
            f"{host} answered with a redirect{f' to {location}' if location else ''} ({status}), which is refused: it "
            "would carry the document elsewhere; set base_url to the final address",
            for_all=True,
        )
    if status < 400:
        status = _STATUS_OF_TYPE.get(kind or "", 500)
    said = quoted(message, keys=keys, sent=sent)
    match status:
        case 401:
            sentence = f"{host} did not accept the key (401); check ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN"
            return ModelFailure(Outcome.UNAUTHORIZED, sentence, for_all=True)
        case 403:
            sentence = f"{host} does not let this key use {model} (403); choose another model or key"
            return ModelFailure(Outcome.UNAUTHORIZED, sentence, for_all=True)
        case 402:
            return ModelFailure(
                Outcome.ERROR, f"{host} wants payment first (402){said}; see its billing page", for_all=True
            )
        case 404:
            sentence = f'{host} knows no model "{model}", or base_url is wrong (404); set models.fast or base_url'
            return ModelFailure(Outcome.ERROR, sentence, for_all=True)
        case 413:
            sentence = f"the document is too large for {host} (413); split it or exclude it with review.exclude"
            return ModelFailure(Outcome.ERROR, sentence, for_all=True)
        case 407:
            return ModelFailure(
                Outcome.ERROR, "the proxy wants to know who you are (407); set it in HTTPS_PROXY", for_all=True
            )
        case _ if status in _OVERLOADED:
            sentence = (
                f"{host} is overloaded or limits this key ({status}); save again in a while, or lower concurrency"
            )
            return ModelFailure(Outcome.OVERLOADED, sentence)
        case _ if status >= 500:
            return ModelFailure(Outcome.ERROR, f"{host} failed ({status}); save again to retry")
        case _:
            sentence = f"{host} refused the request ({status}){said}; check models.* and base_url"
            return ModelFailure(Outcome.ERROR, sentence, for_all=True)


def spent(timeout_s: float, partial: str = "") -> ModelFailure:
    sentence = f"no whole answer within {timeout_s:g} s (timeout_s); save again, or raise timeout_s"
    return ModelFailure(Outcome.TIMEOUT, sentence, partial=partial)


def wait_too_long(host: str, wait_s: float) -> ModelFailure:
    bounded = f"asks to wait {wait_s:.0f} s, longer than timeout_s leaves"
    asks = bounded if math.isfinite(wait_s) else "does not say until when"
    sentence = f"{host} is overloaded and {asks}; save again later"
    return ModelFailure(Outcome.TIMEOUT, sentence)


def unreachable(host: str, cause: BaseException | None) -> ModelFailure:
    """The connection never came about. The chain of causes tells certificates and proxies from a wrong address."""
    words = " ".join(f"{type(link).__name__} {link}" for link in _chain(cause)).casefold()
    if "certificate" in words:
        sentence = f"the certificate of {host} is not trusted; name your authority's file in SSL_CERT_FILE"
    elif "ssl" in words or "tls" in words:
        sentence = f"{host} does not speak TLS; check whether base_url should begin with http://"
    elif "proxyerror" in words:
        sentence = f"the proxy on the way to {host} refused; check HTTPS_PROXY and NO_PROXY"
    elif any(word in words for word in _BROKEN_OFF):
        return dropped(host, "")
    else:
        sentence = f"{host} cannot be reached; check the network, the proxy and base_url"
    return ModelFailure(Outcome.ERROR, sentence)


def dropped(host: str, partial: str) -> ModelFailure:
    sentence = f"{host} dropped the connection before the answer was whole; save again to retry"
    return ModelFailure(Outcome.ERROR, sentence, partial=partial)


def no_credentials(service: str, error: Exception) -> ModelFailure:
    sentence = f"the credentials for {service} cannot be used ({type(error).__name__}); set them up as its own tools do"
    return ModelFailure(Outcome.UNAUTHORIZED, sentence, for_all=True)


def not_the_api(host: str) -> ModelFailure:
    sentence = f"what {host} answers is not the Messages API; check base_url"
    return ModelFailure(Outcome.MALFORMED, sentence, for_all=True)


def over_budget() -> ModelFailure:
    return ModelFailure(Outcome.OVER_BUDGET, "not asked (again), for a ceiling of budget.* would be passed")


def quoted(message: str | None, *, keys: Sequence[str] = (), sent: Sequence[str] = ()) -> str:
    """A short piece of an endpoint's own words, or "". Never one of the `keys` in use, whatever they look like, and
    nothing at all where the endpoint repeats what was `sent`."""
    if not message:
        return ""
    message = message[:2_000]
    for key in keys:
        if len(key) >= _SHORTEST_KEY:
            message = message.replace(key, _COVERED)
            # What was cut off, here or there, is a part of the key all the same.
            message = re.sub(f"{re.escape(key[:_SHORTEST_KEY])}[^\\s\"',;]*", _COVERED, message)
    line = _line(message)
    line = mask(line, secrets(line))[:_LONGEST_MESSAGE]
    stretches = {line[at : at + _STRETCH] for at in range(len(line) - _STRETCH + 1)}
    if any(stretch in text for text in map(_line, sent) for stretch in stretches):
        return ""
    return f": {line}" if line else ""


def _line(text: str) -> str:
    return " ".join(re.sub(r"[^\x20-\x7e\xa0-\u1fff]", " ", text).split())


def _chain(error: BaseException | None) -> list[BaseException]:
    links: list[BaseException] = []
    while error is not None and error not in links and len(links) < 20:
        links.append(error)
        error = error.__cause__ or error.__context__
    return links
