"""A shell of somebody's at a terminal, with the tab key of `rulings` set up."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

from typer._completion_shared import get_completion_script

PATIENCE = 20.0
_STARTS = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
_BEFORE = {"bash": "", "zsh": "autoload -Uz compinit; compinit -u -D", "fish": ""}
# what is typed is not run: its words are noted, each in brackets
_NOTES = {
    "bash": 'rulings() {{ printf "[%s]" "$@" > {out}.new; mv {out}.new {out}; }}',
    "zsh": 'rulings() {{ printf "[%s]" "$@" > {out}.new; mv {out}.new {out}; }}',
    "fish": "function rulings; printf '[%s]' $argv > {out}.new; mv {out}.new {out}; end",
}
# fish starts only where the terminal is its own
_AT_THE_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
    "os.execvp(sys.argv[1], sys.argv[1:])"
)
SHELLS = tuple(_STARTS)


class Shell:
    """An interactive shell behind a terminal of its own, in a folder of its own."""

    def __init__(self, name: str, home: Path, book: Path) -> None:
        self.home = home
        self._out = home / "typed"
        self._write_program(book)
        environment = {
            "HOME": str(home),
            "PATH": f"{home / 'bin'}:{os.environ['PATH']}",
            "TERM": "xterm",
            "LC_ALL": "C.UTF-8",
            "RULINGS_CACHE": str(home / "cache"),
        }
        self._terminal, its_end = pty.openpty()
        command = [sys.executable, "-c", _AT_THE_TERMINAL, *_STARTS[name]]
        self._process = subprocess.Popen(
            command,
            stdin=its_end,
            stdout=its_end,
            stderr=its_end,
            cwd=home,
            env=environment,
            start_new_session=True,
        )
        os.close(its_end)
        script = get_completion_script(
            prog_name="rulings", complete_var="_RULINGS_COMPLETE", shell=name
        )
        notes = _NOTES[name].format(out=self._out)
        (home / "start").write_text(f"{_BEFORE[name]}\n{script}\n{notes}\n", encoding="utf-8")
        self._put(f". {home}/start; rulings ready\n")
        assert self._noted() == "[ready]"

    def type(self, line: str) -> str:
        """Type a line and enter; the words that the shell would have run, each in brackets."""
        self._out.unlink()
        self._put(f"{line}\n")
        return self._noted()

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._terminal)

    def _write_program(self, book: Path) -> None:
        program = self.home / "bin" / "rulings"
        program.parent.mkdir()
        program.write_text(
            f"#!{sys.executable}\n"
            "from pathlib import Path\nfrom rulings_cli import locations, main\n"
            f"locations.BUILT_IN_BOOK = Path({str(book)!r})\nmain.run()\n"
        )
        program.chmod(0o755)

    def _put(self, text: str) -> None:
        os.write(self._terminal, text.encode())

    def _noted(self) -> str:
        """What was noted; the terminal is read meanwhile, or the shell would wait for us."""
        end = time.monotonic() + PATIENCE
        shown = b""
        while not self._out.exists():
            assert time.monotonic() < end, shown.decode(errors="replace")
            if select.select([self._terminal], [], [], 0.02)[0]:
                shown += os.read(self._terminal, 65536)
        return self._out.read_text(encoding="utf-8")
