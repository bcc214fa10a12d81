"""Shows a page to a browser, for trying; nothing but that page is ever served."""

from __future__ import annotations

import re
import socket
import sys
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from ipaddress import ip_address
from socketserver import TCPServer
from typing import Any

from rulings.errors import RulingsError

LOOPBACK, PORT = "127.0.0.1", 8000
_LOOPBACKS = ("127.", "localhost", "::1")
_EVERYWHERE = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}  # noqa: S104 - where users ask for it
"""Hosts that mean every address of this machine, each with an address used to find one."""

_WRITTEN = re.compile(
    r"(?:\[(?P<inner>[0-9a-fA-F:.]{2,45}(?:%\w{1,20})?)\]|(?P<host>[^:\[\]/]*))(?::(?P<port>[0-9]{1,5}))?"
)

AT_ONCE = 128
"""Visitors at a time; for another one, the connection ends that has been open for longest."""

SILENCE = 10
"""Seconds after which no further byte is waited for."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a page is served."""

    host: str
    port: int

    @property
    def url(self) -> str:
        """What a browser is given; where all addresses are served, the one that others reach."""
        host = _reached_at(self.host) if self.host in _EVERYWHERE else self.host
        return f"http://{_bracketed(host)}:{self.port}/"

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can see it."""
        return self.host.startswith(_LOOPBACKS)


def parse_address(text: str | None) -> Address:
    """``192.168.1.5``, ``192.168.1.5:8080``, ``[fe80::1]:8080`` or ``:8080``; this machine alone
    where it is None.
    """
    given = (text or "").removeprefix("http://").rstrip("/")
    found = _WRITTEN.fullmatch(given)
    if not found or (found["port"] and int(found["port"]) >= 65536):
        raise RulingsError(f"--address {text!r}: write host:port, for example 192.168.1.5:8000")
    return Address(found["inner"] or found["host"] or LOOPBACK, int(found["port"] or PORT))


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _reached_at(host: str) -> str:
    """The address of this machine by which it reaches others; nothing is sent to find it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((_EVERYWHERE[host], 9))
            return str(probe.getsockname()[0])
    except OSError:  # no network: nobody else can reach it
        return "::1" if ":" in host else LOOPBACK


def server_of(page: bytes, address: Address) -> ThreadingHTTPServer:
    """A server of one page; raises RulingsError where the address cannot be used."""
    try:
        return _Server(page, address)
    except (OSError, TypeError, ValueError) as error:  # the last two for names that no host has
        reason = getattr(error, "strerror", None) or error
        place = f"{_bracketed(address.host)}:{address.port}"
        message = f"{place}: {reason}; choose another by --address host:port"
        raise RulingsError(message) from error


def qr_code(url: str) -> str:
    """An address as a QR code of block characters, for a phone to look at."""
    import segno  # only where a code is shown

    code = StringIO()  # dark modules are blank in it, for a terminal that is dark itself
    segno.make(url, micro=False).terminal(code, border=2, compact=True)
    return code.getvalue().rstrip("\n")


class _Server(ThreadingHTTPServer):
    """Serves many at a time, and ignores those who hang up."""

    request_queue_size = AT_ONCE

    request_queue_size = AT_ONCE  # of more than these the network asks again after a second

    def __init__(self, page: bytes, address: Address) -> None:
        self._visitors: list[socket.socket] = []
        self.address_family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
        super().__init__((address.host, address.port), partial(_Handler, page, address.host))

    def server_bind(self) -> None:
        """Bind without asking the network for this machine's name, which may take long."""
        TCPServer.server_bind(self)

    def process_request(self, request: Any, client_address: Any) -> None:
        """In a thread of its own; who is slow cannot keep others out for long."""
        self._visitors.append(request)
        if len(self._visitors) > AT_ONCE:
            with suppress(OSError):  # it may just have ended
                self._visitors.pop(0).shutdown(socket.SHUT_RDWR)
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """What the thread does."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            with suppress(ValueError):  # it made room for another
                self._visitors.remove(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no error; a bug keeps its traceback."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    """Answers with the page, and with nothing else."""

    timeout = SILENCE

    def __init__(self, page: bytes, host: str, *arguments: Any) -> None:
        self._page = page
        self._host = host
        super().__init__(*arguments)

    def do_GET(self) -> None:
        """The page at the root; nothing for an icon; not found for the rest."""
        code = self._code()
        self._begin(code, len(self._page) if code == HTTPStatus.OK else 0)
        if code == HTTPStatus.OK and self.command == "GET":
            self.wfile.write(self._page)

    def do_HEAD(self) -> None:
        """What is said before the page."""
        self.do_GET()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Nothing of what was sent comes back, not even in an error's page."""
        self.close_connection = True
        self._begin(HTTPStatus(code), 0)

    def _code(self) -> HTTPStatus:
        if self.request_version == "HTTP/0.9":  # has no headers, and so no Host
            return HTTPStatus.BAD_REQUEST
        if not is_ours(self.headers.get("Host", ""), self._host):
            return HTTPStatus.MISDIRECTED_REQUEST
        if self.path == "/favicon.ico":
            return HTTPStatus.NO_CONTENT
        return HTTPStatus.OK if self.path.split("?", 1)[0] == "/" else HTTPStatus.NOT_FOUND

    def _begin(self, code: HTTPStatus, length: int) -> None:
        self.send_response(code)
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(length))
        self.end_headers()

    def version_string(self) -> str:
        """Whoever asks need not know which Python this is."""
        return "rulings"

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's name
        """Say nothing: the terminal shows the address."""


_HEADERS = {
    "Content-Type": "text/html; charset=utf-8",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Connection": "close",
}


def is_ours(asked: str, host: str) -> bool:
    """Whether a request is meant for this server, by its Host header.

    Another site may have its own name lead here (DNS rebinding), but not a number.
    """
    name = asked.rpartition(":")[0] if re.search(r":\d*$", asked) else asked
    if name.lower().removesuffix(".") in ("localhost", host.lower()):
        return True
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
