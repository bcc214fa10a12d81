"""What comes from the terminal that the desk runs in."""

from __future__ import annotations

import sys
from codecs import getincrementaldecoder
from functools import partial


def take_any_bytes() -> None:
    """Let bytes that are no UTF-8 come in as marks: Textual's reader would end the desk at one."""
    if sys.platform != "win32":
        from textual.drivers import linux_driver  # of POSIX alone

        decoder = partial(getincrementaldecoder("utf-8"), "replace")
        linux_driver.getincrementaldecoder = lambda encoding: decoder  # type: ignore[attr-defined]
