"""A program at a terminal of its own, typed at and looked at as a person would."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 60.0
"""Seconds for which something is waited for; a busy machine is slow."""

# fish starts only where the terminal is its own
_OWN_THE_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
    "os.execvp(sys.argv[1], sys.argv[1:])"
)


class Terminal:
    """Runs a program; `shown` is everything that it has written."""

    def __init__(self, command: list[str], home: Path, **environment: str) -> None:
        self.shown = ""
        self._end, its_end = pty.openpty()
        fcntl.ioctl(its_end, termios.TIOCSWINSZ, struct.pack("4H", 24, 80, 0, 0))
        self._process = subprocess.Popen(
            [sys.executable, "-c", _OWN_THE_TERMINAL, *command],
            stdin=its_end,
            stdout=its_end,
            stderr=its_end,
            cwd=home,
            env=environment | {"HOME": str(home), "TERM": "xterm", "LC_ALL": "C.UTF-8"},
            start_new_session=True,
        )
        os.close(its_end)

    def type(self, text: str | bytes) -> None:
        os.write(self._end, text.encode() if isinstance(text, str) else text)

    def wait(self, until: Callable[[], object]) -> None:
        """Read what is shown until something has come about; or the program would wait for us."""
        end = time.monotonic() + PATIENCE
        while not until():
            assert time.monotonic() < end, self.shown
            if select.select([self._end], [], [], 0.02)[0]:
                self._read()

    def ended(self) -> bool:
        return self._process.poll() is not None

    @property
    def code(self) -> int | None:
        return self._process.returncode

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._end)

    def _read(self) -> None:
        try:
            self.shown += os.read(self._end, 65536).decode(errors="replace")
        except OSError:  # which is how a terminal says that nobody is there any more
            self._process.wait(PATIENCE)


def program(book: Path) -> str:
    """What runs ``rulings`` on one book alone, in place of our own."""
    return (
        "from pathlib import Path\nfrom rulings_cli import main\n"
        "from rulings_cli.places import locations\n"
        f"locations.BUILT_IN_BOOK = Path({str(book)!r})\nmain.run()\n"
    )
