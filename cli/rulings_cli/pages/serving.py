"""Shows a page to a browser, for trying; nothing but that page is ever served."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from rulings.problems import RulingsError

LOOPBACK, PORT = "127.0.0.1", 8000
_LOOPBACKS = ("127.", "localhost", "[::1]")


@dataclass(frozen=True, slots=True)
class Address:
    """Where a page is served."""

    host: str
    port: int

    @property
    def url(self) -> str:
        """What a browser is told."""
        return f"http://{self.host}:{self.port}/"

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can see it."""
        return self.host.startswith(_LOOPBACKS)


def parse_address(text: str | None) -> Address:
    """``192.168.1.5``, ``192.168.1.5:8080`` or ``:8080``; this machine alone where it is None."""
    host, _, port = (text or "").removeprefix("http://").rstrip("/").partition(":")
    if port and not (port.isdigit() and int(port) < 65536):
        raise RulingsError(f"--address {text!r}: write host:port, for example 192.168.1.5:8000")
    return Address(host or LOOPBACK, int(port or PORT))


def server_of(page: bytes, address: Address) -> ThreadingHTTPServer:
    """A server of one page; raises RulingsError where the address cannot be used."""
    try:
        return ThreadingHTTPServer((address.host, address.port), partial(_Handler, page))
    except (OSError, socket.gaierror) as error:
        reason = error.strerror or error
        message = f"{address.host}:{address.port}: {reason}; choose another by --address host:port"
        raise RulingsError(message) from error


def qr_code(url: str) -> str:
    """An address as a QR code of block characters, for a phone to look at."""
    import segno  # noqa: PLC0415 - only where a code is shown

    rows = [list(row) for row in segno.make(url, micro=False).matrix_iter(border=2)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    return "\n".join(
        "".join(_BLOCKS[bool(upper), bool(lower)] for upper, lower in zip(one, two, strict=True))
        for one, two in zip(rows[::2], rows[1::2], strict=True)
    )


# Dark modules are left blank, for a terminal that is dark itself.
_BLOCKS = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}


class _Handler(BaseHTTPRequestHandler):
    """Answers with the page, and with nothing else."""

    def __init__(self, page: bytes, *arguments: Any) -> None:
        self._page = page
        super().__init__(*arguments)

    def do_GET(self) -> None:
        """The page at the root; nothing for an icon; not found for the rest."""
        found = self.path.split("?", 1)[0] == "/"
        self.send_response(200 if found else 204 if self.path == "/favicon.ico" else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(self._page) if found else 0))
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        if found:
            self.wfile.write(self._page)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's name
        """Say nothing: the terminal shows the address."""
