"""Serves the page to phones in the same network: one file, and nothing else."""

from __future__ import annotations

import socket
import sys
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from rulings.errors import RulingsError

LOOPBACK, PORT = "127.0.0.1", 8000
_EVERYWHERE = "0.0.0.0"  # noqa: S104 - where users ask for it


class Address(NamedTuple):
    """Where a page is served."""

    host: str
    port: int

    @property
    def url(self) -> str:
        """What a browser is given; where all addresses are served, the one that others reach."""
        return f"http://{_own_address() if self.host == _EVERYWHERE else self.host}:{self.port}/"


def parse_address(text: str) -> Address:
    """``192.168.1.5``, ``192.168.1.5:8080`` or ``:8080`` (only this machine); else RulingsError."""
    given = text.removeprefix("http://").rstrip("/")
    try:
        parts = urlsplit(f"//{given}")
        return Address(parts.hostname or LOOPBACK, PORT if parts.port is None else parts.port)
    except ValueError:
        message = f"--address {text!r}: write host:port, for example 192.168.1.5:8000"
        raise RulingsError(message) from None


def server_of(page: bytes, address: Address) -> ThreadingHTTPServer:
    """A server of one page; RulingsError where the address cannot be used."""
    try:
        return _Server(address, partial(_Handler, page))
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


def _own_address() -> str:
    """The address of this machine by which it reaches others; nothing is sent to find it."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
    except OSError:  # no network: nobody else can reach it
        return LOOPBACK


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that went away; a bug keeps its traceback."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    """Answers with the page, and with nothing else."""

    timeout = 10
    """Seconds after which no further byte is waited for."""

    error_message_format = ""

    def __init__(self, page: bytes, *arguments: Any) -> None:
        self._page = page
        super().__init__(*arguments)

    def do_GET(self) -> None:
        """The page at the root, not found for the rest."""
        if self.path.partition("?")[0] != "/" or self.request_version == "HTTP/0.9":
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(self._page)))
        self.end_headers()
        self.wfile.write(self._page)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Name the error, without repeating anything that the client sent."""
        super().send_error(code)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's name
        """Say nothing: the terminal shows the address."""
