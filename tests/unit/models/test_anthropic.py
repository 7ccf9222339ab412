"""The official SDK against a real socket: what is sent, what is made of each answer, and of each way not to answer."""

from __future__ import annotations

import asyncio
import json
import logging
import shutil
import ssl
import subprocess
import sys
import threading

import pytest

from anchorline.findings.words import Outcome
from anchorline.models.anthropic import Access, AnthropicModel
from anchorline.models.base import ModelFailure, ModelRequest, TextBlock, Tokens, Watch
from anchorline.models.endpoint import LOOPBACK_ONLY
from endpoint import EMPTY, Drip, Drop, Endpoint, Html, Redirect, Say, Status, StreamError, Whole, finding, reply

KEY = "sk-ant-" + "Zq7Rk2Vw9Xb4Ty6Hn1Lm3"


def request(reviewer: str = "coherence", **fields) -> ModelRequest:
    return ModelRequest(
        **{
            "reviewer": reviewer,
            "document": "file:///plan.md",
            "model": "claude-haiku-5-5",
            "system": (TextBlock("The rules."),),
            "user": (TextBlock("A document.", True), TextBlock(f"Reviewer: {reviewer}\n\nRead.")),
            "schema": {"type": "object"},
            "timeout_s": 20.0,
        }
        | fields
    )


def model_of(endpoint: Endpoint, **fields) -> AnthropicModel:
    return AnthropicModel(Access(base_url=endpoint.url, api_key=KEY), **fields)


async def asked(model: AnthropicModel, *, watch: Watch | None = None, **fields):
    try:
        return await model.complete(request(**fields), watch or Watch())
    finally:
        await model.close()


async def failure_of(endpoint: Endpoint, *, watch: Watch | None = None, max_retries: int = 0, **fields) -> ModelFailure:
    with pytest.raises(ModelFailure) as caught:
        await asked(model_of(endpoint, max_retries=max_retries), watch=watch, **fields)
    return caught.value


async def test_a_request_is_what_the_api_expects_and_nothing_that_current_models_refuse():
    with Endpoint() as endpoint:
        await asked(model_of(endpoint), effort="low", max_tokens=4000)
        (seen,) = endpoint.seen
    assert seen.path == "/v1/messages"
    assert seen.headers["authorization"] == f"Bearer {KEY}"
    assert seen.body == {
        "model": "claude-haiku-5-5",
        "max_tokens": 4000,
        "stream": True,
        "system": [{"type": "text", "text": "The rules."}],
        "messages": [
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "A document.", "cache_control": {"type": "ephemeral"}},
                    {"type": "text", "text": "Reviewer: coherence\n\nRead."},
                ],
            }
        ],
        "output_config": {"effort": "low", "format": {"type": "json_schema", "schema": {"type": "object"}}},
    }


async def test_an_answer_comes_with_its_usage_and_the_model_that_gave_it():
    usage = {"input_tokens": 11, "cache_creation_input_tokens": 22, "cache_read_input_tokens": 33, "output_tokens": 44}
    text = reply(finding("änderbar 🙂"))
    with Endpoint({"*": [Say(text, usage=usage, model="claude-haiku-5-5-20261007", thinking=True)]}) as endpoint:
        watch = Watch()
        answer = await asked(model_of(endpoint), watch=watch)
    assert (answer.text, answer.stop_reason, answer.model) == (text, "end_turn", "claude-haiku-5-5-20261007")
    assert (watch.billed(), watch.attempts) == (Tokens(11, 22, 33, 44), 1)


@pytest.mark.parametrize("counts", [{}, {"input_tokens": -5, "output_tokens": -5}, {"input_tokens": 10**15},
                                    {"input_tokens": "many", "output_tokens": "few"}, {"input_tokens": 0}],
                         ids=["none", "negative", "huge", "text", "nought"])  # fmt: skip
@pytest.mark.parametrize("whole", [False, True], ids=["stream", "whole"])
async def test_usage_that_is_missing_or_nonsense_is_no_usage(counts, whole):
    answer = Whole(reply(finding()), usage=counts) if whole else Say(reply(finding()), usage=counts)
    with Endpoint({"*": [answer]}) as endpoint:
        watch = Watch()
        await asked(model_of(endpoint), watch=watch)
    assert watch.billed() is None


async def test_where_only_the_output_is_not_told_it_is_reckoned_from_what_came():
    with Endpoint({"*": [Say("x" * 300, usage={"input_tokens": 50, "output_tokens": 0})]}) as endpoint:
        watch = Watch()
        await asked(model_of(endpoint), watch=watch)
    assert watch.billed() == Tokens(50, 0, 0, 100)


async def test_the_first_event_is_announced_before_the_answer_is_whole():
    pause, begun = threading.Event(), asyncio.Event()
    with Endpoint({"*": [Say(pause=pause)]}) as endpoint:
        call = asyncio.create_task(asked(model_of(endpoint), watch=Watch(on_first_byte=begun.set)))
        await asyncio.wait_for(begun.wait(), 20)
        assert not call.done()
        pause.set()
        assert (await call).text == EMPTY


async def test_an_endpoint_that_does_not_stream_is_understood_too():
    with Endpoint({"*": [Whole(reply(finding()))]}) as endpoint:
        watch = Watch()
        answer = await asked(model_of(endpoint), watch=watch)
    assert answer.text == reply(finding())
    assert watch.billed().output > 0


@pytest.mark.parametrize(
    ("stop_reason", "outcome"),
    [("max_tokens", Outcome.CUT_OFF), ("model_context_window_exceeded", Outcome.CUT_OFF), ("refusal", Outcome.REFUSED)],
)
async def test_an_answer_that_stopped_for_another_reason_than_its_end_says_so(stop_reason, outcome):
    with Endpoint({"*": [Say('{"findings": [', stop_reason=stop_reason)]}) as endpoint:
        assert (await asked(model_of(endpoint))).outcome is outcome


@pytest.mark.parametrize(
    ("behaviour", "outcome", "words"),
    [
        (Status(401), Outcome.UNAUTHORIZED, "ANTHROPIC_API_KEY"),
        (Status(403), Outcome.UNAUTHORIZED, "claude-haiku-5-5"),
        (Status(404), Outcome.ERROR, 'no model "claude-haiku-5-5"'),
        (Status(413), Outcome.ERROR, "too large"),
        (Status(400, message="messages: at least one"), Outcome.ERROR, "messages: at least one"),
        (Status(429), Outcome.OVERLOADED, "429"),
        (Status(500), Outcome.ERROR, "500"),
        (Status(503), Outcome.OVERLOADED, "503"),
        (Status(529), Outcome.OVERLOADED, "529"),
        (StreamError("overloaded_error"), Outcome.OVERLOADED, "overloaded"),
        (StreamError("api_error"), Outcome.ERROR, "failed"),
        (Redirect("https://elsewhere.example/v1/messages"), Outcome.ERROR, "redirect to elsewhere.example"),
        (Drop(), Outcome.ERROR, "dropped the connection"),
        (Html(), Outcome.MALFORMED, "base_url"),
    ],
    ids=lambda value: str(getattr(value, "code", getattr(value, "kind", ""))) or type(value).__name__,
)
async def test_each_refusal_has_its_outcome_and_one_plain_sentence(behaviour, outcome, words):
    with Endpoint({"*": [behaviour]}) as endpoint:
        failure = await failure_of(endpoint)
        assert len(endpoint.seen) == 1
    assert failure.outcome is outcome
    assert words in failure.sentence
    assert KEY not in failure.sentence
    assert "\n" not in failure.sentence


OWN_FORMS = ("internal-gateway-key-7741", "5f4dcc3b5aa765d61d8327deb882cf99", "corp(key)+1")


@pytest.mark.parametrize("key", OWN_FORMS)
@pytest.mark.parametrize("field", ["api_key", "auth_token"])
async def test_a_key_of_any_form_that_an_endpoint_repeats_is_not_shown(key, field):
    said = f"bad key Bearer {key}, or {key[:-2]}... and more"
    with Endpoint({"*": [Status(400, message=said)]}) as endpoint, pytest.raises(ModelFailure) as caught:
        await asked(AnthropicModel(Access(base_url=endpoint.url, **{field: key}), max_retries=0))
    assert key[:8] not in caught.value.sentence
    assert "bad key Bearer [key], or [key] and more" in caught.value.sentence


async def test_what_an_endpoint_repeats_of_the_document_is_not_shown():
    document = "Customers download\ntheir invoices for as long as they like."
    said = "cannot read: Customers download their invoices for as long"
    with Endpoint({"*": [Status(400, message=said)]}) as endpoint:
        failure = await failure_of(endpoint, user=(TextBlock(document, True), TextBlock("Reviewer: coherence")))
    assert "invoices" not in failure.sentence
    assert "refused the request (400)" in failure.sentence


async def test_little_is_quoted_of_a_long_message():
    with Endpoint({"*": [Status(400, message="no " * 5_000)]}) as endpoint:
        failure = await failure_of(endpoint)
    assert len(failure.sentence) < 300


async def test_a_redirect_is_not_followed_even_to_this_machine():
    with Endpoint() as other, Endpoint({"*": [Redirect(f"{other.url}/v1/messages")]}) as endpoint:
        await failure_of(endpoint)
        assert other.seen == []


async def test_what_came_before_the_connection_dropped_is_not_lost():
    text = '{"findings": [' + json.dumps(finding())
    with Endpoint({"*": [Drop(text)]}) as endpoint:
        watch = Watch()
        failure = await failure_of(endpoint, watch=watch)
    assert (failure.outcome, failure.partial) == (Outcome.ERROR, text)
    assert watch.billed() == Tokens(7, 0, 0, len(text) // 3)


@pytest.mark.parametrize("code", [408, 409, 429, 500, 529])
async def test_what_the_sdk_retries_is_retried_and_counted(code):
    with Endpoint({"*": [Status(code, {"retry-after-ms": "1"}), Say()]}) as endpoint:
        watch = Watch()
        await asked(model_of(endpoint), watch=watch)
        assert [seen.retry for seen in endpoint.seen] == [0, 1]
    assert watch.attempts == 2


async def test_a_wait_that_does_not_fit_into_the_time_left_is_not_begun():
    with Endpoint({"*": [Status(429, {"retry-after": "3600"}), Say()]}) as endpoint:
        failure = await failure_of(endpoint, max_retries=2)
        assert len(endpoint.seen) == 1
    assert failure.outcome is Outcome.TIMEOUT
    assert "3600 s" in failure.sentence


@pytest.mark.parametrize("wait", ["inf", "1e400"])
async def test_a_wait_without_end_is_not_begun(wait):
    with Endpoint({"*": [Status(429, {"retry-after": wait}), Say()]}) as endpoint:
        failure = await failure_of(endpoint, max_retries=2)
        assert len(endpoint.seen) == 1
    assert failure.outcome is Outcome.TIMEOUT
    assert "inf" not in failure.sentence


async def test_a_stream_that_begins_with_being_overloaded_is_asked_again_and_costs_nothing():
    with Endpoint({"*": [StreamError(first=True), Say()]}) as endpoint:
        watch = Watch()
        assert (await asked(model_of(endpoint, max_retries=1), watch=watch)).text == EMPTY
    assert watch.attempts == 2
    with Endpoint({"*": [StreamError(first=True)]}) as endpoint:
        watch = Watch()
        failure = await failure_of(endpoint, max_retries=1, watch=watch)
    assert (failure.outcome, watch.attempts, watch.billed()) == (Outcome.OVERLOADED, 2, Tokens())


async def test_a_slow_drip_ends_with_its_time_keeps_what_came_and_closes_the_connection():
    with Endpoint({"*": [Drip()]}) as endpoint:
        watch = Watch()
        failure = await failure_of(endpoint, watch=watch, timeout_s=0.4)
        endpoint.wait_for(lambda e: e.left, "the client leave")
    assert (failure.outcome, failure.partial) == (Outcome.TIMEOUT, '{"findings": [')
    assert "0.4 s" in failure.sentence
    assert watch.billed().plain > 0


async def test_the_time_covers_all_retries_together():
    with Endpoint({"*": [Status(500, {"retry-after-ms": "150"})]}) as endpoint:
        failure = await failure_of(endpoint, max_retries=1000, timeout_s=0.5)
        assert 1 < len(endpoint.seen) < 20
    assert failure.outcome is Outcome.TIMEOUT


async def test_a_cancelled_call_closes_its_connection():
    with Endpoint({"*": [Drip()]}) as endpoint:
        begun = asyncio.Event()
        model = model_of(endpoint)
        call = asyncio.create_task(model.complete(request(), Watch(on_first_byte=begun.set)))
        await asyncio.wait_for(begun.wait(), 20)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        endpoint.wait_for(lambda e: e.left == ["coherence"], "the client leave")
        await model.close()


async def test_a_request_that_may_not_be_paid_for_is_not_sent():
    with Endpoint() as endpoint:
        failure = await failure_of(endpoint, watch=Watch(may_send=lambda: False))
        assert endpoint.seen == []
    assert failure.outcome is Outcome.OVER_BUDGET


async def test_a_retry_that_may_not_be_paid_for_is_not_sent():
    allowed = iter([True, False])
    with Endpoint({"*": [Status(500, {"retry-after-ms": "1"})]}) as endpoint:
        failure = await failure_of(endpoint, watch=Watch(may_send=lambda: next(allowed)), max_retries=2)
        assert len(endpoint.seen) == 1
    assert failure.outcome is Outcome.OVER_BUDGET


@pytest.mark.parametrize(
    ("message", "left"),
    [
        (
            "output_config.effort: this model does not take effort",
            {"format": {"type": "json_schema", "schema": {"type": "object"}}},
        ),
        ("output_config.format: extra inputs are not permitted", {"effort": "low"}),
    ],
)
async def test_what_an_older_endpoint_does_not_know_is_left_out_from_then_on(message, left):
    with Endpoint({"*": [Status(400, message=message), Say()]}) as endpoint:
        model = model_of(endpoint)
        await model.complete(request(effort="low"), Watch())
        await model.complete(request(effort="low"), Watch())
        await model.close()
        assert [seen.body["output_config"] for seen in endpoint.seen[1:]] == [left, left]


async def test_an_auth_token_goes_as_a_bearer():
    with Endpoint() as endpoint:
        await asked(AnthropicModel(Access(base_url=endpoint.url, auth_token="a-token")))
        assert endpoint.seen[0].headers["authorization"] == "Bearer a-token"


async def test_the_environment_is_read_as_the_sdk_reads_it(monkeypatch):
    with Endpoint() as endpoint:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", endpoint.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        await asked(AnthropicModel(Access()))
        assert endpoint.seen[0].headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize(
    "access",
    [
        Access(base_url="https://api.anthropic.com", api_key=KEY),
        Access(api_key=KEY),
        Access(base_url="http://10.0.0.1", api_key=KEY),
    ],
    ids=["named", "by default", "plain http"],
)
async def test_the_switch_makes_a_call_beyond_this_machine_impossible(access):
    with pytest.raises(ModelFailure) as caught:
        await AnthropicModel(access).complete(request(), Watch())
    assert caught.value.for_all


PROXIES = ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy")


@pytest.mark.parametrize("named", [True, False], ids=["named", "from the environment"])
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_what_goes_to_this_machine_goes_past_every_proxy(monkeypatch, host, named):
    with Endpoint() as proxy, Endpoint() as endpoint:
        for name in PROXIES:
            monkeypatch.setenv(name, proxy.url)
        monkeypatch.setenv("NO_PROXY", "elsewhere.invalid")
        url = f"http://{host}:{endpoint.port}"
        monkeypatch.setenv("ANTHROPIC_BASE_URL", url)
        await asked(AnthropicModel(Access(base_url=url if named else None, api_key=KEY)))
        assert (len(endpoint.seen), proxy.seen) == (1, [])


async def test_what_goes_elsewhere_takes_the_proxy_that_the_environment_names(monkeypatch):
    monkeypatch.delenv(LOOPBACK_ONLY)
    seen = []

    async def proxy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seen.append(await reader.readline())
        writer.write(b"HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(proxy, "127.0.0.1", 0) as server:
        monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        with pytest.raises(ModelFailure) as caught:
            await asked(AnthropicModel(Access(base_url="https://models.invalid", api_key=KEY), max_retries=0))
    assert seen == [b"CONNECT models.invalid:443 HTTP/1.1\r\n"]
    assert "proxy" in caught.value.sentence


async def test_nobody_listening_is_one_sentence():
    with Endpoint() as endpoint:
        url = endpoint.url
    with pytest.raises(ModelFailure) as caught:
        await asked(AnthropicModel(Access(base_url=url, api_key=KEY), max_retries=0))
    assert "cannot be reached" in caught.value.sentence


async def test_tls_to_a_port_that_speaks_none_is_one_sentence():
    with Endpoint() as endpoint, pytest.raises(ModelFailure) as caught:
        await asked(
            AnthropicModel(Access(base_url=endpoint.url.replace("http:", "https:"), api_key=KEY), max_retries=0)
        )
    assert "TLS" in caught.value.sentence


@pytest.fixture
def self_signed(tmp_path):
    """(certificate, key), for this machine's own address."""
    if shutil.which("openssl") is None:
        pytest.skip("makes its certificate with openssl")
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"],
        check=True, capture_output=True,
    )  # fmt: skip
    return certificate, key


async def test_a_self_signed_certificate_is_refused_until_its_authority_is_named(self_signed, monkeypatch):
    certificate, key = self_signed
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate, key)
    with Endpoint(tls=tls) as endpoint:
        failure = await failure_of(endpoint)
        assert "SSL_CERT_FILE" in failure.sentence
        assert endpoint.seen == []
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        await asked(model_of(endpoint))
        assert len(endpoint.seen) == 1


@pytest.mark.parametrize("word", ["debug", "info"])
async def test_nothing_that_is_sent_is_logged_whatever_the_log_level(word, monkeypatch, caplog):
    monkeypatch.setenv("ANTHROPIC_LOG", word)
    caplog.set_level(logging.DEBUG)
    for name in ("anthropic", "httpx2", "httpcore2"):
        logging.getLogger(name).setLevel(logging.DEBUG)
    with Endpoint({"*": [Status(500, {"retry-after-ms": "1"}), Say()]}) as endpoint:
        await asked(model_of(endpoint))
    logged = "\n".join(record.getMessage() for record in caplog.records if record.name != "asyncio")
    assert logged == ""


@pytest.mark.parametrize(("service", "extra"), [("bedrock", "anchorline[bedrock]"), ("vertex", "not set up")])
async def test_a_cloud_that_is_not_set_up_says_what_to_do(service, extra, monkeypatch):
    for name in ("CLOUD_ML_REGION", "AWS_REGION", "AWS_DEFAULT_REGION"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(ModelFailure) as caught:
        await AnthropicModel(Access(service)).complete(request(), Watch())
    assert caught.value.for_all


async def test_foundry_goes_through_the_sdks_own_class(monkeypatch):
    monkeypatch.setenv("ANTHROPIC_FOUNDRY_API_KEY", KEY)
    with Endpoint() as endpoint:
        await asked(AnthropicModel(Access("foundry", base_url=f"{endpoint.url}/anthropic/")))
        assert endpoint.seen[0].path == "/anthropic/v1/messages"


def test_the_sdk_is_not_imported_before_the_first_call():
    code = (
        "import sys, anchorline.models.anthropic, anchorline.models.provider, anchorline.models.run;"
        "loaded = [m for m in ('anthropic', 'httpx2') if m in sys.modules]; sys.exit(','.join(loaded))"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False).stderr.strip() == ""
    )


async def test_a_key_shows_in_no_repr():
    assert KEY not in repr(Access(api_key=KEY, auth_token=KEY))
