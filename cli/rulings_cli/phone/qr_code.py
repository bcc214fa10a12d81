"""An address as a QR code, for a phone to look at."""

from __future__ import annotations

from io import StringIO

import segno


def qr_code(url: str) -> str:
    """An address in block characters, whose dark modules are blank: the terminal is dark itself."""
    code = StringIO()
    segno.make(url, micro=False).terminal(code, border=2, compact=True)
    return code.getvalue().rstrip("\n")
