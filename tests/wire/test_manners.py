"""Every request gets exactly one answer, and the process ends when it should."""

from __future__ import annotations

import json
import re
import socket
import sys
import time
from pathlib import Path

import pytest

from wire.conftest import SCRIPTED
from wire.wire_client import DEADLINE, WireClient, framed, with_header

DOCUMENT = "file:///plans/plan.md"


@pytest.fixture
def ready(client: WireClient) -> WireClient:
    """A server of its own, to be ended."""
    client.initialize()
    return client


def test_the_server_names_itself_and_offers_what_it_can(client):
    result = client.initialize()
    assert result["serverInfo"]["name"] == "anchorline"
    capabilities = result["capabilities"]
    assert capabilities["textDocumentSync"]["save"] == {"includeText": True}
    assert "diagnosticProvider" not in capabilities
    assert "anchorline.review" in capabilities["executeCommandProvider"]["commands"]


@pytest.mark.parametrize(
    "message",
    [
        {"method": "textDocument/foo", "params": {}},
        {"method": "textDocument/foo"},
        {"method": "$/foo"},
        {"method": "textDocument/foldingRange", "params": {"textDocument": {"uri": DOCUMENT}}},
        {"method": "textDocument/diagnostic", "params": {"textDocument": {"uri": DOCUMENT}}},
    ],
    ids=lambda message: message["method"] + (" with params" if "params" in message else " without params"),
)
def test_an_unknown_method_is_answered_with_method_not_found(shared, message):
    shared.send({"jsonrpc": "2.0", "id": "u", **message})
    assert shared.answer_to("u")["error"]["code"] == -32601


@pytest.mark.parametrize(
    "params",
    [
        None,
        {},
        [],
        {"textDocument": {"uri": DOCUMENT}},
        {"textDocument": 7, "position": {"line": 0, "character": 0}},
        {"textDocument": {"uri": DOCUMENT}, "position": {"line": "x", "character": []}},
    ],
    ids=repr,
)
def test_bad_parameters_are_answered_with_invalid_params(shared, params):
    assert shared.request("textDocument/hover", params)["error"]["code"] == -32602


def test_missing_parameters_are_answered_with_invalid_params(shared):
    shared.send({"jsonrpc": "2.0", "id": 90, "method": "textDocument/hover"})
    assert shared.answer_to(90)["error"]["code"] == -32602


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("unheard", []),
        ("review", []),
        ("review", [7]),
        ("review", ["file:///never/opened.md"]),
        ("review", [DOCUMENT, "more"]),
        ("dismiss", [DOCUMENT]),
        ("dismiss", [DOCUMENT, "no-such-finding", "finding"]),
        ("dismiss", [DOCUMENT, "teh-0", "planet"]),
        ("dismiss", [DOCUMENT, "teh-0", "file", 5]),
        ("defer", [DOCUMENT, None]),
        ("pause", ["file:///never/opened.md"]),
    ],
)
def test_bad_arguments_of_a_command_are_answered_with_invalid_params(shared, command, arguments):
    shared.open(DOCUMENT, "teh plan\n")
    shared.diagnostics(DOCUMENT)
    assert shared.command(command, *arguments)["error"]["code"] == -32602


@pytest.mark.parametrize("method", ["textDocument/hover", "shutdown", "anchorline/unknown"])
def test_before_initialize_every_request_is_refused(client, method):
    assert client.request(method, {})["error"]["code"] == -32002
    assert "result" in client.request("initialize", {"capabilities": {}})


def test_notifications_before_initialize_are_ignored(client):
    client.open(DOCUMENT, "teh")
    client.initialize()
    assert client.drained() == []


def test_a_second_initialize_is_refused(shared):
    assert shared.request("initialize", {"capabilities": {}})["error"]["code"] == -32600


@pytest.mark.parametrize("method", ["textDocument/hover", "shutdown", "anchorline/unknown"])
def test_after_shutdown_every_request_is_refused(ready, method):
    assert ready.request("shutdown")["result"] is None
    assert ready.request(method, {})["error"]["code"] == -32600


def test_exit_after_shutdown_is_success(ready):
    assert ready.shut_down() == 0


def test_exit_without_shutdown_is_failure(ready):
    ready.send({"jsonrpc": "2.0", "method": "exit"})
    assert ready.ended() == 1


def test_exit_before_initialize_is_failure(client):
    client.send({"jsonrpc": "2.0", "method": "exit"})
    assert client.ended() == 1


@pytest.mark.parametrize("shut_down_first", [True, False])
def test_the_end_of_input_ends_the_process(ready, shut_down_first):
    if shut_down_first:
        ready.request("shutdown")
    ready.process.stdin.close()
    assert ready.ended() == (0 if shut_down_first else 1)


def test_the_end_of_input_ends_the_process_while_a_review_runs(ready):
    ready.open(DOCUMENT, "SLOW\n")
    ready.process.stdin.close()
    assert ready.ended() == 1


def test_shutdown_is_answered_while_a_review_runs(ready):
    ready.open(DOCUMENT, "SLOW\n")
    started = time.monotonic()
    assert ready.shut_down() == 0
    assert time.monotonic() - started < DEADLINE / 2  # the review itself would wait for ever


def test_nothing_is_written_after_exit(ready):
    ready.open(DOCUMENT, "SLOW\n")
    ready.request("shutdown")
    ready.send_bytes(framed({"jsonrpc": "2.0", "method": "exit"}) + framed({"jsonrpc": "2.0", "id": 5, "method": "x"}))
    assert ready.ended() == 0
    assert b"Traceback" not in ready.errors()


@pytest.mark.parametrize(
    "capabilities",
    [
        {"textDocument": {"publishDiagnostics": {"tagSupport": {"valueSet": [1, 2, 3]}}}},
        {"workspace": {"symbol": {"tagSupport": {"valueSet": [1, 2]}, "symbolKind": {"valueSet": [1, 99]}}}},
        {"general": {"positionEncodings": ["utf-7", "utf-8"]}},
        {"textDocument": None, "workspace": [], "window": 7, "general": {"positionEncodings": 5}},
        {"textDocument": {"hover": {"contentFormat": ["asciidoc"]}, "codeAction": True}},
        "none at all",
        None,
    ],
    ids=lambda capabilities: json.dumps(capabilities)[:60],
)
def test_unknown_words_in_capabilities_never_break_initialize(client, capabilities):
    assert client.request("initialize", {"capabilities": capabilities})["result"]["serverInfo"]["name"] == "anchorline"


def test_unknown_words_in_requests_are_taken_as_they_come(ready):
    ready.open(DOCUMENT, "teh plan\n")
    (diagnostic,) = ready.diagnostics(DOCUMENT)
    answer = ready.request(
        "textDocument/codeAction",
        {
            "textDocument": {"uri": DOCUMENT},
            "range": diagnostic["range"],
            "context": {"diagnostics": [{**diagnostic, "tags": [3], "severity": 9}], "triggerKind": 9},
        },
    )
    assert "result" in answer


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [(None, "utf-16"), (["utf-8", "utf-16"], "utf-8"), (["utf-32", "utf-8"], "utf-32"), (["utf-9"], "utf-16")],
)
def test_the_first_known_encoding_that_the_client_offers_is_chosen(client, offered, chosen):
    result = client.initialize({"general": {"positionEncodings": offered}} if offered else {})
    assert result["capabilities"]["positionEncoding"] == chosen


# --- what is no message


def test_a_body_that_is_no_json_is_a_parse_error_and_the_next_message_is_read(shared):
    shared.send_bytes(with_header(b'{"jsonrpc": "2.0", "id": 3, "method": '))
    assert shared.answer_to(None)["error"]["code"] == -32700
    assert shared.request("anchorline/unknown")["error"]["code"] == -32601


@pytest.mark.parametrize(
    "message",
    [[], [{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}], 7, None, {}, {"jsonrpc": "2.0"}, {"method": "shutdown"}],
    ids=repr,
)
def test_json_that_is_no_message_is_an_invalid_request(shared, message):
    shared.send(message)
    assert shared.answer_to(None)["error"]["code"] == -32600


@pytest.mark.parametrize("number", [None, True, 1.5, [], {}], ids=repr)
def test_an_id_that_is_none_is_an_invalid_request(shared, number):
    shared.send({"jsonrpc": "2.0", "id": number, "method": "shutdown"})
    assert shared.answer_to(None)["error"]["code"] == -32600


def test_another_version_of_json_rpc_is_an_invalid_request(shared):
    shared.send({"jsonrpc": "1.0", "id": 8, "method": "shutdown"})
    assert shared.answer_to(8)["error"]["code"] == -32600


@pytest.mark.parametrize("length", [b"-5", b"99999999999", b"999999999999999999999", b"x", b""])
def test_a_length_that_is_none_is_a_parse_error_and_the_next_message_is_read(shared, length):
    shared.send_bytes(b"Content-Length: " + length + b"\r\n\r\n")
    assert shared.answer_to(None)["error"]["code"] == -32700
    shared.send_bytes(b'{"jsonrpc": "2.0"}')  # the body that the broken header announced
    assert shared.request("anchorline/unknown")["error"]["code"] == -32601


def test_headers_are_read_in_any_case_and_any_order(shared):
    body = json.dumps({"jsonrpc": "2.0", "id": "h", "method": "anchorline/unknown"}).encode()
    shared.send_bytes(
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length: %d\r\n\r\n%b" % (len(body), body)
    )
    assert shared.answer_to("h")["error"]["code"] == -32601


def test_a_message_that_arrives_byte_by_byte_is_one_message(shared):
    for byte in framed({"jsonrpc": "2.0", "id": "b", "method": "anchorline/unknown"}):
        shared.send_bytes(bytes([byte]))
    assert shared.answer_to("b")["error"]["code"] == -32601


def test_a_key_named_jsonrpc_deep_inside_is_data(ready):
    ready.notify("workspace/didChangeConfiguration", {"settings": {"anchorline": {"jsonrpc": "2.0", "id": 1}}})
    ready.open(DOCUMENT, "teh plan\n")
    assert len(ready.diagnostics(DOCUMENT)) == 1


def test_deeply_nested_json_is_a_parse_error(shared):
    shared.send_bytes(with_header(b"[" * 200_000))
    assert shared.answer_to(None)["error"]["code"] == -32700


def test_a_cancelled_request_is_answered_once(shared):
    number = shared.start_request("anchorline/unknown", {})
    shared.notify("$/cancelRequest", {"id": number})
    shared.notify("$/cancelRequest", {"id": "never sent"})
    shared.notify("$/cancelRequest", {})
    assert shared.answer_to(number)["error"]["code"] == -32601
    assert shared.drained() == []


def test_an_unknown_notification_is_ignored(shared):
    shared.notify("$/unheard", {"x": 1})
    shared.notify("textDocument/unheard", {"x": 1})
    assert shared.drained() == []


def test_notifications_with_bad_parameters_change_nothing(ready):
    ready.notify("textDocument/didOpen", {"textDocument": {"uri": DOCUMENT}})
    ready.notify("textDocument/didChange", None)
    ready.notify("exit-ish", [])
    assert ready.drained() == []
    ready.open(DOCUMENT, "teh plan\n")
    assert len(ready.diagnostics(DOCUMENT)) == 1


# --- prints and logs


def test_prints_go_to_standard_error(ready):
    ready.open(DOCUMENT, "teh plan\n")
    ready.diagnostics(DOCUMENT)
    ready.shut_down()
    assert b"a stray print" in ready.errors()


def test_the_log_never_holds_the_text(tmp_path):
    log = tmp_path / "server.log"
    client = WireClient("--log-level", "debug", "--log-file", str(log), command=SCRIPTED)
    try:
        client.initialize(initializationOptions={"settings": {"secret": "hunter2"}})
        client.open(DOCUMENT, "BREAK confidential\n")
        client.notify("textDocument/didChange", {"textDocument": "confidential"})
        client.request("textDocument/hover", {"textDocument": "confidential"})
        client.drained()
        assert client.shut_down() == 0
    finally:
        client.close()
    written = log.read_text()
    assert "confidential" not in written
    assert "hunter2" not in written


def test_a_log_file_that_cannot_be_written_is_said_and_the_server_runs(tmp_path):
    client = WireClient("--log-file", str(tmp_path / "no" / "such" / "folder.log"), command=SCRIPTED)
    try:
        client.initialize()
        assert client.shut_down() == 0
        assert b"cannot be written" in client.errors()
    finally:
        client.close()


# --- TCP


def tcp_server() -> tuple[WireClient, int]:
    client = WireClient("--tcp", "127.0.0.1:0", command=SCRIPTED)
    give_up = time.monotonic() + DEADLINE
    while time.monotonic() < give_up:
        found = re.search(rb"listening on 127\.0\.0\.1:(\d+)", b"".join(client.stderr))
        if found:
            return client, int(found.group(1))
        time.sleep(0.01)
    raise AssertionError("the server never said where it listens")


def answered(connection: socket.socket, request: object) -> bytes:
    """The body of the answer, however many pieces it comes in; b"" from somebody who speaks another protocol."""
    connection.sendall(framed(request))
    with connection.makefile("rb") as stream:
        found = re.match(rb"Content-Length: (\d+)\r\n", stream.readline())
        return stream.read(2 + int(found.group(1)))[2:] if found else b""


def is_served(port: int) -> bool:
    """Whether a server answers on this port. Who connects to a port that is free may be connected to himself."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=DEADLINE) as connection:
            return b'"result"' in answered(
                connection, {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}
            )
    except OSError:
        return False


def test_over_tcp_one_client_is_served_until_it_exits():
    server, port = tcp_server()
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=DEADLINE) as connection:
            begun = answered(connection, {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}})
            assert b'"anchorline"' in begun
            assert not is_served(port)
            assert b'"result":null' in answered(connection, {"jsonrpc": "2.0", "id": 2, "method": "shutdown"})
            connection.sendall(framed({"jsonrpc": "2.0", "method": "exit"}))
            assert server.ended() == 0
    finally:
        server.close()


@pytest.mark.parametrize("sent", [b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"A" * 100], ids=["line", "no end"])
def test_over_tcp_a_first_line_that_is_no_header_closes_the_connection(sent):
    server, port = tcp_server()
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=DEADLINE) as connection:
            connection.sendall(sent)
            assert connection.recv(1) == b""
        assert server.ended() == 1
    finally:
        server.close()


def test_over_tcp_a_client_that_hangs_up_ends_the_server():
    server, port = tcp_server()
    try:
        socket.create_connection(("127.0.0.1", port), timeout=DEADLINE).close()
        assert server.ended() == 1
    finally:
        server.close()


@pytest.mark.parametrize(
    "address", ["0.0.0.0:7000", "192.168.1.5:7000", "[::]:7000", "example.org:7000", "127.0.0.1:x", "7000x", ":99999"]
)
def test_only_loopback_addresses_are_bound(address):
    client = WireClient("--tcp", address, command=SCRIPTED)
    try:
        assert client.ended() == 2
        said = client.errors()
    finally:
        client.close()
    assert b"127.0.0.1:PORT" in said
    assert b"Traceback" not in said


def test_the_server_starts_without_the_command_line():
    """Typer and rich take as long to import as everything else together."""
    client = WireClient(command=[sys.executable, "-X", "importtime", "-m", "anchorline", "server"])
    try:
        client.initialize()
        assert client.shut_down() == 0
    finally:
        client.close()
    imported = {line.rsplit(b"|", 1)[-1].strip().decode() for line in client.stderr if line.startswith(b"import time")}
    assert "pygls.lsp.server" in imported
    heavy = {"typer", "rich", "pydantic", "markdown_it", "tree_sitter", "pygit2", "anthropic", "rapidfuzz", "sqlite3"}
    assert not heavy & imported


def test_this_file_knows_no_pygls():
    assert "import pygls" not in Path(__file__).read_text().replace('"import pygls"', "")
