"""The server of one page: whatever is sent to it, it serves that page and nothing else."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulings.errors import RulingsError
from rulings_cli.phone import serving
from rulings_cli.phone.serving import Address, parse_address, server_of

PAGE = b"<!DOCTYPE html><title>the page</title>"
ROOT = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
ANSWER = re.compile(
    rb"HTTP/1\.0 (\d{3}) [A-Za-z -]+\r\n(?:[A-Za-z-]+: [^\r\n]*\r\n)+\r\n", re.ASCII
)


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with server_of(PAGE, Address("127.0.0.1", 0)) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def sent(port: int, request: bytes) -> bytes:
    """What comes back for bytes: nothing where the server hangs up on nonsense."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as client:
        try:
            client.sendall(request)
            client.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: client.recv(65536), b""))
        except ConnectionError:
            return b""


def code_of(answer: bytes) -> int:
    """The status of an answer, whose body is the page or nothing."""
    if not answer:
        return 0
    head = ANSWER.match(answer)
    assert head, answer
    assert answer[head.end() :] == (PAGE if head[1] == b"200" else b"")
    return int(head[1])


@pytest.mark.parametrize(
    ("request_line", "code"),
    [
        (b"GET / HTTP/1.1", 200),
        (b"GET /?x=../../etc/passwd HTTP/1.1", 200),
        *(
            (b"GET " + path + b" HTTP/1.1", 404)
            for path in (
                *(b"/../../../etc/passwd", b"/%2e%2e/etc/passwd", b"//etc/passwd", b"/./", b"/\\"),
                *(b"http://localhost/", b"file:///etc/passwd", b"/index.html", b"*", b"/\xff\x00"),
            )
        ),
        *((verb + b" / HTTP/1.1", 501) for verb in (b"POST", b"PUT", b"DELETE", b"TRACE", b"\x00")),
        *((b"GET / " + version, 0) for version in (b"HTTP/1.-1", b"x y")),
        (b"GET /" + b"a" * 70_000 + b" HTTP/1.1", 414),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_any_request_line(port: int, request_line: bytes, code: int) -> None:
    assert code_of(sent(port, request_line + b"\r\nHost: localhost\r\n\r\n")) == code


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 500 + b"\r\n",
        b"GET / HTTP/1.1\r\nX: " + b"y" * 70_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\nExpect: 100-continue\r\n\r\n",
        b"GET /\r\n\r\n",
    ],
    ids=lambda value: repr(value)[:30],
)
def test_what_is_no_request(port: int, request_bytes: bytes) -> None:
    code_of(sent(port, request_bytes))
    assert code_of(sent(port, ROOT)) == 200


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    verb=st.one_of(st.just(b"GET"), st.binary(max_size=8)),
    path=st.one_of(st.just(b"/"), st.binary(max_size=40)),
    version=st.sampled_from([b"HTTP/1.1", b"HTTP/1.0", b"HTTP/\xb9", b""]),
    rest=st.one_of(st.just(b"Host: localhost\r\n\r\n"), st.binary(max_size=200)),
)
def test_any_bytes(port: int, verb: bytes, path: bytes, version: bytes, rest: bytes) -> None:
    code_of(sent(port, b" ".join((verb, path, version)) + b"\r\n" + rest))


def test_nothing_is_said_of_clients_that_go_away(
    port: int, capfd: pytest.CaptureFixture[str]
) -> None:
    for _ in range(5):  # more at once wait for a second, as their system sees to it
        with socket.create_connection(("127.0.0.1", port)) as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            client.sendall(ROOT)
    assert code_of(sent(port, ROOT)) == 200
    assert capfd.readouterr().err == ""


def test_slow_clients_keep_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving._Handler, "timeout", 0.2)
    with server_of(PAGE, Address("127.0.0.1", 0)) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        port = server.server_address[1]
        silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(5)]
        for client in silent:
            client.sendall(b"GET / HT")
        assert code_of(sent(port, ROOT)) == 200
        for client in silent:
            client.settimeout(5)
            assert client.recv(100) == b""
            client.close()
        server.shutdown()


@pytest.mark.parametrize(
    "text", ["x:²", "x:99999", "x:" + "9" * 5000, "x:-1", "[::1", "[x]:1", "[]", "a:b:c"]
)
def test_addresses_that_are_none(text: str) -> None:
    with pytest.raises(RulingsError, match="host:port"):
        parse_address(text)


@pytest.mark.parametrize("host", ["a" * 70, "a\0b", "a\udcff", "no such host", "256.1.1.1"])
def test_hosts_that_are_none(host: str) -> None:
    with pytest.raises(RulingsError, match="choose another"):
        server_of(PAGE, Address(host, 0))
