"""Shows a page to a browser, for trying; nothing but that page is ever served."""

from __future__ import annotations

import socket
import sys
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from ipaddress import ip_address
from socketserver import TCPServer
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from rulings.errors import RulingsError

LOOPBACK, PORT = "127.0.0.1", 8000
_EVERYWHERE = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}  # noqa: S104 - where users ask for it
"""Hosts that mean every address of this machine, each with an address used to find one."""


class Address(NamedTuple):
    """Where a page is served."""

    host: str
    port: int

    @property
    def family(self) -> socket.AddressFamily:
        """IPv4 or IPv6."""
        return socket.AF_INET6 if ":" in self.host else socket.AF_INET

    @property
    def url(self) -> str:
        """What a browser is given; where all addresses are served, the one that others reach."""
        host = self._reached_at() if self.host in _EVERYWHERE else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can see it."""
        return self.host.startswith(("127.", "localhost", "::1"))

    def _reached_at(self) -> str:
        """The address of this machine by which it reaches others; nothing is sent to find it."""
        try:
            with socket.socket(self.family, socket.SOCK_DGRAM) as probe:
                probe.connect((_EVERYWHERE[self.host], 9))
                return str(probe.getsockname()[0])
        except OSError:  # no network: nobody else can reach it
            return LOOPBACK


def parse_address(text: str | None) -> Address:
    """``192.168.1.5``, ``192.168.1.5:8080``, ``[fe80::1]:8080`` or ``:8080``; this machine alone
    where it is None. RulingsError for anything else.
    """
    given = (text or "").removeprefix("http://").rstrip("/")
    try:
        parts = urlsplit(f"//{given}")
        return Address(parts.hostname or LOOPBACK, PORT if parts.port is None else parts.port)
    except ValueError:
        message = f"--address {text!r}: write host:port, for example 192.168.1.5:8000"
        raise RulingsError(message) from None


def server_of(page: bytes, address: Address) -> ThreadingHTTPServer:
    """A server of one page; RulingsError where the address cannot be used."""
    try:
        return _Server(page, address)
    except (OSError, TypeError, ValueError) as error:  # the last two for names that no host has
        reason = getattr(error, "strerror", None) or error
        message = f"{address.host}:{address.port}: {reason}; choose another by --address host:port"
        raise RulingsError(message) from error


def qr_code(url: str) -> str:
    """An address as a QR code of block characters, for a phone to look at."""
    import segno  # only where a code is shown

    code = StringIO()  # dark modules are blank in it, for a terminal that is dark itself
    segno.make(url, micro=False).terminal(code, border=2, compact=True)
    return code.getvalue().rstrip("\n")


def is_ours(asked: str, host: str) -> bool:
    """Whether a request is meant for this server, by its Host header.

    Another site may have its own name lead here (DNS rebinding), but not a number.
    """
    name, colon, port = asked.rpartition(":")
    name = name if colon and (port.isdigit() or not port) else asked
    if name.lower() in ("localhost", host.lower()):
        return True
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


class _Server(ThreadingHTTPServer):
    """Serves one page, and ignores those who hang up."""

    def __init__(self, page: bytes, address: Address) -> None:
        self.address_family = address.family
        super().__init__((address.host, address.port), partial(_Handler, page, address.host))

    def server_bind(self) -> None:
        """Bind without asking the network for this machine's name, which may take long."""
        TCPServer.server_bind(self)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no error; a bug keeps its traceback."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    """Answers with the page, and with nothing else."""

    timeout = 10
    """Seconds after which no further byte is waited for."""

    error_message_format = ""

    def __init__(self, page: bytes, host: str, *arguments: Any) -> None:
        self._page = page
        self._host = host
        super().__init__(*arguments)

    def do_GET(self) -> None:
        """The page at the root, not found for the rest."""
        has_headers = self.request_version != "HTTP/0.9"
        if not (has_headers and is_ours(self.headers.get("Host", ""), self._host)):
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
        elif self.path.partition("?")[0] != "/":
            self.send_error(HTTPStatus.NOT_FOUND)
        else:
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(self._page)))
            self.send_header("Cross-Origin-Resource-Policy", "same-origin")
            self.end_headers()
            self.wfile.write(self._page)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Say which error it is; nothing of what was sent comes back."""
        super().send_error(code)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's name
        """Say nothing: the terminal shows the address."""
